/** The menu of a page: `/` goes to the search, and an open list closes when one taps beside it or presses Escape. */

/** @param {EventTarget | null} target */
const isTyping = target => target instanceof Element && target.matches("input, textarea, select, [contenteditable]");

/** @param {Node | null} [within] the list that stays open */
function closeLists(within = null) {
  for (const list of document.querySelectorAll(".menu details[open], .bottom-bar details[open]"))
    if (!list.contains(within)) list.removeAttribute("open");
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.key === "Escape") closeLists();
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const field = document.querySelector("#search-club");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.select();
}

document.addEventListener("keydown", pressed);
document.addEventListener("click", event => closeLists(event.target instanceof Node ? event.target : null));
