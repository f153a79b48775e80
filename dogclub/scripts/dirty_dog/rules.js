/**
 * Dirty Dog's arithmetic once more, for a tablet that cannot ask: The Rule, and what bids are called. Cards, order and
 * dealer of every hand, and what it is worth, come with the page. Each figure and word is checked against the engine in CI.
 * @import { BySeat, HandState, Page, Step } from "./types"
 */
import { gettext, listed, ngettext } from "../table/gettext.js";

/** Before a sign, where one reads from right to left: it would stand after its figure otherwise. */
const held = () => (globalThis.document?.dir === "rtl" ? "\u200e" : "");
/** @param {number} value */
export const number = value => String(value).replace("-", `${held()}\u2212`);
/** @param {number} value */
export const signed = value => (value > 0 ? `${held()}+` : "") + number(value);
/** @param {Iterable<number>} values */
export const sum = values => [...values].reduce((total, value) => total + value, 0);
/** @template T @param {number[]} seats @param {(seat: number) => T} what @returns {BySeat<T>} */
export const bySeat = (seats, what) => Object.fromEntries(seats.map(seat => [seat, what(seat)]));

/**
 * The bid The Rule leaves out for the last bidder; null where there is none.
 * @param {Pick<Page, "free">} page @param {number} cards @param {number} total
 */
export const barred = ({ free }, cards, total) => (total > cards || free.includes(cards) ? null : cards - total);

/**
 * What a hand of so many cards is worth to one seat; only a made zero may depend on the cards.
 * @param {Page} page @param {number} cards @param {number} bid @param {number} tricks
 */
export const points = ({ worth, zero }, cards, bid, tricks) => (bid || tricks ? worth[bid][tricks] : zero[cards]);

/** @param {number} cards @param {number} total */
export function reason(cards, total) {
  const left = cards - total;
  if (left < 0) return "";
  const sum = ngettext("The Rule: {total} bid, {count} card.", "The Rule: {total} bid, {count} cards.", cards, {
    total,
  });
  return `${sum} ${left === 1 ? gettext("You cannot bid one.") : gettext("Not {bid}.", { bid: left })}`;
}

/** What all bids together are called. @param {number} cards @param {number} total */
export const allIn = (cards, total) =>
  [gettext("Float ’age."), gettext("Floater."), gettext("As many as there are cards."), gettext("Overbid.")][
    Math.min(Math.max(total - cards, -2), 1) + 2
  ];

/** @param {number} cards @param {number} total */
export function soFar(cards, total) {
  if (total === cards) return gettext("As many as there are cards.");
  return total > cards
    ? gettext("{count} over the cards: {callout}.", { count: total - cards, callout: gettext("an overbid") })
    : ngettext("{count} trick left to bid.", "{count} tricks left to bid.", cards - total);
}

/** What the last bidder's bids would make of it. @param {number} cards @param {number} total */
export function choices(cards, total) {
  const left = cards - total;
  /** @type {[number, number, string][]} */
  const spans = [
    [0, left - 2, gettext("a float ’age")],
    [left - 1, left - 1, gettext("a floater")],
    [Math.max(0, left + 1), cards, gettext("an overbid")],
  ];
  /** @param {number} from @param {number} to */
  function span(from, to) {
    if (from === to) return String(from);
    return to === cards
      ? gettext("{bid} or more", { bid: from })
      : gettext("{least} to {most}", { least: from, most: to });
  }
  const possible = spans.filter(([from, to]) => from >= 0 && from <= to);
  const words = possible.map(([from, to, callout], at) => {
    const values = { bids: span(from, to), callout };
    return at ? gettext("{bids} {callout}", values) : gettext("{bids} is {callout}", values);
  });
  return `${words.join(", ")}.`;
}

/** What stands below a name while the bids are entered. @param {string} role @param {boolean} isTogether */
export function bidderWords(role, isTogether) {
  if (role === "deals") return isTogether ? gettext("deals") : gettext("deals, bids last");
  return role && gettext("leads");
}

/**
 * What stands below a name while the tricks are entered; whoever is left over gets the rest.
 * @param {number} bid @param {string} role @param {boolean} isRest
 */
export function takerWords(bid, role, isRest) {
  const words = [gettext("bid {bid}", { bid })];
  if (role) words.push(role === "leads" ? gettext("leads") : gettext("deals"));
  if (isRest) words.push(gettext("the rest"));
  return words.join(", ");
}

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
  const roles = bySeat(order, seat => (seat === order[0] ? "leads" : seat === dealer ? "deals" : ""));
  const hand = page.hand + state.at,
    trump = state.trump || settled;
  const scored = (!page.recap_page && state.line?.hand) || 0;
  const shown = { cards, order, roles, names: page.names, taps, undo, hand, trump, settled, scored };
  if (!isComplete(order, bids)) {
    return { ...shown, fixed: bids, bids: {}, what: "bids", key: `bids-${line}`, sbr: [dealer, null] };
  }
  const before = sum(order.map(seat => bids[seat])) - bids[dealer];
  const sbr = barred(page, cards, before);
  return { ...shown, fixed: {}, bids, what: "tricks", key: `tricks-${line}`, sbr: [dealer, sbr] };
}

/** Who missed, in a sentence; nobody has to where The Rule is off. @param {string[]} names */
export const areSet = names =>
  names.length
    ? ngettext("{players} is set.", "{players} are set.", names.length, { players: listed(names) })
    : gettext("Nobody is set.");
