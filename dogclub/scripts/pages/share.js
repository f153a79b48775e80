/**
 * A button that hands its words and an address to the device's own sheet for sharing, or to the clipboard; else it is
 * hidden. `data-url` is another page than the one it stands on.
 */
import { $$ } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

const { clipboard } = navigator;

/** @param {string} text @param {string} url */
async function share(text, url) {
  if (navigator.share) {
    await navigator.share({ text, url }).catch(() => {}); // whoever thinks better of it closes the sheet
    return "";
  }
  return clipboard.writeText(`${text}\n${url}`).then(
    () => gettext("Copied"),
    () => gettext("Cannot copy here"),
  );
}

for (const button of $$("[data-share]")) {
  const label = button.textContent;
  button.hidden = !("share" in navigator || clipboard);
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    const { share: text = "", url } = button.dataset;
    const page = url ? new URL(url, location.href).href : location.href.replace(/finish\/$/, "");
    button.textContent = (await share(text, page)) || label;
    setTimeout(() => {
      button.textContent = label;
    }, 4000);
  });
}
