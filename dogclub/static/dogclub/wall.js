// The wall board's footer: says how old the scores are, and says so in red when the table has not been heard from.
(() => {
  "use strict";
  const STALE = 10_000;
  let heard = Date.now(), ahead = 0; // `ahead`: how far this screen's clock is before the server's

  const ago = ms => {
    const seconds = Math.max(0, Math.round(ms / 1000)), minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
    const [count, word] = seconds < 60 ? [seconds, "second"] : minutes < 60 ? [minutes, "minute"] : [hours, "hour"];
    return `${count} ${word}${count === 1 ? "" : "s"} ago`;
  };
  const clock = (ms, timeZone) => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(ms);

  const say = () => {
    const board = document.querySelector(".wall");
    const footer = board.querySelector("footer"), [live, news] = footer.children;
    const stale = Date.now() - heard > STALE;
    news.dataset.news ??= news.textContent;
    footer.classList.toggle("is-stale", stale);
    live.classList.toggle("is-stale", stale);
    live.textContent = stale
      ? `Not live. Last heard from the table ${ago(Date.now() - heard)}, at ${clock(heard - ahead, board.dataset.zone)}.`
      : board.dataset.final ? "Final."
      : `Live. Updated ${ago(Date.now() - ahead - board.dataset.changed * 1000)}.`;
    news.textContent = stale ? news.dataset.stale : news.dataset.news;
  };

  document.addEventListener("htmx:after:request", event => {
    const { response, text } = event.detail.ctx;
    // Whatever is not the board (a sign-in page, an error) must not take its place.
    if (response.status !== 204 && !text.includes('class="wall')) return event.preventDefault();
    heard = Date.now();
    const theirs = Date.parse(response.headers.get("Date"));
    if (theirs) ahead = heard - theirs;
    setTimeout(say);
  });
  setInterval(say, 1000);
  say();
})();
