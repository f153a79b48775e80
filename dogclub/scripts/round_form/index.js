/**
 * A round's form, for every game that has one: stores each change on this tablet, and has the club's server draw what
 * follows from it. What the form says is decided here, what it means there. While the server does not answer, the form
 * goes on as a blank one.
 */
import { $ } from "../table/dom.js";
import { gettext } from "../table/gettext.js";
import { htmxReady } from "../table/htmx_ready.js";
import { refuse } from "../table/message.js";
import { play } from "../table/outbox.js";
import { clearError, isOffline, state, unsavedName } from "../table/state.js";
import { load } from "../table/store.js";
import * as blanks from "./blank_forms.js";
import { figureIn, rest } from "./counting.js";
import { chosen, current, fill, remember, touched } from "./form_state.js";
import { drawAdded, drawForm, goOffline, takeBack } from "./offline_form.js";
import * as redraw from "./redraw.js";

export * as core from "../table/core.js";

const NEEDS_SERVER = gettext("That page needs a connection. Stay here and keep scoring.");
let wasAsked = false; // the page before was about an entry that could not be written
let lines = ""; // how many lines of the sheet the tapped key writes

/** @param {Promise<void> | false} stored */
async function begin(stored) {
  if (current.isLocal && current.form.isConnected && $("#main[data-what=ahead]")) return; // another part was swapped
  const { key, now, states } = current,
    before = current.isLocal ? { key, body: now, states } : null;
  blanks.collect();
  Object.assign(current, { isLocal: false, log: [], form: $("form[data-look]") });
  const early = stored ? touched() : [];
  if ((current.form?.dataset.key ?? "") !== key) {
    current.form?.reset(); // what was chosen in the form before this one does not count here
    current.states = [];
    redraw.calm();
  }
  current.key = current.form?.dataset.key ?? "";
  current.now = chosen();
  if (before) resume(before);
  const isAnswered = wasAsked && !state.asked;
  wasAsked = Boolean(state.asked);
  if (!stored && !isAnswered) return;
  await stored;
  const unsaved = await load(unsavedName());
  if (state.queue.length) return;
  if (unsaved?.body) resume(unsaved);
  for (const [field, tapped] of early) changed(Object.assign(field, tapped).name);
}

/**
 * What was half entered, on this form or on a blank one for the same line of the sheet.
 * @param {{ key: string, body: string, states: string[] }} unsaved
 */
function resume({ key, body, states }) {
  if (key === current.key && current.form) {
    current.states = states;
    fill(body);
    if (chosen() === current.now) return;
    current.now = chosen();
    redraw.look();
  } else if (states.length && key === blanks.firstKey()) {
    redraw.look(body);
  }
}

/** @param {string} name of the field */
function changed(name) {
  const before = current.now;
  if (current.form.elements.last) current.form.elements.last.value = name;
  current.now = chosen();
  if (current.now === before) return;
  current.states = [...current.states, before];
  current.picked = null;
  follow();
}

function back() {
  fill(current.states.at(-1) || "");
  current.states = current.states.slice(0, -1);
  current.now = chosen();
  follow();
}

function follow() {
  clearError();
  remember();
  if (!current.isLocal && !redraw.isTrying())
    redraw.look(); // else it is asked for anyway
  else drawAdded();
}

/** A key beside a number: adds to it, or sets it, within what the number may be. @param {HTMLElement} button */
function turn(button) {
  const { to, set, add } = button.dataset;
  const input = [...current.form.elements].find(each => each.name === to && each.matches("input"));
  const from = input.value === "" ? Number(input.dataset.from || 0) : figureIn(input);
  const wanted = set === undefined ? from + Number(add) : Number(set);
  const least = input.min === "" ? -Infinity : Number(input.min),
    most = input.max === "" ? Infinity : Number(input.max);
  input.value = String(Math.min(Math.max(wanted, least), most)).replace("-", "\u2212");
  changed(input.name);
}

/** @param {any} row */
function pick(row) {
  current.picked = row;
  drawForm();
}

/** Over every number until whoever counts taps it away. */
function cover() {
  $("#cover").showModal();
  return true;
}

/** Whether this tap is only shown, and not sent. @param {any} button */
function local(button) {
  const { form, isLocal, states } = current;
  if (button.matches("[data-cover]")) return cover();
  if (button.matches("[data-next]") && isOffline()) return goOffline([], redraw.SILENT);
  if (!form) return false;
  if (state.isBlocked) return true;
  if (button.dataset.to) turn(button);
  else if (button.id === "back" && states.length) back();
  else if (button.matches("[data-back]")) takeBack();
  else if (button.matches("[data-pick]")) pick(button.closest("[data-row]"));
  else if (button.value === "look" && button.name === "do") redraw.look();
  else if (button.matches("a[href]") && (isLocal || redraw.isTrying())) refuse(NEEDS_SERVER);
  else return false;
  return true;
}

function draw() {
  const go = $("#go span"),
    { form } = current;
  if (form && go && state.isBlocked) go.textContent = gettext("Sending …");
  if (state.isBlocked && form?.matches("[data-secret]")) $("#main").classList.add("is-covered"); // nobody sees it now
}

/** @param {HTMLFormElement} sent @param {URLSearchParams} body */
function complete(sent, body) {
  const isAlone = current.isLocal || redraw.isTrying();
  const { name, left } = sent === current.form && isAlone ? rest(current.form) : { name: "", left: 0 };
  if (name) body.set(name, String(left));
  if (lines) body.set("lines", lines);
  lines = "";
}

document.addEventListener("change", event => {
  const field = /** @type {any} */ (event.target);
  if (current.form && field.form === current.form) changed(field.name);
});
document.addEventListener("click", event => {
  const field = /** @type {any} */ (event.target); // a proposed number that somebody taps is right
  if (!current.form || field.form !== current.form || !field.dataset.from || field.value !== "") return;
  field.value = field.dataset.from;
  field.select();
  changed(field.name);
});
document.addEventListener(
  "submit",
  event => {
    lines = event.submitter?.dataset.lines || "";
  },
  true,
);
redraw.listen();
htmxReady().then(() => htmx.config.morphIgnore.push("open")); // a cover stays on what is drawn anew

play({
  begin,
  draw,
  local,
  fill: complete,
  goAhead: entries => goOffline(entries, state.isSlow ? gettext("The server has not answered yet.") : redraw.SILENT),
  words: (_form, body) => blanks.words(body, current.log),
  beside: sent => Boolean(current.form) && sent !== current.form && sent.id !== "undo",
});
