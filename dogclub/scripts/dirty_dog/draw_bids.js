/**
 * The bids of a hand: who bids now, which bid The Rule leaves out, and what it comes to.
 * @import { Page, Step } from "./types"
 */
import { $, $$ } from "../table/dom.js";
import { gettext, ngettext } from "../table/gettext.js";
import { state } from "../table/state.js";
import { bidPips, drawFoot, drawMeter, lock, press } from "./drawing.js";
import { bidsOf, current, toBid } from "./hand.js";
import { allIn, barred, bidderWords, choices, reason, soFar, sum } from "./rules.js";

/** @param {Step} step */
export function drawBids(step) {
  const bids = bidsOf(step),
    waiting = toBid(step),
    total = sum(bids.values()),
    last = current.taps.at(-1);
  for (const seat of step.order) drawRow(step, seat, bids, waiting, total);
  const { cards } = step,
    count = ngettext("bid of {count} card", "bid of {count} cards", cards);
  const kinds = bidPips(total, cards);
  const name = step.names[waiting[0]],
    left = waiting.length;
  if (left > 1) drawMeter(total, count, kinds, soFar(cards, total), gettext("{count} still to bid.", { count: left }));
  else if (left) drawMeter(total, count, kinds, gettext("{player} decides.", { player: name }), choices(cards, total));
  else drawMeter(total, count, kinds, allIn(cards, total), "");
  const undo = last ? gettext("Undo: {player} bids {bid}", { player: step.names[last[0]], bid: last[1] }) : step.undo;
  drawFoot(undo, left ? ngettext("{count} bid to go", "{count} bids to go", left) : gettext("Save the bids"), !left);
}

/**
 * @param {Step} step @param {number} seat @param {Map<number, number>} bids @param {number[]} waiting
 * @param {number} total
 */
function drawRow(step, seat, bids, waiting, total) {
  const row = $(`#seat-${seat}`),
    isNow = waiting[0] === seat,
    last = current.taps.at(-1);
  const out = waiting.length === 1 ? barred(/** @type {Page} */ (current.page), step.cards, total) : null;
  row.classList.remove("is-now", "is-done", "is-waiting");
  row.classList.add(isNow ? "is-now" : bids.has(seat) ? "is-done" : "is-waiting");
  $(".role", row).textContent = isNow ? gettext("bids now") : bidderWords(step.roles[seat]);
  if (!state.hasError) $(".reason", row).textContent = isNow && out !== null ? reason(step.cards, total) : "";
  const isOpen = !state.isBlocked && (isNow || last?.[0] === seat);
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
  if (isNow) row.scrollIntoView({ block: "nearest" }); // a phone may be too short for ten players and the reason
}
