/** Going on alone while the server does not answer, on its blank forms. */
import { $ } from "../table/dom.js";
import { gettext } from "../table/gettext.js";
import { say } from "../table/message.js";
import { takeBack as takeBackEntries } from "../table/queue.js";
import { state, unsavedName } from "../table/state.js";
import { load, save } from "../table/store.js";
import * as blanks from "./blank_forms.js";
import { drawCounts } from "./counting.js";
import { chosen, current, fill, remember } from "./form_state.js";

/**
 * The next blank form; false where only the server can tell.
 * @param {URLSearchParams[]} entries @param {string} why
 */
export function goOffline(entries, why) {
  const blank = blanks.next(entries),
    last = entries.at(-1);
  if (!blank) return false;
  current.log = entries;
  if (current.isLocal && current.form.isConnected && blanks.keyOf(blank, entries) === current.key) return true;
  const form = blanks.show(blank, entries);
  Object.assign(current, { form, key: form.dataset.key, isLocal: true, states: [], picked: null });
  current.now = chosen();
  drawForm();
  const written = last && blanks.words(last, entries.slice(0, -1));
  say(written ? `${written}.` : gettext("Kept on this tablet; the page is not up to date."), why);
  load(unsavedName()).then(unsaved => {
    if (!current.isLocal || !unsaved || current.states.length) return;
    if (unsaved.key !== current.key)
      save(unsavedName(), null); // of a form before this one
    else restore(unsaved.body, unsaved.states);
  });
  return true;
}

/** @param {string | URLSearchParams} body @param {string[]} states */
function restore(body, states) {
  fill(body);
  current.states = states;
  current.now = chosen();
  drawForm();
}

/**
 * The form goes on as a blank one with what is half entered; not where some of it would have no place there.
 * @param {string} why
 */
export function carryOn(why) {
  const { form, now, states } = current,
    fields = new URLSearchParams(now);
  const blank = form && !("alone" in form.dataset) && blanks.next([]);
  if (!blank) return false;
  const hiddenNames = new Set([...form.elements].filter(each => each.type === "hidden").map(each => each.name));
  /** @param {[string, string]} field */
  const isPlaced = ([name, value]) => !value || hiddenNames.has(name) || $(`[name="${name}"]`, blank.content);
  if (![...fields].every(isPlaced)) return false;
  for (const name of ["what", "number"]) fields.delete(name);
  goOffline([], why);
  // What the blank form says by itself stays, where the form before it had no such field.
  const defaults = new URLSearchParams(current.now);
  for (const [name, value] of defaults) if (!form.elements.namedItem(name)) fields.append(name, value);
  restore(fields, states);
  remember();
  return true;
}

export const drawForm = () =>
  drawCounts(
    current.form,
    current.picked,
    current.states.length ? gettext("the last tap") : nameOf(state.queue.slice(1).at(-1)),
  );

/** What the form lacks can be told here: it is a blank one, or says what it adds up to. */
export function drawAdded() {
  if (current.isLocal || (current.form && "due" in current.form.dataset)) drawForm();
}

/** “round 6” @param {{ words: string } | undefined} row */
const nameOf = row => (row ? row.words.charAt(0).toLowerCase() + row.words.slice(1).split(":")[0] : "");

/**
 * The newest entry that waits comes back as it was entered, and with nothing in it where nobody may see it again; the
 * oldest may be at the server already.
 */
export async function takeBack() {
  const row = state.queue.slice(1).at(-1);
  if (!row) return;
  const fields = new URLSearchParams(row.body),
    key = `${fields.get("number")}-${fields.get("what")}`;
  await save(unsavedName(), row.isSecret ? null : { key, body: row.body, states: [] });
  await takeBackEntries(1);
}
