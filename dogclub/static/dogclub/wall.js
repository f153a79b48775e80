/* A big screen: turns the boards of a club's wall, lets a table with a fresh entry come forward, keeps the screen awake
   and the pointer out of the way. Without this file the browser turns the pages, and one board stands still. */
(() => {
  "use strict";
  const FRESH = 6_000; // a board stays at least as long before a fresh one takes its place
  const IDLE = 3_000, OFTEN = 4; // the code for phones comes after so many boards, or once a round
  const $ = selector => document.querySelector(selector);
  const walls = $(".walls"), controls = $(".wall-controls"), [hold, whole] = controls.querySelectorAll("button");
  const known = new Map(); // the version of each table as it was last drawn
  let shown = "", last = "", waiting = [], turned = Date.now(), count = 0, isHeld = false;

  const turns = () => [...walls.querySelectorAll(".turn[data-version]")];

  function show(id) {
    if (id !== shown) turned = Date.now();
    shown = id;
    if (id !== "phones") last = id;
    for (const each of walls.querySelectorAll(".turn")) each.hidden = each.id !== id;
    dots();
  }

  function dots() {
    const all = turns();
    hold.hidden = all.length < 2;
    hold.textContent = isHeld ? "Go on" : "Hold this table";
    hold.setAttribute("aria-pressed", isHeld);
    document.body.classList.toggle("is-held", isHeld);
    $(".dots").replaceChildren(...(all.length < 2 ? [] : all).map(each =>
      Object.assign(document.createElement("li"), { className: each.id === shown ? "is-now" : "", title: each.dataset.label })));
  }

  function step(by) {
    const all = turns(), at = all.findIndex(each => each.id === last);
    if (all.length) show(all[(at + by + all.length) % all.length].id);
  }

  /* Whatever comes next, once this board was there for long enough. */
  function turn() {
    const all = turns(), rested = Math.abs(Date.now() - turned);
    if (isHeld || !all.length) return;
    waiting = waiting.filter(id => id !== shown && all.some(each => each.id === id));
    if (waiting.length && (rested >= FRESH || shown === "phones")) return show(waiting.shift());
    if (rested < 1000 * walls.dataset.pace) return;
    turned = Date.now();
    count += 1;
    if ($("#phones") && shown !== "phones" && count % (Math.max(all.length, OFTEN) + 1) === 0) show("phones");
    else step(1);
  }

  /* After every swap: which tables have moved, and whether the one that is shown is still there. */
  function look() {
    const all = turns(), isFirst = !known.size;
    for (const { id, dataset: { version } } of all) {
      if (!isFirst && known.get(id) !== version && !waiting.includes(id)) waiting.push(id);
      known.set(id, version);
    }
    if (waiting.includes(shown)) turned = Date.now();
    const stays = all.some(each => each.id === shown) || (shown === "phones" && $("#phones"));
    const first = all.find(each => !each.hidden) ?? all[0];
    if (first) show(stays ? shown : first.id);
    else dots();
    turn();
  }

  // -- Hands -------------------------------------------------------------------------------------------------------
  function toggle() {
    if (turns().length < 2) return;
    isHeld = !isHeld;
    turned = Date.now();
    dots();
  }

  const fill = () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();

  let idle = 0;
  function awake() {
    document.body.classList.remove("is-idle");
    clearTimeout(idle);
    idle = setTimeout(() => document.body.classList.add("is-idle"), IDLE);
  }

  async function stay() {
    // Only where the browser has it, which is under HTTPS and on this machine itself; elsewhere the screen's own settings count.
    if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
  }

  hold.addEventListener("click", toggle);
  whole.addEventListener("click", fill);
  walls.addEventListener("click", event => { if (!event.target.closest("a, button")) toggle(); });
  document.addEventListener("keydown", event => {
    awake();
    if (event.target.closest("a, button") || event.ctrlKey || event.metaKey || event.altKey) return;
    const does = { " ": toggle, f: fill, ArrowRight: () => step(1), ArrowLeft: () => step(-1) }[event.key];
    if (does) event.preventDefault();
    does?.();
  });
  for (const name of ["pointermove", "pointerdown"]) document.addEventListener(name, awake);
  document.addEventListener("fullscreenchange", () => {
    whole.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
  });
  document.addEventListener("visibilitychange", stay);
  document.addEventListener("htmx:after:swap", look);

  htmx.config.morphIgnore.push("hidden"); // which board is shown is decided here
  controls.hidden = false;
  whole.hidden = !document.fullscreenEnabled;
  setInterval(turn, 500);
  look();
  stay();
  awake();
})();
