/**
 * What helps at a table: the screen stays awake, a menu closes, and a page that alone holds entries asks before it is
 * left.
 */
import { $$ } from "../table/dom.js";

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen"); // where the browser has it
  } catch {
    /* a low battery may refuse; scoring goes on */
  }
}

/** @param {(menu: any) => boolean} isDone */
const close = isDone => {
  for (const menu of $$(".more[open]")) if (isDone(menu)) menu.open = false;
};

/** @param {typeof import("../table/core.js")} core */
export function start({ storageTrouble }) {
  document.addEventListener("click", event => close(menu => !menu.contains(event.target)), true);
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") close(() => true);
  });
  window.addEventListener("beforeunload", event => {
    if (storageTrouble()) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) stayAwake();
  });
  stayAwake();
}
