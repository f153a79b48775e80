/* The tablet's outbox, for every game: what is tapped is kept before the network hears of it, and sent in order until
   the server has said yes. `table.play` takes the part of the page that knows the game's form. */
(() => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const DOUBLE = 350; // two taps on one spot within so many milliseconds are one
  const WAITS = [1, 2, 4, 8, 15, 30]; // seconds until the next try
  const { key, entries, change, lease } = table;

  // -- The page's own part ---------------------------------------------------------------------------------------
  let game = null; // begin(ready), draw(), fill(form, body), beside(form), local(button); ahead(waiting), words(form, body)
  let isTold = false; // the page says what was wrong, until the next tap
  let isRefused = false; // the page says why a tap does nothing, until the next tap
  let lastTap = { time: 0, x: 0, y: 0 };
  let beginning = 0; // pages whose kept part is still being fetched
  const early = []; // what was tapped meanwhile

  // -- The queue: as the tablet has it, and how far this page is drawn -------------------------------------------------
  let queue = [], written = []; // entries of this match, oldest first
  let seen = 0; // how many were written or gone when the server drew the page
  let drawn = []; // ids of what the page shows though the server's page did not
  let asked = ""; // the entry the server's page asks about
  let isBlocked = false; // something is on its way that the page does not show
  let isKeeping = false; // and is not on the disk yet
  let isAway = false; // the server did not answer last time
  const mine = new Set(); // what this page made or found
  const tab = entryId();
  const shouts = window.BroadcastChannel && new BroadcastChannel("dogclub");

  const match = () => $("#outbox")?.dataset.match;
  const waits = row => !row.isHeld;
  const waiting = () => queue.filter(row => waits(row) && mine.has(row.id));
  const entry = row => new URLSearchParams(row.body);
  const half = () => `${asked ? "asked" : "half"}:${match()}`; // what is put right leaves alone what was half entered

  async function reread() {
    queue = await entries("out", match(), queue); // each as it comes: meanwhile there may be more
    const rows = await entries("log", match(), written), known = new Set(rows.map(row => row.id));
    written = [...rows, ...written.filter(row => !known.has(row.id))];
  }

  async function set(step) {
    const covered = ([at, row]) => [at, table.covered?.(at, row) ?? row];
    queue = await change(match(), queue, rows => step(rows).map(covered));
    tell(true);
  }

  function tell(isLoud) {
    if (isLoud) shouts?.postMessage(match());
    if (queue.length) bringRest(); // it tells what waits
    document.dispatchEvent(new CustomEvent("table:kept"));
  }

  async function begin(isFresh) {
    if (!match()) return;
    isTold = Boolean($("#main .is-wrong"));
    isRefused = false;
    drawn = [];
    seen = written.length;
    beginning += 1;
    const look = () => { isBlocked = isKeeping || (waiting().length > 0 && !asked); };
    const came = isFresh && new URLSearchParams(location.search).has("half") && bringRest(); // what another device had half entered
    const ready = isFresh && Promise.all([reread(), came]).then(() => {
      seen = written.length;
      for (const row of queue) mine.add(row.id);
      look();
    });
    look();
    await game.begin(ready);
    await ready;
    if (isBlocked) isBlocked = !ahead();
    beginning -= 1;
    tell();
    if (isFresh) send();
    if (!beginning) for (const button of early.splice(0)) button.click();
  }

  /* What this tablet wrote since the server drew this page; null where it does not follow from it. */
  function since() {
    const { version, last } = $("#outbox").dataset;
    const rows = [...written.filter(row => row.written > version), ...waiting()];
    const found = rows.slice(rows.findIndex(row => row.id === last) + 1);
    let before = { id: last, written: Number(version) };
    for (const row of found) {
      if (row.after !== before.id && Number(entry(row).get("version")) !== before.written) return null;
      before = row;
    }
    return found;
  }

  /* The page as if all that waits were written, where its part knows how. */
  function ahead() {
    const rows = game.ahead && !isKeeping && $("#outbox[data-version]") && since();
    if (!rows || !game.ahead(rows.map(entry))) return false;
    drawn = rows.map(row => row.id);
    $("#kept").hidden = true;
    return true;
  }

  /* Beside the count, or above a page that counts nothing. */
  function say(bold, rest, ...more) {
    const says = $("#meter .says") || $("#kept");
    if (!says || isTold || isRefused) return;
    says.hidden = false;
    says.classList.remove("is-wrong");
    says.replaceChildren(Object.assign(document.createElement("b"), { textContent: bold }), ` ${rest} `, ...more);
  }

  /* A tap that only the club's server could follow: what is said of it is not lost when the next try fails. */
  function refuse(why) {
    isRefused = false;
    say("Not now.", why);
    isRefused = true;
  }

  // -- Keeping: on the tablet before the network hears of it, with an id that stays the same ---------------------------
  /* Random as version 4 says: each 0, 1 and 8 is rolled for. The browser's own way is closed on plain http. */
  function entryId() {
    const roll = digit => (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16);
    return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, roll);
  }

  const plain = element => (element?.textContent || "").replace(/\s+/g, " ").trim();

  /* An entry as the page itself names it: “Hand 7: Score hand 7”. */
  function said(form, button) {
    if (form.id === "undo") return plain($("#back"));
    return `${plain($("h1 .vh") || $("h1"))}: ${plain(button) || plain($("#go"))}`;
  }

  async function submit(form, button) {
    if (beginning || isBlocked) return;
    isRefused = false;
    const place = queue.find(row => row.id === asked); // put right, or chosen: goes where the one before it stood
    const body = new URLSearchParams(new FormData(form));
    if (button && button.name) body.append(button.name, button.value);
    game.fill(form, body);
    body.delete("csrfmiddlewaretoken");
    const id = form.id === "yield" ? body.get("entry") : entryId();
    body.set("entry", id);
    if (form.id !== "yield") body.set("at", Date.now());
    const row = {
      id, match: match(), url: form.getAttribute("action"), body: body.toString(), beside: game.beside(form), at: Date.now(),
      seq: place?.seq ?? 1 + Math.max(0, ...[...queue, ...written].map(each => each.seq)),
      after: place ? place.after : drawn.at(-1),
      words: form.dataset.words || game.words?.(form, body) || place?.words || said(form, button), isSecret: "secret" in form.dataset,
    };
    const gone = row.beside ? [] : [[half(), null]]; // it is in the entry now
    const before = written.find(each => each.id === row.after);
    if (before) row.body = at(row, before.written).body;
    if (place && id !== place.id) written.push({ ...place, isGone: true });
    mine.add(id);
    asked = "";
    isBlocked = true;
    if (button) button.dataset.sent = ""; // the tap shows before the club's server has answered
    game.draw();
    isKeeping = true;
    await set(rows => [...(place ? instead(rows, place, row, form) : []), [key("out", row), row], ...gone]);
    isKeeping = false;
    if (isAway) goAhead();
    send();
  }

  function at(row, version) {
    const body = entry(row);
    body.set("version", version);
    return { ...row, body: body.toString() };
  }

  /* A refused entry that was put right, and nobody else wrote meanwhile. */
  const isRight = (row, place) => row.id !== place.id && ["what", "number", "version"].every(name => entry(row).get(name) === entry(place).get(name));

  /* What was made on top of the one that goes: it follows the new one where nothing else stands there, and is asked
     about where the other tablet's was taken. */
  function instead(rows, place, row, form) {
    const later = new Set([place.id]);
    const follow = rows.filter(each => later.has(each.after) && later.add(each.id));
    const goes = row.id === place.id ? [] : [[key("out", place), null], [key("log", place), { ...place, isGone: true }]];
    return [...goes, ...follow.map(each => [key("out", each), {
      ...each,
      after: each.after !== place.id ? each.after : "alone" in form.dataset || isRight(row, place) ? row.id : null,
      isHeld: form.id === "yield" || each.isHeld,
    }])];
  }

  function goAhead() {
    isBlocked = !ahead();
    if (!isBlocked) tell();
    return !isBlocked;
  }

  // -- Sending: one at a time, in order, again and again with the same id ----------------------------------------------
  let sending = null, isBusy = false, timer = 0, tries = 0;

  async function send() {
    clearTimeout(timer);
    if (isBusy || !match() || asked || !queue.some(waits) || $("#main[data-what=elsewhere]")) return;
    isBusy = true;
    const isFree = await lease(match(), tab, true);
    if (isFree) queue = await entries("out", match(), queue);
    sending = isFree ? queue.find(waits) : null;
    const form = $("#outbox");
    if (!sending) {
      if (isFree) await lease(match(), tab, false);
      isBusy = false;
      timer = setTimeout(hear, 1000, { data: match() }); // another tab sends, or has sent
      return;
    }
    form.replaceChildren(...[...entry(sending)].map(([name, value]) =>
      Object.assign(document.createElement("input"), { type: "hidden", name, value })));
    htmx.ajax("POST", sending.url, { source: form });
  }

  function later(why) {
    const wait = WAITS[Math.min(tries, WAITS.length - 1)];
    tries += 1;
    isTold = false;
    if (isBlocked && !goAhead()) {
      say("Kept on this tablet.", `${why} The next try comes in ${wait} ${wait === 1 ? "second" : "seconds"}.`);
    }
    timer = setTimeout(send, 1000 * wait * (0.75 + Math.random() / 2)); // tablets do not all come back at once
  }

  /* The newest entries go as if they had never been tapped, where all of them wait behind another: the first one may be
     at the server already. */
  async function takeBack(count) {
    const rows = waiting(), gone = rows.slice(1).slice(-count);
    if (!count || gone.length < count || gone.includes(sending)) return false;
    await set(() => gone.flatMap(row => [[key("out", row), null], [key("log", row), { ...row, isGone: true }]]));
    return goAhead();
  }

  /* Written: what was made on top of it has now seen the sheet with it. */
  function settle(row, version) {
    const done = { ...row, written: version };
    written.push(done);
    const step = rows => [
      [key("out", row), null], [key("log", row), done],
      ...rows.filter(each => each.after === row.id).map(each => [key("out", each), at(each, version)]),
    ];
    queue = queue.filter(each => each.id !== row.id);
    return set(step);
  }

  let settling = null;

  const isElsewhere = ctx => ctx.response?.headers.has("X-Pencil-Elsewhere"); // another device has the pencil

  function answered(event) {
    const { ctx } = event.detail;
    if (ctx.sourceElement.id !== "outbox" || !sending) return;
    const { status, headers } = ctx.response;
    const isOurs = headers.get("X-Entry-Written") === sending.id;
    settling = null;
    if (isOurs) {
      settling = settle(sending, Number(headers.get("X-Match-Version")));
    } else if (status === 422 || (status === 409 && !isElsewhere(ctx))) {
      asked = sending.id;
    }
    isAway = false;
    const isShown = isOurs && queue.some(row => drawn.includes(row.id)); // the page is further than the server
    if (isShown || !(isOurs || asked || isElsewhere(ctx))) {
      ctx.hx.reswap = "none";
      ctx.swap = "none";
      event.preventDefault(); // a page that says something else, a sign-in page for one, takes nothing away
    }
  }

  async function finished(event) {
    const { ctx } = event.detail;
    if (ctx.sourceElement.id !== "outbox" || !sending) return;
    const status = ctx.response?.status || 0, done = settling;
    const row = sending;
    await done;
    await lease(match(), tab, false);
    [sending, isBusy, settling] = [null, false, null];
    isAway = !status || status >= 500 || status === 429;
    if (done || asked || isElsewhere(ctx)) {
      tries = 0;
      if (done) send();
    } else if (status >= 500 || status === 429) later("The club’s server is busy.");
    else if (status && (await bringRest(), table.refused)) table.refused(row, status);
    else later("The club’s server does not answer.");
  }

  /* Another tab has written, or let go of, what the server's page here does not know. */
  const isBehind = () => {
    const { version } = $("#outbox").dataset;
    return written.length > seen || written.some(row => row.written > version);
  };

  /* What another tab of this browser did. */
  async function hear(event) {
    if (event.data !== match() || beginning) return;
    await reread();
    if (asked && !queue.some(row => row.id === asked)) asked = "";
    tell();
    if (isBusy || !match()) return;
    if (isBehind() && !asked && !waiting().length) {
      htmx.ajax("GET", location.href, { target: "#main", swap: "outerMorph" });
    } else send();
  }

  // -- Taps --------------------------------------------------------------------------------------------------------
  function isDouble(event) {
    const isSame = Math.abs(event.clientX - lastTap.x) < 24 && Math.abs(event.clientY - lastTap.y) < 24;
    const isSoon = event.timeStamp - lastTap.time < DOUBLE;
    if (event.detail) lastTap = { time: event.timeStamp, x: event.clientX, y: event.clientY };
    return event.detail > 0 && isSame && isSoon;
  }

  /* A page that goes away without a network does not come back. */
  const leaves = button => table.isAway && button.matches("a[href]:not([data-drop], [download])") && !navigator.serviceWorker?.controller;

  function stop(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  document.addEventListener("click", event => {
    const button = event.target.closest("#main button, #main a, #main label");
    if (!button) return;
    isRefused = false;
    const isTwice = isDouble(event) && !button.matches("[data-to], [data-again]"); // a stepper is meant to be tapped quickly
    if (isTwice || button.getAttribute("aria-disabled") === "true") {
      stop(event);
    } else if (beginning) {
      stop(event);
      early.push(button);
    } else if (button.matches("[data-drop]")) {
      event.preventDefault();
      bringRest().then(() => table.drop?.(button));
    } else if (button.matches("[data-again]")) {
      say("Kept on this tablet.", "Trying again.");
      asked = "";
      send();
    } else if (button.matches("[data-kept]")) {
      $(".more").open = false;
    } else if (game.local(button)) {
      event.preventDefault();
    } else if (leaves(button)) {
      stop(event);
      refuse("The club’s server does not answer: stay on this page and go on writing.");
    }
  }, true);

  document.addEventListener("submit", event => {
    if (!event.target.matches("form[data-out]")) return;
    event.preventDefault();
    submit(event.target, event.submitter);
  });
  document.addEventListener("htmx:after:request", answered);
  document.addEventListener("htmx:finally:request", finished);
  document.addEventListener("htmx:after:swap", event => {
    const { sourceElement, response } = event.detail.ctx;
    if (sourceElement.id === "halver" && response?.status !== 409) return; // nothing was swapped: what is half entered was told
    // On another page the second of two taps would write; on the same one, drawn anew, a tap is a tap.
    if (event.detail.ctx.sourceElement.id !== "looker") lastTap = { ...lastTap, time: performance.now() };
    begin(false);
  });
  shouts?.addEventListener("message", hear);
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && match()) hear({ data: match() }); });

  // -- What no first tap needs comes when the page stands -----------------------------------------------------------
  const brought = {};

  function bring(src) {
    brought[src] ||= new Promise(resolve => {
      const onerror = () => { delete brought[src]; resolve(); }; // asked for again when it is needed
      document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve, onerror }));
      setTimeout(resolve, 5000); // nobody waits longer for it
    });
    return brought[src];
  }

  /* Once: the page of a newer build may call it otherwise. */
  const bringRest = async () => !table.refused && match() && bring($("#outbox").dataset.rest);

  window.addEventListener("load", () => setTimeout(bringRest, 3000));

  Object.defineProperties(table, Object.getOwnPropertyDescriptors({
    $, $$, WAITS, bring, bringRest, half, match, refuse, say, submit, send, set, takeBack,
    play(part) { game = part; begin(true); },
    get queue() { return queue; },
    get written() { return written; },
    get isAsked() { return Boolean(asked); },
    get isBusy() { return isBlocked; },
    get isAway() { return isAway || navigator.onLine === false; },
    get isTold() { return isTold; },
    set isTold(value) { [isTold, isRefused] = [value, false]; },
  }));
})();
