/** A button that hands the result to the device's own sheet for sharing, or to the clipboard; else it is hidden. */
import { $$ } from "../table/dom.js";

const { clipboard } = navigator;

/** @param {string} text */
async function share(text) {
  const url = location.href.replace(/finish\/$/, "");
  if (navigator.share) {
    await navigator.share({ text, url }).catch(() => {}); // whoever thinks better of it closes the sheet
    return "";
  }
  return clipboard.writeText(`${text}\n${url}`).then(
    () => "Copied",
    () => "Cannot copy here",
  );
}

for (const button of $$("[data-share]")) {
  const label = button.textContent;
  button.hidden = !("share" in navigator || clipboard);
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    button.textContent = (await share(button.dataset.share ?? "")) || label;
    setTimeout(() => {
      button.textContent = label;
    }, 4000);
  });
}
