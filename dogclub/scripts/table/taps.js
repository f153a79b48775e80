/** Taps: the second of two on one spot does nothing, and one that comes too early waits. */
import { $ } from "./dom.js";
import { submit } from "./entries.js";
import { gettext } from "./gettext.js";
import { loadExtras } from "./loading.js";
import { refuse, say } from "./message.js";
import { send } from "./sending.js";
import { extras, isOffline, state } from "./state.js";

const DOUBLE = 350; // two taps on one spot within so many milliseconds are one
const NEAR = 24; // pixels
const NO_SERVER = gettext("You are offline: stay on this page and keep scoring.");
let lastTap = { time: 0, x: 0, y: 0 };
const SOON = 2000; // milliseconds: a page that comes later is not the one that was meant
/** @type {{ button: HTMLElement | string, time: number }[]} what was tapped before its page began */
const early = [];

/** @param {MouseEvent} event */
function isDouble(event) {
  const isSameSpot = Math.abs(event.clientX - lastTap.x) < NEAR && Math.abs(event.clientY - lastTap.y) < NEAR;
  const isSoon = event.timeStamp - lastTap.time < DOUBLE;
  if (event.detail) lastTap = { time: event.timeStamp, x: event.clientX, y: event.clientY };
  return event.detail > 0 && isSameSpot && isSoon;
}

/** On another page the second of two taps would write; on the same one, drawn anew, a tap is a tap. */
export const startOver = () => {
  lastTap = { ...lastTap, time: performance.now() };
};

/** Firefox takes a label that was pressed elsewhere than here, where a script clicks, for text that is marked. */
function click(/** @type {HTMLElement | null} */ button) {
  button?.dispatchEvent(new MouseEvent("mousedown"));
  button?.click();
}

export const replayEarly = () => {
  for (const { button, time } of early.splice(0)) {
    if (typeof button !== "string") click(button);
    else if (performance.now() - time < SOON) click($(button));
  }
};

/** A page that goes away without a network does not come back. @param {HTMLElement} button */
const leaves = button =>
  isOffline() && button.matches("a[href]:not([data-drop], [download])") && !navigator.serviceWorker?.controller;

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

function sendAgain() {
  say(gettext("Kept on this tablet."), gettext("Trying again."));
  state.asked = "";
  send();
}

/** @param {MouseEvent} event */
function tapped(event) {
  const button = /** @type {Element} */ (event.target).closest("#main button, #main a, #main label");
  if (!(button instanceof HTMLElement)) return;
  state.isRefused = false;
  const isTwice = isDouble(event) && !button.matches("[data-to], [data-again]"); // a stepper is meant to be tapped fast
  const next = !isTwice && state.game.next?.(button);
  if (!next && (isTwice || button.getAttribute("aria-disabled") === "true")) {
    stop(event);
  } else if (next || state.beginning) {
    stop(event);
    early.push({ button: next || button, time: performance.now() });
  } else if (button.matches("[data-drop]")) {
    event.preventDefault();
    loadExtras().then(() => extras.drop?.(/** @type {HTMLAnchorElement} */ (button)));
  } else {
    follow(event, button);
  }
}

/** @param {MouseEvent} event @param {HTMLElement} button */
function follow(event, button) {
  if (button.matches("[data-again]")) {
    sendAgain();
  } else if (button.matches("[data-kept]")) {
    $(".more")?.removeAttribute("open");
  } else if (state.game.local(button)) {
    event.preventDefault();
  } else if (leaves(button)) {
    stop(event);
    refuse(NO_SERVER);
  }
}

export function listen() {
  document.addEventListener("click", tapped, true);
  document.addEventListener("submit", event => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("form[data-out]")) return;
    event.preventDefault();
    submit(form, event.submitter);
  });
}
