/**
 * Responses that the line cut off before their end: they count as none, so that the page asks again.
 * @import { RequestEvent } from "../types"
 */

/**
 * Whether this text is there, and its root element is closed: Firefox takes what was cut off for a whole response.
 * @param {string} [text]
 */
export function isWhole(text) {
  const [, root] = /<(\w+)/.exec(text || "") || [];
  return root ? text?.split(`<${root}`).length === text?.split(`</${root}>`).length : text;
}

/** @param {RequestEvent} event */
function drop(event) {
  const { ctx } = event.detail;
  if (!ctx?.response || ctx.response.status === 204 || isWhole(ctx.text)) return; // or an error that is no request's
  delete ctx.response;
  event.preventDefault();
}

/** To be called before other listeners of these events are added. */
export function listen() {
  document.addEventListener("htmx:after:request", drop);
  document.addEventListener("htmx:error", drop);
}
