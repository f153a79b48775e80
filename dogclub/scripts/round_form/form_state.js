/** The form of the round on the table: what it says, and what it said before each change. */
import { save } from "../table/store.js";
import { unsavedName } from "../table/state.js";

const OURS = ["csrfmiddlewaretoken", "entry", "version"]; // what the page brought, and nobody chose

export const current = {
  /** @type {any} the form, null on a page without one */
  form: null,
  /** what it asks for: a line of the sheet, and which kind of form it is */
  key: "",
  /** @type {string[]} what it said before each change, oldest first */
  states: [],
  /** what it says */
  now: "",
  /** it is a blank form of this tablet, not one the server drew */
  isLocal: false,
  /** @type {URLSearchParams[]} what was written since the server drew its page */
  log: [],
  /** @type {any} the row somebody tapped, where a phone shows one */
  picked: null,
};

export function remember() {
  const { key, now, states } = current;
  return save(unsavedName(), states.length ? { key, body: now, states } : null);
}

/** What somebody chose, without what the page brought. */
export function chosen() {
  const fields = new URLSearchParams(current.form ? /** @type {any} */ (new FormData(current.form)) : []);
  for (const name of OURS) fields.delete(name);
  return fields.toString();
}

/** The form says this. @param {string | URLSearchParams} text */
export function fill(text) {
  const fields = new URLSearchParams(text);
  /** @type {Record<string, number>} how many fields of a name were met */
  const met = {};
  for (const each of current.form.elements) {
    const { name, type } = each,
      all = fields.getAll(name);
    if (!name || OURS.includes(name)) continue;
    if (type === "radio" || type === "checkbox") {
      each.checked = all.includes(each.value);
    } else if (each.matches("input, textarea, select")) {
      met[name] = (met[name] ?? -1) + 1;
      each.value = all[met[name]] ?? each.value;
    }
  }
}

/** Whether somebody tapped it before this script was here: it is not as the page brought it. @param {any} field */
function isTouched({ name, type, checked, value, defaultChecked, defaultValue }) {
  if (type === "radio") return checked && !defaultChecked;
  return type === "checkbox"
    ? checked !== defaultChecked
    : type !== "hidden" && name && value !== (defaultValue ?? value);
}

/** What was tapped so early: each field, and how it stands. @returns {[any, { checked: boolean, value: string }][]} */
export const touched = () =>
  [...(current.form?.elements ?? [])]
    .filter(isTouched)
    .map(field => [field, { checked: field.checked, value: field.value }]);
