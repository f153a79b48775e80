// A button that copies what stands beside it. Without this file one tap on the text selects all of it.
(() => {
  const picked = place => {
    const range = document.createRange(), selection = getSelection();
    range.selectNodeContents(place);
    selection.removeAllRanges();
    selection.addRange(range);
  };

  document.querySelectorAll("[data-copy]").forEach(button => {
    const place = document.querySelector(button.dataset.copy), said = button.textContent;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      picked(place);
      // On a club's own network without HTTPS there is no clipboard to write to; the selection can still be copied.
      const done = navigator.clipboard
        ? await navigator.clipboard.writeText(place.textContent).then(() => true, () => false)
        : document.execCommand("copy");
      button.textContent = done ? "Copied" : "Press Ctrl+C";
      setTimeout(() => { button.textContent = said; }, 4000);
    });
  });
})();
