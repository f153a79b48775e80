/**
 * From a form to an entry: on the tablet before the network hears of it, with an id that stays the same.
 * @import { Pair, Row } from "../types"
 */
import { $, plainText } from "./dom.js";
import { newId } from "./ids.js";
import { changeQueue, forVersion, goAhead } from "./queue.js";
import { send } from "./sending.js";
import { formOf, match, state, unsavedName } from "./state.js";
import { key } from "./store.js";

/**
 * An entry as the page itself names it: “Hand 7: Score hand 7”.
 * @param {HTMLFormElement} form @param {any} button
 */
function inWords(form, button) {
  if (form.id === "undo") return plainText($("#back"));
  return `${plainText($("h1 .vh") || $("h1"))}: ${plainText(button) || plainText($("#go"))}`;
}

/** @param {HTMLFormElement} form @param {any} [button] */
export async function submit(form, button) {
  if (state.beginning || state.isBlocked) return;
  state.isRefused = false;
  const place = state.queue.find(row => row.id === state.asked); // put right, or chosen: goes where it stood
  const row = entryOf(form, bodyOf(form, button), button, place);
  /** @type {Pair[]} */
  const gone = row.beside ? [] : [[unsavedName(), null]]; // it is in the entry now
  // A choice is about the sheet that the page showed; what it was made on is older.
  const before = !place && state.written.find(each => each.id === row.after);
  if (before) row.body = forVersion(row, Number(before.written)).body;
  if (place && row.id !== place.id) state.written.push({ ...place, isGone: true });
  state.mine.add(row.id);
  state.asked = "";
  state.isBlocked = true;
  if (button) button.dataset.sent = ""; // the tap shows before the club's server has answered
  state.game.draw();
  state.isSaving = true;
  await changeQueue(rows => [...(place ? instead(rows, place, row, form) : []), [key("out", row), row], ...gone]);
  state.isSaving = false;
  if (state.isAway || state.isSlow) goAhead();
  send();
}

/** @param {HTMLFormElement} form @param {any} button */
function bodyOf(form, button) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (button?.name) body.append(button.name, button.value);
  state.game.fill(form, body);
  body.delete("csrfmiddlewaretoken");
  if (form.id === "yield") return body; // the entry that stands says when it was tapped
  body.set("entry", newId());
  body.set("at", String(Date.now()));
  return body;
}

/**
 * @param {HTMLFormElement} form @param {URLSearchParams} body @param {any} button
 * @param {Row | undefined} place the entry it is put in the place of
 * @returns {Row}
 */
function entryOf(form, body, button, place) {
  const last = Math.max(0, ...[...state.queue, ...state.written].map(each => each.seq));
  const words = form.dataset.words || state.game.words?.(form, body) || place?.words || inWords(form, button);
  return {
    id: body.get("entry") || "",
    match: match(),
    url: form.getAttribute("action") || "",
    body: body.toString(),
    beside: state.game.beside(form),
    at: Date.now(),
    seq: place?.seq ?? last + 1,
    after: place ? place.after : state.drawn.at(-1),
    words,
    isSecret: "secret" in form.dataset,
  };
}

/** A refused entry that was put right, and nobody else wrote meanwhile. @param {Row} row @param {Row} place */
const isPutRight = (row, place) =>
  row.id !== place.id && ["what", "number", "version"].every(name => formOf(row).get(name) === formOf(place).get(name));

/**
 * What was made on top of the one that goes: it follows the new one where nothing else stands there, and is asked about
 * where the other tablet's was taken.
 * @param {Row[]} rows @param {Row} place @param {Row} row @param {HTMLFormElement} form
 * @returns {Pair[]}
 */
function instead(rows, place, row, form) {
  /** @type {Set<unknown>} */
  const later = new Set([place.id]);
  const follow = rows.filter(each => later.has(each.after) && later.add(each.id));
  /** @type {Pair[]} */
  const goes =
    row.id === place.id
      ? []
      : [
          [key("out", place), null],
          [key("log", place), { ...place, isGone: true }],
        ];
  const onTop = "alone" in form.dataset || isPutRight(row, place) ? row.id : null;
  /** @param {Row} each @returns {Pair} */
  const moved = each => [
    key("out", each),
    {
      ...each,
      after: each.after === place.id ? onTop : each.after,
      isHeld: form.id === "yield" || each.isHeld,
    },
  ];
  return [...goes, ...follow.map(moved)];
}
