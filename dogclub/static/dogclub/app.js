/* Where the browser allows it (HTTPS, or this very machine), a worker keeps the table's page for when the network is
   away. It comes when everything else is there and quiet; on plain http nothing of this exists. */
(() => {
  "use strict";
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const wasThere = Boolean(workers.controller); // else this page came before the worker did
  let registration = null;

  function tell(words) {
    const { pathname: path, search } = location;
    (workers.controller || registration?.active)?.postMessage({ path, search, ...words });
  }

  /* What waits for the network shall outlast a full tablet. */
  async function settle() {
    const isInstalled = matchMedia("(display-mode: standalone)").matches;
    if (!isInstalled && !document.querySelector("#outbox")) return;
    if (!await navigator.storage.persisted()) await navigator.storage.persist();
  }

  async function start() {
    settle().catch(() => {}); // a browser that knows no such thing, or says no
    try {
      await workers.register("/worker.js", { updateViaCache: "none" });
    } catch {
      return; // a certificate nobody trusts, a browser that forbids it: as on plain http
    }
    registration = await workers.ready;
    if (!wasThere) tell({ do: "keep" });
  }

  /* The table as the server answered: the worker keeps it in the place of what it had. */
  document.addEventListener("htmx:after:request", event => {
    const { response: { raw, status, headers }, sourceElement, text } = event.detail.ctx;
    const isTable = status === 200 && !raw.redirected && sourceElement.id !== "looker" && text.includes('<main id="main"');
    if (isTable) tell({ do: "drawn", text, who: headers.get("X-Kept-For") });
  });
  const rest = () => (window.requestIdleCallback || setTimeout)(start);
  if (document.readyState === "complete") rest(); else window.addEventListener("load", rest);
})();
