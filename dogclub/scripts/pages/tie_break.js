/** The tie-break hand by keyboard and by ear, as at the table; the server draws each tap, and digits wait for it. */
import { start } from "../table_extras/keyboard.js";

/** What of an outbox the keys ask for. @type {any} */
const state = { isBlocked: false, beginning: 0, asked: "" };

document.addEventListener("htmx:before:request", () => {
  state.isBlocked = true;
});
document.addEventListener("htmx:finally:request", () => {
  state.isBlocked = false;
  document.dispatchEvent(new CustomEvent("table:stored"));
});
start(/** @type {any} */ ({ state, takeKeys: () => [] }));
