/** What the typed figures come to, asked of the server after each change; nothing is saved by that. */
import { $$ } from "../table/dom.js";

const MOST = 10_000_000; // bytes

/** @param {any} form */
export function followFigures(form) {
  /** @type {AbortController | undefined} */
  let asking;
  form.addEventListener("change", async (/** @type {Event} */ event) => {
    const field = /** @type {any} */ (event.target);
    if (field.type === "file") {
      sendPhoto(form, field);
      return;
    }
    asking?.abort();
    asking = new AbortController();
    const body = new FormData(form);
    body.delete("photo");
    body.set("do", "look");
    try {
      const answer = await fetch(form.action, { method: "POST", body, signal: asking.signal });
      if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      // Saving says it, if the server is away.
    }
  });
}

/** @param {Document} page */
function show(page) {
  for (const here of $$("[data-figure]")) {
    const there = /** @type {any} */ (page.getElementById(here.id));
    if (!there) continue;
    if (here.name) here.value = there.value;
    else here.innerHTML = there.innerHTML;
    here.hidden = there.hidden;
  }
  for (const here of $$("[name^=sheet-]")) {
    const isOff = page.getElementById(here.id)?.hasAttribute("aria-invalid");
    here.toggleAttribute("aria-invalid", isOff);
    if (isOff) here.setAttribute("aria-invalid", "true");
  }
}

/**
 * A chosen photo is saved at once; one that is too large is not sent.
 * @param {any} form
 * @param {any} field
 */
function sendPhoto(form, field) {
  const tooLarge = form.querySelector("[data-too-large]"),
    file = field.files[0];
  if (!file) return;
  tooLarge.hidden = file.size <= MOST;
  if (tooLarge.hidden) form.requestSubmit(form.querySelector("[name=do][value=photo]"));
  else field.value = "";
}
