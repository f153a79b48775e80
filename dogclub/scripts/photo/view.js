/**
 * The photo of a sheet in its window: zoomed, dragged and turned. Lengths are pixels of the photo unless they say so.
 */
import { $ } from "../table/dom.js";

const MOST = 8, // times as large as it fits
  STEP = 1.3,
  NUDGE = 60, // pixels of the screen
  KEPT_IN_SIGHT = 80;
const TURNS = [
  (/** @type {number} */ _w, /** @type {number} */ _h) => "",
  (/** @type {number} */ _w, /** @type {number} */ h) => `translate(${h}px, 0) rotate(90deg)`,
  (/** @type {number} */ w, /** @type {number} */ h) => `translate(${w}px, ${h}px) rotate(180deg)`,
  (/** @type {number} */ w, /** @type {number} */ _h) => `translate(0, ${w}px) rotate(270deg)`,
];

/** @typedef {{ turns: number, scale: number, x: number, y: number }} Place where the upper left corner stands */

export class View {
  /**
   * @param {any} root
   * @param {Place | null} place as it was left
   * @param {() => void} moved
   */
  constructor(root, place, moved) {
    this.window = $(".pe-view", root);
    this.stage = $(".pe-stage", root);
    this.image = $("img", this.stage);
    this.moved = moved;
    this.pointers = new Map();
    this.window.classList.add("is-live");
    /** @type {Place} */
    this.place = place ?? { turns: 0, scale: 0, x: 0, y: 0 };
    if (!place) this.fitWidth();
    this.draw();
    this.listen();
  }

  get width() {
    return Number(this.place.turns % 2 ? this.image.getAttribute("height") : this.image.getAttribute("width"));
  }

  get height() {
    return Number(this.place.turns % 2 ? this.image.getAttribute("width") : this.image.getAttribute("height"));
  }

  get fit() {
    return Math.min(this.window.clientWidth / this.width, this.window.clientHeight / this.height);
  }

  fitWidth() {
    Object.assign(this.place, { scale: this.window.clientWidth / this.width, x: 0, y: 0 });
  }

  whole() {
    const scale = this.fit;
    this.place.scale = scale;
    this.place.x = (this.window.clientWidth - this.width * scale) / 2;
    this.place.y = (this.window.clientHeight - this.height * scale) / 2;
    this.draw();
  }

  /** @param {number} by quarters to the right */
  turn(by) {
    this.place.turns = (this.place.turns + by + 4) % 4;
    this.whole();
  }

  /**
   * @param {number} factor
   * @param {number} [x] of the window, which stays where it is
   * @param {number} [y]
   */
  zoom(factor, x = this.window.clientWidth / 2, y = this.window.clientHeight / 2) {
    const before = this.place.scale;
    const scale = Math.min(Math.max(before * factor, this.fit / 2), this.fit * MOST);
    this.place.x = x - ((x - this.place.x) * scale) / before;
    this.place.y = y - ((y - this.place.y) * scale) / before;
    this.place.scale = scale;
    this.draw();
  }

  /**
   * @param {number} x pixels of the screen
   * @param {number} y
   */
  move(x, y) {
    this.place.x += x;
    this.place.y += y;
    this.draw();
  }

  /**
   * Brings a row into sight, to the middle of the window where it was not.
   * @param {number} top part of the height
   * @param {number} size
   */
  show(top, size) {
    const upper = this.place.y + top * this.height * this.place.scale,
      lower = upper + size * this.height * this.place.scale;
    if (upper < 0 || lower > this.window.clientHeight) this.move(0, this.window.clientHeight / 2 - (upper + lower) / 2);
  }

  draw() {
    const { turns, scale } = this.place;
    const inSight = (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ room) =>
      Math.min(Math.max(at, KEPT_IN_SIGHT - length * scale), room - KEPT_IN_SIGHT);
    this.place.x = inSight(this.place.x, this.width, this.window.clientWidth);
    this.place.y = inSight(this.place.y, this.height, this.window.clientHeight);
    this.stage.style.transform = `translate(${this.place.x}px, ${this.place.y}px) scale(${scale})`;
    this.stage.style.inlineSize = `${this.width}px`;
    this.stage.style.blockSize = `${this.height}px`;
    const [w, h] = [Number(this.image.getAttribute("width")), Number(this.image.getAttribute("height"))];
    this.image.style.transform = TURNS[turns](w, h);
    this.moved();
  }

  listen() {
    this.window.addEventListener(
      "wheel",
      (/** @type {WheelEvent} */ event) => {
        event.preventDefault();
        const box = this.window.getBoundingClientRect();
        const lines = event.deltaMode ? 20 : 1;
        this.zoom(Math.exp(-event.deltaY * lines * 0.002), event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
    this.window.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.down(event));
    this.window.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"])
      this.window.addEventListener(name, (/** @type {PointerEvent} */ event) => this.pointers.delete(event.pointerId));
    this.window.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.window);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button || /** @type {Element} */ (event.target).closest(".ruler")) return;
    this.window.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event);
  }

  /**
   * One finger drags, two pinch.
   * @param {PointerEvent} event
   */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const other = [...this.pointers.values()].find(each => each.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    if (!other) {
      this.move(event.clientX - before.clientX, event.clientY - before.clientY);
      return;
    }
    const apart = (/** @type {PointerEvent} */ each) =>
      Math.hypot(each.clientX - other.clientX, each.clientY - other.clientY);
    const box = this.window.getBoundingClientRect();
    const middle = [(event.clientX + other.clientX) / 2 - box.left, (event.clientY + other.clientY) / 2 - box.top];
    if (apart(before)) this.zoom(apart(event) / apart(before), middle[0], middle[1]);
    this.move((event.clientX - before.clientX) / 2, (event.clientY - before.clientY) / 2);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target !== this.window || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => this.zoom(STEP),
      "=": () => this.zoom(STEP),
      "-": () => this.zoom(1 / STEP),
      0: () => this.whole(),
      ArrowLeft: () => this.move(NUDGE, 0),
      ArrowRight: () => this.move(-NUDGE, 0),
      ArrowUp: () => this.move(0, NUDGE),
      ArrowDown: () => this.move(0, -NUDGE),
    };
    if (!keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  }

  /** @param {string} tool */
  use(tool) {
    /** @type {Record<string, () => void>} */
    const tools = {
      out: () => this.zoom(1 / STEP),
      in: () => this.zoom(STEP),
      left: () => this.turn(-1),
      right: () => this.turn(1),
      whole: () => this.whole(),
    };
    tools[tool]();
  }
}
