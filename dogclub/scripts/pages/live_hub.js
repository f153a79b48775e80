/**
 * One stream for all open pages of this browser, which opens six connections to a server and no more. Each page has a
 * port by which it hears of its own topics, of every beat, and of the end.
 * @typedef {Pick<MessagePort, "postMessage">} Port
 */
const SILENT = 10_000, // milliseconds: a stream that says nothing is opened anew
  RECENT = 15_000, // a page that was there until then comes back soon
  AGAIN = 30_000, // before the server is asked once more for a page it refused
  PAUSE = 50, // pages that come together are asked for together
  MOST = 24; // pages of one stream

/** What each open page follows. @type {Map<Port, string>} */
const pages = new Map();
/** When each stream was wanted last. @type {Map<string, number>} */
const wantedAt = new Map();
/** What this stream was opened for. @type {string[]} */
let paths = [];
/** The topics of each of them, as far as the server lets this browser in. @type {Record<string, string[]>} */
let topics = {};
/** @type {Record<string, number>} */
let versions = {};
/** @type {EventSource | null} */
let stream = null;
let openedAt = 0,
  heardAt = 0,
  opening = 0,
  isAnswered = false;

/** @param {number} moment */
const since = moment => Math.abs(Date.now() - moment);

function close() {
  stream?.close();
  stream = null;
  isAnswered = false;
  [paths, topics, versions] = [[], {}, {}];
}

/** Every page comes back by itself, a little later. */
function end() {
  close();
  for (const port of pages.keys()) port.postMessage({ type: "bye" });
}

/** @param {Port} port @param {string} path @param {Record<string, number>} news */
function tell(port, path, news) {
  const own = Object.entries(news).filter(([topic]) => topics[path]?.includes(topic));
  if (own.length) port.postMessage({ type: "version", data: JSON.stringify(Object.fromEntries(own)) });
}

function open() {
  close();
  const recent = [...wantedAt.keys()].filter(path => since(Number(wantedAt.get(path))) < RECENT);
  paths = [...new Set([...pages.values(), ...recent])].slice(0, MOST);
  if (!pages.size) return;
  openedAt = heardAt = Date.now();
  stream = new EventSource(`/live/?${new URLSearchParams(paths.map(path => ["page", path]))}`);
  stream.addEventListener("pages", event => {
    topics = JSON.parse(event.data);
    isAnswered = true;
    for (const [port, path] of pages) if (!topics[path]) port.postMessage({ type: "bye" });
  });
  stream.addEventListener("version", event => {
    heardAt = Date.now();
    const news = JSON.parse(event.data);
    Object.assign(versions, news);
    for (const [port, path] of pages) tell(port, path, news);
  });
  stream.addEventListener("beat", event => {
    heardAt = Date.now();
    for (const [port, path] of pages) if (topics[path]) port.postMessage({ type: "beat", data: event.data });
  });
  stream.addEventListener("bye", end);
  stream.addEventListener("error", end);
}

/** @param {Port} port @param {string} path */
export function join(port, path) {
  pages.set(port, path);
  wantedAt.set(path, Date.now());
  const isGood = stream && since(heardAt) < SILENT && paths.includes(path);
  if (isGood && topics[path]) {
    tell(port, path, versions);
  } else if (isGood && isAnswered && since(openedAt) < AGAIN) {
    port.postMessage({ type: "bye" });
  } else if (!isGood || isAnswered) {
    clearTimeout(opening);
    opening = setTimeout(open, PAUSE);
  }
}

/** @param {Port} port */
export function leave(port) {
  pages.delete(port);
  if (!pages.size) close();
}

/** Of all: another page has the stream from now on. */
export function disband() {
  pages.clear();
  close();
}
