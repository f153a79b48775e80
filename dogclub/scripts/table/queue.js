/**
 * The queue of this match, as every tab of the tablet has left it.
 * @import { Pair, Row } from "../types"
 */
import { $ } from "./dom.js";
import { loadExtras } from "./loading.js";
import { extras, formOf, match, state, waiting } from "./state.js";
import { change, entries, key } from "./store.js";

const channel = "BroadcastChannel" in window ? new BroadcastChannel("dogclub") : null;

/** Another tab changed the queue of a match. @param {(event: { data: string }) => void} listener */
export const onOtherTab = listener => channel?.addEventListener("message", listener);

export async function reread() {
  state.queue = await entries("out", match(), state.queue); // each as it comes: meanwhile there may be more
  const rows = await entries("log", match(), state.written),
    known = new Set(rows.map(row => row.id));
  state.written = [...rows, ...state.written.filter(row => !known.has(row.id))];
}

/** @param {(rows: Row[]) => Pair[]} step */
export async function changeQueue(step) {
  /** @type {(pair: Pair) => Pair} */
  const covered = ([at, row]) => [at, extras.covered(at, row)];
  state.queue = await change(match(), state.queue, rows => step(rows).map(covered));
  channel?.postMessage(match());
  announce();
}

/** The page shows what waits. */
export function announce() {
  if (state.queue.length) loadExtras();
  document.dispatchEvent(new CustomEvent("table:stored"));
}

/** The same entry, for a newer version of the match. @param {Row} row @param {number} version @returns {Row} */
export function forVersion(row, version) {
  const body = formOf(row);
  body.set("version", String(version));
  return { ...row, body: body.toString() };
}

/** Written: what was made on top of it has now seen the sheet with it. @param {Row} row @param {number} version */
export function settle(row, version) {
  const done = { ...row, written: version };
  state.written.push(done);
  state.queue = state.queue.filter(each => each.id !== row.id);
  return changeQueue(rows => [
    [key("out", row), null],
    [key("log", row), done],
    ...rows
      .filter(each => each.after === row.id)
      .map(each => /** @type {Pair} */ ([key("out", each), forVersion(each, version)])),
  ]);
}

/** What this tablet wrote since the server drew this page; null where it does not follow from it. */
function sinceDrawn() {
  const { version, last } = $("#outbox").dataset;
  const rows = [...state.written.filter(row => Number(row.written) > version), ...waiting()];
  const later = rows.slice(rows.findIndex(row => row.id === last) + 1);
  let before = { id: last, written: Number(version) };
  for (const row of later) {
    if (row.after !== before.id && Number(formOf(row).get("version")) !== before.written) return null;
    before = /** @type {any} */ (row);
  }
  return later;
}

/** The page as if all that waits were written, where its game knows how. */
export function drawAhead() {
  const rows = state.game.goAhead && !state.isSaving && $("#outbox[data-version]") && sinceDrawn();
  if (!rows || !state.game.goAhead?.(rows.map(formOf))) return false;
  state.drawn = rows.map((/** @type {Row} */ row) => row.id);
  $("#kept").hidden = true;
  return true;
}

export function goAhead() {
  state.isBlocked = !drawAhead();
  if (!state.isBlocked) announce();
  return !state.isBlocked;
}

/** Another tab has written, or let go of, what the server's page here does not know. */
export const isBehind = () => {
  const { version } = $("#outbox").dataset;
  return state.written.length > state.seen || state.written.some(row => Number(row.written) > version);
};

/** An entry as if it had never been tapped. @param {Row} row @returns {Pair[]} */
export const letGo = row => [
  [key("out", row), null],
  [key("log", row), { ...row, isGone: true }],
];

/**
 * The newest entries go as if they had never been tapped, where all of them wait behind another: the first one may be
 * at the server already.
 * @param {number} count
 */
export async function takeBack(count) {
  const rows = waiting(),
    gone = rows.slice(1).slice(-count);
  if (!count || gone.length < count || gone.some(row => row === state.sending)) return false;
  await changeQueue(() => gone.flatMap(letGo));
  return goAhead();
}
