/**
 * What the club's server will not take, though it answers: somebody signs in again, tries again or discards it.
 * @import { Row } from "../types"
 */
import { isOfTheClub } from "../table/cut_off.js";
import { $, element } from "../table/dom.js";
import { gettext, listed, ngettext } from "../table/gettext.js";

const AGAIN = 30_000; // milliseconds
const PATIENCE = 5000; // milliseconds for a new token
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
 * @param {string} id @returns {Promise<boolean | null>} null where the club's server did not answer
 */
async function renewToken(id) {
  if (renewals.has(id)) return false;
  renewals.set(id, false);
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout?.(PATIENCE) });
    if (!isOfTheClub(answer.headers) || answer.status >= 500 || answer.status === 429)
      throw new Error(answer.statusText);
    renewals.set(id, answer.redirected);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const token = page.body.getAttribute("hx-headers:inherited");
    if (token) document.body.setAttribute("hx-headers:inherited", token);
    return Boolean(token);
  } catch {
    renewals.delete(id);
    return null;
  }
}

/** What helps where the club's server goes on saying no: to try again, to sign in, or to discard what waits. @param {boolean} isSignedOut */
function choices(isSignedOut) {
  const href = $("#outbox").action;
  const again = element("button", { className: "btn", type: "button" }, gettext("Try again"));
  const discard = element("a", { className: "btn btn-danger", href }, gettext("Discard"));
  const signIn = element("a", { className: "btn btn-main", href }, gettext("Sign in"));
  signIn.dataset.signIn = again.dataset.again = discard.dataset.drop = "";
  return element("span", { className: "stuck" }, ...(isSignedOut ? [signIn, " "] : []), again, " ", discard);
}

/** @param {Row} row */
const line = row => element("li", {}, row.words);

/** @param {string} name @param {string} className @param {() => unknown} onclick */
const button = (name, className, onclick) => element("button", { type: "button", className, onclick }, name);

/** @param {typeof import("../table/core.js")} core */
export function start({ changeQueue, clearError, entries, extras, key, letGo, load, match, save, say, send, state }) {
  extras.noRoom = NO_ROOM;
  const question = element("dialog", { id: "discarding", className: "entries" });
  question.setAttribute("aria-labelledby", "discarding-title");
  let timer = 0;

  function retry() {
    renewals.clear();
    send();
  }

  /* Whoever holds the tablet signs in, tries again, or discards what waits; meanwhile it tries by itself. */
  extras.refused = async (row, status) => {
    const isNew = status === 403 && (await renewToken(row.id));
    if (isNew) send();
    if (isNew !== false) return Boolean(isNew);
    clearTimeout(timer);
    timer = setTimeout(retry, AGAIN);
    const isSignedOut = status !== 403 && status !== 404;
    const barred = renewals.get(row.id) ? BLOCKED : BARRED; // whom cookies reach is asked to sign in, not refused
    const why = isSignedOut ? SIGN_IN : barred;
    if ($(".stuck")?.parentNode.textContent.includes(why)) return true; // said already
    clearError();
    say(gettext("Kept on this tablet."), why, choices(isSignedOut));
    return true;
  };

  /** Named as they were entered: “Hand 2 and Hand 3”. @param {Row[]} rows */
  const rounds = rows => listed([...new Set(rows.map(({ words }) => words.split(":")[0]))]);

  extras.drop = link => {
    const rows = state.queue;
    const title = element("h2", { id: "discarding-title" });
    title.textContent = ngettext("Discard {count} entry?", "Discard {count} entries?", rows.length);
    question.replaceChildren(
      title,
      element("p", {}, gettext("Not on the sheet yet: {rounds}.", { rounds: rounds(rows) })),
      element("ol", {}, ...rows.map(line)),
      element("p", {}, gettext("They stay on this tablet under “Unsent entries”, where you can bring them back.")),
      element(
        "div",
        { className: "actions" },
        button(gettext("Cancel"), "btn btn-main", () => question.close()),
        button(gettext("Discard"), "btn btn-danger", () => discard(link)),
      ),
    );
    question.showModal();
  };

  /** Gone before the page is left. @param {HTMLAnchorElement} link */
  async function discard(link) {
    await changeQueue(rows => rows.flatMap(row => letGo({ ...row, isDropped: true })));
    await save(`dropped:${match()}`, await load(`half:${match()}`));
    await save(`half:${match()}`, null);
    location.assign(link.href);
  }

  extras.bringBack = async () => {
    const rows = (await entries("log", match())).filter(row => row.isDropped);
    await changeQueue(() =>
      rows.flatMap(row => [
        [key("log", row), null],
        [key("out", row), { ...row, isGone: false, isDropped: false }],
      ]),
    );
    const half = await load(`dropped:${match()}`);
    if (half && !(await load(`half:${match()}`))) await save(`half:${match()}`, half);
    await save(`dropped:${match()}`, null);
    location.assign($("#outbox").action);
  };

  document.body.append(question);
  window.addEventListener(
    "click",
    event => {
      if (/** @type {Element} */ (event.target).closest("[data-sign-in]")) event.stopPropagation(); // a link as any other
    },
    true,
  );
  document.addEventListener("visibilitychange", () => renewals.clear()); // somebody may have signed in elsewhere
  document.addEventListener(
    "click",
    event => {
      if (/** @type {Element} */ (event.target).closest("[data-again]")) renewals.clear();
    },
    true,
  );
}
