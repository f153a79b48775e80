/**
 * Sending: one entry at a time, in order, again and again with the same id.
 * @import { RequestContext, RequestEvent } from "../types"
 */
import { $, hidden } from "./dom.js";
import { gettext, ngettext } from "./gettext.js";
import { newId } from "./ids.js";
import { loadExtras } from "./loading.js";
import { say } from "./message.js";
import { announce, goAhead, isBehind, onOtherTab, reread, settle } from "./queue.js";
import { extras, formOf, match, state, waiting, waits } from "./state.js";
import { entries, lease } from "./store.js";

export const WAITS = [1, 2, 4]; // seconds until the next try: five at most, with what is added below
export const SLOW = 500; // milliseconds without an answer after which the page goes on as without a network
const tab = newId();
let isBusy = false,
  hasMissed = false,
  known = 0, // entries written when the page was asked for anew
  timer = 0,
  slow = 0,
  tries = 0;
/** @type {Promise<void> | null} */
let settling = null;

export async function send() {
  clearTimeout(timer);
  if (isBusy || !match() || state.asked || !state.queue.some(waits) || $("#main[data-what=elsewhere]")) return;
  isBusy = true;
  const isFree = await lease(match(), tab, true);
  if (isFree) state.queue = await entries("out", match(), state.queue);
  state.sending = (isFree && state.queue.find(waits)) || null;
  if (state.sending) {
    const form = $("#outbox");
    form.replaceChildren(...[...formOf(state.sending)].map(([name, value]) => hidden(name, value)));
    htmx.ajax("POST", state.sending.url, { source: form });
    slow = setTimeout(goOn, SLOW);
    return;
  }
  if (isFree) await lease(match(), tab, false);
  isBusy = false;
  timer = setTimeout(hear, 1000, { data: match() }); // another tab sends, or has sent
}

/** The answer is late: what was entered is safe here, and the next line need not wait for it. */
function goOn() {
  state.isSlow = true;
  if (state.isBlocked && !state.isSaving && !state.beginning) goAhead();
}

/** @param {string} why */
function tryLater(why) {
  const wait = WAITS[Math.min(tries, WAITS.length - 1)];
  tries += 1;
  state.hasError = false;
  const isStuck = state.isBlocked && !goAhead();
  if (isStuck || why === extras.noRoom) {
    const next = ngettext("Next try in {count} second.", "Next try in {count} seconds.", wait);
    say(gettext("Kept on this tablet."), `${why} ${next}`);
  }
  timer = setTimeout(send, 1000 * wait * (0.75 + Math.random() / 2)); // tablets do not all come back at once
}

/** Another device scores now. @param {RequestContext} ctx */
const isElsewhere = ctx => Boolean(ctx.response?.headers.has("X-Pencil-Elsewhere"));

/** @param {RequestContext} ctx */
const isOurs = ctx => ctx.sourceElement.id === "outbox" && state.sending;

/** @param {RequestEvent} event */
function answered(event) {
  const { ctx } = event.detail,
    { sending } = state;
  if (ctx.sourceElement.id === "main" && (state.queue.some(waits) || state.written.length > known)) leave(event);
  if (!isOurs(ctx) || !sending || !ctx.response) return;
  const { status, headers } = ctx.response;
  const isWritten = headers.get("X-Entry-Written") === sending.id;
  settling = null;
  if (isWritten) settling = settle(sending, Number(headers.get("X-Match-Version")));
  else if (status === 422 || (status === 409 && !isElsewhere(ctx))) state.asked = sending.id;
  state.isAway = false;
  const isFurther = isWritten && state.queue.some(row => state.drawn.includes(row.id)); // the page is, than the server
  // A page that says something else, a sign-in page for one, takes nothing away.
  if (isFurther || !(isWritten || state.asked || isElsewhere(ctx))) leave(event);
}

/** Leave the page as it is. @param {RequestEvent} event */
function leave(event) {
  const { ctx } = event.detail;
  ctx.hx.reswap = "none";
  ctx.swap = "none";
  event.preventDefault();
}

/** Ask for the page anew; it stays as it is if somebody has entered something before the answer comes. */
export function refresh() {
  known = state.written.length;
  htmx.ajax("GET", location.href, { target: "#main", swap: "outerMorph" });
}

/** @param {RequestEvent} event */
async function finished(event) {
  const { ctx } = event.detail,
    row = state.sending;
  if (!isOurs(ctx) || !row) return;
  const status = ctx.response?.status || 0,
    done = settling;
  await done;
  clearTimeout(slow);
  await lease(match(), tab, false);
  [state.sending, isBusy, settling, state.isSlow] = [null, false, null, false];
  const isServerBusy = status >= 500 || status === 429;
  state.isAway = !status || isServerBusy;
  announce();
  if (done || state.asked || isElsewhere(ctx)) {
    const over = ctx.response?.headers.get("X-Match-Over");
    tries = 0;
    if (done && over && !state.queue.some(waits)) location.assign(over);
    else if (done) send();
  } else if (isServerBusy) {
    if (status === 507) await loadExtras();
    tryLater((status === 507 && extras.noRoom) || gettext("The server is busy."));
  } else if (!status || (await loadExtras(), !(await extras.refused?.(row, status)))) {
    tryLater(gettext("You are offline."));
  }
}

/** What another tab of this browser did. @param {{ data: string }} event */
async function hear(event) {
  if (event.data !== match()) return;
  hasMissed = state.beginning > 0;
  if (hasMissed) return;
  await reread();
  if (state.asked && !state.queue.some(row => row.id === state.asked)) state.asked = "";
  announce();
  if (isBusy || !match()) return;
  if (isBehind() && !state.asked && !waiting().length) refresh();
  else send();
}

/** What another tab did while this page began. */
export function catchUp() {
  if (hasMissed) hear({ data: match() });
}

/** Heard once the page has begun. */
export function listen() {
  document.addEventListener("htmx:after:request", answered);
  document.addEventListener("htmx:finally:request", finished);
  onOtherTab(hear);
  window.addEventListener("online", send);
  window.addEventListener("pageshow", comeBack);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && match()) hear({ data: match() });
  });
}

/** Out of the browser's memory it may be older than the sheet. @param {PageTransitionEvent} event */
function comeBack({ persisted }) {
  if (!persisted) return;
  if (state.queue.length) send();
  else refresh();
}
