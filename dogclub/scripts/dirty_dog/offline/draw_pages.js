/**
 * Draws the table's next page on the tablet itself: the server's own blank, filled with what was worked out here, or a
 * result as the server would draw it.
 * @import { HandState, Page, ScoredHand, Step } from "../types"
 */
import { $, $$, element, hidden } from "../../table/dom.js";
import { gettext, ngettext } from "../../table/gettext.js";
import { number, signed } from "../rules.js";
import { madeIt, resultWords } from "./after_entry.js";

// What every page of the server brings.
const STAYS = "#outbox, #kept, #waiting, #halver, #came, #looker, #step, #dogs, .foot";

/** The name as the server wrote it. @param {Page} page @param {number} seat @returns {string} */
const fullName = (page, seat) => $$("#dogs li")[seat]?.textContent ?? page.names[seat];

/**
 * What sends stays where it is; all else makes room.
 * @param {any} content @param {string} css @param {string} what @param {...Element} forms
 */
function put(content, css, what, ...forms) {
  const main = $("#main"),
    foot = $(".foot");
  for (const part of [...main.children]) if (!part.matches(STAYS)) part.remove();
  main.append(...forms, ...content.children, foot);
  main.className = css;
  main.dataset.what = what;
  window.scrollTo(0, 0);
}

/**
 * A form that writes line `line`.
 * @param {Page} page @param {string} id @param {string} what @param {number} line @param {string[]} [taps]
 */
function outForm(page, id, what, line, taps = []) {
  const action = id === "undo" ? $("#blank-entry").dataset.undo : $("#outbox").getAttribute("action");
  const fields = [["what", what], ["number", line], ["version", page.version], ...taps.map(tap => ["tap", tap])];
  const inputs = fields.map(([name, value]) => hidden(String(name), value));
  const form = element("form", { id, action, method: "post", autocomplete: "off", hidden: true }, ...inputs);
  form.dataset.out = "";
  return form;
}

/** The key that goes on: a link of the server's page becomes one. */
function goButton() {
  const link = $("#go");
  const go = link.matches("button") ? link : element("button", { id: "go", className: "btn" }, ...link.childNodes);
  link.replaceWith(go);
  return go;
}

/** @param {HandState} state @param {number} seat */
function total(state, seat) {
  const mark = state.marks[seat],
    className = `fig mark${mark && ` mark-${mark}`}`;
  const shown = element("span", { className }, number(state.totals[seat]));
  if (mark)
    shown.append(element("span", { className: "vh" }, ` ${mark === "top" ? gettext("top") : gettext("bottom")}`));
  return shown;
}

/** Bids or tricks. @param {Page} page @param {HandState} state @param {Step} step */
export function drawEntry(page, state, step) {
  const content = $("#blank-entry").content.cloneNode(true),
    rows = $(".rows", content),
    row = rows.firstElementChild;
  drawHead($(".hand", content), page, step);
  if (step.scored && step.what === "bids") {
    $(".hand", content).prepend(recap(/** @type {ScoredHand} */ (state.line)));
    Object.assign($("#meter", content).dataset, opening(step));
  }
  rows.replaceChildren(...step.order.map(seat => entryRow(row.cloneNode(true), page, state, step, seat)));
  const bids = Object.entries(state.bids).map(([seat, bid]) => `${seat}-${bid}`); // as they are
  const css = `entry entry-hand entry-${step.what} ${page.css[step.cards]}`;
  put(
    content,
    css,
    step.what,
    element("form", { id: "taps", autocomplete: "off", hidden: true }),
    outForm(page, "undo", "undo", state.number - 1),
    outForm(page, "send", step.what, state.number),
    outForm(page, "suit", "bids", state.number - 1, bids),
  );
  $("#back").hidden = goButton().hidden = false;
}

/** Who deals, and which hand the points are of that stand in the rows, as `_meter.html` has it. @param {Step} step */
function opening({ cards, names, order, scored }) {
  const player = names[Number(order.at(-1))];
  return {
    bold: ngettext("{player} deals {count} card.", "{player} deals {count} cards.", cards, { player }),
    rest: gettext("The numbers left of the totals are hand {hand}’s.", { hand: scored }),
  };
}

/** The hand just scored, as `_recap.html` says it. @param {ScoredHand} line */
const recap = line =>
  element(
    "div",
    { className: "recap" },
    element(
      "p",
      {},
      element("b", {}, gettext("Hand {hand}", { hand: line.hand })),
      " ",
      element("span", {}, [madeIt(line), ...(line.told ?? [])].join(" ")),
    ),
    element("p", { className: "quiet" }, gettext("Saved here. Call-outs follow when the server answers.")),
  );

/** @param {any} header @param {Page} page @param {Step} step */
function drawHead(header, page, { hand, cards, order, names, settled, what }) {
  const spoken = element("span", { className: "vh" }, `${gettext("Hand {hand}", { hand })} `);
  const size = element("small", {}, ngettext("{count} card each", "{count} cards each", cards));
  const hands = page.hand + page.plan.length - 1;
  const words = element("span", {}, spoken, ngettext("of {count} hand", "of {count} hands", hands), size);
  if (page.how) size.append(element("span", { className: "how" }, page.how));
  const figure = $("h1 .fig", header);
  figure.textContent = hand;
  $("h1", header).replaceChildren(figure, words);
  $(".who-leads", header).replaceChildren(
    gettext("{player} deals", { player: names[Number(order.at(-1))] }),
    element("br"),
    gettext("{player} leads", { player: names[order[0]] }),
  );
  for (const button of $$(".num", header)) {
    button.setAttribute("form", what === "bids" ? "taps" : "suit");
    if (!settled && (page.has_none || button.dataset.suit !== "none")) continue;
    button.type = "button";
    button.setAttribute("aria-disabled", "true");
  }
}

