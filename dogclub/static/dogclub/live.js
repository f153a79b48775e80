/* Follows the stream that a page names in data-live. A message is only ever a topic and its version: whatever is new is
   asked for as a piece of the page, so a message that was missed is never a score that is missing. Without a stream the
   page is asked every few seconds instead. Nothing heard for ten seconds is said in words, and so is being signed out. */
(() => {
  "use strict";
  const STALE = 10_000, QUIET = 7_000, POLL = 4_000, PATIENCE = 6_000, SOONEST = 500, LATEST = 8_000;
  const seen = {}; // the newest version of each topic, as far as the stream has told
  let stream = null, isOpen = false, spoke = 0, again = 0; // open once it has said something
  let isMuffled = false; // something on the way kept its beats back: it counts as open once one came
  let isBusy = false, isWanted = false, isOwed = false, asked = Date.now(); // wanted meanwhile; owed an answer
  let isOut = false; // asked to sign in instead
  let heard = Date.now(), ahead = 0; // `ahead`: how far this screen's clock is before the server's

  const page = () => document.querySelector("[data-live]");
  const since = moment => Math.abs(Date.now() - moment); // a clock that was put back counts as silence, too

  // -- What is new ---------------------------------------------------------------------------------------------------
  function ask() {
    isWanted = isBusy && since(asked) < PATIENCE;
    if (isWanted) return;
    isBusy = isOwed = true;
    asked = Date.now();
    htmx.trigger(page(), "news");
  }

  function hear(theirs) {
    heard = Date.now();
    if (theirs) ahead = heard - theirs;
    say();
  }

  function told(event) {
    let isNews = false;
    for (const [topic, version] of Object.entries(JSON.parse(event.data))) {
      isNews ||= seen[topic] !== version;
      seen[topic] = version;
    }
    spoke = Date.now();
    isOpen ||= !isMuffled;
    hear();
    if (isNews) ask();
  }

  function beat(event) {
    spoke = Date.now();
    isOpen = true;
    isMuffled = false;
    hear(Number(event.data));
  }

  // -- The stream ----------------------------------------------------------------------------------------------------
  function close() {
    clearTimeout(again);
    stream?.close();
    stream = null;
    isOpen = false;
  }

  function open() {
    close();
    if (document.hidden) return;
    spoke = Date.now();
    stream = new EventSource(page().dataset.live);
    stream.addEventListener("version", told);
    stream.addEventListener("beat", beat);
    stream.addEventListener("bye", later);
    stream.addEventListener("error", later);
  }

  /* Everybody loses the stream at once: they come back one by one. */
  function later() {
    close();
    again = setTimeout(open, SOONEST + Math.random() * (LATEST - SOONEST));
  }

  /* Whoever looks again, wakes up or finds the network does not wait. */
  function back() {
    if (document.hidden) return close();
    open();
    ask();
  }

  // -- What the page says of it --------------------------------------------------------------------------------------
  const ago = ms => {
    const seconds = Math.max(0, Math.round(ms / 1000)), minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
    const [count, word] = seconds < 60 ? [seconds, "second"] : minutes < 60 ? [minutes, "minute"] : [hours, "hour"];
    return `${count} ${word}${count === 1 ? "" : "s"} ago`;
  };
  const clock = (ms, timeZone) => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(ms);

  function words(stale, { zone, changed, final }, isWall) {
    const at = () => clock(heard - ahead, zone);
    if (isOut) return `Not live: signed out. Last heard at ${at()}. Load this page again to sign in.`;
    if (stale) return isWall ? `Not live. Last heard from the table ${ago(Date.now() - heard)}, at ${at()}.` : `Not live. Last heard at ${at()}.`;
    return final ? "Final." : changed ? `Live. Updated ${ago(Date.now() - ahead - changed * 1000)}.` : "Live.";
  }

  function set(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  function say() {
    const place = page(), stale = isOut || since(heard) > STALE;
    for (const each of place.querySelectorAll(".live")) {
      each.dataset.words ??= each.textContent;
      const line = each.closest("[data-line]");
      line?.classList.toggle("is-stale", stale);
      if (line?.dataset.line === "page") line.hidden = !stale;
      each.classList.toggle("is-stale", stale);
      const of = { ...place.dataset, ...each.closest("[data-changed]")?.dataset };
      set(each, line ? words(stale, of, line.dataset.line === "wall") : stale ? "not live" : each.dataset.words);
    }
    for (const each of place.querySelectorAll("[data-stale]")) {
      each.dataset.news ??= each.textContent;
      set(each, stale ? each.dataset.stale : each.dataset.news);
    }
  }

  function tick() {
    if (document.hidden) return;
    if (stream && since(spoke) > STALE) {
      isMuffled ||= isOpen;
      later();
    }
    if ((isOwed || !isOpen || since(spoke) > QUIET) && since(asked) >= (isBusy ? PATIENCE : POLL)) ask();
    say();
  }

  const isOurs = ctx => Boolean(ctx) && ctx.sourceElement === page();

  document.addEventListener("htmx:after:request", event => {
    const { ctx } = event.detail, { raw, status, headers } = ctx.response;
    if (!isOurs(ctx)) return;
    if (status === 410) return location.reload(); // the server says politely that this door is shut
    // Whatever is not this page (a sign-in page, an error) must not take its place.
    const isPage = status === 204 || (raw.ok && ctx.text.includes("data-live="));
    isOut = raw.redirected && !isPage;
    if (!isPage) return event.preventDefault();
    isOwed = false;
    hear(Date.parse(headers.get("Date")));
  });
  document.addEventListener("htmx:finally:request", event => {
    if (!isOurs(event.detail.ctx)) return;
    isBusy = false;
    if (isWanted) ask();
  });
  document.addEventListener("htmx:after:swap", () => { if (page()) say(); });

  if (!page()) return;
  htmx.config.morphIgnore.push("open"); // what somebody unfolded stays unfolded
  document.addEventListener("visibilitychange", back);
  window.addEventListener("online", back);
  window.addEventListener("pageshow", event => { if (event.persisted) back(); });
  window.addEventListener("pagehide", close);
  setInterval(tick, 1000);
  open();
})();
