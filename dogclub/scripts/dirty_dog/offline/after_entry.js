/**
 * What follows from an entry, for a tablet that cannot ask; checked against the engine in CI, as the rules are.
 * @import { HandState, Page, PlannedHand, ScoredHand, Tap, BySeat } from "../types"
 */
import { gettext, ngettext } from "../../table/gettext.js";
import { areSet, barred, bySeat, isComplete, points, signed, sum } from "../rules.js";
import { arrived, left } from "./arrivals.js";

const MADE = [
  gettext("Nobody made it."),
  gettext("One made it."),
  gettext("Two made it."),
  gettext("Three made it."),
  gettext("Four made it."),
  gettext("Five made it."),
  gettext("Six made it."),
  gettext("Seven made it."),
  gettext("Eight made it."),
  gettext("Nine made it."),
  gettext("Ten made it."),
];
/** @type {PlannedHand} */
const NO_HAND = [0, [], ""];

/**
 * The state after one more entry of this tablet; null where only the server can tell.
 * @param {Page} page @param {HandState} state @param {URLSearchParams} entry
 * @param {any} arrivals who may sit down, as the server sent it last
 * @returns {HandState | null}
 */
export function afterEntry(page, state, entry, arrivals) {
  const what = entry.get("what"),
    line = Number(entry.get("number"));
  if (what === "undo") return line === state.number - 1 ? (state.past ?? null) : state;
  if (line < state.number) return suitAdded(page, state, entry);
  if (line > state.number) return null;
  if (what === "redeal") return isBid(page, state) ? dealtAgain(state) : null;
  if (what === "leave") return left(page, state, Number(entry.get("seat")), arrivals);
  if (what === "join") return arrived(page, state, entry, arrivals);
  if (what === "adjust") return byHand(page, state, entry);
  return what === "bids" ? afterBids(page, state, entry) : what === "tricks" ? afterTricks(page, state, entry) : null;
}

/** @param {Page} page @param {HandState} state */
const isBid = (page, state) => isComplete(planned(page, state)[1], state.bids);

/** @param {Page} page @param {HandState} state */
const planned = (page, state) => page.plan[state.at] || NO_HAND;

/** @param {URLSearchParams} entry @returns {BySeat<number>} */
const tapsOf = entry => Object.fromEntries(entry.getAll("tap").map(tap => tap.split("-").map(Number)));

/**
 * The page knows the entry already, or the suit was added later.
 * @param {Page} page @param {HandState} state @param {URLSearchParams} entry
 */
function suitAdded(page, state, entry) {
  const [, order] = planned(page, state),
    bids = { ...state.bids, ...tapsOf(entry) };
  const isLast = entry.get("what") === "bids" && Number(entry.get("number")) === state.number - 1;
  const isSuit = isLast && isBid(page, state) && isComplete(order, bids);
  return isSuit ? { ...state, bids, trump: entry.get("trump") || "" } : state;
}

/** @param {Page} page @param {HandState} state @param {URLSearchParams} entry @returns {HandState | null} */
function afterBids(page, state, entry) {
  const [cards, order] = planned(page, state),
    taps = tapsOf(entry),
    bids = { ...state.bids, ...taps };
  const seats = order.filter(seat => !(seat in state.bids));
  if (!seats.length || !isComplete(seats, taps)) return null;
  const last = Number(seats.at(-1)),
    dealer = Number(order.at(-1)),
    others = sum(order.map(seat => bids[seat])) - bids[dealer];
  if (isComplete(order, bids) && barred(page, cards, others) === bids[dealer]) return null;
  const undo = gettext("Undo: {player} bids {bid}", { player: page.names[last], bid: bids[last] });
  /** @type {Tap[]} */
  const before = seats.slice(0, -1).map(seat => [seat, bids[seat]]);
  const past = { ...state, line: null, taps: before };
  return { ...state, number: state.number + 1, bids, trump: entry.get("trump") || state.trump, taps: [], undo, past };
}

/**
 * The hand is void: the same dealer, the same size, and nobody has bid.
 * @param {HandState} state @returns {HandState}
 */
const dealtAgain = state => ({
  ...state,
  number: state.number + 1,
  bids: {},
  trump: "",
  taps: [],
  line: null,
  undo: gettext("Undo: hand void, dealt again"),
  past: { ...state, line: null },
});

/** @param {Page} page @param {HandState} state @param {URLSearchParams} entry @returns {HandState | null} */
function afterTricks(page, state, entry) {
  const [cards, order] = planned(page, state),
    tricks = tapsOf(entry),
    { bids } = state;
  if (!order.length || !isBid(page, state) || !isComplete(order, tricks)) return null;
  if (sum(order.map(seat => tricks[seat])) !== cards) return null;
  const hand = page.hand + state.at,
    won = bySeat(order, seat => points(page, cards, bids[seat], tricks[seat]));
  const totals = { ...state.totals, ...bySeat(order, seat => state.totals[seat] + won[seat]) };
  /** @type {Tap[]} */
  const taps = order.filter(seat => tricks[seat] !== bids[seat]).map(seat => [seat, tricks[seat]]);
  return {
    number: state.number + 1,
    at: state.at + 1,
    bids: {},
    trump: "",
    totals,
    marks: marksOf(order, totals),
    lowest: Math.min(...order.map(seat => totals[seat])),
    taps: [],
    undo: gettext("Undo: hand {hand}", { hand }),
    past: { ...state, taps },
    line: { hand, cards, order, bids, tricks, points: won },
  };
}

