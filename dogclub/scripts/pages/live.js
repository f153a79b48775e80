/**
 * Follows the stream that a page names in data-live. A message is only ever a topic and its version: whatever is new is
 * asked for as a piece of the page, so a message that was missed is never a score that is missing. Without a stream the
 * page is asked every few seconds instead. Nothing heard for ten seconds is said in words, and so is news that does not
 * come within five, and being signed out.
 * @import { RequestContext, RequestEvent } from "../types"
 */
import { isOfTheClub, isWhole } from "../table/cut_off.js";
import { $, $$ } from "../table/dom.js";
import { gettext, ngettext } from "../table/gettext.js";
import { htmxReady } from "../table/htmx_ready.js";
import { openStream } from "./live_stream.js";

const STALE = 10_000,
  QUIET = 7_000,
  POLL = 4_000,
  PATIENCE = 6_000,
  OWED = 5_000,
  AGAIN = 30_000,
  SOONEST = 500,
  LATEST = 8_000; // milliseconds

/** The newest version of each topic, as far as the stream has told. @type {Record<string, number>} */
const versions = {};
/** @type {ReturnType<typeof openStream> | null} */
let stream = null;
let isOpen = false; // once the stream has said something
let isMuffled = false; // something on the way held its beats back: it counts as open once one came
let openedAt = 0,
  spokeAt = 0,
  reopening = 0;
let isAsking = false,
  isWanted = false, // meanwhile
  isOwed = false, // an answer
  askedAt = Date.now(),
  owedAt = 0;
let isSignedOut = false; // asked to sign in instead
let heardAt = Date.now(),
  clockAhead = 0; // how far this screen's clock is before the server's

const page = () => $("[data-live]");
/** @param {number} moment */
const since = moment => Math.abs(Date.now() - moment); // a clock that was put back counts as silence, too

// -- What is new
function ask() {
  isWanted = isAsking && since(askedAt) < PATIENCE;
  if (isWanted) return;
  askedAt = Date.now();
  if (!isOwed) owedAt = askedAt;
  isAsking = isOwed = true;
  htmx.trigger(page(), "news");
}

/** @param {number} [serverTime] */
function hear(serverTime) {
  heardAt = Date.now();
  if (serverTime) clockAhead = heardAt - serverTime;
  say();
}

/** @param {MessageEvent<string>} event */
function onVersion(event) {
  let isNew = false;
  for (const [topic, version] of Object.entries(JSON.parse(event.data))) {
    isNew ||= versions[topic] !== version;
    versions[topic] = version;
  }
  spokeAt = Date.now();
  isOpen ||= !isMuffled;
  hear();
  if (isNew) ask();
}

/** @param {MessageEvent<string>} event */
function onBeat(event) {
  spokeAt = Date.now();
  isOpen = true;
  isMuffled = false;
  hear(Number(event.data));
}

// -- The stream
function close() {
  clearTimeout(reopening);
  stream?.close();
  stream = null;
  isOpen = false;
}

function open() {
  close();
  if (document.hidden) return;
  spokeAt = openedAt = Date.now();
  const { live, worker } = page().dataset;
  stream = openStream(live, worker);
  stream.addEventListener("version", event => onVersion(/** @type {MessageEvent<string>} */ (event)));
  stream.addEventListener("beat", event => onBeat(/** @type {MessageEvent<string>} */ (event)));
  stream.addEventListener("bye", reopenLater);
  stream.addEventListener("error", reopenLater);
}

/** Everybody loses the stream at once: they come back one by one. */
function reopenLater() {
  close();
  reopening = setTimeout(open, SOONEST + Math.random() * (LATEST - SOONEST));
}

/** A stream that leaves no connection for its news is worth nothing: the page is asked without it for a while. */
function rest() {
  close();
  reopening = setTimeout(open, AGAIN);
}

const isLate = () => isOwed && since(owedAt) > OWED;

/** Whoever looks again, wakes up or finds the network does not wait. */
function wake() {
  if (document.hidden) return close();
  open();
  ask();
}

// -- What the page says of it
/** @param {number} ms */
function ago(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000)),
    minutes = Math.floor(seconds / 60),
    hours = Math.floor(minutes / 60);
  if (seconds === 0) return gettext("just now");
  if (seconds < 60) return ngettext("{count} second ago", "{count} seconds ago", seconds);
  if (minutes < 60) return ngettext("{count} minute ago", "{count} minutes ago", minutes);
  return ngettext("{count} hour ago", "{count} hours ago", hours);
}

/** @param {number} ms @param {string} timeZone */
const clock = (ms, timeZone) =>
  new Intl.DateTimeFormat(document.documentElement.lang === "en-us" ? "en-US" : "en-GB", {
    timeStyle: "short",
    timeZone,
  }).format(ms);

