/**
 * What the outbox knows of this page: its queue, how far the page is drawn, and what the page says.
 * @import { Extras, GamePage, Row } from "../types"
 */
import { $ } from "./dom.js";

export const state = {
  /** the part of the page that knows the game's form @type {GamePage} */
  game: /** @type {any} */ (null),
  /** entries of this match that wait, oldest first @type {Row[]} */
  queue: [],
  /** entries of this match that were written or let go of, oldest first @type {Row[]} */
  written: [],
  /** how many were written or gone when the server drew the page */
  seen: 0,
  /** ids of what the page shows though the server's page did not @type {string[]} */
  drawn: [],
  /** the entry that is on its way @type {Row | null} */
  sending: null,
  /** the entry the server's page asks about */
  asked: "",
  /** something is on its way that the page does not show */
  isBlocked: false,
  /** and is not on the disk yet */
  isSaving: false,
  /** the server did not answer last time, or was too busy to write */
  isAway: false,
  /** its answer has not come for half a second */
  isSlow: false,
  /** the page says what was wrong, until the next tap */
  hasError: false,
  /** the page says why a tap does nothing, until the next tap */
  isRefused: false,
  /** pages whose stored part is still being read */
  beginning: 0,
  /** ids of what this page made or found @type {Set<string>} */
  mine: new Set(),
};

/** What comes when the page stands adds itself here. @type {Extras} */
export const extras = { covered: (_at, row) => row };

/** @returns {string} the id of the match this page is about, undefined on a page without an outbox */
export const match = () => $("#outbox")?.dataset.match;

/** @param {Row} row */
export const waits = row => !row.isHeld;

/** What this page made or found, and still waits. */
export const waiting = () => state.queue.filter(row => waits(row) && state.mine.has(row.id));

/** The form of an entry. @param {Row} row */
export const formOf = row => new URLSearchParams(row.body);

/** The name of what is half entered: what is put right leaves alone what was half entered before. */
export const unsavedName = () => `${state.asked ? "asked" : "half"}:${match()}`;

export const isOffline = () => state.isAway || navigator.onLine === false;

/** The next tap: what was said before it goes. */
export function clearError() {
  state.hasError = false;
  state.isRefused = false;
}
