/**
 * What Dirty Dog's table needs to go on while the server does not answer: loaded when the page stands.
 * @import { Page } from "../types"
 */
import { $, element } from "../../table/dom.js";
import { gettext } from "../../table/gettext.js";
import { afterAll, afterEntry, handsForPoints, lastEntries, resultWords } from "./after_entry.js";
import { drawEntry, drawResult } from "./draw_pages.js";

export * as rules from "../rules.js";
export { afterEntry, resultWords };

/**
 * An entry with its numbers: “Hand 7: bids Bea 1, Otto 0”.
 * @param {typeof import("../hand.js").current} current @param {HTMLFormElement} form @param {URLSearchParams} body
 */
function words({ page, step }, form, body) {
  if (form.id !== "send" || !page || !step) return "";
  const taps = body.getAll("tap").map(tap => {
    const [seat, figure] = tap.split("-");
    return `${page.names[Number(seat)]} ${figure}`;
  });
  const values = { hand: step.hand, figures: taps.join(", ") };
  return step.what === "bids"
    ? gettext("Hand {hand}: bids {figures}", values)
    : gettext("Hand {hand}: tricks {figures}", values);
}

/** @param {typeof import("../hand.js").current} current @param {HTMLFormElement} form */
function ask({ page, state }, form) {
  const hands = page && $("[name=hand]", form) ? handsForPoints(page, state) : [];
  $("[name=hand]", form)?.append(...hands.map(hand => element("option", { value: hand }, hand)));
}

/** @param {{ arrivals?: any }} extras */
export const pagesOf = extras => ({
  /** @param {Page} page @param {URLSearchParams[]} entries */
  afterAll: (page, entries) => afterAll(page, entries, extras.arrivals),
  ask,
  drawEntry,
  drawResult,
  lastEntries,
  words,
});

/** @param {typeof import("../../table/core.js")} core */
export function start({ extras }) {
  extras.pages = pagesOf(extras);
  document.dispatchEvent(new CustomEvent("table:pages"));
}
