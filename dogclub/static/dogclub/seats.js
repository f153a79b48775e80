// Drag a name to its chair. Without this file the buttons beside each name do the same.
(() => {
  const GRIP = "[data-grip]", SEAT = "[data-seat]", FAR = 6;
  let held = null;

  const rows = list => [...list.querySelectorAll(SEAT)];

  const number = list => rows(list).forEach((row, place) => { row.querySelector(".fig").textContent = place + 1; });

  const follow = event => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.moving && Math.abs(event.clientY - held.y) < FAR) return;
    held.moving = true;
    held.row.classList.add("is-held");
    const after = rows(held.list).find(row => row !== held.row && event.clientY < middle(row));
    if (after !== held.row.nextElementSibling) held.list.insertBefore(held.row, after ?? null);
    number(held.list);
    event.preventDefault();
  };

  const middle = row => { const box = row.getBoundingClientRect(); return box.top + box.height / 2; };

  const drop = event => {
    if (!held || event.pointerId !== held.pointer) return;
    const { row, list, moving } = held;
    held = null;
    row.classList.remove("is-held");
    if (moving) list.dispatchEvent(new Event("change", { bubbles: true }));
  };

  document.addEventListener("pointerdown", event => {
    const row = event.target.closest?.(GRIP)?.closest(SEAT);
    if (!row || event.button) return;
    held = { row, list: row.parentElement, pointer: event.pointerId, y: event.clientY, moving: false };
    row.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
})();
