/** The parts of the hand's page. Rows never move, only their marks change. */
import { $, setLocked } from "../table/dom.js";
import { gettext } from "../table/gettext.js";
import { say } from "../table/message.js";
import { state } from "../table/state.js";
import { current } from "./hand.js";

const MARKS = ["is-on", "is-miss", "is-auto", "is-bid", "is-fit", "is-barred"];

/** @param {any} button @param {boolean} isOn @param {string} css */
export function press(button, isOn, css) {
  button.classList.remove(...MARKS);
  if (css && (isOn || css !== "is-on")) button.classList.add(css);
  button.setAttribute("aria-pressed", isOn);
}

/** @param {any} button @param {boolean} isLocked */
export function lock(button, isLocked) {
  button.type = isLocked ? "button" : "submit";
  setLocked(button, isLocked);
}

/** So many pips of a kind. @param {string} kind @param {number} count */
export const pips = (kind, count) => Array(Math.max(0, count)).fill(kind);

/** Bids as pips, filled up to the cards. @param {number} total @param {number} cards */
export const bidPips = (total, cards) => [
  ...pips("on", Math.min(total, cards)),
  ...pips("", cards - total),
  ...pips("over", total - cards),
];

/**
 * @param {number} figure @param {string} count @param {string[]} kinds @param {string} bold
 * @param {string} rest @param {[number, string]} [gap] how far the bids are from the cards
 */
export function drawMeter(figure, count, kinds, bold, rest, gap) {
  const box = $("#meter"),
    svg = $("#pips"),
    gapBox = $(".gap", box),
    width = 26 * kinds.length + 4;
  $(".fig", box).textContent = figure;
  $("[data-count]", box).textContent = count;
  gapBox.hidden = !gap;
  if (gap) [$(".fig", gapBox).textContent, $("[data-gap]", gapBox).textContent] = gap;
  svg.setAttribute("viewBox", `0 0 ${width} 32`);
  svg.setAttribute("width", width);
  /** @param {string} kind @param {number} at */
  const pip = (kind, at) =>
    `<rect class="pip${kind && `-${kind}`}" x="${26 * at + 2}" y="2" width="20" height="28" rx="2"/>`;
  svg.innerHTML = kinds.map(pip).join("");
  say(bold, rest);
}

/**
 * What undo takes back, and the key that writes.
 * @param {string} undo @param {string} main @param {boolean} isReady
 */
export function drawFoot(undo, main, isReady) {
  const back = $("#back"),
    go = $("#go"),
    isSending = state.isBlocked;
  $("span", back).textContent = undo || gettext("Nothing to undo");
  back.setAttribute("form", current.taps.length ? "taps" : "undo");
  lock(back, !undo || isSending);
  $("span", go).textContent = isSending ? gettext("Sending …") : main;
  go.setAttribute("form", "send");
  go.classList.toggle("btn-main", isReady && !isSending);
  lock(go, !isReady || isSending);
}
