/* Keeps what a table needs when the network is away: its files, its page, and what may be asked beside the rounds, as the
   server last drew them. Nothing else is kept, and nothing that is sent passes through here. The taps are in the page's
   own store, which is never opened here. */
"use strict";
const FILES = `files-${VERSION}`; // of this build; those of builds before stay while a kept page needs them
const PAGES = "pages-"; // and whose they are: there is never more than one
const WHO = "X-Kept-For", BUILD = "X-Kept-Files", AT = "X-Kept-At";
const MOST = 40; // of 20 tables
const PATIENCE = 4000; // milliseconds for the network, when there is a kept page
const TABLE = /^\/m\/[0-9a-f-]{36}\/table\/$/;
const BESIDE = "beside/"; // under the table
const isKept = of => TABLE.test(of.endsWith(BESIDE) ? of.slice(0, -BESIDE.length) : of);
const NAMED = /\/static\/[^"]+\.[0-9a-f]{12}\.[^"]+/g; // in a page
const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.[^/]+$/; // never changes under this name

// -- One thing at a time, in the order it came: a page drawn later is never overwritten by an earlier one --------
let line = Promise.resolve();

function inTurn(work) {
  line = line.then(work).catch(() => {}); // what cannot be kept now is kept the next time
  return line;
}

// -- The files ---------------------------------------------------------------------------------------------------
const had = path => caches.match(path, { ignoreVary: true });

async function fetched(path, how) {
  const response = await fetch(path, how);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function install() {
  const files = await caches.open(FILES);
  await files.put(OFFLINE, await fetched(OFFLINE, { cache: "no-cache", credentials: "omit" }));
  const paths = SHELL.filter(path => HASHED.test(path));
  await Promise.all(paths.map(async path => files.put(path, await had(path) || await fetched(path))));
}

const offline = async () => (await caches.open(FILES)).match(OFFLINE);

async function file(request) {
  const kept = await had(request);
  if (kept) return kept;
  const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE * 5) });
  if (response.status === 200) await (await caches.open(FILES)).put(request, response.clone());
  return response;
}

// -- The pages ---------------------------------------------------------------------------------------------------
const shelves = async () => (await caches.keys()).filter(name => name.startsWith(PAGES));
const path = request => new URL(request.url).pathname;

async function kept(of) {
  for (const name of await shelves()) {
    const found = await (await caches.open(name)).match(of);
    if (found) return found;
  }
  return null;
}

/* Only the pages of this one person stay; nobody's, when nobody is told. */
async function only(who) {
  for (const name of await shelves()) if (name !== PAGES + who) await caches.delete(name);
}

async function put(of, text, headers) {
  const shelf = await caches.open(PAGES + headers.get(WHO));
  const marked = new Headers(headers);
  marked.delete("Content-Encoding");
  if (!marked.has(BUILD)) marked.set(BUILD, FILES);
  marked.set(AT, Date.now());
  await shelf.put(of, new Response(text, { headers: marked }));
  await drop(shelf);
  await Promise.allSettled([...new Set(text.match(NAMED))].map(file)); // those it asks for later, too
}

/* The pages longest not drawn make room. */
async function drop(shelf) {
  const all = await shelf.keys();
  if (all.length <= MOST) return;
  const dated = await Promise.all(all.map(async key => [Number((await shelf.match(key)).headers.get(AT)), key]));
  dated.sort((one, other) => other[0] - one[0]);
  for (const [, key] of dated.slice(MOST)) await shelf.delete(key);
}

/* What the server's answer means for what is kept. A busy server means nothing. */
async function noted(of, response) {
  const who = response.headers.get(WHO);
  if (who) await only(who);
  if (!isKept(of) || response.status >= 500 || response.status === 429) return;
  if (response.status === 200 && who && !response.redirected) return put(of, await response.text(), response.headers);
  for (const name of await shelves()) await (await caches.open(name)).delete(of);
}

/* A page that came before the worker did, asked for as it was opened. */
async function keep(of, search) {
  for (const url of [of + search, of + BESIDE]) {
    await noted(url.split("?")[0], await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE) }));
  }
}

const part = (text, from = text.indexOf(`<main id="main"`)) => [from, text.indexOf("</main>", from) + "</main>".length];

/* The table after an entry: what was drawn anew takes its place in the kept page. */
async function drawn(of, { text, who, search }) {
  const page = await kept(of);
  if (page?.headers.get(WHO) !== who) return keep(of, search);
  const before = await page.text(), [start, end] = part(before), [from, to] = part(text);
  return put(of, before.slice(0, start) + text.slice(from, to) + before.slice(end), page.headers);
}

async function answer(event) {
  const of = path(event.request);
  const asking = Promise.resolve(event.preloadResponse).then(early => early || fetch(event.request));
  const copied = asking.then(response => (TABLE.test(of) ? response.clone() : response));
  event.waitUntil(copied.then(copy => inTurn(() => noted(of, copy)), () => {}));
  const stored = TABLE.test(of) && await kept(of);
  if (!stored) return asking.catch(offline);
  const late = new Promise(resolve => { setTimeout(resolve, PATIENCE, stored); });
  return Promise.race([asking.then(response => (response.status >= 500 ? stored : response)), late]).catch(() => stored);
}

/* What the page asks behind the taps: as it was last told, when nobody answers. */
async function beside(event, of) {
  const response = await fetch(event.request, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  if (!response || response.status >= 500) return await kept(of) || response || Response.error();
  const copy = response.clone();
  event.waitUntil(inTurn(() => noted(of, copy)));
  return response;
}

// -- What the browser and the page tell --------------------------------------------------------------------------
async function activate() {
  await self.registration.navigationPreload?.enable();
  const needed = new Set([FILES]);
  for (const name of await shelves()) {
    const shelf = await caches.open(name);
    for (const key of await shelf.keys()) needed.add((await shelf.match(key)).headers.get(BUILD));
  }
  for (const name of await caches.keys()) if (name.startsWith("files-") && !needed.has(name)) await caches.delete(name);
}

/* A newer worker takes over while a page is being opened and no second one stands beside it. */
async function makeWay() {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length < 2) self.registration.waiting?.postMessage({ do: "take over" });
}

self.addEventListener("install", event => event.waitUntil(install()));
self.addEventListener("activate", event => event.waitUntil(activate()));
self.addEventListener("message", event => {
  const { data } = event, of = data.path;
  if (data.do === "take over") self.skipWaiting();
  if (data.do === "drawn" && TABLE.test(of)) event.waitUntil(inTurn(() => drawn(of, data)));
  if (data.do === "keep" && TABLE.test(of)) event.waitUntil(inTurn(() => keep(of, data.search)));
});
self.addEventListener("fetch", event => {
  const { request } = event;
  const isOpening = request.mode === "navigate";
  if (isOpening && request.method === "POST" && path(request) === SIGN_OUT) event.waitUntil(inTurn(() => only("")));
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (isOpening) {
    event.waitUntil(makeWay());
    event.respondWith(answer(event));
  } else if (HASHED.test(path(request))) {
    event.respondWith(file(request));
  } else if (isKept(path(request)) && request.url.endsWith(BESIDE)) {
    event.respondWith(beside(event, path(request)));
  }
});
