/** A page that the tablet stored before it wrote its last entry, and that stands because the server does not answer. */
import { gettext } from "../table/gettext.js";

/** @type {typeof import("../table/core.js")} */
let table;

/** The server's page comes; until it does, one is drawn here. */
function renew() {
  table.state.isBlocked = true;
  table.refresh();
  setTimeout(draw, table.SLOW);
}

async function draw() {
  const own = table.$("#blank-entry")?.dataset.script;
  if (own) await table.loadModule(own);
  const { state } = table;
  if (!state.isBlocked || table.waiting().length || table.goAhead()) return;
  state.isBlocked = false; // only the server can draw what comes next
  table.say(gettext("Kept on this tablet; the page is not up to date."), gettext("The server has not answered yet."));
}

/** @param {typeof table} core */
export function start(core) {
  table = core;
  table.extras.renew = renew;
}
