/**
 * The table of Dirty Dog: shows every tap at once, and goes on by itself while the club's server does not answer.
 * @import { RequestEvent } from "../types"
 * @import { HandState, Tap } from "./types"
 */
import { $, $$ } from "../table/dom.js";
import { submit } from "../table/entries.js";
import { load as loadModule, loadExtras } from "../table/loading.js";
import { play } from "../table/outbox.js";
import { takeBack as takeBackEntries } from "../table/queue.js";
import { clearError, extras, isOffline, match, state as outbox, unsavedName } from "../table/state.js";
import { load, save } from "../table/store.js";
import { drawBids } from "./draw_bids.js";
import { drawTricks } from "./draw_tricks.js";
import { press } from "./drawing.js";
import { current, remember, toBid, tricksOf } from "./hand.js";
import { nextStep } from "./rules.js";

export * as core from "../table/core.js";

/** @param {Promise<void> | false} stored */
async function begin(stored) {
  const data = $("#step"),
    page = data && JSON.parse(data.textContent);
  Object.assign(current, { page, state: page?.now, step: null, log: [], hasRead: false });
  current.shown = page ? `${page.what}-${page.now.number}` : "";
  if (page && hasGoneOn()) show(); // at once: the page shown is not seen to go back
  await stored;
  current.unsaved = (await load(unsavedName())) || null;
  if (page) show();
}

/** Which page: the server's own, or the next one drawn here. Who goes on needs both modules. */
function canDraw() {
  const blank = $("#blank-entry");
  if (blank) loadExtras().then(() => extras.refused && loadModule(blank.dataset.script));
  return Boolean(blank && extras.pages);
}

const hasGoneOn = () => current.unsaved?.key === `bids-${current.state.number}`;

/** The scored hand is still shown: nobody has gone on to the next. */
function isResting() {
  const { page, state } = current;
  if (!page?.plan[state.at]) return true;
  if (page.recap_page && hasGoneOn()) return false;
  if (state === page.now) return page.what === "result" && !current.hasRead;
  return page.recap_page && Boolean(state.line) && !Object.keys(state.bids).length;
}

function show() {
  const { page, state, unsaved } = current;
  if (!page) return;
  const step = isResting() ? null : nextStep(page, state),
    now = step ? step.key : `result-${state.number}`;
  current.step = null;
  if (now !== current.shown) {
    if (!canDraw() || !extras.pages) return;
    if (step) extras.pages.drawEntry(page, state, step);
    else extras.pages.drawResult(page, state);
  }
  current.step = step;
  current.shown = now;
  if (!step) return;
  const mine = unsaved?.key === now ? unsaved : null;
  current.taps = (mine ?? step).taps.map(([seat, value]) => [seat, value]);
  current.trump = mine && step.what === "bids" ? mine.trump : step.trump;
  draw();
}

/** @param {URLSearchParams[]} entries */
function goAhead(entries) {
  const { page } = current;
  if (!page || !canDraw() || !extras.pages) return false;
  const then = extras.pages.afterAll(page, entries);
  if (!then) return false;
  [current.log, current.state] = [entries, then];
  show();
  queueMicrotask(draw); // by then the outbox lets go of the page
  return true;
}

function goOn() {
  current.hasRead = true;
  if (!hasGoneOn()) {
    [current.taps, current.trump] = [[], ""];
    remember();
  }
  show();
}

/** What was never sent is taken out of the queue and stands half entered again; else an undo waits behind it. */
async function takeBack() {
  const { page, state, log } = current,
    past = /** @type {HandState} */ (state.past);
  if (!page || !extras.pages) return;
  current.unsaved = { key: nextStep(page, past).key, taps: past.taps, trump: past.trump };
  if (!(await takeBackEntries(extras.pages.lastEntries(state, log)))) return submit($("#undo"));
  save(unsavedName(), current.unsaved);
}

/** @param {number} seat @param {number} value */
function tap(seat, value) {
  current.taps = [...current.taps.filter(([other]) => other !== seat), [seat, value]];
  changed();
}

