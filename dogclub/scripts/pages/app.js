/**
 * Where the browser allows it (HTTPS, or this very machine), a service worker stores the table's page for when the
 * network is away. It is registered when everything else is there and quiet; on plain http nothing of this exists.
 */
import { isWhole } from "../table/cut_off.js";
import "./back.js";
import "./device.js";
import "./key_pads.js";
import "./navigation.js";

const workers = navigator.serviceWorker;
const hadWorker = Boolean(workers?.controller); // else this page came before the worker did
/** @type {ServiceWorkerRegistration | null} */
let registration = null;

/** @param {object} message */
function post(message) {
  const { pathname: path, search } = location;
  (workers.controller || registration?.active)?.postMessage({ path, search, ...message });
}

/** What waits for the network shall outlast a full tablet. */
async function persistStorage() {
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  if (!isInstalled && !document.querySelector("#outbox")) return;
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
}

async function start() {
  persistStorage().catch(() => {}); // a browser that knows no such thing, or says no
  try {
    await workers.register("/worker.js", { updateViaCache: "none" });
  } catch {
    return; // a certificate nobody trusts, a browser that forbids it: as on plain http
  }
  registration = await workers.ready;
  // Only now that the page is there: Chromium may wait for ever for a page whose worker is replaced meanwhile.
  registration.waiting?.postMessage({ do: "take over" });
  if (!hadWorker) post({ do: "keep" });
}

/** The table as the server answered: the worker stores it in the place of what it had. */
function listen() {
  document.addEventListener("htmx:after:request", event => {
    const { response, sourceElement, text } = event.detail.ctx;
    if (!response || response.status !== 200 || response.raw.redirected || sourceElement.id === "looker") return;
    if (text?.includes('<main id="main"') && isWhole(text))
      post({ do: "drawn", text, who: response.headers.get("X-Kept-For") });
  });
  const startWhenIdle = () => ("requestIdleCallback" in window ? requestIdleCallback(start) : setTimeout(start));
  if (document.readyState === "complete") startWhenIdle();
  else window.addEventListener("load", startWhenIdle);
}

if (workers) listen();
