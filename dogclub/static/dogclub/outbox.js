/* The tablet's outbox, for every game: what is tapped is kept before the network hears of it, and sent until the server
   has said yes. `table.play` takes the part of the page that knows the game's form. */
const table = (() => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const DOUBLE = 350; // two taps on one spot within so many milliseconds are one
  const WAITS = [1, 2, 4, 8, 15, 30]; // seconds until the next try
  const PATIENCE = 5000; // milliseconds for the tablet's own store: one that hangs must not keep anything from the server

  // -- Kept on the tablet: what is tapped and not sent, and what is sent and not yet answered --------------------
  const store = soon((resolve, reject) => {
    const opening = indexedDB.open("dogclub", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  }).catch(() => null);
  const memory = new Map(); // where a browser forbids the store, the page itself remembers

  function soon(work) {
    return new Promise((resolve, reject) => { setTimeout(resolve, PATIENCE); work(resolve, reject); });
  }

  async function kept(name) {
    const db = await store;
    if (!db) return memory.get(name);
    return soon(resolve => {
      const asking = db.transaction("kept").objectStore("kept").get(name);
      asking.onsuccess = () => resolve(asking.result);
      asking.onerror = () => resolve(memory.get(name));
    });
  }

  async function keep(name, value) {
    memory.set(name, value);
    const db = await store;
    if (!db) return;
    await soon(resolve => {
      const work = db.transaction("kept", "readwrite", { durability: "strict" });
      work.oncomplete = work.onerror = work.onabort = resolve;
      const rows = work.objectStore("kept");
      if (value === null) rows.delete(name); else rows.put(value, name);
      if (work.commit) work.commit();
    });
  }

  // -- The page's own part ---------------------------------------------------------------------------------------
  let game = null; // begin(ready), draw(), fill(form, body), beside(form), local(button)
  let outgoing = null; // what is on its way: {url, body, tries}
  let isTold = false; // the page says what was wrong, until the next tap
  let lastTap = { time: 0, x: 0, y: 0 };
  let beginning = 0; // pages whose kept part is still being fetched
  const early = []; // what was tapped meanwhile

  const match = () => $("#outbox")?.dataset.match;

  async function begin(isFresh) {
    if (!match()) return;
    isTold = Boolean($("#main .is-wrong"));
    beginning += 1;
    const ready = isFresh && kept(`out:${match()}`).then(found => { outgoing = found || null; });
    await game.begin(ready);
    await ready;
    beginning -= 1;
    if (isFresh && outgoing) send();
    if (!beginning) for (const button of early.splice(0)) button.click();
  }

  /* Beside the count, or above a page that counts nothing. */
  function say(bold, rest, ...more) {
    const says = $("#meter .says") || $("#kept");
    if (!says || isTold) return;
    says.hidden = false;
    says.classList.remove("is-wrong");
    says.replaceChildren(Object.assign(document.createElement("b"), { textContent: bold }), ` ${rest} `, ...more);
  }

  // -- Sending: kept on the tablet before the network hears of it, again and again with the same id ----------------
  function entryId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  async function submit(form, button) {
    if (beginning || (outgoing && !outgoing.asked)) return;
    const body = new URLSearchParams(new FormData(form));
    if (button && button.name) body.append(button.name, button.value);
    game.fill(form, body);
    body.set("entry", entryId());
    body.set("at", Date.now());
    outgoing = { url: form.getAttribute("action"), body: body.toString(), beside: game.beside(form), tries: 0 };
    if (button) button.dataset.sent = ""; // the tap shows before the club's server has answered
    game.draw();
    await keep(`out:${match()}`, outgoing);
    send();
  }

  let busy = false, timer = 0;

  function send() {
    if (busy || !outgoing) return;
    clearTimeout(timer);
    const form = $("#outbox");
    form.replaceChildren(...[...new URLSearchParams(outgoing.body)].map(([name, value]) =>
      Object.assign(document.createElement("input"), { type: "hidden", name, value })));
    busy = true;
    htmx.ajax("POST", outgoing.url, { source: form });
  }

  function later(why) {
    const wait = WAITS[Math.min(outgoing.tries, WAITS.length - 1)];
    outgoing.tries += 1;
    isTold = false;
    say("Kept on this tablet.", `${why} The next try comes in ${wait} ${wait === 1 ? "second" : "seconds"}.`);
    timer = setTimeout(send, 1000 * wait);
  }

  /* No waiting helps here: whoever holds the tablet tries again, or lets go of what it kept. */
  function stuck(why) {
    isTold = false;
    say("Kept on this tablet.", why, $("#stuck").content.cloneNode(true));
  }

  /* What is kept is gone before the page is left. */
  function drop(link) {
    outgoing = null;
    Promise.all([keep(`out:${match()}`, null), keep(`half:${match()}`, null)]).then(() => location.assign(link.href));
  }

  function answered(event) {
    const { ctx } = event.detail;
    if (ctx.sourceElement.id !== "outbox" || !outgoing) return;
    const { status, headers } = ctx.response;
    const isOurs = new URLSearchParams(outgoing.body).get("entry") === headers.get("X-Entry-Written");
    if (isOurs || status === 422) {
      if (isOurs && !outgoing.beside) keep(`half:${match()}`, null);
      keep(`out:${match()}`, null);
      outgoing = null;
    } else if (status === 409) {
      outgoing.asked = true;
    } else {
      ctx.hx.reswap = "none";
      ctx.swap = "none";
      event.preventDefault(); // a page that says something else, a sign-in page for one, takes nothing away
    }
  }

  function finished(event) {
    const { ctx } = event.detail;
    if (ctx.sourceElement.id !== "outbox") return;
    busy = false;
    if (!outgoing || outgoing.asked) return;
    const status = ctx.response?.status || 0;
    if (status >= 500 || status === 429) later("The club’s server is busy.");
    else if (!status) later("The club’s server does not answer.");
    else if (status === 403 || status === 404) stuck("It may not write here now: have the match handed over anew.");
    else stuck("Sign in again on this page, or have the match handed over anew, and it is sent.");
  }

  // -- Taps --------------------------------------------------------------------------------------------------------
  function isDouble(event) {
    const isSame = Math.abs(event.clientX - lastTap.x) < 24 && Math.abs(event.clientY - lastTap.y) < 24;
    const isSoon = event.timeStamp - lastTap.time < DOUBLE;
    if (event.detail) lastTap = { time: event.timeStamp, x: event.clientX, y: event.clientY };
    return event.detail > 0 && isSame && isSoon;
  }

  document.addEventListener("click", event => {
    const button = event.target.closest("#main button, #main a, #main label");
    for (const menu of $$(".more[open]")) if (!menu.contains(event.target)) menu.open = false;
    if (!button) return;
    const isTwice = isDouble(event) && !button.matches("[data-to], [data-again]"); // a stepper is meant to be tapped quickly
    if (isTwice || button.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      event.stopPropagation();
    } else if (beginning) {
      event.preventDefault();
      event.stopPropagation();
      early.push(button);
    } else if (button.matches("[data-drop]")) {
      event.preventDefault();
      drop(button);
    } else if (button.matches("[data-again]")) {
      say("Kept on this tablet.", "Trying again.");
      send();
    } else if (game.local(button)) {
      event.preventDefault();
    }
  }, true);

  document.addEventListener("keydown", event => {
    if (event.key === "Escape") for (const menu of $$(".more[open]")) menu.open = false;
  });
  document.addEventListener("submit", event => {
    if (!event.target.matches("form[data-out]")) return;
    event.preventDefault();
    submit(event.target, event.submitter);
  });
  document.addEventListener("htmx:after:request", answered);
  document.addEventListener("htmx:finally:request", finished);
  document.addEventListener("htmx:after:swap", event => {
    // On another page the second of two taps would write; on the same one, drawn anew, a tap is a tap.
    if (event.detail.ctx.sourceElement.id !== "looker") lastTap = { ...lastTap, time: performance.now() };
    begin(false);
  });
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { send(); stayAwake(); } });

  // -- The screen stays awake, where the browser can do that ----------------------------------------------------
  async function stayAwake() {
    try { await navigator.wakeLock?.request("screen"); } catch { /* a low battery may refuse; scoring goes on */ }
  }

  stayAwake();
  return {
    $, $$, WAITS, keep, kept, match, say, submit,
    play(part) { game = part; begin(true); },
    get isBusy() { return Boolean(outgoing); },
    get isTold() { return isTold; },
    set isTold(value) { isTold = value; },
  };
})();
