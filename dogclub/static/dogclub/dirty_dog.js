/* The table of Dirty Dog: shows every tap at once, and goes on by itself while the club's server does not answer. What may
   be bid, what a hand is worth and what it is called says the twin. */
(() => {
  "use strict";
  const { $, $$, half: slot, keep, kept, match, say, submit, twin } = table;
  const { signed, some, sum } = twin;

  let page = null; // what the server brought
  let state = null; // where the table stands: the page, and what waits on this tablet
  let log = []; // what this tablet wrote since, oldest first
  let step = null; // what is asked now; nothing while a scored hand is shown
  let shown = ""; // which question stands on the page
  let half = null; // what is half entered, and which question it answers
  let taps = []; // [seat, number] in the order they were made
  let trump = "";

  async function begin(ready) {
    const data = $("#step");
    page = data && JSON.parse(data.textContent);
    state = page && page.now;
    shown = page && `${page.what}-${state.number}`;
    step = null;
    log = [];
    await ready;
    half = await kept(slot()) || null;
    if (page) show();
  }

  // -- Which page: the server's own, or the next one drawn here. What draws it comes when the page stands --------------
  function canDraw() {
    const blank = $("#blank-entry");
    if (blank) table.bringRest().then(() => table.refused && table.bring(blank.dataset.script)); // who goes on needs both
    return Boolean(blank && table.pages);
  }

  window.addEventListener("load", () => setTimeout(canDraw, 2500));
  document.addEventListener("table:pages", () => { if (page && !step) show(); });

  const hasGoneOn = () => half !== null && half.key === `bids-${state.number}`;

  function rests() {
    if (!page.plan[state.at]) return true;
    return !hasGoneOn() && (state === page.now ? page.what === "result" : Boolean(state.line) && !Object.keys(state.bids).length);
  }

  function show() {
    step = rests() ? null : twin.step(page, state);
    const now = step ? step.key : `result-${state.number}`;
    if (now !== shown && !canDraw()) {
      step = null;
      return;
    }
    if (now !== shown) step ? table.pages.entry(page, state, step) : table.pages.result(page, state);
    shown = now;
    if (!step) return;
    const isMine = half !== null && half.key === now;
    taps = (isMine ? half.taps : step.taps).map(([seat, value]) => [seat, value]);
    trump = isMine && step.what === "bids" ? half.trump : step.trump;
    draw();
  }

  /* The page as it will be when all this is written; false where only the server can tell. */
  function ahead(entries) {
    if (!page || !canDraw()) return false;
    const then = table.goingOn.all(page, entries);
    if (!then) return false;
    [log, state] = [entries, then];
    show();
    queueMicrotask(draw); // by then the outbox lets go of the page
    return true;
  }

  function remember() {
    half = { key: step ? step.key : `bids-${state.number}`, taps, trump };
    return keep(slot(), half);
  }

  function goOn() {
    [taps, trump] = [[], ""];
    remember();
    show();
  }

  /* What was never sent is taken out of the queue and stands half entered again; else an undo waits behind it. */
  async function takeBack() {
    const { past } = state;
    half = { key: twin.step(page, past).key, taps: past.taps, trump: past.trump };
    if (!await table.takeBack(table.goingOn.last(state, log))) return submit($("#undo"));
    keep(slot(), half);
  }

  const tapped = () => new Map(taps);

  function tap(seat, value) {
    taps = [...taps.filter(([other]) => other !== seat), [seat, value]];
    changed();
  }

  function changed() {
    table.isTold = false;
    draw();
    const saved = remember();
    if (step.what === "bids" && !toBid().length) saved.then(() => submit($("#send")));
  }

  const bids = () => new Map([...Object.entries(step.fixed).map(([seat, bid]) => [+seat, bid]), ...taps]);
  const toBid = () => step.order.filter(seat => !bids().has(seat));

  function tricks() {
    const mine = tapped();
    const found = new Map(step.order.map(seat => [seat, mine.has(seat) ? mine.get(seat) : step.bids[seat]]));
    const open = step.order.filter(seat => !mine.has(seat));
    const rest = open.length === 1 ? step.cards - sum(found.values()) + found.get(open[0]) : -1;
    const auto = rest >= 0 && rest <= step.cards ? open[0] : null;
    if (auto !== null) found.set(auto, rest);
    return { found, auto, left: step.cards - sum(found.values()) };
  }

  // -- Drawing: rows never move, only their marks change ----------------------------------------------------------
  function draw() {
    if (!step) return;
    (step.what === "bids" ? drawBids : drawTricks)();
    for (const button of $$(".trump .num")) {
      const isOn = button.dataset.suit === trump;
      press(button, isOn, "is-on");
      button.value = isOn ? "" : button.dataset.suit;
    }
  }

  function press(button, isOn, css) {
    button.classList.remove("is-on", "is-miss", "is-auto", "is-bid", "is-fit", "is-barred");
    if (css && (isOn || css !== "is-on")) button.classList.add(css);
    button.setAttribute("aria-pressed", isOn);
  }

  function lock(button, isLocked) {
    button.type = isLocked ? "button" : "submit";
    if (isLocked) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
  }

  function drawBids() {
    const said = bids(), left = toBid(), total = sum(said.values()), last = taps.at(-1);
    const { cards } = step, barred = left.length === 1 ? twin.barred(cards, total) : null, count = `bid of ${some(cards, "card")}`;
    for (const seat of step.order) {
      const row = $(`#seat-${seat}`), isNow = left[0] === seat;
      row.classList.remove("is-now", "is-done", "is-waiting");
      row.classList.add(isNow ? "is-now" : said.has(seat) ? "is-done" : "is-waiting");
      if (isNow) row.scrollIntoView({ block: "nearest" }); // a phone may be too short for ten players
      $(".role", row).textContent = isNow ? "bids now" : step.roles[seat];
      if (!table.isTold) $(".reason", row).textContent = isNow && barred !== null ? twin.reason(cards, total) : "";
      const open = !table.isBusy && (isNow || (last && last[0] === seat));
      $$(".pad .num", row).forEach((button, bid) => {
        const isBarred = isNow && bid === barred, isOn = said.get(seat) === bid;
        press(button, isOn, isBarred ? "is-barred" : "is-on");
        lock(button, isBarred || !open);
        if (isBarred) button.setAttribute("aria-describedby", `reason-${seat}`);
        else button.removeAttribute("aria-describedby");
      });
    }
    const pips = [...fill("on", Math.min(total, cards)), ...fill("", cards - total), ...fill("over", total - cards)];
    const name = step.names[left[0]];
    if (left.length > 1) meter(total, count, pips, twin.soFar(cards, total), `${left.length} still to bid.`);
    else if (left.length) meter(total, count, pips, `${name} decides.`, twin.choices(cards, total));
    else meter(total, count, pips, twin.allIn(cards, total), "");
    const undo = last ? `Undo: ${step.names[last[0]]} bids ${last[1]}` : step.undo;
    foot(undo, left.length ? `${some(left.length, "bid")} to go` : "Write the bids down", !left.length);
  }

  function drawTricks() {
    const { found, auto, left } = tricks();
    for (const seat of step.order) {
      const row = $(`#seat-${seat}`), took = found.get(seat), bid = step.bids[seat], isMade = took === bid;
      $(".role", row).textContent = `bid ${bid}${step.roles[seat]}${auto === seat ? ", the rest" : ""}`;
      if (!table.isTold) $(".reason", row).textContent = "";
      const points = $(".pts", row);
      points.textContent = signed(twin.points(bid, took));
      points.classList.toggle("miss", !isMade);
      const fit = left && isMade ? took + left : -1;
      $$(".pad .num", row).forEach((button, value) => {
        const isOn = value === took, isBid = value === bid;
        const css = isOn ? (auto === seat ? "is-auto" : isBid ? "is-on" : "is-miss") : value === fit ? "is-fit" : isBid ? "is-bid" : "";
        press(button, isOn, css);
        lock(button, table.isBusy);
        const words = [value, isBid && "bid", isOn && "taken", value === fit && "settles it"];
        button.setAttribute("aria-label", words.filter(word => word !== false).join(", "));
      });
    }
    const placed = step.cards - left, trick = step.cards === 1 ? "trick" : "tricks";
    const usual = ["Tap only who missed.", "A dotted number settles the hand in one tap."];
    if (left > 0) meter(left, `of ${step.cards} ${trick} still to place`, [...fill("on", placed), ...fill("miss", left)], ...usual);
    else if (left < 0) meter(-left, left === -1 ? "trick too many" : "tricks too many", [...fill("on", step.cards), ...fill("over", -left)], ...usual);
    else meter(step.cards, `of ${step.cards} ${trick} placed`, fill("on", step.cards), ...settled(found, auto));
    const last = taps.at(-1), off = Math.abs(left), word = off === 1 ? "trick" : "tricks";
    const main = left > 0 ? `Place ${off} more ${word}` : left < 0 ? `Take away ${off} ${word}` : `Score hand ${step.hand}`;
    foot(last ? `Undo: ${step.names[last[0]]} took ${last[1]}` : step.undo, main, left === 0);
  }

  function settled(found, auto) {
    if (auto !== null) {
      const isSbr = step.sbr[0] === auto && step.sbr[1] === found.get(auto);
      return [`${found.get(auto)} left for ${step.names[auto]}.`, `Bid ${step.bids[auto]}.${isSbr ? " That is an SBR." : ""}`];
    }
    const names = step.order.filter(seat => found.get(seat) !== step.bids[seat]).map(seat => step.names[seat]);
    return [`${twin.list(names)} ${names.length === 1 ? "is" : "are"} set.`, ""];
  }

  const fill = (pip, count) => Array(Math.max(0, count)).fill(pip);

  function meter(figure, count, pips, bold, rest) {
    const box = $("#meter"), svg = $("#pips"), width = 26 * pips.length + 4;
    $(".fig", box).textContent = figure;
    $("[data-count]", box).textContent = count;
    svg.setAttribute("viewBox", `0 0 ${width} 32`);
    svg.setAttribute("width", width);
    svg.innerHTML = pips.map((pip, at) =>
      `<rect class="pip${pip && `-${pip}`}" x="${26 * at + 2}" y="2" width="20" height="28" rx="2"/>`).join("");
    say(bold, rest);
  }

  function foot(undo, main, isReady) {
    const back = $("#back"), go = $("#go");
    $("span", back).textContent = undo || "Nothing to undo";
    back.setAttribute("form", taps.length ? "taps" : "undo");
    lock(back, !undo || table.isBusy);
    $("span", go).textContent = table.isBusy ? "Sending …" : main;
    go.setAttribute("form", "send");
    go.classList.toggle("btn-main", isReady && !table.isBusy);
    lock(go, !isReady || table.isBusy);
  }

  // -- What is sent -----------------------------------------------------------------------------------------------
  /* The taps as they stand here go with the form that writes them. */
  function send(form, body) {
    if (!beside(form)) half = null;
    if (table.isAsked) kept(`half:${match()}`).then(found => { half = found || null; }); // what comes after it
    if (form.id !== "send" || !step) return;
    body.delete("tap");
    const values = step.what === "bids" ? taps : [...tricks().found];
    for (const [seat, value] of values) body.append("tap", `${seat}-${value}`);
    if (step.what === "bids") {
      body.delete("trump");
      if (trump) body.set("trump", trump);
    }
  }

  /* Whether a form leaves what is half entered alone. */
  const beside = form => form.id === "suit" || (form.id === "send" && !step);

  /* Whether this tap is only shown, and not sent. */
  function local(button) {
    if (!page) return false;
    if (table.isBusy) return Boolean(step);
    if (button.closest(".pad")) {
      const [seat, value] = button.value.split("-").map(Number);
      tap(seat, value);
    } else if (button.form?.id === "taps" && button.name === "trump") {
      trump = button.value;
      changed();
    } else if (button.id === "back" && step && taps.length) {
      taps = taps.slice(0, -1);
      changed();
    } else if (button.id === "back" && log.length && state.past) {
      takeBack();
    } else if (button.classList.contains("pick")) {
      for (const row of $$(".seat")) row.classList.toggle("is-picked", row.contains(button));
    } else if (button.id === "go" && isNext() && (log.length || table.isAway)) {
      goOn();
    } else {
      return false;
    }
    return true;
  }

  /* A hand is scored, and another comes. */
  const isNext = () => Boolean(page && !step && page.plan[state.at] && canDraw());

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    const status = ctx.response?.status || 0;
    if (ctx.sourceElement.id === "go" && (!status || status >= 500) && isNext()) goOn();
  });

  table.play({ begin, draw, fill: send, beside, local, ahead });
})();
