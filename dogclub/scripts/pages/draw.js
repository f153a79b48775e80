/** Drag one name of the draw onto another and the two swap chairs. Without this script two taps do the same. */
const CHAIR = "[data-chair]",
  FAR = 8; // pixels
/** @type {{ chair: any, pointer: number, x: number, y: number, isMoving: boolean } | null} */
let dragged = null;

/** @param {PointerEvent} event @returns {any} */
const chairUnder = event => document.elementFromPoint(event.clientX, event.clientY)?.closest(CHAIR);

/** @param {PointerEvent} event */
function drop(event) {
  if (!dragged) return;
  const { chair, isMoving } = dragged,
    other = isMoving && chairUnder(event);
  dragged = null;
  chair.classList.remove("is-held");
  if (!other || other === chair) return;
  chair.form.elements.picked.value = chair.dataset.chair;
  other.click();
}

document.addEventListener("pointerdown", event => {
  const chair = /** @type {Element} */ (event.target).closest?.(CHAIR);
  if (!chair || event.button) return;
  dragged = { chair, pointer: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false };
});
document.addEventListener("pointermove", event => {
  if (!dragged || event.pointerId !== dragged.pointer) return;
  dragged.isMoving ||= Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) > FAR;
  dragged.chair.classList.toggle("is-held", dragged.isMoving);
});
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", () => {
  dragged?.chair.classList.remove("is-held");
  dragged = null;
});

export {};
