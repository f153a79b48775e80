/**
 * The tricks of a hand: as bid until somebody taps who missed, and what is still to place. Until then it is played.
 * @import { Page, Step } from "./types"
 */
import { $, $$ } from "../table/dom.js";
import { gettext, ngettext } from "../table/gettext.js";
import { state } from "../table/state.js";
import { bidPips, drawFoot, drawMeter, lock, pips, press } from "./drawing.js";
import { current, tricksOf } from "./hand.js";
import { areSet, points, signed, takerWords } from "./rules.js";

const HINT = [gettext("Tap only who missed."), gettext("A dotted number settles the hand in one tap.")];
const PLAYING = [gettext("Playing."), gettext("Tap who missed; dots settle it.")];
const isPlaying = () => !current.taps.length;

/** @param {Step} step */
export function drawTricks(step) {
  const hand = tricksOf(step),
    { left } = hand,
    last = current.taps.at(-1);
  $("#main").classList.toggle("is-playing", isPlaying());
  for (const seat of step.order) drawRow(step, seat, hand);
  drawCount(step, hand);
  const unsettled =
    left > 0
      ? ngettext("Place {count} more trick", "Place {count} more tricks", left)
      : ngettext("{count} trick too many", "{count} tricks too many", -left);
  const wrong = isPlaying() ? gettext("Tap who missed") : unsettled;
  const undo = last
    ? gettext("Undo: {player} took {tricks}", { player: step.names[last[0]], tricks: last[1] })
    : step.undo;
  drawFoot(undo, left ? wrong : gettext("Score hand {hand}", { hand: step.hand }), left === 0);
}

/** @param {Step} step @param {number} seat @param {ReturnType<typeof tricksOf>} hand */
function drawRow(step, seat, { tricks, auto, left }) {
  const row = $(`#seat-${seat}`),
    took = Number(tricks.get(seat)),
    bid = step.bids[seat],
    isMade = took === bid;
  $(".role", row).textContent = takerWords(bid, step.roles[seat], auto === seat);
  if (!state.hasError) $(".reason", row).textContent = "";
  const score = $(".pts", row);
  score.textContent = isPlaying() ? bid : signed(points(/** @type {Page} */ (current.page), step.cards, bid, took));
  score.classList.toggle("miss", !isMade);
  score.setAttribute("aria-hidden", isPlaying()); // the bid, which is said beside it
  const fit = left && isMade ? took + left : -1; // the number that settles the hand
  $$(".pad .num", row).forEach((button, value) => {
    const isOn = value === took,
      isBid = value === bid;
    const chosen = auto === seat ? "is-auto" : !isBid ? "is-miss" : isPlaying() ? "is-bid" : "is-on";
    press(button, isOn, isOn ? chosen : value === fit ? "is-fit" : isBid ? "is-bid" : "");
    lock(button, state.isBlocked);
    button.setAttribute("aria-label", keyWords({ player: step.names[seat], tricks: value }, isBid, value === fit));
  });
}

/**
 * A key as it is read out.
 * @param {{ player: string, tricks: number }} values @param {boolean} isBid @param {boolean} fits
 */
function keyWords(values, isBid, fits) {
  const words = [gettext("{player} takes {tricks}", values)];
  if (isBid) words.push(gettext("as bid"));
  if (fits) words.push(gettext("settles the hand"));
  return words.join(", ");
}

/** @param {Step} step @param {ReturnType<typeof tricksOf>} hand */
function drawCount(step, { tricks, auto, left }) {
  const { cards } = step,
    placed = cards - left;
  const [bold, rest] = isPlaying() ? PLAYING : left ? HINT : settled(step, tricks, auto);
  if (isPlaying()) {
    const count = ngettext("bid of {count} card", "bid of {count} cards", cards);
    const gap = left > 0 ? gettext("short") : gettext("over");
    drawMeter(placed, count, bidPips(placed, cards), bold, rest, [Math.abs(left), gap]);
  } else if (left > 0) {
    const count = ngettext("of {count} trick still to place", "of {count} tricks still to place", cards);
    drawMeter(left, count, [...pips("on", placed), ...pips("miss", left)], bold, rest);
  } else if (left < 0) {
    const count = ngettext("trick too many", "tricks too many", -left);
    drawMeter(-left, count, [...pips("on", cards), ...pips("over", -left)], bold, rest);
  } else {
    const count = ngettext("of {count} trick placed", "of {count} tricks placed", cards);
    drawMeter(cards, count, pips("on", cards), bold, rest);
  }
}

/** @param {Step} step @param {Map<number, number>} tricks @param {number | null} auto */
function settled(step, tricks, auto) {
  if (auto !== null) {
    const took = Number(tricks.get(auto)),
      bid = step.bids[auto],
      isSbr = step.sbr[0] === auto && step.sbr[1] === took;
    return [
      gettext("{count} left for {player}.", { count: took, player: step.names[auto] }),
      isSbr
        ? gettext("Bid {bid}. That is {callout}.", { bid, callout: gettext("an SBR") })
        : gettext("Bid {bid}.", { bid }),
    ];
  }
  const names = step.order.filter(seat => tricks.get(seat) !== step.bids[seat]).map(seat => step.names[seat]);
  return [areSet(names), ""];
}
