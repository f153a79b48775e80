/**
 * Blank forms that came with the server's page, for while it does not answer: filled in one after the other, one a line
 * of the sheet. Nothing is judged here.
 */
import { $, $$, hidden } from "../table/dom.js";
import { extras } from "../table/state.js";

const STAYS = "form[hidden]:not(#entry), template, script, #kept, #waiting";
// What nobody may see yet leaves the tablet with the answer that it is written: no more is stored than that it was.
const PLAIN = ["what", "entry", "number", "version", "seat"];
/** @type {any[]} the templates, in the order they are filled in */
let blanks = [];
let version = ""; // of the sheet they follow on

/** A page that is only drawn anew comes without them: then those of the page before stay. */
export function collect() {
  const sent = $$("#main template.ahead"),
    now = $("#outbox")?.dataset.version;
  if (sent.length || now !== version) [blanks, version] = [sent, now];
  for (const each of sent) each.remove();
}

/** The line of the sheet a blank form is for, at the earliest. @param {any} blank */
const lineOf = blank => Number($("[name=number]", blank.content).value);

/** @param {URLSearchParams} entry @param {any} blank */
const isOf = (entry, blank) => entry.get("what") === blank.dataset.what;

/** The line after an entry. @param {URLSearchParams} entry */
const lineAfter = entry => Number(entry.get("number")) + Number(entry.get("lines") || 1);

/** The round a blank form is for, where it is filled in on this line. @param {any} blank @param {number} line */
const roundOf = (blank, line) => Number(blank.dataset.turn) + (blank.dataset.times ? 0 : line - lineOf(blank));

/** @param {any} blank @param {URLSearchParams[]} entries */
const nextLine = (blank, entries) => Math.max(lineOf(blank), ...entries.map(lineAfter));

/**
 * What a form asks for: a line of the sheet, and which kind it is.
 * @param {any} blank @param {URLSearchParams[]} entries
 */
export const keyOf = (blank, entries) => `${nextLine(blank, entries)}-${blank.dataset.what}`;

export const firstKey = () => (blanks.length ? keyOf(blanks[0], []) : "");

/** Which form follows on these entries; null where only the server can tell. @param {URLSearchParams[]} entries */
export function next(entries) {
  if (entries.some(entry => entry.get("what") === "undo" || entry.has("end"))) return null;
  let done = entries.filter(entry => entry.has("close") || blanks.some(blank => isOf(entry, blank))).length;
  for (const blank of blanks) {
    const times = Number(blank.dataset.times ?? Infinity);
    if (done < times) return blank;
    done -= times;
  }
  return null;
}

/**
 * The page with this form in place of what it showed; the form.
 * @param {any} blank @param {URLSearchParams[]} entries
 */
export function show(blank, entries) {
  const main = $("#main"),
    line = nextLine(blank, entries);
  if ($("#waiting")) main.append($("#waiting"));
  for (const each of [...main.children]) if (!each.matches(STAYS)) each.remove();
  main.append(document.importNode(blank.content, true));
  main.className = blank.dataset.css;
  main.dataset.what = "ahead";
  const form = $("form[data-look]");
  form.dataset.key = keyOf(blank, entries);
  form.elements.number.value = line;
  for (const each of $$("[data-turn]", main))
    each[each.matches("input") ? "value" : "textContent"] = roundOf(blank, line);
  for (const entry of entries.slice(1 + entries.findLastIndex(each => isOf(each, blank)))) carry(entry, form);
  for (const each of $$("[data-once]", form))
    each.disabled = entries.some(entry => entry.get(each.name) === each.value);
  return form;
}

/**
 * Captains that were gained in the open year, and wait: the whole year says them once more.
 * @param {any} entry @param {any} form
 */
function carry(entry, form) {
  if (entry.get("what") !== "gain") return;
  const name = `gained-${entry.get("seat")}`,
    input = form.elements[name] || hidden(name, 0);
  input.value = Number(input.value) + Number(entry.get("captains"));
  form.append(input);
}

/**
 * An entry in the words of its form: “Round 6: Rex 4, Bella 2”.
 * @param {URLSearchParams} entry @param {URLSearchParams[]} before
 */
export function words(entry, before) {
  const blank = next(before);
  if (!blank || !isOf(entry, blank)) return "";
  const chosen = $$("[data-say]", blank.content).filter(each => {
    const value = entry.get(each.name);
    return value && (each.matches("button, [type=radio], [type=checkbox]") ? each.value === value : true);
  });
  const parts = chosen.map(each => each.dataset.say.replace("{}", entry.get(each.name)));
  const { title, turn } = blank.dataset;
  const heading = Number(turn) ? `${title} ${roundOf(blank, Number(entry.get("number")))}` : title;
  return parts.length ? `${heading}: ${parts.join(", ")}` : heading;
}

extras.covered = (at, row) => {
  if (at[0] !== "log" || !row?.isSecret) return row;
  const body = new URLSearchParams([...new URLSearchParams(row.body)].filter(([name]) => PLAIN.includes(name)));
  return { ...row, body: body.toString(), isGone: true };
};
