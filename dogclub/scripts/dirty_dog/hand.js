/**
 * The hand on the table: what the server brought, what is half entered, and what that comes to.
 * @import { HandState, Page, Step, Tap } from "./types"
 */
import { unsavedName } from "../table/state.js";
import { save } from "../table/store.js";
import { barred, sum } from "./rules.js";

export const current = {
  /** what the server brought; null on a page without a hand @type {Page | null} */
  page: null,
  /** where the table stands: the page, and what waits on this tablet @type {HandState} */
  state: /** @type {any} */ (null),
  /** what this tablet wrote since, oldest first @type {URLSearchParams[]} */
  log: [],
  /** what is asked now; null while a scored hand is shown @type {Step | null} */
  step: null,
  /** the page of a scored hand was left for the next */
  hasRead: false,
  /** which question stands on the page */
  shown: "",
  /**
   * what is half entered, and which question it answers
   * @type {{ key: string, taps: Tap[], trump: string } | null}
   */
  unsaved: null,
  /** in the order they were made @type {Tap[]} */
  taps: [],
  trump: "",
};

export function remember() {
  const { step, state, taps, trump } = current;
  current.unsaved = { key: step ? step.key : `bids-${state.number}`, taps, trump };
  return save(unsavedName(), current.unsaved);
}

/** Every bid there is, by seat. @param {Step} step */
export const bidsOf = step =>
  new Map([
    ...Object.entries(step.fixed).map(([seat, bid]) => /** @type {Tap} */ ([Number(seat), bid])),
    ...current.taps,
  ]);

/** The seats that have not bid, in turn; the dealer too whom The Rule bars the bid, now that all are in. @param {Step} step */
export function toBid(step) {
  const bids = bidsOf(step),
    left = step.order.filter(seat => !bids.has(seat)),
    dealer = Number(step.order.at(-1));
  return left.length || bids.get(dealer) !== barredFor(step, dealer) ? left : [dealer];
}

/** The sum of all other bids. @param {Step} step @param {number} seat */
export const sumBefore = (step, seat) => sum(bidsOf(step).values()) - (bidsOf(step).get(seat) ?? 0);

/** The bid The Rule leaves out for the dealer, once all others have bid. @param {Step} step @param {number} seat */
export function barredFor(step, seat) {
  const others = step.order.filter(other => other !== seat && bidsOf(step).has(other));
  if (seat !== step.order.at(-1) || others.length + 1 < step.order.length) return null;
  return barred(/** @type {Page} */ (current.page), step.cards, sumBefore(step, seat));
}

/**
 * Everybody's tricks: as bid until somebody taps another number, and the last one untapped gets the rest.
 * @param {Step} step
 * @returns {{ tricks: Map<number, number>, auto: number | null, left: number }} `auto` is who gets the rest, `left` how
 *   many tricks are still to place (less than nothing: too many)
 */
export function tricksOf(step) {
  const tapped = new Map(current.taps);
  const tricks = new Map(step.order.map(seat => [seat, tapped.get(seat) ?? step.bids[seat]]));
  const open = step.order.filter(seat => !tapped.has(seat));
  const rest = open.length === 1 ? step.cards - sum(tricks.values()) + Number(tricks.get(open[0])) : -1;
  const auto = rest >= 0 && rest <= step.cards ? open[0] : null;
  if (auto !== null) tricks.set(auto, rest);
  return { tricks, auto, left: step.cards - sum(tricks.values()) };
}
