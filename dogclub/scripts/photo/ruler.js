/** The ruler over the photo: put on a row once, it goes down a row with each round that is saved. */

/** @typedef {import("./view.js").View} View */
/**
 * Parts of the photo’s height, and the round it was for.
 * @typedef {{ top: number, size: number, number: number }} Row
 */

const LEAST = 0.008,
  FIRST = { top: 0.12, size: 0.04 };

export class Ruler {
  /**
   * @param {any} element
   * @param {View} view
   * @param {Row | null} row as it was left
   * @param {number} number the round that is typed
   * @param {() => void} moved
   */
  constructor(element, view, row, number, moved) {
    this.element = element;
    this.view = view;
    this.number = number;
    this.moved = moved;
    const rows = row ? number - row.number : 0;
    /** @type {Row} */
    this.row = row
      ? { top: row.top + rows * row.size, size: row.size, number }
      : { ...FIRST, top: FIRST.top + (number - 1) * FIRST.size, number };
    this.row.top = Math.min(this.row.top, 1 - this.row.size);
    if (rows) view.move(0, -rows * this.row.size * view.height * view.place.scale);
    view.show(this.row.top, this.row.size);
    element.hidden = false;
    this.listen();
    this.draw();
  }

  draw() {
    const { top, size } = this.row;
    this.element.style.insetBlockStart = `${top * 100}%`;
    this.element.style.blockSize = `${size * 100}%`;
    this.element.style.setProperty("--line", `${4 / this.view.place.scale}px`);
    this.element.setAttribute("aria-valuenow", String(Math.round(top * 100)));
  }

  /**
   * @param {number} top
   * @param {number} size
   */
  put(top, size) {
    this.row.size = Math.min(Math.max(size, LEAST), 0.5);
    this.row.top = Math.min(Math.max(top, 0), 1 - this.row.size);
    this.draw();
    this.moved();
  }

  listen() {
    /** @type {{ pointer: number, y: number, top: number, size: number, isGrip: boolean } | null} */
    let held = null;
    this.element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.button) return;
      const isGrip = /** @type {Element} */ (event.target).classList.contains("ruler-grip");
      held = { pointer: event.pointerId, y: event.clientY, isGrip, ...this.row };
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (held?.pointer !== event.pointerId) return;
      const by = (event.clientY - held.y) / (this.view.height * this.view.place.scale);
      this.put(held.isGrip ? held.top : held.top + by, held.isGrip ? held.size + by : held.size);
    });
    for (const name of ["pointerup", "pointercancel"]) this.element.addEventListener(name, () => (held = null));
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      const { top, size } = this.row;
      if (event.shiftKey) this.put(top, size * (1 + way * 0.1));
      else this.put(top + way * size * 0.25, size);
    });
  }
}
