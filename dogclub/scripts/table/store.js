/**
 * What a tablet stores: small values by name, and the entries of each match, waiting or written. Its tabs share them;
 * what the database refuses, the page itself remembers.
 * @import { Pair, Row, StoreKey } from "../types"
 */

const PATIENCE = 5000; // milliseconds for the tablet's own database: one that hangs must not hold back a request
const LEASE = 8000; // milliseconds one tab may send before another thinks it gone
const LOG = 500; // written entries of a match that stay on the tablet, to be sent once more
const NAME = "kept"; // of the object store in the database "dogclub"

/** What the database does not hold (yet), by its name. @type {Map<string, Pair>} */
const memory = new Map();
/** @type {"" | "full" | "slow" | "forbidden"} why it does not */
let reason = "";

/** Called with each small value that is saved. @type {((name: string, value: any) => void)[]} */
export const saveListeners = [];

/**
 * @template T
 * @param {(resolve: (value: T) => void, reject: (error?: unknown) => void) => void} work
 * @returns {Promise<T>}
 */
function withPatience(work) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE, new Error("slow"));
    work(resolve, reject);
  });
}

/** @type {Promise<IDBDatabase>} */
const database = withPatience((resolve, reject) => {
  const opening = indexedDB.open("dogclub", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
});
database.catch(() => {});

/**
 * `work` asks and writes within one transaction; what it hands to `give` comes when all is on the disk.
 * @param {(rows: IDBObjectStore, give: (value: any) => void) => void} work
 * @param {IDBTransactionDurability} [durability]
 * @param {IDBTransactionMode} [mode]
 * @returns {Promise<any>}
 */
async function transact(work, durability = "strict", mode = "readwrite") {
  const opened = await database;
  return withPatience((resolve, reject) => {
    const transaction = opened.transaction(NAME, mode, { durability });
    /** @type {any} */
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onerror = transaction.onabort = event =>
      reject(transaction.error || /** @type {IDBRequest} */ (event.target).error);
    work(transaction.objectStore(NAME), value => {
      result = value;
    });
  });
}

/** @template T @param {IDBRequest<T>} request @param {(result: T) => void} then */
const ask = (request, then) => {
  request.onsuccess = () => then(request.result);
};

/** Every key that begins like this. @param {...(string | number)} from */
const range = (...from) => IDBKeyRange.bound(from, [...from, []]);

/** @param {any} error */
function noteFailure(error) {
  if (error?.name === "QuotaExceededError") reason = "full";
  else reason = error?.message === "slow" ? "slow" : "forbidden";
}

/** What is on the disk now is remembered no more. @param {Pair[]} pairs */
function forget(pairs) {
  for (const pair of pairs) if (memory.get(String(pair[0])) === pair) memory.delete(String(pair[0]));
  if (!memory.size) reason = "";
}

/** @param {IDBObjectStore} rows @param {Pair[]} pairs */
function put(rows, pairs) {
  for (const [key, value] of pairs) {
    if (value === null) rows.delete(key);
    else rows.put(value, key);
  }
}

/** What an earlier write could not store goes along. @param {Pair[]} pairs */
export async function write(pairs) {
  for (const pair of pairs) memory.set(String(pair[0]), pair);
  const all = [...memory.values()];
  try {
    await transact(rows => put(rows, all));
    forget(all);
  } catch (error) {
    noteFailure(error);
  }
}

/** A small value; undefined where there is none. @param {string} name @returns {Promise<any>} */
export async function load(name) {
  const pair = memory.get(name);
  if (pair) return pair[1] ?? undefined;
  return transact((rows, give) => ask(rows.get(name), give), "relaxed", "readonly").catch(noteFailure);
}

/** @param {string} name @param {any} value null takes it away */
export function save(name, value) {
  for (const listener of saveListeners) listener(name, value);
  return write([[name, value]]);
}

/**
 * Where an entry is stored: "out" while it waits, "log" once it is written.
 * @param {string} kind @param {Row} row
 */
export const key = (kind, row) => /** @type {StoreKey} */ ([kind, row.match, row.seq, row.id]);

/** @param {Row} one @param {Row} other */
const inOrder = (one, other) => one.seq - other.seq || (one.id < other.id ? -1 : 1);

/**
 * The rows with what the database does not hold yet.
 * @param {Row[]} rows @param {string} kind @param {string} match
 */
function overlaid(rows, kind, match) {
  const all = new Map(rows.map(row => [String(key(kind, row)), row]));
  for (const [name, [at, row]] of memory) {
    if (at[0] !== kind || at[1] !== match) continue;
    if (row) all.set(name, /** @type {Row} */ (row));
    else all.delete(name);
  }
  return [...all.values()].sort(inOrder);
}

/**
 * The entries of a match, oldest first; `known` is what the page knew, where the database does not answer.
 * @param {"out" | "log"} kind @param {string} match @param {Row[]} [known]
 */
export async function entries(kind, match, known = []) {
  /** @type {(rows: IDBObjectStore, give: (value: any) => void) => void} */
  const read = (rows, give) => ask(rows.getAll(range(kind, match)), give);
  const rows = await transact(read, "relaxed", "readonly").catch(error => {
    noteFailure(error);
    return known;
  });
  return overlaid(rows, kind, match);
}

/**
 * One step of the queue, as every tab has left it.
 * @param {string} match
 * @param {Row[]} known what this page knew, where the database does not answer
 * @param {(rows: Row[]) => Pair[]} step is handed what waits and answers with pairs to write
 * @returns {Promise<Row[]>} what waits now
 */
export async function change(match, known, step) {
  /** @type {Pair[] | null} */
  let pairs = null;
  /** @param {IDBObjectStore} rows */
  const work = rows =>
    ask(rows.getAll(range("out", match)), found => {
      pairs = [...memory.values(), ...step(overlaid(found, "out", match))];
      put(rows, pairs);
      if (!pairs.some(([at]) => at[0] === "log")) return;
      ask(rows.getAllKeys(range("log", match)), keys => keys.slice(0, -LOG).forEach(each => rows.delete(each)));
    });
  try {
    await transact(work).catch(error => makeRoom(error, match).then(() => transact(work)));
    forget(pairs || []);
  } catch (error) {
    noteFailure(error);
    for (const pair of pairs || step(overlaid(known, "out", match))) memory.set(String(pair[0]), pair);
  }
  return entries("out", match, known);
}

/**
 * What other matches wrote long ago makes room for what was not written.
 * @param {any} error @param {string} match
 */
async function makeRoom(error, match) {
  if (error?.name !== "QuotaExceededError") throw error;
  await transact(rows => {
    rows.delete(IDBKeyRange.bound(["log"], ["log", match], false, true));
    rows.delete(IDBKeyRange.bound(["log", match, []], ["log", []]));
  });
}

/**
 * Whether this tab may send now. No clock has to be right: one that jumps ends a lease early, and the server takes an
 * entry once, however often it comes.
 * @param {string} match @param {string} tab @param {boolean} isWanted false gives the lease back
 * @returns {Promise<boolean>}
 */
export function lease(match, tab, isWanted) {
  const name = ["lease", match];
  return transact(
    (rows, give) =>
      ask(rows.get(name), held => {
        const age = held && held.tab !== tab ? Date.now() - held.at : -1;
        const isFree = age < 0 || age > LEASE;
        give(isFree);
        if (isFree && isWanted) rows.put({ tab, at: Date.now() }, name);
        else if (isFree) rows.delete(name);
      }),
    "relaxed",
  ).catch(() => true);
}

/** Why entries are on no disk; "" while all that wait are. */
export const storageTrouble = () =>
  reason && [...memory.values()].some(([at, row]) => at[0] === "out" && row) ? reason : "";
