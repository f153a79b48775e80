/** What somebody chose in a blank form, drawn with no more than counting: who gets the rest, what is missing. */
import { $, $$, setLocked } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

/** A number as it is shown, with a true minus. @param {any} input */
export const figureIn = input => Number(input.value.replace("\u2212", "-")) || 0;

/**
 * Who is left over gets the rest of what the page says there is.
 * @param {any} form
 * @returns {{ left: number, open: string[], name: string }} what nobody has yet, the fields without a number, and the
 *   one that gets the rest ("": none)
 */
export function rest(form) {
  const all = [...form.elements],
    given = new FormData(form);
  const due = [form, ...all.filter(each => each.checked)].reduce((sum, each) => sum + Number(each.dataset.due || 0), 0);
  const names = [...new Set(all.filter(each => "adds" in each.dataset).map(each => each.name))];
  const open = names.filter(name => !given.get(name));
  const left = names.reduce((sum, name) => sum - Number(given.get(name) || 0), due);
  return { left, open, name: open.length === 1 && left >= 0 ? open[0] : "" };
}

/** Why the form cannot be sent yet; "" where it can. @param {any} form */
function missing(form) {
  if ("due" in form.dataset) {
    const { left, open, name } = rest(form);
    if (left < 0) return gettext("{count} too many", { count: -left });
    if (!name && (left || open.length)) return gettext("{count} to place", { count: left });
  }
  for (const each of $$("[data-when]", form)) each.required = figureIn(form.elements[each.dataset.when]) !== 0;
  return form.checkValidity() ? "" : ($("[data-asks]:invalid", form) || $("#go")).dataset.asks;
}

/**
 * @param {any} form
 * @param {any} picked the row that shows its numbers on a phone; null: the first that waits
 * @param {string} undo what the undo key takes back; "": nothing
 */
export function drawCounts(form, picked, undo) {
  const figures = "due" in form.dataset ? rest(form) : null;
  for (const each of $$("[data-left]")) each.textContent = Math.max(figures?.left ?? 0, 0);
  const rows = $$("[data-row]", form);
  for (const row of rows) drawRow(row, form, figures);
  const shown = picked || rows.find(row => !row.matches(".is-done"));
  for (const row of rows) row.classList.toggle("is-picked", row === shown);
  for (const each of $$("#main [data-to]")) drawStep(each, form);
  for (const each of $$("[data-of]", form))
    drawTracker(each, form.elements[each.dataset.of].value.replace("\u2212", "-"));
  drawMain(form);
  const back = $("#back");
  setLocked(back, !undo);
  $("span", back).textContent = undo ? gettext("Undo: {entry}", { entry: undo }) : gettext("Nothing to undo here");
}

/** @param {any} row @param {any} form @param {ReturnType<typeof rest> | null} figures */
function drawRow(row, form, figures) {
  const inputs = $$("[data-adds]", row),
    isRest = Boolean(figures && inputs.some(each => each.name === figures.name));
  const isFull = inputs.some(each => new FormData(form).get(each.name));
  row.classList.toggle("is-done", isRest || isFull);
  for (const each of inputs) {
    if (each.type !== "radio") each.placeholder = isRest ? figures?.left : "?";
    else each.nextElementSibling.classList.toggle("is-auto", isRest && Number(each.value) === figures?.left);
  }
}

/** A key beside a number, which leads no further than the number may go. @param {any} button @param {any} form */
function drawStep(button, form) {
  const input = form.elements[button.dataset.to],
    value = figureIn(input),
    add = Number(button.dataset.add || 0);
  const isLeast = add < 0 && input.min !== "" && value <= Number(input.min);
  setLocked(button, isLeast || (add > 0 && input.max !== "" && value >= Number(input.max)));
  if (input.matches(".fig")) input.classList.toggle("nil", !value);
}

/** A tracker without a sign: which side it favours stands beneath. @param {any} place @param {string} value */
function drawTracker(place, value) {
  const [figure, side] = $$("span", place),
    number = Number(value);
  figure.textContent = value === "" ? "?" : Math.abs(number);
  if (value === "") side.textContent = gettext("where?");
  else if (!number) side.textContent = gettext("the centre");
  else side.textContent = number > 0 ? gettext("to the left") : gettext("to the right");
}

/** The key that writes. @param {any} form */
function drawMain(form) {
  const go = $("#go"),
    lacks = missing(form) || ("go" in go.dataset ? "" : go.dataset.asks);
  setLocked(go, Boolean(lacks));
  go.type = lacks ? "button" : "submit";
  go.classList.toggle("btn-main", !lacks);
  $("span", go).textContent = lacks || go.dataset.go;
}
