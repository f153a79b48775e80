/** What the club's server will not take, though it answers: somebody signs in again, tries again or discards it. */
import { $, element } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

/**
 * For which entries the page has asked for a new token, and whether it was asked to sign in.
 * @type {Map<string, boolean>}
 */
const renewals = new Map();
const BARRED = gettext("It may not write here now: have the match handed over anew.");
const BLOCKED = gettext("Your browser blocks cookies: allow them for this site in its settings, then try again.");
const NO_ROOM = gettext("The server’s disk is full: whoever runs it must free some space.");
const SIGN_IN = gettext("Sign in again on this page, or have the match handed over anew, and it is sent.");

/**
 * A page that was open while somebody signed in anew carries an old CSRF token: it asks for the new one, once.
 * @param {string} id
 */
async function renewToken(id) {
  if (renewals.has(id)) return false;
  renewals.set(id, false);
  const page = await fetch(location.href)
    .then(answer => {
      renewals.set(id, answer.redirected);
      return answer.text();
    })
    .catch(() => "");
  const token = new DOMParser().parseFromString(page, "text/html").body.getAttribute("hx-headers:inherited");
  if (token) document.body.setAttribute("hx-headers:inherited", token);
  return Boolean(token);
}

/** What helps where the club's server goes on saying no: to try again, or to discard what waits. */
function choices() {
  const again = element("button", { className: "btn", type: "button" }, gettext("Try again"));
  const discard = element("a", { className: "btn btn-danger", href: $("#outbox").action }, gettext("Discard"));
  again.dataset.again = discard.dataset.drop = "";
  return element("span", { className: "stuck" }, again, " ", discard);
}

/** @param {typeof import("../table/core.js")} core */
export function start({ changeQueue, clearError, extras, letGo, match, save, say, send }) {
  extras.noRoom = NO_ROOM;

  /* No waiting helps here: whoever holds the tablet tries again, or discards what waits. */
  extras.refused = async (row, status) => {
    if (status === 403 && (await renewToken(row.id))) return send();
    clearError();
    const barred = renewals.get(row.id) ? BLOCKED : BARRED; // whom cookies reach is asked to sign in, not refused
    say(gettext("Kept on this tablet."), status === 403 || status === 404 ? barred : SIGN_IN, choices());
  };

  /* What is discarded waits no more; it stays on the tablet with what was written. Gone before the page is left. */
  extras.drop = async link => {
    await changeQueue(rows => rows.flatMap(letGo));
    await save(`half:${match()}`, null);
    location.assign(link.href);
  };

  document.addEventListener(
    "click",
    event => {
      if (/** @type {Element} */ (event.target).closest("[data-again]")) renewals.clear();
    },
    true,
  );
}
