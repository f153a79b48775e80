/**
 * The service worker: stores what a table needs when the network is away: its files, its page, and what may be asked
 * beside the rounds, as the server last drew them. Nothing else is stored, and nothing that is sent passes through.
 * The taps are in the page's own database, which is never opened here. `worker.py` puts VERSION, SHELL, OFFLINE and
 * SIGN_OUT before it.
 */
"use strict";
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const FILES = `files-${VERSION}`; // of this build; those of builds before stay while a stored page needs them
const PAGES = "pages-"; // and whose they are: there is never more than one
const WHO = "X-Kept-For",
  BUILD = "X-Kept-Files",
  AT = "X-Kept-At";
const MOST = 40; // pages: of 20 tables
const PATIENCE = 4000; // milliseconds for the network, when there is a stored page
const TABLE = /^\/m\/[0-9a-f-]{36}\/table\/$/;
const BESIDE = "beside/"; // under the table
const NAMED = /\/(?:static|script-messages)\/[^"]+\.[0-9a-f]{12}\.[^"]+/g; // in a page
const HASHED = /^\/(?:static|script-messages)\/.+\.[0-9a-f]{12}\.[^/]+$/; // never changes under this name

/** Whether the page of this path is stored. @param {string} path */
const isStored = path => TABLE.test(path.endsWith(BESIDE) ? path.slice(0, -BESIDE.length) : path);

/** @param {Request} request */
const pathOf = request => new URL(request.url).pathname;

/** Whether the club's own server answered, not a portal or a proxy; nobody can tell of a redirect. @param {Response} response */
const isOfTheClub = ({ headers, type }) => type !== "opaqueredirect" && headers.has("X-Dog-Club");

/** Not a portal's page in its place. @param {Response} response */
const isFile = ({ headers, status }) => status === 200 && !headers.get("Content-Type")?.startsWith("text/html");

/** `AbortSignal.timeout`, which Safari has from 16 on. @param {number} milliseconds */
function within(milliseconds) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

// -- One thing at a time, in the order it came: a page drawn later is never overwritten by an earlier one
/** @type {Promise<unknown>} */
let queue = Promise.resolve();

/** @param {() => Promise<unknown> | unknown} work */
function inTurn(work) {
  queue = queue.then(work).catch(() => {}); // what cannot be stored now is stored the next time
  return queue;
}

// -- The files
/** A store that is refused has nothing. @param {string | Request} path */
const storedFile = path => caches.match(path, { ignoreVary: true }).catch(() => undefined);

/** @param {string} path @param {RequestInit} [how] */
async function fetchFile(path, how) {
  const response = await fetch(path, how);
  if (!(path === OFFLINE ? isOfTheClub(response) && response.ok : isFile(response)))
    throw new Error(`${path}: ${response.status}`);
  return response;
}

async function install() {
  const files = await caches.open(FILES);
  await files.put(OFFLINE, await fetchFile(OFFLINE, { cache: "no-cache", credentials: "omit" }));
  const paths = SHELL.filter(path => HASHED.test(path));
  await Promise.all(paths.map(async path => files.put(path, (await storedFile(path)) || (await fetchFile(path)))));
}

const offlinePage = async () => (await (await caches.open(FILES)).match(OFFLINE)) || Response.error();

/** @param {string | Request} request @param {Response} response */
const keep = async (request, response) => (await caches.open(FILES)).put(request, response);

/** @param {string | Request} request */
async function file(request) {
  const stored = await storedFile(request);
  if (stored) return stored;
  const response = await fetch(request, { signal: within(PATIENCE * 5) });
  if (isFile(response)) await keep(request, response.clone()).catch(() => {}); // no room: shown all the same
  return response;
}

// -- The pages
const pageCaches = async () => (await caches.keys()).filter(name => name.startsWith(PAGES));

/** @param {string} path */
async function storedPage(path) {
  for (const name of await pageCaches()) {
    const page = await (await caches.open(name)).match(path);
    if (page) return page;
  }
  return null;
}

/** Only the pages of this one person stay; nobody's, where `who` is "". @param {string} who */
async function keepOnly(who) {
  for (const name of await pageCaches()) if (name !== PAGES + who) await caches.delete(name);
}

/** @param {string} path @param {string} text @param {Headers} headers */
async function storePage(path, text, headers) {
  const cache = await caches.open(PAGES + headers.get(WHO)),
    marked = new Headers(headers);
  marked.delete("Content-Encoding");
  if (!marked.has(BUILD)) marked.set(BUILD, FILES);
  marked.set(AT, String(Date.now()));
  await cache.put(path, new Response(text, { headers: marked }));
  await makeRoom(cache);
  await Promise.allSettled([...new Set(text.match(NAMED))].map(file)); // those it asks for later, too
}

/** The pages longest not drawn go. @param {Cache} cache */
async function makeRoom(cache) {
  const all = await cache.keys();
  if (all.length <= MOST) return;
  /** @param {Request} key */
  const drawnAt = async key => Number((await cache.match(key))?.headers.get(AT));
  const dated = await Promise.all(all.map(async key => ({ key, at: await drawnAt(key) })));
  dated.sort((one, other) => other.at - one.at);
  for (const { key } of dated.slice(MOST)) await cache.delete(key);
}