function changed() {
  clearError();
  draw();
  const saved = remember(),
    { step } = current;
  if (step?.what === "bids" && !toBid(step).length) saved.then(() => submit($("#send")));
}

function draw() {
  const { step, trump } = current;
  if (!step) return;
  (step.what === "bids" ? drawBids : drawTricks)(step);
  for (const button of $$(".trump .num")) {
    const isOn = button.dataset.suit === trump;
    press(button, isOn, "is-on");
    button.value = isOn ? "" : button.dataset.suit;
  }
}

/**
 * The taps as they stand here go with the form that writes them.
 * @param {HTMLFormElement} form @param {URLSearchParams} body
 */
function fill(form, body) {
  const { step, taps, trump } = current;
  if (!isBeside(form)) current.unsaved = null;
  if (outbox.asked)
    load(`half:${match()}`).then(unsaved => {
      current.unsaved = unsaved || null;
    }); // what comes after it
  if (form.id !== "send" || !step) return;
  body.delete("tap");
  const values = step.what === "bids" ? taps : [...tricksOf(step).tricks];
  for (const [seat, value] of values) body.append("tap", `${seat}-${value}`);
  if (step.what !== "bids") return;
  body.delete("trump");
  if (trump) body.set("trump", trump);
}

/** @param {HTMLFormElement} form */
const isBeside = form => form.id === "suit" || (form.id === "send" && !current.step);

/** A hand is scored, and another comes. */
const isNext = () => Boolean(current.page && !current.step && current.page.plan[current.state.at] && canDraw());

/** Whether this tap is only shown, and not sent. @param {any} button */
function local(button) {
  const { page, step, state, log } = current;
  if (!page) return false;
  if (outbox.isBlocked) return Boolean(step);
  if (button.closest(".pad")) tap(.../** @type {Tap} */ (button.value.split("-").map(Number)));
  else if (button.form?.id === "taps" && button.name === "trump") choose(button.value);
  else if (button.id === "back" && step && current.taps.length) untap();
  else if (button.id === "back" && log.length && state.past) takeBack();
  else if (button.classList.contains("pick")) pick(button);
  else if (button.id === "go" && isNext() && (log.length || isOffline())) goOn();
  else return false;
  return true;
}

/** All bids are in and on their way: a tap on another row, or a suit, is meant for the tricks. @param {any} button */
function next(button) {
  const { step, taps } = current;
  if (step?.what !== "bids" || toBid(step).length) return "";
  if (button.dataset.suit && outbox.isBlocked)
    return `#main[data-what=tricks] .trump [data-suit="${button.dataset.suit}"]`;
  const isOther = button.closest(".pad") && !button.value.startsWith(`${taps.at(-1)?.[0]}-`);
  return isOther ? `#main[data-what=tricks] .pad [value="${button.value}"]` : "";
}

/** @param {string} suit */
function choose(suit) {
  current.trump = suit;
  changed();
}

function untap() {
  current.taps = current.taps.slice(0, -1);
  changed();
}

/** On a phone one row shows its numbers. @param {Element} button */
function pick(button) {
  for (const row of $$(".seat")) row.classList.toggle("is-picked", row.contains(button));
  button.scrollIntoView({ block: "nearest" });
}

window.addEventListener("load", () => setTimeout(canDraw, 2500));
document.addEventListener("table:pages", () => {
  if (current.page && !current.step) show();
});
document.addEventListener("htmx:finally:request", (/** @type {RequestEvent} */ { detail: { ctx } }) => {
  const status = ctx.response?.status || 0;
  if (ctx.sourceElement.id === "go" && (!status || status >= 500) && isNext()) goOn();
});

play({
  begin,
  draw,
  fill,
  words: (form, body) => extras.pages?.words(current, form, body),
  ask: form => extras.pages?.ask(current, form),
  beside: isBeside,
  local,
  next,
  goAhead,
});
