/**
 * A big screen: turns the boards of a club's wall, lets a table with a fresh entry come forward, keeps the screen awake
 * and the pointer out of the way. Without this script the browser turns the pages, and one board stands still.
 */
import { $, $$, element } from "../table/dom.js";
import { gettext, ngettext } from "../table/gettext.js";
import { htmxReady } from "../table/htmx_ready.js";

const SILENT = 10; // minutes after which a table says so itself
const FRESH = 6_000; // milliseconds a board stays at least before a fresh one takes its place
const IDLE = 3_000; // milliseconds until the pointer goes
const OFTEN = 4; // the code for phones comes after so many boards, or once a round
const MINUTE = 60_000;
const walls = $(".walls"),
  controls = $(".wall-controls"),
  [holdButton, fullScreenButton] = $$("button", controls);

/** The version of each table as it was last drawn. @type {Map<string, string>} */
const versions = new Map();
/** Boards with a fresh entry, by their ids. @type {string[]} */
let fresh = [];
let shown = "",
  lastBoard = "",
  turnedAt = Date.now(),
  turns = 0,
  isHeld = false,
  idleTimer = 0;

const boards = () => $$(".turn[data-version]", walls);

/** @param {string} id */
function show(id) {
  if (id !== shown) turnedAt = Date.now();
  shown = id;
  if (id !== "phones") lastBoard = id;
  for (const each of $$(".turn", walls)) each.hidden = each.id !== id;
  drawControls();
}

function drawControls() {
  const all = boards(),
    isSingle = all.length < 2;
  holdButton.hidden = isSingle;
  holdButton.textContent = isHeld ? gettext("Resume") : gettext("Pause here");
  holdButton.setAttribute("aria-pressed", isHeld);
  document.body.classList.toggle("is-held", isHeld);
  $(".dots").replaceChildren(
    ...(isSingle ? [] : all).map(each =>
      element("li", { className: each.id === shown ? "is-now" : "", title: each.dataset.label }),
    ),
  );
}

/** @param {number} by */
function step(by) {
  const all = boards(),
    at = all.findIndex(each => each.id === lastBoard);
  if (all.length) show(all[(at + by + all.length) % all.length].id);
}

/** Whatever comes next, once this board was there for long enough. */
function turn() {
  const all = boards(),
    rested = Math.abs(Date.now() - turnedAt);
  if (isHeld || !all.length) return;
  fresh = fresh.filter(id => id !== shown && all.some(each => each.id === id));
  if (fresh.length && (rested >= FRESH || shown === "phones")) return show(fresh.shift() || "");
  if (rested < 1000 * walls.dataset.pace) return;
  turnedAt = Date.now();
  turns += 1;
  if ($("#phones") && shown !== "phones" && turns % (Math.max(all.length, OFTEN) + 1) === 0) show("phones");
  else step(1);
}

/** Each of several tables says in its own head that nothing was heard of it for a while. */
function listen() {
  for (const table of $$(".wall-table[data-heard]", walls)) {
    const words = $(".silent", table),
      minutes = Math.floor((Date.now() / 1000 - table.dataset.heard) / 60);
    if (!words) continue;
    words.hidden = minutes < SILENT;
    words.textContent = words.hidden
      ? ""
      : ngettext("No news for {count} minute", "No news for {count} minutes", minutes);
  }
}

/** After every swap: which tables have moved, and whether the one that is shown is still there. */
function look() {
  const all = boards(),
    isFirst = !versions.size;
  for (const {
    id,
    dataset: { version },
  } of all) {
    if (!isFirst && versions.get(id) !== version && !fresh.includes(id)) fresh.push(id);
    versions.set(id, version);
  }
  listen();
  if (fresh.includes(shown)) turnedAt = Date.now();
  const stays = all.some(each => each.id === shown) || (shown === "phones" && $("#phones"));
  const first = all.find(each => !each.hidden) ?? all[0];
  if (first) show(stays ? shown : first.id);
  else drawControls();
  turn();
}

/** The hour stands on it, and a table that is over goes after a while: no entry tells of either. */
function askEachMinute() {
  setTimeout(
    () => {
      htmx.trigger(walls, "news");
      askEachMinute();
    },
    MINUTE - (Date.now() % MINUTE),
  );
}

function toggleHold() {
  if (boards().length < 2) return;
  isHeld = !isHeld;
  turnedAt = Date.now();
  drawControls();
}

const toggleFullScreen = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();

function showPointer() {
  document.body.classList.remove("is-idle");
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => document.body.classList.add("is-idle"), IDLE);
}

/** Only under HTTPS and on this machine itself; elsewhere the screen's own settings count. */
async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
}

/** @type {Record<string, () => unknown>} */
const KEYS = { " ": toggleHold, f: toggleFullScreen, ArrowRight: () => step(1), ArrowLeft: () => step(-1) };

holdButton.addEventListener("click", toggleHold);
fullScreenButton.addEventListener("click", toggleFullScreen);
walls.addEventListener("click", (/** @type {any} */ event) => {
  if (!event.target.closest("a, button")) toggleHold();
});
document.addEventListener("keydown", event => {
  showPointer();
  const isOnControl = /** @type {Element} */ (event.target).closest("a, button");
  if (isOnControl || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});
for (const name of ["pointermove", "pointerdown"]) document.addEventListener(name, showPointer);
document.addEventListener("fullscreenchange", () => {
  fullScreenButton.textContent = document.fullscreenElement ? gettext("Exit full screen") : gettext("Full screen");
});
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("htmx:after:swap", look);

htmxReady().then(() => {
  htmx.config.morphIgnore.push("hidden"); // which board is shown is decided here
  askEachMinute();
});
controls.hidden = false;
fullScreenButton.hidden = !document.fullscreenEnabled;
setInterval(turn, 500);
setInterval(listen, 10_000);
look();
stayAwake();
showPointer();
