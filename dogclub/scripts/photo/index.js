/** The photo of a paper sheet, alone and beside the form. Where it stands is remembered until this tab is closed. */
import { $, $$ } from "../table/dom.js";
import { followFigures } from "./figures.js";
import { Ruler } from "./ruler.js";
import { View } from "./view.js";

const root = $("[data-photo]");
const key = `photo:${root.dataset.photo}`;

/** @returns {{ place: import("./view.js").Place, row: import("./ruler.js").Row } | null} */
function left() {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function remember() {
  ruler?.draw();
  try {
    sessionStorage.setItem(key, JSON.stringify({ place: view.place, row: ruler?.row ?? before?.row }));
  } catch {
    // Then it begins anew with the next round.
  }
}

const before = left(),
  number = Number(root.dataset.number),
  band = $(".ruler", root);
/** @type {Ruler | undefined} */
let ruler;
const view = new View(root, before?.place ?? null, () => {
  if (ruler) remember();
});
if (band) ruler = new Ruler(band, view, before?.row ?? null, number, remember);
for (const button of $$("[data-tool]", root)) {
  button.hidden = false;
  button.addEventListener("click", () => view.use(button.dataset.tool));
}
const form = $("[data-beside]");
if (form) followFigures(form);
