// Drag one name onto another and the two swap chairs. Without this file two taps do the same.
(() => {
  const CHAIR = "[data-chair]", FAR = 8;
  let held = null;

  const under = event => document.elementFromPoint(event.clientX, event.clientY)?.closest(CHAIR);

  document.addEventListener("pointerdown", event => {
    const chair = event.target.closest?.(CHAIR);
    if (!chair || event.button) return;
    held = { chair, pointer: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
  });
  document.addEventListener("pointermove", event => {
    if (!held || event.pointerId !== held.pointer) return;
    held.moving ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
    held.chair.classList.toggle("is-held", held.moving);
  });
  const drop = event => {
    if (!held || event.pointerId !== held.pointer) return;
    const { chair, moving } = held, other = moving && under(event);
    held = null;
    chair.classList.remove("is-held");
    if (!other || other === chair) return;
    chair.form.elements.picked.value = chair.dataset.chair;
    other.click();
  };
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", () => { held?.chair.classList.remove("is-held"); held = null; });
})();
