/**
 * The tablet's outbox, for every game: what is tapped is stored before the network hears of it, and sent in order until
 * the server has said yes (docs/at-the-table/offline.md). A game's page hands its own part to `play`.
 * @import { GamePage, RequestEvent } from "../types"
 */
import * as core from "./core.js";
import * as cutOff from "./cut_off.js";
import { $ } from "./dom.js";
import { htmxReady } from "./htmx_ready.js";
import { handOver, loadExtras } from "./loading.js";
import { announce, drawAhead, isBehind, reread } from "./queue.js";
import * as sending from "./sending.js";
import { extras, match, state, waiting } from "./state.js";
import * as taps from "./taps.js";

let isDocument = true;

/** @param {GamePage} game */
export async function play(game) {
  state.game = game;
  handOver(core);
  cutOff.listen();
  taps.listen();
  sending.listen();
  document.addEventListener("htmx:after:swap", swapped);
  state.beginning += 1; // what is tapped meanwhile waits
  await htmxReady();
  state.beginning -= 1;
  begin(true);
}

/** A page of the server stands. @param {boolean} isFirst it came with this document */
async function begin(isFirst) {
  if (!match()) return;
  state.hasError = Boolean($("#main .is-wrong"));
  state.isRefused = false;
  state.drawn = [];
  $("#kept").hidden = true; // said of the page before
  state.seen = state.written.length;
  state.beginning += 1;
  const stored = isFirst && readStored();
  look();
  await state.game.begin(stored);
  await stored;
  if (state.isBlocked) state.isBlocked = !drawAhead();
  state.beginning -= 1;
  announce();
  if (isFirst) sending.send();
  sending.catchUp();
  if (isStored()) loadExtras().then(() => extras.renew?.());
  if (!state.beginning) taps.replayEarly();
}

/** The document is one that was stored before this tablet wrote its last entry. Asked once: it is the server's then. */
function isStored() {
  const isOld = isDocument && isBehind() && !waiting().length && !state.asked;
  isDocument = false;
  return isOld;
}

const look = () => {
  state.isBlocked = state.isSaving || (waiting().length > 0 && !state.asked);
};

async function readStored() {
  const isTakenOver = new URLSearchParams(location.search).has("half"); // what another device had half entered
  await Promise.all([reread(), isTakenOver && loadExtras()]);
  state.seen = state.written.length;
  for (const row of state.queue) state.mine.add(row.id);
  look();
}

/** @param {RequestEvent} event */
function swapped(event) {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement.id === "halver" && response?.status !== 409) return; // nothing was swapped
  if (sourceElement.id !== "looker") taps.startOver();
  begin(sourceElement.id === "main"); // asked for anew: what is half entered is read again
}
