/* What the club's server will not take, though it answers: somebody must sign in again, try again or let go of it.
   Fetched when the page stands already. */
(() => {
  "use strict";
  const { $, keep, key, match, say, set } = table;
  const renewals = new Set();

  /* No waiting helps here: whoever holds the tablet tries again, or lets go of what it kept. */
  table.refused = async (row, status) => {
    if (status === 403 && await renewed(row)) return table.send();
    table.isTold = false;
    const isBarred = status === 403 || status === 404;
    say("Kept on this tablet.", isBarred ? "It may not write here now: have the match handed over anew."
      : "Sign in again on this page, or have the match handed over anew, and it is sent.", $("#stuck").content.cloneNode(true));
  };

  /* A page that was open while somebody signed in anew carries an old word of trust: it asks for the new one, once. */
  async function renewed(row) {
    if (renewals.has(row.id)) return false;
    renewals.add(row.id);
    const page = await fetch(location.href).then(answer => answer.text()).catch(() => "");
    const fresh = new DOMParser().parseFromString(page, "text/html").body.getAttribute("hx-headers:inherited");
    if (fresh) document.body.setAttribute("hx-headers:inherited", fresh);
    return Boolean(fresh);
  }

  /* What is let go waits no more; it stays on the tablet with what was written. Gone before the page is left. */
  table.drop = async link => {
    await set(rows => rows.flatMap(row => [[key("out", row), null], [key("log", row), { ...row, isGone: true }]]));
    await keep(`half:${match()}`, null);
    location.assign(link.href);
  };

  document.addEventListener("click", event => { if (event.target.closest("[data-again]")) renewals.clear(); }, true);
})();
