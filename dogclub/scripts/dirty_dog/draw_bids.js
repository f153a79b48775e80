/**
 * The bids of a hand: who bids now, which bid The Rule leaves out, and what it comes to.
 * @import { Step } from "./types"
 */
import { $, $$ } from "../table/dom.js";
import { state } from "../table/state.js";
import { bidPips, drawFoot, drawMeter, lock, press } from "./drawing.js";
import { bidsOf, current, toBid } from "./hand.js";
import { allIn, barred, choices, counted, reason, soFar, sum } from "./rules.js";

/** @param {Step} step */
export function drawBids(step) {
  const bids = bidsOf(step),
    waiting = toBid(step),
    total = sum(bids.values()),
    last = current.taps.at(-1);
  for (const seat of step.order) drawRow(step, seat, bids, waiting, total);
  const { cards } = step,
    count = `bid of ${counted(cards, "card")}`;
  const kinds = bidPips(total, cards);
  const name = step.names[waiting[0]],
    left = waiting.length;
  if (left > 1) drawMeter(total, count, kinds, soFar(cards, total), `${left} still to bid.`);
  else if (left) drawMeter(total, count, kinds, `${name} decides.`, choices(cards, total));
  else drawMeter(total, count, kinds, allIn(cards, total), "");
  const undo = last ? `Undo: ${step.names[last[0]]} bids ${last[1]}` : step.undo;
  drawFoot(undo, left ? `${counted(left, "bid")} to go` : "Save the bids", !left);
}

/**
 * @param {Step} step @param {number} seat @param {Map<number, number>} bids @param {number[]} waiting
 * @param {number} total
 */
function drawRow(step, seat, bids, waiting, total) {
  const row = $(`#seat-${seat}`),
    isNow = waiting[0] === seat,
    last = current.taps.at(-1);
  const out = waiting.length === 1 ? barred(step.cards, total) : null;
  row.classList.remove("is-now", "is-done", "is-waiting");
  row.classList.add(isNow ? "is-now" : bids.has(seat) ? "is-done" : "is-waiting");
  $(".role", row).textContent = isNow ? "bids now" : step.roles[seat];
  if (!state.hasError) $(".reason", row).textContent = isNow && out !== null ? reason(step.cards, total) : "";
  const isOpen = !state.isBlocked && (isNow || last?.[0] === seat);
  $$(".pad .num", row).forEach((button, bid) => {
    const isBarred = isNow && bid === out;
    press(button, bids.get(seat) === bid, isBarred ? "is-barred" : "is-on");
    lock(button, isBarred || !isOpen);
    button.setAttribute("aria-label", `${step.names[seat]} bids ${bid}${isBarred ? ", barred by The Rule" : ""}`);
    if (isBarred) button.setAttribute("aria-describedby", `reason-${seat}`);
    else button.removeAttribute("aria-describedby");
  });
  if (isNow) row.scrollIntoView({ block: "nearest" }); // a phone may be too short for ten players and the reason
}
