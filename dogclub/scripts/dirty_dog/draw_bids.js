/**
 * The bids of a hand: who bids now, which bid The Rule leaves out, and what it comes to.
 * @import { Step } from "./types"
 */
import { $, $$ } from "../table/dom.js";
import { gettext, ngettext } from "../table/gettext.js";
import { state } from "../table/state.js";
import { bidPips, drawFoot, drawMeter, lock, press } from "./drawing.js";
import { barredFor, bidsOf, current, sumBefore, toBid } from "./hand.js";
import { allIn, bidderWords, choices, reason, soFar, sum } from "./rules.js";

const isTogether = () => Boolean(current.page?.together);

/** @param {Step} step */
export function drawBids(step) {
  const bids = bidsOf(step),
    waiting = toBid(step),
    total = sum(bids.values()),
    last = current.taps.at(-1);
  for (const seat of step.order) drawRow(step, seat, bids, waiting);
  const { cards } = step,
    count = ngettext("bid of {count} card", "bid of {count} cards", cards);
  const kinds = bidPips(total, cards);
  const [next] = waiting,
    left = waiting.length,
    decides = left === 1 && (!isTogether() || next === step.order.at(-1)),
    player = step.names[next];
  const { bold, rest } = $("#meter").dataset; // who deals, and whose points stand in the rows
  if (step.scored && !bids.size) drawMeter(total, count, kinds, bold, rest);
  else if (decides)
    drawMeter(total, count, kinds, gettext("{player} decides.", { player }), choices(cards, sumBefore(step, next)));
  else if (left) drawMeter(total, count, kinds, soFar(cards, total), gettext("{count} still to bid.", { count: left }));
  else drawMeter(total, count, kinds, allIn(cards, total), "");
  const undo = last ? gettext("Undo: {player} bids {bid}", { player: step.names[last[0]], bid: last[1] }) : step.undo;
  drawFoot(undo, left ? ngettext("{count} bid to go", "{count} bids to go", left) : gettext("Save the bids"), !left);
}

/**
 * @param {Step} step @param {number} seat @param {Map<number, number>} bids @param {number[]} waiting
 */
function drawRow(step, seat, bids, waiting) {
  const row = $(`#seat-${seat}`),
    isAny = isTogether(),
    isNow = waiting[0] === seat,
    last = current.taps.at(-1);
  const out = isNow ? barredFor(step, seat) : null;
  row.classList.remove("is-now", "is-done", "is-waiting", "is-open");
  row.classList.add(isNow ? "is-now" : bids.has(seat) ? "is-done" : "is-waiting");
  if (isAny && !isNow && waiting.includes(seat)) row.classList.add("is-open");
  $(".role", row).textContent = isNow && !isAny ? gettext("bids now") : bidderWords(step.roles[seat], isAny);
  if (!state.hasError) $(".reason", row).textContent = out === null ? "" : reason(step.cards, sumBefore(step, seat));
  const isOpen = !state.isBlocked && (isAny ? !(seat in step.fixed) : isNow || last?.[0] === seat);
  $$(".pad .num", row).forEach((button, bid) => {
    const isBarred = isNow && bid === out;
    press(button, bids.get(seat) === bid, isBarred ? "is-barred" : "is-on");
    lock(button, isBarred || !isOpen);
    const values = { player: step.names[seat], bid };
    const label = isBarred
      ? gettext("{player} bids {bid}, barred by The Rule", values)
      : gettext("{player} bids {bid}", values);
    button.setAttribute("aria-label", label);
    if (isBarred) button.setAttribute("aria-describedby", `reason-${seat}`);
    else button.removeAttribute("aria-describedby");
  });
  if (isNow && !isAny) bringUp(row);
}

/** A phone may be too short for ten players and the reason, or held across; the foot covers what is below. */
function bringUp(/** @type {HTMLElement} */ row) {
  row.scrollIntoView({ block: "nearest" });
  const { bottom, right } = row.getBoundingClientRect(),
    foot = $(".foot").getBoundingClientRect();
  if (foot.left < right && foot.top < bottom) scrollBy(0, bottom - foot.top);
}
