/** A button that copies what stands beside it. Without this script one tap on the text selects all of it. */
import { $, $$ } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

/** @param {Element} place */
function select(place) {
  const range = document.createRange(),
    selection = getSelection();
  range.selectNodeContents(place);
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/**
 * On a club's own network without HTTPS there is no clipboard to write to; the selection can still be copied.
 * @param {string} text
 */
const copy = async text =>
  navigator.clipboard
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : document.execCommand("copy");

for (const button of $$("[data-copy]")) {
  const place = $(button.dataset.copy),
    label = button.textContent;
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    select(place);
    button.textContent = (await copy(place.textContent)) ? gettext("Copied") : gettext("Selected: copy it");
    setTimeout(() => {
      button.textContent = label;
    }, 4000);
  });
}
