/** Drag a name to its chair. Without this script the buttons beside each name do the same. */
import { $$ } from "../table/dom.js";
import { htmxReady } from "../table/htmx_ready.js";

htmxReady().then(() => htmx.config.morphIgnore.push("open")); // what somebody unfolded stays unfolded

const GRIP = "[data-grip]",
  SEAT = "[data-seat]",
  FAR = 6; // pixels
/** @type {{ row: any, list: any, pointer: number, y: number, isMoving: boolean } | null} */
let dragged = null;

/** @param {any} row */
function middleOf(row) {
  const box = row.getBoundingClientRect();
  return box.top + box.height / 2;
}

/** @param {PointerEvent} event */
function follow(event) {
  if (!dragged || event.pointerId !== dragged.pointer) return;
  const { row, list } = dragged;
  if (!dragged.isMoving && Math.abs(event.clientY - dragged.y) < FAR) return;
  dragged.isMoving = true;
  row.classList.add("is-held");
  const after = $$(SEAT, list).find(other => other !== row && event.clientY < middleOf(other));
  if (after !== row.nextElementSibling) list.insertBefore(row, after ?? null);
  $$(SEAT, list).forEach((each, place) => {
    each.querySelector(".fig").textContent = place + 1;
  });
  event.preventDefault();
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!dragged || event.pointerId !== dragged.pointer) return;
  const { row, list, isMoving } = dragged;
  dragged = null;
  row.classList.remove("is-held");
  if (isMoving) list.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("pointerdown", event => {
  const row = /** @type {Element} */ (event.target).closest?.(GRIP)?.closest(SEAT);
  if (!row || event.button) return;
  dragged = { row, list: row.parentElement, pointer: event.pointerId, y: event.clientY, isMoving: false };
  row.setPointerCapture(event.pointerId);
});
document.addEventListener("pointermove", follow);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
