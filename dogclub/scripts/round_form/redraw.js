/**
 * Has the club's server draw what follows from the form: one question at a time, and an answer that comes too late is
 * not shown.
 * @import { RequestContext, RequestEvent } from "../types"
 */
import { $, hidden } from "../table/dom.js";
import { gettext } from "../table/gettext.js";
import { refuse, say } from "../table/message.js";
import { WAITS } from "../table/sending.js";
import { state } from "../table/state.js";
import { chosen, current } from "./form_state.js";
import { carryOn, drawAdded, goOffline } from "./offline_form.js";

export const SILENT = gettext("You are offline."),
  BUSY = gettext("The server is busy.");
/** @type {{ key: string, body: string, other: string } | null} what was asked, and on which form */
let asked = null;
let isWanted = false; // asked for meanwhile
let tries = 0,
  timer = 0;

export const isTrying = () => tries > 0;

export function calm() {
  clearTimeout(timer);
  isWanted = false;
  tries = 0;
}

/** `other` is what another form had, which the server is to show. @param {string} [other] */
export function look(other = "") {
  clearTimeout(timer);
  isWanted = asked !== null;
  if (isWanted) return;
  asked = { key: current.key, body: chosen(), other };
  const looker = $("#looker");
  const fields = [...(other ? new URLSearchParams(other) : new FormData(current.form))].filter(
    ([name]) => name !== "entry",
  );
  looker.replaceChildren(
    ...[...fields, ["do", "look"]].map(([name, value]) => hidden(/** @type {string} */ (name), value)),
  );
  htmx.ajax("POST", looker.getAttribute("action"), { source: looker });
}

/** @param {RequestContext} ctx */
const showsForm = ctx => Boolean(ctx.response?.headers.get("X-Form-Shown"));
const isFree = () => !state.isBlocked && !current.log.length;

/** @param {RequestEvent} event */
function answered(event) {
  const { ctx } = event.detail;
  if (ctx.sourceElement.id !== "looker" || !asked) return;
  if (showsForm(ctx) && current.key === asked.key && chosen() === asked.body && isFree()) return;
  ctx.hx.reswap = "none";
  ctx.swap = "none";
  event.preventDefault();
}

/** @param {RequestEvent} event */
function finished(event) {
  const { ctx } = event.detail,
    status = ctx.response?.status || 0;
  const isGone = !status || status >= 500 || status === 429,
    why = status ? BUSY : SILENT;
  if (ctx.sourceElement.matches("[data-next]") && isGone && !goOffline([], why)) refuse(why);
  if (ctx.sourceElement.id !== "looker" || !asked) return;
  const { key, body, other } = asked;
  asked = null;
  if (showsForm(ctx)) tries = 0;
  if (!isFree()) return;
  if (isWanted || (showsForm(ctx) && key === current.key && chosen() !== body)) {
    if (current.form) look();
  } else if (key !== current.key || showsForm(ctx)) {
    return;
  } else if (isGone) {
    tryLater(why, other);
  } else {
    say(gettext("Kept on this tablet."), gettext("Sign in again on this page, or ask for a new tablet code."));
  }
}

/** Said once; what is tapped meanwhile waits for the next try. @param {string} why @param {string} other */
function tryLater(why, other) {
  const wait = WAITS[Math.min(tries, WAITS.length - 1)];
  if (!tries && !current.isLocal && (other || !carryOn(why))) {
    say(gettext("Kept on this tablet; the page is not up to date."), why);
    drawAdded();
  }
  tries += 1;
  timer = setTimeout(() => {
    if (isFree()) look(other);
  }, 1000 * wait);
}

export function listen() {
  document.addEventListener("htmx:after:request", answered);
  document.addEventListener("htmx:finally:request", finished);
  window.addEventListener("online", () => {
    if (tries && isFree() && !asked && current.form) look();
  });
}
