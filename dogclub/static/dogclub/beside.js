/* What helps at a table beside the writing: the screen stays awake, a menu closes, a page that holds what is kept
   nowhere else asks before it is left. Fetched when the page stands already. */
(() => {
  "use strict";
  const { $$ } = table;

  /* Where the browser can do that. */
  async function stayAwake() {
    try { await navigator.wakeLock?.request("screen"); } catch { /* a low battery may refuse; scoring goes on */ }
  }

  const close = isOver => { for (const menu of $$(".more[open]")) if (isOver(menu)) menu.open = false; };

  document.addEventListener("click", event => close(menu => !menu.contains(event.target)), true);
  document.addEventListener("keydown", event => { if (event.key === "Escape") close(() => true); });
  window.addEventListener("beforeunload", event => { if (table.trouble) { event.preventDefault(); event.returnValue = true; } });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
  stayAwake();
})();
