/* The page for when nothing answers: the tables this browser has kept, and how much waits for each. It only looks. */
(() => {
  "use strict";
  const $ = selector => document.querySelector(selector);
  const TABLE = /^\/m\/([0-9a-f-]{36})\/table\/$/;
  const { here, alive } = document.body.dataset;

  /* Every page the worker has kept: its match, its title, when the server drew it. */
  async function pages() {
    const found = [];
    for (const name of self.caches ? await caches.keys() : []) {
      const shelf = await caches.open(name);
      for (const key of await shelf.keys()) {
        const [path, match] = TABLE.exec(new URL(key.url).pathname) || [];
        if (!match) continue;
        const page = await shelf.match(key), read = new DOMParser().parseFromString(await page.text(), "text/html");
        found.push({ path, match, title: read.querySelector("meta[name=description]").content, at: Number(page.headers.get("X-Kept-At")) });
      }
    }
    return found.sort((one, other) => other.at - one.at);
  }

  /* The page's own store as it is; where there is none yet, none is made. */
  function store() {
    return new Promise(resolve => {
      const opening = indexedDB.open("dogclub");
      opening.onupgradeneeded = () => opening.transaction.abort();
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    });
  }

  /* How many entries wait, by match: the store of kept.js has them under ["out", match, …]. */
  async function waiting() {
    const db = await store(), counted = new Map();
    if (!db) return counted;
    const asking = db.transaction("kept").objectStore("kept").getAllKeys();
    await new Promise(resolve => { asking.onsuccess = asking.onerror = resolve; });
    db.close();
    for (const [what, match] of (asking.result || []).filter(Array.isArray)) {
      if (what === "out") counted.set(match, 1 + (counted.get(match) || 0));
    }
    return counted;
  }

  function line(path, title, words) {
    const row = $("#table").content.cloneNode(true), link = row.querySelector("a");
    Object.assign(link, { href: path, textContent: title });
    row.querySelector("p").textContent = words.filter(Boolean).join(" ");
    return row;
  }

  const entries = count => (count ? `${count} ${count === 1 ? "entry" : "entries"} waiting on this tablet.` : "");
  const clock = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  const time = at => `As the server last showed it, ${clock.format(at)}.`;

  async function list() {
    const [kept, counted] = await Promise.all([pages(), waiting()]);
    const rows = kept.map(({ path, match, title, at }) => line(path, title, [entries(counted.get(match)), time(at)]));
    const known = new Set(kept.map(({ match }) => match));
    for (const [match, count] of counted) {
      const why = "Its page is not kept: open it, signed in, when the server is back.";
      if (!known.has(match)) rows.push(line(`/m/${match}/table/`, "Another table", [entries(count), why]));
    }
    $("#tables").replaceChildren(...rows);
    $("#none").hidden = rows.length > 0;
  }

  async function look() {
    const isBack = await fetch(alive, { cache: "no-store" }).then(response => response.ok, () => false);
    if (isBack && location.pathname !== here) location.reload();
    $("#away").hidden = isBack;
    $("#back").hidden = !isBack;
    if (!isBack) setTimeout(look, 5000);
  }

  list();
  look();
})();
