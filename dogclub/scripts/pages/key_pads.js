/** The keys of a correction: a row says what was tapped in it at once, and what it was before. */
import { gettext } from "../table/gettext.js";

document.querySelector(".hand-keys [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// Which keys are in sight is no change of the figures, so nothing is asked of the server.
document.addEventListener(
  "change",
  event => {
    if (/** @type {Element} */ (event.target).matches(".fix > [name=cell]")) event.stopPropagation();
  },
  true,
);

document.addEventListener("click", event => {
  const field = /** @type {Element} */ (event.target).closest("[data-undo]")?.getAttribute("data-undo"),
    key = field && document.querySelector(`input[name="${field}"]:has(+ .stands)`);
  if (!(key instanceof HTMLInputElement)) return;
  key.checked = true;
  document.getElementById(`at-${field}`)?.click();
  key.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("change", event => {
  const key = /** @type {HTMLInputElement} */ (event.target),
    pad = key.closest(".fix fieldset"),
    row = pad?.closest(".fix");
  if (!pad || !row) return;
  const at = [...row.querySelectorAll("fieldset")].indexOf(/** @type {HTMLFieldSetElement} */ (pad)),
    cell = row.querySelectorAll(":is(summary, .fix-row) .num")[at],
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