/** @param {any} row @param {Page} page @param {HandState} state @param {Step} step @param {number} seat */
function entryRow(row, page, state, step, seat) {
  const pick = $(".pick", row),
    name = fullName(page, seat),
    isBids = step.what === "bids";
  row.id = `seat-${seat}`;
  row.dataset.seat = seat;
  row.setAttribute("aria-label", name.replaceAll("\u00ad", ""));
  $(".name", row).textContent = name;
  $(".reason", row).id = `reason-${seat}`;
  $(".pts", row).textContent = "";
  if (isBids && step.scored) points($(".pts", row), /** @type {ScoredHand} */ (state.line), seat);
  $(".total .fig", row).replaceWith(total(state, seat));
  $(".vh", pick).textContent = gettext("All numbers of {player}", { player: step.names[seat] });
  if (isBids) pick.remove();
  row.classList.remove("is-picked");
  drawPad($(".pad", row), step, seat);
  return row;
}

/** @param {any} cell @param {ScoredHand} line @param {number} seat */
function points(cell, { points: won, bids, tricks }, seat) {
  if (!(seat in won)) return;
  cell.replaceChildren(element("span", { className: "vh" }, `${gettext("last hand")} `), signed(won[seat]));
  cell.classList.toggle("miss", bids[seat] !== tricks[seat]);
}

/** @param {any} pad @param {Step} step @param {number} seat */
function drawPad(pad, step, seat) {
  const key = pad.firstElementChild;
  pad.replaceChildren(
    ...Array.from({ length: step.cards + 1 }, (_, value) => {
      const button = key.cloneNode();
      button.value = `${seat}-${value}`;
      button.textContent = value;
      return button;
    }),
  );
}

/** A hand that is scored, as `result.html` draws it. @param {Page} page @param {HandState} state */
export function drawResult(page, state) {
  const { summary, next } = resultWords(page, state),
    { hand, told = [] } = /** @type {ScoredHand} */ (state.line);
  const headline = element("h1", {}, gettext("Hand {hand} saved here, offline", { hand }));
  const content = element(
    "div",
    {},
    element("header", {}, headline, element("p", {}, [summary, ...told].join(" "))),
    section("points", gettext("Points"), resultTable(page, state)),
    section("calls", gettext("Called out"), ...comesLater(Boolean(next))),
  );
  put(
    content,
    page.seats.length > 6 ? "result result-tight" : "result",
    "result",
    outForm(page, "undo", "undo", state.number - 1),
  );
  const back = $("#back"),
    go = goButton();
  $("span", back).textContent = state.undo;
  for (const button of [back, go]) button.removeAttribute("aria-disabled");
  Object.assign(back, { type: "submit", hidden: !state.undo }).setAttribute("form", "undo");
  Object.assign(go, { type: "button", className: "btn btn-main", hidden: !next });
  if (next)
    $("span", go).replaceChildren(
      element("span", { className: "whole" }, next[0]),
      element("span", { className: "wide-only" }, next[1]),
    );
}

/** @param {string} className @param {string} label @param {...Element} children */
function section(className, label, ...children) {
  const made = element("section", { className }, ...children);
  made.setAttribute("aria-label", label);
  return made;
}

/** What only the server says. @param {boolean} goesOn to another hand */
function comesLater(goesOn) {
  const calls = gettext("Call-outs and who can still win appear when you are online again.");
  const end = gettext("All hands are entered. Ties and trophies are settled when you are online again.");
  const ended = element("p", {}, end);
  ended.dataset.end = "";
  return [element("p", { className: "quiet" }, calls), ...(goesOn ? [] : [ended])];
}

/** @param {Page} page @param {HandState} state */
function resultTable(page, state) {
  const figures = [gettext("Bid"), gettext("Took"), gettext("Points"), gettext("Total")];
  const heads = figures.map(each => element("th", { scope: "col", className: "r" }, each));
  heads.unshift(element("th", { scope: "col" }, gettext("In seat order")));
  return element(
    "table",
    { className: "data fold fold-result" },
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...page.seats.map(seat => resultRow(page, state, seat))),
  );
}

/** @param {Page} page @param {HandState} state @param {number} seat */
function resultRow(page, state, seat) {
  const { bids, tricks, points } = /** @type {ScoredHand} */ (state.line),
    isMissed = bids[seat] !== tricks[seat];
  const bid = element("td", { className: "r quiet" }, bids[seat]),
    took = element("td", { className: "r" }, tricks[seat]);
  bid.dataset.label = `${gettext("bid")} `;
  took.dataset.label = `${gettext("took")} `;
  return element(
    "tr",
    {},
    element("th", { scope: "row", className: "name" }, fullName(page, seat)),
    bid,
    took,
    element("td", { className: `r pp${isMissed ? " miss" : ""} fig` }, signed(points[seat])),
    element("td", { className: "r tt" }, total(state, seat)),
  );
}