/**
 * What the server's answer means for what is stored. A busy server means nothing, and neither does an answer that is not
 * the club's; a page that asks to sign in comes as one of its own.
 * @param {string} path @param {Response} response
 */
async function note(path, response) {
  if (!isOfTheClub(response)) return;
  const who = response.headers.get(WHO);
  if (who) await keepOnly(who);
  if (!isStored(path) || response.status >= 500 || response.status === 429) return;
  if (response.status === 200 && who && !response.redirected) {
    await storePage(path, await response.text(), response.headers);
  } else {
    for (const name of await pageCaches()) await (await caches.open(name)).delete(path);
  }
}

/**
 * A page that came before the worker did, asked for as it was opened.
 * @param {string} path @param {string} search
 */
async function fetchPage(path, search) {
  for (const url of [path + search, path + BESIDE]) {
    await note(url.split("?")[0], await fetch(url, { redirect: "manual", signal: within(PATIENCE) }));
  }
}

/** Where the part of a page begins and ends that htmx swaps. @param {string} text @returns {[number, number]} */
function mainOf(text) {
  const start = text.indexOf('<main id="main"');
  return [start, text.indexOf("</main>", start) + "</main>".length];
}

/**
 * The table after an entry: what was drawn anew takes its place in the stored page.
 * @param {string} path @param {{ text: string, who: string, search: string }} message
 */
async function update(path, { text, who, search }) {
  const page = await storedPage(path);
  if (page?.headers.get(WHO) !== who) return fetchPage(path, search);
  const before = await page.text(),
    [start, end] = mainOf(before),
    [from, to] = mainOf(text);
  return storePage(path, before.slice(0, start) + text.slice(from, to) + before.slice(end), page.headers);
}

/**
 * A page that is opened: the server's, or what was stored where it does not answer in time.
 * @param {FetchEvent} event
 */
async function openPage(event) {
  const path = pathOf(event.request);
  const asking = fetch(event.request);
  const copied = asking.then(response => (TABLE.test(path) ? response.clone() : response));
  event.waitUntil(
    copied.then(
      copy => inTurn(() => note(path, copy)),
      () => {},
    ),
  );
  const stored = TABLE.test(path) && (await storedPage(path).catch(() => null));
  if (!stored) return asking.catch(offlinePage);
  const late = new Promise(resolve => {
    setTimeout(resolve, PATIENCE, stored);
  });
  /** @param {Response} response */
  const chosen = response =>
    response.type === "opaqueredirect" || (isOfTheClub(response) && response.status < 500) ? response : stored;
  return Promise.race([asking.then(chosen), late]).catch(() => stored);
}

/**
 * What the page asks behind the taps: as it was last answered, when nobody answers.
 * @param {FetchEvent} event @param {string} path
 */
async function answerBeside(event, path) {
  const response = await fetch(event.request, { signal: within(PATIENCE) }).catch(() => null);
  if (!response || !isOfTheClub(response) || response.status >= 500)
    return (await storedPage(path)) || response || Response.error();
  const copy = response.clone();
  event.waitUntil(inTurn(() => note(path, copy)));
  return response;
}

// -- Notifications
/** @param {PushMessageData} data */
async function notify(data) {
  const { title, url, ...more } = data.json();
  await scope.registration.showNotification(title, { ...more, data: url });
}

/** The page that shows it already, or a new one. @param {string} url */
async function openFrom(url) {
  const { href } = new URL(url, location.origin);
  const open = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = open.find(client => client.url === href);
  return shown ? shown.focus() : scope.clients.openWindow(href);
}

// -- What the browser and the page tell
async function activate() {
  await scope.registration.navigationPreload?.disable(); // Firefox opens nothing offline where it is on
  /** @type {Set<string | null | undefined>} */
  const needed = new Set([FILES]);
  for (const name of await pageCaches()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) needed.add((await cache.match(key))?.headers.get(BUILD));
  }
  for (const name of await caches.keys()) if (name.startsWith("files-") && !needed.has(name)) await caches.delete(name);
}

/** What waits behind an older worker takes over, unless a second page is open that the older one serves. */
async function takeOver() {
  const open = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length < 2) scope.skipWaiting();
}

scope.addEventListener("install", event => event.waitUntil(install()));
scope.addEventListener("activate", event => event.waitUntil(activate()));
scope.addEventListener("message", event => {
  const { data } = event,
    { path } = data;
  if (data.do === "take over") event.waitUntil(takeOver());
  if (data.do === "drawn" && TABLE.test(path)) event.waitUntil(inTurn(() => update(path, data)));
  if (data.do === "keep" && TABLE.test(path)) event.waitUntil(inTurn(() => fetchPage(path, data.search)));
});
scope.addEventListener("fetch", event => {
  const { request } = event,
    path = pathOf(request),
    isOpening = request.mode === "navigate";
  if (isOpening && request.method === "POST" && path === SIGN_OUT) event.waitUntil(inTurn(() => keepOnly("")));
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (isOpening) {
    event.respondWith(openPage(event));
  } else if (HASHED.test(path)) {
    event.respondWith(file(request));
  } else if (isStored(path) && request.url.endsWith(BESIDE)) {
    event.respondWith(answerBeside(event, path));
  }
});
scope.addEventListener("push", event => {
  if (event.data) event.waitUntil(notify(event.data));
});
scope.addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(openFrom(event.notification.data));
});
