/* What a tablet keeps: small things by name, and the entries of each match, waiting or written. Its tabs share them;
   what the store refuses, the page itself remembers. */
const table = (() => {
  "use strict";
  const PATIENCE = 5000; // milliseconds for the tablet's own store: one that hangs must not keep anything from the server
  const LEASE = 8000; // milliseconds one tab may send before another thinks it gone
  const LOG = 500; // written entries of a match that stay on the tablet, to be sent once more
  const memory = new Map(); // what the store does not hold (yet): [key, value] by its name
  let trouble = ""; // why it does not

  function soon(work) {
    return new Promise((resolve, reject) => { setTimeout(reject, PATIENCE, new Error("slow")); work(resolve, reject); });
  }

  const store = soon((resolve, reject) => {
    const opening = indexedDB.open("dogclub", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  store.catch(() => {});

  /* `work` asks and writes within one transaction; what it hands to `give` comes when all is on the disk. */
  async function transact(work, durability = "strict", mode = "readwrite") {
    const db = await store;
    return soon((resolve, reject) => {
      const deal = db.transaction("kept", mode, { durability });
      let found;
      deal.oncomplete = () => resolve(found);
      deal.onerror = deal.onabort = event => reject(deal.error || event.target.error);
      work(deal.objectStore("kept"), value => { found = value; });
    });
  }

  const ask = (asking, then) => { asking.onsuccess = () => then(asking.result); };
  const span = (...from) => IDBKeyRange.bound(from, [...from, []]);

  function failed(error) {
    const isFull = error?.name === "QuotaExceededError";
    trouble = isFull ? "its storage is full" : error?.message === "slow" ? "its storage does not answer" : "its browser forbids it";
  }

  /* Pairs of a key and a value; no value takes the key away. What an earlier write could not keep goes along. */
  async function write(pairs) {
    for (const [key, value] of pairs) memory.set(String(key), [key, value]);
    const all = [...memory];
    try {
      await transact(rows => {
        for (const [, [key, value]] of all) if (value === null) rows.delete(key); else rows.put(value, key);
      });
      for (const [name, pair] of all) if (memory.get(name) === pair) memory.delete(name);
      if (!memory.size) trouble = "";
    } catch (error) {
      failed(error);
    }
  }

  async function kept(name) {
    if (memory.has(name)) return memory.get(name)[1] ?? undefined;
    return transact((rows, give) => ask(rows.get(name), give), "relaxed", "readonly").catch(failed);
  }

  function keep(name, value) {
    table.heard?.(name, value);
    return write([[name, value]]);
  }

  // -- Entries: {id, seq, match, url, body, beside, at, words, after} --------------------------------------------
  const key = (kind, row) => [kind, row.match, row.seq, row.id];
  const inOrder = (one, other) => one.seq - other.seq || (one.id < other.id ? -1 : 1);

  function overlaid(rows, kind, match) {
    const all = new Map(rows.map(row => [String(key(kind, row)), row]));
    for (const [name, [at, row]] of memory) {
      if (at[0] === kind && at[1] === match) { if (row) all.set(name, row); else all.delete(name); }
    }
    return [...all.values()].sort(inOrder);
  }

  async function entries(kind, match, known = []) {
    const read = (rows, give) => ask(rows.getAll(span(kind, match)), give);
    return overlaid(await transact(read, "relaxed", "readonly").catch(error => { failed(error); return known; }), kind, match);
  }

  /* One step of the queue, as every tab has left it: `step` is handed what waits and answers with pairs to write. */
  async function change(match, known, step) {
    let pairs = null;
    const work = rows => ask(rows.getAll(span("out", match)), found => {
      pairs = [...[...memory.values()], ...step(overlaid(found, "out", match))];
      for (const [at, value] of pairs) if (value === null) rows.delete(at); else rows.put(value, at);
      if (!pairs.some(([at]) => at[0] === "log")) return;
      ask(rows.getAllKeys(span("log", match)), keys => keys.slice(0, -LOG).forEach(each => rows.delete(each)));
    });
    try {
      await transact(work).catch(async error => {
        if (error?.name !== "QuotaExceededError") throw error;
        await transact(rows => { // what was written long ago makes room for what was not
          rows.delete(IDBKeyRange.bound(["log"], ["log", match], false, true));
          rows.delete(IDBKeyRange.bound(["log", match, []], ["log", []]));
        });
        await transact(work);
      });
      for (const pair of pairs) if (memory.get(String(pair[0])) === pair) memory.delete(String(pair[0]));
      if (!memory.size) trouble = "";
    } catch (error) {
      failed(error);
      for (const [at, value] of pairs || step(overlaid(known, "out", match))) memory.set(String(at), [at, value]);
    }
    return entries("out", match, known);
  }

  /* Whether this tab may send now. No clock has to be right: one that jumps ends a lease early, and the server takes an
     entry once, however often it comes. */
  function lease(match, tab, isWanted) {
    return transact((rows, give) => ask(rows.get(["lease", match]), held => {
      const age = held && held.tab !== tab ? Date.now() - held.at : -1;
      const isFree = age < 0 || age > LEASE;
      give(isFree);
      if (isFree && isWanted) rows.put({ tab, at: Date.now() }, ["lease", match]);
      else if (isFree) rows.delete(["lease", match]);
    }), "relaxed").catch(() => true);
  }

  return {
    keep, kept, key, entries, change, lease, write,
    get trouble() { return trouble && [...memory.values()].some(([at, row]) => at[0] === "out" && row) ? trouble : ""; },
  };
})();
