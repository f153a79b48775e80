/** htmx, which a bad line may have lost on its way: asked for again until it is there. */
import { $, element } from "./dom.js";

const AGAIN = 1000; // milliseconds

/** By one of the page's scripts at a time. */
function fetchAgain() {
  const lost = $("script[src*='/htmx']");
  if (lost.dataset.again) return;
  const again = element("script", { src: lost.src, onerror: () => delete again.dataset.again });
  again.dataset.again = "1";
  lost.replaceWith(again);
}

export async function htmxReady() {
  while (!("htmx" in window)) {
    fetchAgain();
    await new Promise(resolve => {
      setTimeout(resolve, AGAIN);
    });
  }
}
