/**
 * The tricks of a hand: as bid until somebody taps who missed, and what is still to place. Until then it is played.
 * @import { Step } from "./types"
 */
import { $, $$ } from "../table/dom.js";
import { state } from "../table/state.js";
import { bidPips, drawFoot, drawMeter, lock, pips, press } from "./drawing.js";
import { current, tricksOf } from "./hand.js";
import { counted, listed, points, signed } from "./rules.js";

const HINT = ["Tap only who missed.", "A dotted number settles the hand in one tap."];
const PLAYING = ["Playing.", "Then tap only who missed."];
const isPlaying = () => !current.taps.length;

/** @param {Step} step */
export function drawTricks(step) {
  const hand = tricksOf(step),
    { left } = hand,
    last = current.taps.at(-1);
  $("#main").classList.toggle("is-playing", isPlaying());
  for (const seat of step.order) drawRow(step, seat, hand);
  drawCount(step, hand);
  const off = Math.abs(left),
    word = off === 1 ? "trick" : "tricks";
  const unsettled = left > 0 ? `Place ${off} more ${word}` : `${off} ${word} too many`;
  const wrong = isPlaying() ? "Tap who missed" : unsettled;
  const undo = last ? `Undo: ${step.names[last[0]]} took ${last[1]}` : step.undo;
  drawFoot(undo, left ? wrong : `Score hand ${step.hand}`, left === 0);
}

/** @param {Step} step @param {number} seat @param {ReturnType<typeof tricksOf>} hand */
function drawRow(step, seat, { tricks, auto, left }) {
  const row = $(`#seat-${seat}`),
    took = Number(tricks.get(seat)),
    bid = step.bids[seat],
    isMade = took === bid;
  $(".role", row).textContent = `bid ${bid}${step.roles[seat]}${auto === seat ? ", the rest" : ""}`;
  if (!state.hasError) $(".reason", row).textContent = "";
  const score = $(".pts", row);
  score.textContent = isPlaying() ? bid : signed(points(bid, took));
  score.classList.toggle("miss", !isMade);
  score.setAttribute("aria-hidden", isPlaying()); // the bid, which is said beside it
  const fit = left && isMade ? took + left : -1; // the number that settles the hand
  $$(".pad .num", row).forEach((button, value) => {
    const isOn = value === took,
      isBid = value === bid;
    const chosen = auto === seat ? "is-auto" : !isBid ? "is-miss" : isPlaying() ? "is-bid" : "is-on";
    press(button, isOn, isOn ? chosen : value === fit ? "is-fit" : isBid ? "is-bid" : "");
    lock(button, state.isBlocked);
    const more = `${isBid ? ", as bid" : ""}${value === fit ? ", settles the hand" : ""}`;
    button.setAttribute("aria-label", `${step.names[seat]} takes ${value}${more}`);
  });
}

/** @param {Step} step @param {ReturnType<typeof tricksOf>} hand */
function drawCount(step, { tricks, auto, left }) {
  const { cards } = step,
    placed = cards - left,
    trick = cards === 1 ? "trick" : "tricks";
  const [bold, rest] = isPlaying() ? PLAYING : left ? HINT : settled(step, tricks, auto);
  if (isPlaying()) {
    const count = `bid of ${counted(cards, "card")}`;
    drawMeter(placed, count, bidPips(placed, cards), bold, rest, [Math.abs(left), left > 0 ? "short" : "over"]);
  } else if (left > 0) {
    drawMeter(left, `of ${cards} ${trick} still to place`, [...pips("on", placed), ...pips("miss", left)], bold, rest);
  } else if (left < 0) {
    const words = left === -1 ? "trick too many" : "tricks too many";
    drawMeter(-left, words, [...pips("on", cards), ...pips("over", -left)], bold, rest);
  } else {
    drawMeter(cards, `of ${cards} ${trick} placed`, pips("on", cards), bold, rest);
  }
}

/** @param {Step} step @param {Map<number, number>} tricks @param {number | null} auto */
function settled(step, tricks, auto) {
  if (auto !== null) {
    const isSbr = step.sbr[0] === auto && step.sbr[1] === tricks.get(auto);
    const sbr = isSbr ? " That is an SBR." : "";
    return [`${tricks.get(auto)} left for ${step.names[auto]}.`, `Bid ${step.bids[auto]}.${sbr}`];
  }
  const names = step.order.filter(seat => tricks.get(seat) !== step.bids[seat]).map(seat => step.names[seat]);
  return [`${listed(names)} ${names.length === 1 ? "is" : "are"} set.`, ""];
}
