/**
 * Responses that the line cut off before their end, or that are not the club's (a portal's page, a proxy's error): they
 * count as none, so that the page asks again.
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

/** Whether the club's own server answered: it marks each answer (`dogclub/server/web/headers.py`). @param {Headers} headers */
export const isOfTheClub = headers => headers.has("X-Dog-Club");

/** @param {RequestEvent} event */
function drop(event) {
  const { ctx } = event.detail;
  if (!ctx?.response) return; // an error that is no request's
  const { headers, status } = ctx.response;
  if (isOfTheClub(headers) && (status === 204 || isWhole(ctx.text))) return;
  delete ctx.response;
  event.preventDefault();
}

/** To be called before other listeners of these events are added. */
export function listen() {
  document.addEventListener("htmx:after:request", drop);
  document.addEventListener("htmx:error", drop);
}
