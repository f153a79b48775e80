/**
 * Another table: who is left bids in the same turn, and the hands to come are dealt anew to as many.
 * @import { HandState, Page, PlannedHand } from "../types"
 */
import { bySeat } from "../rules.js";

/**
 * @param {Page} page @param {HandState} state
 * @param {number[]} order the seats, in the order they bid the next hand
 * @param {Partial<HandState>} change @param {any} arrivals
 * @returns {HandState | null}
 */
function seated(page, state, order, change, { sizes, deck, whole, bare, looks, many }) {
  const count = order.length,
    { at } = state;
  if (count < 2) return null;
  /** @type {PlannedHand[]} */
  const hands = sizes.slice(page.hand + at - 1).map((/** @type {number} */ size, /** @type {number} */ turn) => {
    const cards = Math.min(size, Math.floor(deck / count)),
      by = turn % count,
      isBare = cards * count === whole || size === bare;
    return [cards, [...order.slice(by), ...order.slice(0, by)], isBare ? "none" : ""];
  });
  const rows = count >= many[1] ? " entry-tight" : count >= many[0] ? " entry-many" : "";
  page.css = {
    ...page.css,
    ...bySeat(
      hands.map(([cards]) => cards),
      cards => looks[cards] + rows,
    ),
  };
  page.plan = [...page.plan.slice(0, at), ...hands];
  page.since = page.hand + at;
  return {
    ...state,
    ...change,
    number: state.number + 1,
    bids: {},
    trump: "",
    taps: [],
    line: null,
    undo: "",
    past: null,
  };
}

/**
 * The deal skips the chair; a hand on the table is dealt again.
 * @param {Page} page @param {HandState} state @param {number} seat @param {any} arrivals
 */
export function left(page, state, seat, arrivals) {
  const order = page.plan[state.at]?.[1] ?? [],
    around = order.filter(other => other !== seat);
  if (!arrivals?.sizes || around.length === order.length) return null;
  page.seats = page.seats.filter(other => other !== seat);
  const next = seat === order.at(-1) ? [...around.slice(1), around[0]] : around;
  return seated(page, state, next, { marks: bySeat(around, other => state.marks[other]) }, arrivals);
}

/**
 * Whoever sits down beside the last dealer may deal next: that says the server.
 * @param {Page} page @param {HandState} state @param {URLSearchParams} entry @param {any} arrivals
 */
export function arrived(page, state, entry, arrivals) {
  const [chair, name] = arrivals?.who?.[entry.get("who") ?? ""] || [],
    after = Number(entry.get("after"));
  const order = page.plan[state.at]?.[1] ?? [],
    place = order.indexOf(after),
    count = order.length;
  const lowest = state.lowest ?? (arrivals?.version === page.version ? arrivals.lowest : null);
  const seat = chair ?? Object.keys(page.names).length;
  const isSure = name && place >= 0 && place !== count - 2 && count < arrivals.most && !order.includes(seat);
  if (!isSure || lowest === null || Object.keys(state.bids).length) return null;
  const next = place === count - 1 ? 0 : place + 1,
    beside = page.seats.indexOf(after) + 1;
  const total = chair === null ? lowest : Math.min(lowest, state.totals[seat] ?? lowest);
  page.seats = [...page.seats.slice(0, beside), seat, ...page.seats.slice(beside)];
  page.names = { ...page.names, [seat]: name };
  const change = { totals: { ...state.totals, [seat]: total }, marks: { ...state.marks, [seat]: "" } };
  return seated(page, state, [...order.slice(0, next), seat, ...order.slice(next)], change, arrivals);
}
