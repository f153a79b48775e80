/**
 * The page for when nothing answers: the tables this browser has stored, and how much waits for each. It only
 * looks.
 */
import { isOfTheClub } from "../table/cut_off.js";
import { $ } from "../table/dom.js";
import { gettext, ngettext } from "../table/gettext.js";

const TABLE = /^\/m\/([0-9a-f-]{36})\/table\/$/;
const NO_PAGE = gettext("This page is not stored here: open it when you are online.");
const CLOCK = new Intl.DateTimeFormat(document.documentElement.lang, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const { here, alive } = document.body.dataset;

/** Every page the worker has stored: its match, its title, when the server drew it (newest first). */
async function storedPages() {
  const found = [];
  for (const name of "caches" in self ? await caches.keys() : []) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const [path, match] = TABLE.exec(new URL(key.url).pathname) || [],
        page = await cache.match(key);
      if (!path || !match || !page) continue;
      const read = new DOMParser().parseFromString(await page.text(), "text/html");
      const title = $("meta[name=description]", read).content,
        at = Number(page.headers.get("X-Kept-At"));
      found.push({ path, match, title, at });
    }
  }
  return found.sort((one, other) => other.at - one.at);
}

/**
 * The table's own database as it is; where there is none yet, none is made.
 * @returns {Promise<IDBDatabase | null>}
 */
function openDatabase() {
  return new Promise(resolve => {
    const opening = indexedDB.open("dogclub");
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => resolve(null);
  });
}

/** How many entries wait, by match: `table/store.js` has them under ["out", match, …]. */
async function countWaiting() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const database = await openDatabase();
  if (!database) return counts;
  const request = database.transaction("kept").objectStore("kept").getAllKeys();
  await new Promise(resolve => {
    request.onsuccess = request.onerror = resolve;
  });
  database.close();
  for (const key of request.result || []) {
    if (!Array.isArray(key) || key[0] !== "out") continue;
    const match = String(key[1]);
    counts.set(match, 1 + (counts.get(match) || 0));
  }
  return counts;
}

/** @param {string} path @param {string} title @param {string[]} words */
function line(path, title, words) {
  const row = $("#table").content.cloneNode(true);
  Object.assign($("a", row), { href: path, textContent: title });
  $("p", row).textContent = words.filter(Boolean).join(" ");
  return row;
}

/** @param {number} [count] */
const entries = count => (count ? ngettext("{count} entry to send.", "{count} entries to send.", count) : "");
/** @param {number} at */
const time = at => gettext("Last updated {time}.", { time: CLOCK.format(at) });

async function list() {
  const [pages, counts] = await Promise.all([storedPages(), countWaiting()]);
  const rows = pages.map(({ path, match, title, at }) => line(path, title, [entries(counts.get(match)), time(at)]));
  const known = new Set(pages.map(({ match }) => match));
  for (const [match, count] of counts) {
    if (!known.has(match)) rows.push(line(`/m/${match}/table/`, gettext("Another table"), [entries(count), NO_PAGE]));
  }
  $("#tables").replaceChildren(...rows);
  $("#none").hidden = rows.length > 0;
}

async function look() {
  const isBack = await fetch(alive || "", { cache: "no-store" }).then(
    response => response.ok && isOfTheClub(response.headers),
    () => false,
  );
  if (isBack && location.pathname !== here) location.reload();
  $("#away").hidden = isBack;
  $("#back").hidden = !isBack;
  if (!isBack) setTimeout(look, 5000);
}

list();
look();
