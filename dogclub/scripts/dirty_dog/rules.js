/**
 * Dirty Dog's arithmetic once more, for a tablet that cannot ask: The Rule, what bids are called, what a hand is worth.
 * Cards, order and dealer of every hand come with the page. Each figure and word is checked against the engine in CI.
 * @import { BySeat, HandState, Page, Step } from "./types"
 */

/** @param {number} value */
export const number = value => String(value).replace("-", "\u2212");
/** @param {number} value */
export const signed = value => (value > 0 ? "+" : "") + number(value);
/** @param {Iterable<number>} values */
export const sum = values => [...values].reduce((total, value) => total + value, 0);
/** `1 card`, `3 cards` @param {number} count @param {string} word */
export const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
/** `A`, `A and B`, `A, B and C` @param {string[]} names */
export const listed = names => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ` : "") + names.at(-1);
/** @template T @param {number[]} seats @param {(seat: number) => T} what @returns {BySeat<T>} */
export const bySeat = (seats, what) => Object.fromEntries(seats.map(seat => [seat, what(seat)]));

/**
 * The bid The Rule leaves out for the last bidder; null where there is none.
 * @param {number} cards @param {number} total
 */
export const barred = (cards, total) => (total > cards ? null : cards - total);

/** @param {number} cards @param {number} total */
export function reason(cards, total) {
  const left = cards - total;
  if (left < 0) return "";
  return `The Rule: ${total} bid, ${counted(cards, "card")}. ${left === 1 ? "You cannot bid one" : `Not ${left}`}.`;
}

/** What all bids together are called. @param {number} cards @param {number} total */
export const allIn = (cards, total) =>
  ["Float \u2019age.", "Floater.", "", "Overbid."][Math.min(Math.max(total - cards, -2), 1) + 2];

/** @param {number} cards @param {number} total */
export function soFar(cards, total) {
  if (total === cards) return "As many as there are cards.";
  return total > cards
    ? `${total - cards} over the cards: an overbid.`
    : `${cards - total} ${cards - total === 1 ? "trick" : "tricks"} left to bid.`;
}

/** What the last bidder's bids would make of it. @param {number} cards @param {number} total */
export function choices(cards, total) {
  const left = cards - total;
  /** @type {[number, number, string][]} */
  const spans = [
    [0, left - 2, "a float \u2019age"],
    [left - 1, left - 1, "a floater"],
    [Math.max(0, left + 1), cards, "an overbid"],
  ];
  /** @param {number} from @param {number} to */
  const span = (from, to) => (from === to ? from : to === cards ? `${from} or more` : `${from} to ${to}`);
  const possible = spans.filter(([from, to]) => from >= 0 && from <= to);
  return `${possible.map(([from, to, what], at) => `${span(from, to)} ${at ? "" : "is "}${what}`).join(", ")}.`;
}

/** @param {number} bid @param {number} took */
export const points = (bid, took) => (bid === took ? 5 + took : -Math.max(bid, took));

/** Whether each of these seats has a value, and no other. @param {number[]} order @param {BySeat<number>} values */
export const isComplete = (order, values) =>
  order.every(seat => seat in values) && Object.keys(values).length === order.length;

/**
 * What the table's page asks next: everything it needs to show each tap at once.
 * @param {Page} page @param {HandState} state
 * @returns {Step}
 */
export function nextStep(page, state) {
  const [cards, order, settled] = page.plan[state.at],
    dealer = /** @type {number} */ (order.at(-1));
  const { bids, number: line, taps, undo } = state;
  /** @param {string} leads @param {string} deals */
  const roles = (leads, deals) => bySeat(order, seat => (seat === order[0] ? leads : seat === dealer ? deals : ""));
  const hand = page.hand + state.at,
    trump = state.trump || settled;
  const shown = { cards, order, names: page.names, taps, undo, hand, trump, settled };
  if (!isComplete(order, bids)) {
    const asked = { fixed: bids, bids: {}, roles: roles("leads", "deals, bids last") };
    return { ...shown, ...asked, what: "bids", key: `bids-${line}`, sbr: [dealer, null] };
  }
  const before = sum(order.map(seat => bids[seat])) - bids[dealer];
  const known = { fixed: {}, bids, roles: roles(", leads", ", deals") };
  return { ...shown, ...known, what: "tricks", key: `tricks-${line}`, sbr: [dealer, barred(cards, before)] };
}
