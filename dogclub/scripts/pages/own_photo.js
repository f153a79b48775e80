/** The chosen photo as it will be cropped, drawn anew with every move of a slider. */
import { $, $$ } from "../table/dom.js";

const FITS = 10_000_000; // bytes; more is refused by the server, in words
const canvas = $("#cropped"),
  sliders = $$(".crop-sliders input");
/** @type {ImageBitmap | null} */
let chosen = null;

/** @param {string} name */
const percent = name => Number($(`#id_${name}`).value) / 100;

function draw() {
  canvas.hidden = !chosen;
  if (!chosen) return;
  const { width, height } = chosen,
    side = Math.min(width, height) / percent("zoom");
  const [left, top] = [(width - side) * percent("across"), (height - side) * percent("down")];
  canvas.getContext("2d")?.drawImage(chosen, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

$("#id_photo").addEventListener("change", async (/** @type {Event} */ event) => {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  chosen = file && file.size <= FITS ? await createImageBitmap(file).catch(() => null) : null;
  draw();
});
for (const slider of sliders) slider.addEventListener("input", draw);
