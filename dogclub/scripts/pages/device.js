/** What a page learns only on the device: an iPad, a browser without passkeys, an app on the home screen. */
import { $$ } from "../table/dom.js";

const YEAR = 31_536_000; // seconds
const { maxTouchPoints, userAgent } = navigator;

// An iPad calls itself a Mac, and only here it says that it is touched.
if (maxTouchPoints > 1 && userAgent.includes("Macintosh")) {
  document.cookie = `touch=1; path=/; max-age=${YEAR}; samesite=lax`;
}

// Plain http has none. Where a passkey is all there is to do, a sentence takes its place.
if (!window.PublicKeyCredential) {
  for (const key of $$("[data-passkey]")) {
    key.after(key.dataset.passkey);
    key.hidden = true;
  }
}

// A PDF would take the place of the app, which has no key that leads back.
if (matchMedia("(display-mode: standalone)").matches) {
  document.addEventListener("click", event => {
    const link = /** @type {Element} */ (event.target).closest("a[href*='.pdf']");
    link?.setAttribute("download", "");
  });
}
