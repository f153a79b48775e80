/**
 * The table by keyboard and by ear. Digits answer the rows in turn, Enter is the main key and Backspace is Undo, while
 * the focus is on the page's own part; it goes to the heading of whatever comes next. A line that is only read out says
 * what was tapped, and what came of it.
 */
import { $, $$, element, plainText } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

const PLACE = "place"; // where the focus was, in the storage of the tab
const TYPED = "input:not([type=radio], [type=checkbox]), select, textarea, dialog *";
const WORKS_BY_ENTER = "a, button, summary, input";
const said = element("p", { className: "vh", id: "said" });
let shown = "", // the page the focus was put on
  begun = "", // the first digit of a number of two
  turn = 0; // the row a digit answers where every row is open
/** @type {number[]} the rows that were in turn before */
const before = [];
const PATIENCE = 5000; // milliseconds: a page that comes later is not the one that was meant
/** @type {{ key: string, time: number }[]} keys for the page that is on its way */
let waiting = [];
/** @type {typeof import("../table/core.js").state} */
let outbox;

const heading = () => $("#main h1");
/** @param {any} key a button of a pad, or a radio */
const valueOf = key => (key.matches("input") ? key.value : plainText(key));
/** @param {any} row */
const keysOf = row => $$(".pad :is(button.num, input[type=radio])", row);
/** @param {any} row @param {string} number */
const keyOf = (row, number) => keysOf(row).find(key => valueOf(key) === number);

/** @param {any} place */
function focus(place) {
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** The row that is asked now. */
function inTurn() {
  const rows = $$("#main .seat"),
    isRadio = $("#main .pad input[type=radio]");
  if (isRadio) return rows.find(row => $(".pad input[type=radio]", row) && !$(".pad :checked", row));
  return $("#main[data-what=bids]") ? $("#main .is-now") : rows[turn];
}

/** Said once, again too; the count is shown, and only what it means is said. @param {...string} words */
function say(...words) {
  said.textContent = "";
  said.textContent = words.filter(Boolean).join(" ");
}

/** Why a key does nothing. @param {any} row @param {string} number */
function refuse(row, number) {
  const why = row && plainText($(".reason", row));
  say(why || gettext("{number} cannot be chosen here.", { number }));
}

/** Who is asked now, as the row says it; of the tricks, what is missing; of a year, which battle. */
function asked() {
  const row = $("#main[data-what=bids] .is-now");
  if (!row) return $("#main .edit")?.getAttribute("aria-label") || plainText($("#main[data-what=tricks] #go"));
  return `${plainText($(".name", row))}: ${plainText($(".role", row))}.`;
}

/** @param {string} digit */
function answer(digit) {
  const row = inTurn(),
    number = begun + digit;
  if (!row) return;
  const isOnly = Boolean(begun) && !keyOf(row, number); // the digit before was the whole number
  if (isOnly) {
    keyOf(row, begun).click();
    return answer(digit);
  }
  const key = keyOf(row, number);
  if (!key || key.getAttribute("aria-disabled") === "true") return refuse(row, number);
  if (keysOf(row).some(each => valueOf(each).length > number.length && valueOf(each).startsWith(number))) {
    begun = number;
    return key.focus();
  }
  begun = "";
  key.click();
  for (const each of $$("#main .seat")) each.classList.toggle("is-turn", each === inTurn());
  focus(heading());
}

/** What was tapped is said, and the next row is in turn. @param {MouseEvent} event */
function tapped(event) {
  const target = /** @type {Element} */ (event.target),
    key = target.closest("#main .pad button.num");
  if (target.closest("#back")) turn = before.pop() ?? 0;
  if (!key) return;
  const [label] = (key.getAttribute("aria-label") || "").split(",");
  if (key.getAttribute("aria-disabled") === "true") return refuse(key.closest(".seat"), plainText(key));
  say(`${label}.`, asked());
  before.push(turn);
  turn = 1 + $$("#main .seat").indexOf(key.closest(".seat"));
  if (begun) focus(heading());
  else if (key === document.activeElement) $("#main .is-now .num:not([aria-disabled])")?.focus({ preventScroll: true });
  begun = "";
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {Element} */ (event.target),
    { key } = event;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target !== document.body && (!target.closest("#main") || target.matches(TYPED))) return;
  if (!/^(\d|Backspace|Enter)$/.test(key) || (key === "Enter" && target.closest(WORKS_BY_ENTER))) return;
  event.preventDefault();
  waiting = waiting.filter(({ time }) => event.timeStamp - time < PATIENCE);
  if (key === "Backspace" && waiting.pop()) return;
  if (waiting.length || (isDigit(key) && isOnItsWay())) waiting.push({ key, time: event.timeStamp });
  else act(key);
}

