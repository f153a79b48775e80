/**
 * What Dirty Dog's table needs to go on while the server does not answer: loaded when the page stands.
 * @import { Page } from "../types"
 */
import { afterAll, afterEntry, lastEntries, resultWords } from "./after_entry.js";
import { drawEntry, drawResult } from "./draw_pages.js";

export * as rules from "../rules.js";
export { afterEntry, resultWords };

/** @param {{ arrivals: any }} extras */
export const pagesOf = extras => ({
  /** @param {Page} page @param {URLSearchParams[]} entries */
  afterAll: (page, entries) => afterAll(page, entries, extras.arrivals),
  drawEntry,
  drawResult,
  lastEntries,
});

/** @param {typeof import("../../table/core.js")} core */
export function start({ extras }) {
  extras.pages = pagesOf(extras);
  document.dispatchEvent(new CustomEvent("table:pages"));
}
