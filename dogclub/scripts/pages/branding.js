/** The colour field of the browser beside the typed one, and the chosen logo in the preview before it is saved. */
import { $, $$ } from "../table/dom.js";

const FITS = 2_000_000; // bytes; more is refused by the server, in words
/** @type {ImageBitmap | null} */
let chosen = null;

const picker = $("#picker"),
  colour = $("#id_colour");
picker.hidden = false;
picker.addEventListener("input", () => {
  colour.value = picker.value;
  colour.dispatchEvent(new Event("input", { bubbles: true }));
});
colour.addEventListener("input", () => {
  if (/^#[0-9a-f]{6}$/i.test(colour.value)) picker.value = colour.value.toLowerCase();
});

/** @param {HTMLCanvasElement} canvas */
function paint(canvas) {
  if (!chosen) return;
  const { width, height } = canvas,
    scale = Math.min(width / chosen.width, height / chosen.height);
  const [wide, high] = [chosen.width * scale, chosen.height * scale];
  const context = canvas.getContext("2d");
  context?.clearRect(0, 0, width, height);
  context?.drawImage(chosen, (width - wide) / 2, (height - high) / 2, wide, high);
}

function draw() {
  const isRemoved = Boolean($("#id_remove_logo")?.checked) && !chosen;
  for (const canvas of $$("[data-logo], #chosen-logo")) {
    canvas.hidden = !chosen;
    paint(canvas);
  }
  for (const image of $$("[data-saved], #saved-logo")) image.hidden = Boolean(chosen) || isRemoved;
  const hasLogo = chosen || ($("#saved-logo") && !isRemoved);
  for (const mark of $$("[data-mark]")) mark.toggleAttribute("hidden", Boolean(hasLogo));
}

$("#id_logo").addEventListener("change", async (/** @type {Event} */ event) => {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  chosen = file && file.size <= FITS ? await createImageBitmap(file).catch(() => null) : null;
  draw();
});
$("#id_remove_logo")?.addEventListener("change", draw);
document.addEventListener("htmx:after:swap", draw);