/**
 * The hands that points by hand may be for, the newest first: where somebody came or went since, only the server knows
 * all that follows.
 * @param {Page} page @param {HandState} state
 */
export function handsForPoints({ hand, since }, { at, line, bids }) {
  const last = hand + at - 1,
    isJustScored = line?.hand === last && !Object.keys(bids).length;
  const first = isJustScored ? Math.min(since, last) : since;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, back) => last - back);
}

/**
 * A bonus or a penalty for the hand just scored, or for an earlier one: then it goes in behind that hand, and only the
 * server can take it back.
 * @param {Page} page @param {HandState} state @param {URLSearchParams} entry @returns {HandState | null}
 */
function byHand(page, state, entry) {
  const seat = Number(entry.get("seat")),
    hand = Number(entry.get("hand")),
    worth = Number(entry.get("points")) * (entry.get("sign") === "bonus" ? 1 : -1),
    order = state.line?.order ?? planned(page, state)[1];
  if (!order.includes(seat) || !handsForPoints(page, state).includes(hand)) return null;
  const totals = { ...state.totals, [seat]: state.totals[seat] + worth },
    marks = marksOf(order, totals),
    lowest = Math.min(...order.map(each => totals[each]));
  const after = { ...state, number: state.number + 1, totals, marks, lowest };
  if (hand !== state.line?.hand || Object.keys(state.bids).length) return { ...after, undo: "", past: null };
  const told = gettext("By hand: {player} {points} ({reason}).", {
    player: page.names[seat],
    points: signed(worth),
    reason: entry.get("note") ?? "",
  });
  const line = state.line && {
    ...state.line,
    points: { ...state.line.points, [seat]: state.line.points[seat] + worth },
    told: [...(state.line.told ?? []), told],
  };
  return { ...after, taps: [], undo: gettext("Undo: points by hand"), line, past: { ...state, taps: [] } };
}

/** Box and circle, as they stand after a hand. @param {number[]} order @param {BySeat<number>} totals */
function marksOf(order, totals) {
  const here = order.map(seat => totals[seat]),
    top = Math.max(...here),
    low = Math.min(...here);
  return bySeat(order, seat => (totals[seat] === top ? "top" : totals[seat] === low ? "low" : ""));
}

/**
 * The state after all of them; null where the page cannot show it.
 * @param {Page} page @param {URLSearchParams[]} entries @param {any} arrivals
 */
export function afterAll(page, entries, arrivals) {
  const { css, names, plan, seats, since } = page;
  page.sent ||= { css, names, plan, seats, since };
  Object.assign(page, page.sent); // who came or went since is among the entries
  /** @type {HandState | null} */
  let state = page.now;
  for (const entry of entries) state = state && afterEntry(page, state, entry, arrivals);
  return state && (state.line || page.plan[state.at]) ? state : null;
}

/**
 * How many of the newest entries are the last question's: the suit may have been added later.
 * @param {HandState} state @param {URLSearchParams[]} entries
 */
export function lastEntries({ number }, entries) {
  /** @param {URLSearchParams} entry */
  const isLast = entry => entry.get("what") !== "undo" && Number(entry.get("number")) === number - 1;
  return entries.length - 1 - entries.findLastIndex(entry => !isLast(entry));
}

/** How many made their bid, in a sentence. @param {ScoredHand} line */
export const madeIt = ({ order, bids, tricks }) => MADE[order.filter(seat => bids[seat] === tricks[seat]).length];

/** A scored hand in words, and what comes after it. @param {Page} page @param {HandState} state */
export function resultWords(page, state) {
  const line = /** @type {ScoredHand} */ (state.line),
    { order, bids, tricks } = line,
    next = page.plan[state.at];
  const missed = order.filter(seat => bids[seat] !== tricks[seat]).map(seat => page.names[seat]);
  const hands = page.plan.length - state.at;
  const toGo = hands
    ? ngettext("{count} hand to go.", "{count} hands to go.", hands)
    : gettext("That was the last hand.");
  return {
    summary: `${madeIt(line)} ${areSet(missed)} ${toGo}`,
    next: next && [
      gettext("Hand {hand}", { hand: page.hand + state.at }),
      ngettext(": {player} deals {count} card", ": {player} deals {count} cards", next[0], {
        player: page.names[Number(next[1].at(-1))],
      }),
    ],
  };
}
