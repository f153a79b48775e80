/** What no first tap needs comes when the page stands: `table.extras.js`, and a game's own part. */
import { isOfTheClub } from "./cut_off.js";
import { $, element } from "./dom.js";
import { htmxReady } from "./htmx_ready.js";
import { extras, match } from "./state.js";

const PATIENCE = 5000; // milliseconds: nobody waits longer for it
/** @type {Record<string, Promise<unknown>>} */
const loading = {};
let attempts = 0;
/** @type {typeof import("./core.js")} what a late part is handed, since its own copy of a module would be another outbox */
let outbox;

/** The page begins: late parts work with this outbox. @param {typeof outbox} core */
export function handOver(core) {
  outbox = core;
}

/**
 * A module, started once with the outbox it adds to; the page of a newer build may call it otherwise.
 * @param {string} src @returns {Promise<unknown>} done when it has started, or nobody waits for it any longer
 */
export function load(src) {
  loading[src] ||= Promise.race([
    start(src),
    new Promise(resolve => {
      setTimeout(resolve, PATIENCE);
    }),
  ]);
  return loading[src];
}

/** What these parts say in the language of the page, where it is not English; each reads it when it speaks. */
async function bringMessages() {
  const address = $("[data-says]")?.dataset.says;
  if (!address || $("#messages-late")) return;
  const answer = await fetch(address);
  if (!answer.ok || !isOfTheClub(answer.headers)) throw new Error(address);
  const textContent = await answer.text();
  document.head.prepend(element("script", { type: "application/json", id: "messages-late", textContent }));
}

/** @param {string} src */
async function start(src) {
  attempts += 1; // a browser remembers that an address failed: the next try has another one
  try {
    await bringMessages();
    (await import(`${src}#${attempts}`)).start(outbox);
  } catch {
    delete loading[src];
  }
}

export const loadExtras = async () => {
  await htmxReady();
  if (!extras.refused && match()) await load($("#outbox").dataset.rest);
};

window.addEventListener("load", () => setTimeout(loadExtras, 3000));

/** @type {KeyboardEvent[]} what was pressed before the part that answers keys was here */
const early = [];

/** The first key brings that part. @param {KeyboardEvent} event */
function pressed(event) {
  early.push(event);
  loadExtras();
}
document.addEventListener("keydown", pressed);

/** It is here: from now on it hears the keys itself. */
export function takeKeys() {
  document.removeEventListener("keydown", pressed);
  return early.splice(0);
}
