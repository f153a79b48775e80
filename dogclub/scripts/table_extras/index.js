/** What a table needs beside the first tap: loaded when the page stands, so that the first visit is light. */
import "../pages/app.js";
import * as awake from "./awake.js";
import * as entriesPanel from "./entries_panel.js";
import * as keyboard from "./keyboard.js";
import * as refused from "./refused.js";
import * as scoringDevice from "./scoring_device.js";
import * as sideActions from "./side_actions.js";
import * as storedPage from "./stored_page.js";

/** @param {typeof import("../table/core.js")} core */
export function start(core) {
  for (const part of [awake, refused, entriesPanel, sideActions, scoringDevice, storedPage, keyboard]) part.start(core);
}