/** @param {string} key */
const isDigit = key => /\d/.test(key);

/** Nothing here can be answered: what was entered is being sent, and the next page is not drawn yet. */
const isOnItsWay = () =>
  outbox.isBlocked || outbox.beginning > 0 || Boolean($("#main[data-what=bids]") && !$("#main .is-now"));

/** @param {string} key */
function act(key) {
  const active = document.activeElement;
  if (isDigit(key)) answer(key);
  else if (key === "Backspace") $("#back")?.click();
  else if (active instanceof HTMLElement && active.matches("#main .pad *")) active.click();
  else if (mainKey()?.getAttribute("aria-disabled") === "true") say(plainText(mainKey()));
  else mainKey()?.click();
}

/** The page has come; one that asks something else is not answered by what was typed before. */
function goOn() {
  if (outbox.asked) waiting = [];
  while (waiting.length && !isOnItsWay()) {
    const [{ key, time }] = waiting.splice(0, 1);
    if (performance.now() - time < PATIENCE) act(key);
  }
}

const mainKey = () => $$("#main .foot :is(#go, .btn-main)").find(key => key.offsetWidth);

/** Another page stands here, or what had the focus is gone. */
function arrived() {
  const title = heading();
  // What was tapped is said in one place, and what it comes to with it.
  $("#main:is([data-what=bids], [data-what=tricks]) #meter")?.setAttribute("aria-live", "off");
  if (!title) return;
  const page = `${$("#main").dataset.what} ${$("#entry")?.dataset.key} ${plainText(title)}`,
    isOther = page !== shown,
    isNext = isOther && Boolean(shown), // whoever was quicker than this script keeps the focus
    active = document.activeElement;
  if (isOther) {
    if (isNext) say(plainText($("#main header p:not(.who-leads, .trump-label)")), asked());
    Object.assign(before, { length: 0 });
    [shown, turn, begun] = [page, 0, ""];
  }
  if (active === document.body || (isNext && $("#main").contains(active))) focus(title);
}

/** Where the focus is, for the same page loaded again: the part that has a name, and the place in it. */
function keepPlace() {
  const active = document.activeElement,
    part = active?.closest("#main [id]");
  try {
    const place = part ? [part.id, $$("*", part).indexOf(/** @type {any} */ (active))] : [];
    sessionStorage.setItem(PLACE, JSON.stringify(place));
  } catch {
    // a browser that forbids it puts the focus on the heading
  }
}

function findPlace() {
  const [reload] = performance.getEntriesByType("navigation");
  if (/** @type {any} */ (reload)?.type !== "reload" || document.activeElement !== document.body) return;
  try {
    const [id, at] = JSON.parse(sessionStorage.getItem(PLACE) || "[]"),
      part = document.getElementById(id);
    if (part) (at < 0 ? part : $$("*", part)[at])?.focus({ preventScroll: true });
  } catch {
    // as above
  }
}

/** @param {typeof import("../table/core.js")} core */
export function start(core) {
  outbox = core.state;
  said.setAttribute("role", "status");
  document.body.prepend(said);
  htmx.config.morphIgnore.push("tabindex"); // a page drawn anew leaves the focus where it is
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", tapped);
  document.addEventListener("table:stored", () => setTimeout(goOn));
  const watch = { childList: true, characterData: true, subtree: true };
  new MutationObserver(arrived).observe(document.body, watch);
  window.addEventListener("pagehide", keepPlace);
  findPlace();
  arrived();
  core.takeKeys().forEach(pressed);
}
