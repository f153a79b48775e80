/** The keys of a correction: a row says what was tapped in it at once, and what it was before. */
import { gettext } from "../table/gettext.js";

document.addEventListener("change", event => {
  const key = /** @type {HTMLInputElement} */ (event.target),
    pad = key.closest(".fix fieldset"),
    row = pad?.closest(".fix");
  if (!pad || !row) return;
  const at = [...row.querySelectorAll("fieldset")].indexOf(/** @type {HTMLFieldSetElement} */ (pad)),
    cell = row.querySelectorAll("summary .num")[at],
    old = pad.querySelector(".stands");
  const label = cell.firstElementChild || "",
    now = key.type === "radio" ? key.labels?.[0].textContent || "" : key.value;
  const isOther = Boolean(old) && old?.textContent !== now;
  cell.classList.toggle("is-bid", isOther);
  cell.replaceChildren(label, now);
  if (!isOther) return;
  const was = document.createElement("small");
  was.textContent = gettext("was {value}", { value: old?.textContent || "" });
  cell.append(was);
});
