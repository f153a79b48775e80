/**
 * A button that was tapped in an email is pressed again here, at once: opening a link records nothing. A page that was
 * only loaded ahead waits until somebody looks at it. Its address forgets the tap, so that Back does not repeat it.
 */
import { $ } from "../table/dom.js";

let isSent = false;

function send() {
  const isSeen = document.visibilityState === "visible";
  if (isSent || !isSeen) return;
  isSent = true;
  history.replaceState(null, "", location.pathname);
  $("#tapped").click();
}

document.addEventListener("visibilitychange", send);
send();
