/* Dirty Dog's arithmetic once more, for a tablet that cannot ask: The Rule, what bids are called, what a hand is worth. Cards,
   order and dealer of every hand come with the page. Each figure and word of it is checked against the engine in CI. */
table.twin = (() => {
  "use strict";
  const number = value => String(value).replace("-", "\u2212");
  const signed = value => (value > 0 ? "+" : "") + number(value);
  const sum = values => values.reduce((total, value) => total + value, 0);
  const some = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const list = names => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ` : "") + names.at(-1);
  const each = (seats, what) => Object.fromEntries(seats.map(seat => [seat, what(seat)]));

  // -- The Rule, and what a total of bids is called ---------------------------------------------------------------
  const barred = (cards, total) => (total > cards ? null : cards - total);
  const reason = (cards, total) => (total > cards ? "" : `The Rule: ${total} bid, ${some(cards, "card")}. Not ${cards - total}.`);
  const allIn = (cards, total) => ["Float \u2019age.", "Floater.", "", "Overbid."][Math.min(Math.max(total - cards, -2), 1) + 2];

  function soFar(cards, total) {
    if (total === cards) return "As many as there are cards.";
    return total > cards ? `${total - cards} over the cards: an overbid.` : `${cards - total} short of the cards.`;
  }

  function choices(cards, total) {
    const left = cards - total;
    const span = (from, to) => (from === to ? from : to === cards ? `${from} or more` : `${from} to ${to}`);
    return [[0, left - 2, "a float \u2019age"], [left - 1, left - 1, "a floater"], [Math.max(0, left + 1), cards, "an overbid"]]
      .filter(([from, to]) => from >= 0 && from <= to)
      .map(([from, to, what], at) => `${span(from, to)} ${at ? "" : "is "}${what}`).join(", ") + ".";
  }

  // -- Where the table stands: `page` is what the server sent, a state what follows from it -------------------------
  const points = (bid, took) => (bid === took ? 5 + took : -Math.max(bid, took));
  const isWhole = (order, values) => order.every(seat => seat in values) && Object.keys(values).length === order.length;

  /* What the table's page asks next: everything it needs to show each tap at once. */
  function step(page, state) {
    const [cards, order, settled] = page.plan[state.at], dealer = order.at(-1), { bids, number, taps, undo } = state;
    const shown = { cards, order, names: page.names, taps, undo, hand: page.hand + state.at, trump: state.trump || settled, settled };
    const role = (leads, deals) => each(order, seat => (seat === order[0] ? leads : seat === dealer ? deals : ""));
    if (!isWhole(order, bids)) {
      return { ...shown, what: "bids", key: `bids-${number}`, fixed: bids, roles: role("leads", "deals, bids last") };
    }
    const told = order.map(seat => bids[seat]), before = sum(told) - bids[dealer];
    return { ...shown, what: "tricks", key: `tricks-${number}`, bids, roles: role(", leads", ", deals"), sbr: [dealer, barred(cards, before)] };
  }

  return { allIn, barred, choices, each, isWhole, list, number, points, reason, signed, soFar, some, step, sum };
})();