/** @param {boolean} isStale @param {DOMStringMap} data @param {boolean} isWall */
function words(isStale, { zone, changed, final }, isWall) {
  const time = clock(heardAt - clockAhead, zone || "UTC");
  if (isSignedOut)
    return gettext("Not live: signed out. Last heard at {time}. Load this page again to sign in.", { time });
  if (isStale && isWall)
    return gettext("Not live. Last heard from the table {ago}, at {time}.", { ago: ago(Date.now() - heardAt), time });
  if (isStale) return gettext("Not live. Last update at {time}.", { time });
  if (final) return gettext("Final.");
  if (!changed) return gettext("Live.");
  return gettext("Live. Updated {ago}.", { ago: ago(Date.now() - clockAhead - Number(changed) * 1000) });
}

/** @param {Element} place @param {string} text */
function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function say() {
  const root = page(),
    isStale = isSignedOut || isLate() || since(heardAt) > STALE;
  for (const each of $$(".live", root)) sayLine(each, root, isStale);
  for (const each of $$(".clock", root)) setText(each, clock(Date.now() - clockAhead, root.dataset.zone || "UTC"));
  for (const each of $$("[data-stale]", root)) {
    each.dataset.news ??= each.textContent;
    setText(each, isStale ? each.dataset.stale : each.dataset.news);
  }
}

/** @param {any} place @param {any} root @param {boolean} isStale */
function sayLine(place, root, isStale) {
  place.dataset.words ??= place.textContent;
  const line = place.closest("[data-line]"),
    data = { ...root.dataset, ...place.closest("[data-changed]")?.dataset };
  line?.classList.toggle("is-stale", isStale);
  if (line?.dataset.line === "page") line.hidden = !isStale;
  place.classList.toggle("is-stale", isStale);
  const short = isStale ? gettext("not live") : place.dataset.words;
  setText(place, line ? words(isStale, data, line.dataset.line === "wall") : short);
}

function tick() {
  if (document.hidden) return;
  if (stream && since(spokeAt) > STALE) {
    isMuffled ||= isOpen;
    reopenLater();
  } else if (isOpen && isLate() && since(openedAt) > OWED) {
    rest();
  }
  const isSilent = isOwed || !isOpen || since(spokeAt) > QUIET;
  if (isSilent && since(askedAt) >= (isAsking ? PATIENCE : POLL)) ask();
  say();
}

/** @param {RequestContext} ctx */
const isOurs = ctx => Boolean(ctx) && ctx.sourceElement === page();

/**
 * A page that is left breaks its question off first, and is gone before that could be told as an error.
 * @type {typeof fetch}
 */
const fetchUnlessLeft = (...request) =>
  fetch(...request).catch(error => new Promise((_, reject) => setTimeout(reject, SOONEST, error)));

/** @param {RequestEvent} event */
function answered(event) {
  const { ctx } = event.detail;
  if (!isOurs(ctx) || !ctx.response) return;
  const { raw, status, headers } = ctx.response;
  if (status === 410) return location.reload(); // the server says politely that this link has expired
  // Whatever is not this page (a sign-in page, an error) must not take its place.
  const isPage = status === 204 || (raw.ok && ctx.text?.includes("data-live=") && isWhole(ctx.text));
  isSignedOut = raw.redirected && isOfTheClub(headers) && !isPage;
  if (!isPage) return event.preventDefault();
  isOwed = false;
  hear(Date.parse(headers.get("Date") || ""));
}

/** @param {RequestEvent} event */
function finished(event) {
  if (!isOurs(event.detail.ctx)) return;
  isAsking = false;
  if (isWanted) ask();
}

/** On a phone a sheet of seven goes on sideways: it opens at the hand being played. */
function showHandNow() {
  const now = $(".sheet-wide tr.is-now"),
    view = now?.closest(".scroll");
  if (!now || !view) return;
  const edge = document.dir === "rtl" ? "left" : "right";
  view.scrollBy(now.getBoundingClientRect()[edge] - view.getBoundingClientRect()[edge], 0);
}

function start() {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (isOurs(ctx)) ctx.fetch = fetchUnlessLeft;
  });
  document.addEventListener("htmx:after:request", answered);
  document.addEventListener("htmx:finally:request", finished);
  document.addEventListener("htmx:after:swap", () => {
    if (page()) say();
  });
  htmx.config.morphIgnore.push("open"); // what somebody unfolded stays unfolded
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", event => {
    if (event.persisted) wake();
  });
  window.addEventListener("pagehide", close);
  setInterval(tick, 1000);
  open();
}

showHandNow();
if (page()) htmxReady().then(start);
