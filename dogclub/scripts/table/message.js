/** The one line beside the count, or above a page that counts nothing. */
import { $, element } from "./dom.js";
import { gettext } from "./gettext.js";
import { state } from "./state.js";

/**
 * Not while the page says what was wrong.
 * @param {string} bold @param {string} rest @param {...Node} more
 */
export function say(bold, rest, ...more) {
  const line = $("#meter .says") || $("#kept");
  if (!line || state.hasError || state.isRefused) return;
  line.hidden = false;
  line.classList.remove("is-wrong");
  line.replaceChildren(element("b", { textContent: bold }), ` ${rest} `, ...more);
}

/** A tap that only the club's server could follow: it is not lost when the next try fails. @param {string} why */
export function refuse(why) {
  state.isRefused = false;
  say(gettext("Not now."), why);
  state.isRefused = true;
}
