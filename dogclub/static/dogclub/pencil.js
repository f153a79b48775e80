/* The pencil: tells the club's server what is half entered, for the device that may go on with it, and hears when one
   does. It is no part of what is written: what fails here is tried again with the next tap, and missed by nobody.
   Fetched when the page stands already. */
(() => {
  "use strict";
  const { $, keep, kept, match } = table;
  const PAUSE = 300, OFTEN = 5000; // milliseconds after a tap, and between two questions

  let half = null; // what the server has not been told
  let timer = 0, isAsking = false;

  /* What somebody counts for their own eyes goes to no other device. */
  const isSecret = () => Boolean($("form[data-secret]"));

  table.heard = (name, value) => {
    if (name !== `half:${match()}` || isSecret()) return;
    half = value ? JSON.stringify(value) : "";
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  };

  function ask() {
    const form = $("#halver");
    if (!form || $("[data-waiting]") || isAsking || table.isBusy || table.isAway || navigator.onLine === false) return;
    const told = half === null ? [] : [Object.assign(document.createElement("input"), { type: "hidden", name: "half", value: half })];
    form.replaceChildren(...told);
    half = null;
    isAsking = true;
    htmx.ajax("POST", form.getAttribute("hx-post"), { source: form });
  }

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "halver") isAsking = false;
    if (ctx.sourceElement.id === "outbox") tellAgain();
  });

  /* What an entry had is written with it; what was half entered behind it is not. */
  function tellAgain() {
    half = null;
    kept(`half:${match()}`).then(value => { if (value && half === null && !table.isAsked) table.heard(`half:${match()}`, value); });
  }

  // -- Taken over: what the device before had half entered, where the same is asked here ---------------------------
  function come() {
    const came = $("#came"), step = $("#step"), address = new URL(location);
    if (!address.searchParams.has("half")) return;
    history.replaceState(history.state, "", address.pathname); // loaded once more, it is this device's own that counts
    const value = came && JSON.parse(JSON.parse(came.textContent));
    const key = step ? JSON.parse(step.textContent).key : $("form[data-look]")?.dataset.key;
    if (value?.key === key) keep(`half:${match()}`, value);
  }

  // -- Told: what this device still keeps, in words ------------------------------------------------------------------
  function tell() {
    const place = $("[data-waiting]");
    if (!place) return;
    const lines = table.queue.map(({ words, at }) =>
      Object.assign(document.createElement("li"), { textContent: `${words}, at ${new Date(at).toTimeString().slice(0, 5)}` }));
    $("ul", place).replaceChildren(...lines);
    place.hidden = !lines.length;
  }

  document.addEventListener("htmx:after:swap", tell);
  document.addEventListener("table:kept", tell);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  setInterval(() => { if (!document.hidden) ask(); }, OFTEN);
  come();
  tellAgain(); // tapped before this came
  tell();
})();
