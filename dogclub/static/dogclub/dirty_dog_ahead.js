/* What follows from an entry, for a tablet that cannot ask: the second half of the twin, checked against the engine as well.
   Fetched when the page stands already. */
table.goingOn = (() => {
  "use strict";
  const { each, isWhole, list, points, some, sum } = table.twin;
  const WORDS = ["Nobody", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

  /* The state after one more entry of this tablet; null where only the server can tell. */
  function after(page, state, entry) {
    const what = entry.get("what"), number = Number(entry.get("number"));
    if (what === "undo") return number === state.number - 1 ? state.past || null : state;
    const [cards, order] = page.plan[state.at] || [0, []], isBid = isWhole(order, state.bids);
    const said = Object.fromEntries(entry.getAll("tap").map(tap => tap.split("-").map(Number)));
    const all = { ...state.bids, ...said }, seats = order.filter(seat => what === "tricks" || !(seat in state.bids));
    if (number < state.number) { // the page knows it already, or the suit was told later
      const isSuit = what === "bids" && number === state.number - 1 && isBid && isWhole(order, all);
      return isSuit ? { ...state, bids: all, trump: entry.get("trump") || "" } : state;
    }
    if (what === "redeal") return number === state.number && isBid ? again(state) : null;
    if (what === "leave") return number === state.number ? left(page, state, Number(entry.get("seat"))) : null;
    if (what === "join") return number === state.number ? joined(page, state, entry) : null;
    if (number > state.number || !seats.length || !isWhole(seats, said)) return null;
    const total = sum(order.map(seat => (what === "bids" ? all : said)[seat]));
    if (what === "bids") return total === cards ? null : bid(page, state, all, seats, entry.get("trump"));
    return what === "tricks" && isBid && total === cards ? scored(page, state, said) : null;
  }

  /* The state after all of them; null where the page cannot show it. */
  function all(page, entries) {
    page.brought ||= { css: page.css, names: page.names, plan: page.plan, seats: page.seats };
    Object.assign(page, page.brought); // who came or went since is among the entries
    const then = entries.reduce((now, entry) => now && after(page, now, entry), page.now);
    return then && (then.line || page.plan[then.at]) ? then : null;
  }

  /* How many of the newest entries are the last question's: the suit may have been told later. */
  function last({ number }, entries) {
    const isLast = entry => entry.get("what") !== "undo" && Number(entry.get("number")) === number - 1;
    return entries.length - 1 - entries.findLastIndex(entry => !isLast(entry));
  }

  function bid(page, state, bids, seats, trump) {
    const last = seats.at(-1), undo = `Undo: ${page.names[last]} bids ${bids[last]}`;
    const past = { ...state, line: null, taps: seats.slice(0, -1).map(seat => [seat, bids[seat]]) };
    return { ...state, number: state.number + 1, bids, trump: trump || state.trump, taps: [], undo, past };
  }

  /* The hand is void: the same dealer, the same size, and nobody has bid. */
  const again = state =>
    ({ ...state, number: state.number + 1, bids: {}, trump: "", taps: [], line: null, undo: "Undo: hand void, dealt again", past: { ...state, line: null } });

  // -- Another table: who is left bids in the same turn, and the hands to come are dealt anew to as many ----------------
  function seated(page, state, order, change) {
    const { sizes, deck, looks, many } = table.comings, count = order.length, { at } = state;
    if (count < 2) return null;
    const hands = sizes.slice(page.hand + at - 1).map((size, turn) => {
      const cards = Math.min(size, Math.floor(deck / count)), by = turn % count;
      return [cards, [...order.slice(by), ...order.slice(0, by)], cards * count === 52 ? "none" : ""];
    });
    const rows = count >= many[1] ? " entry-tight" : count >= many[0] ? " entry-many" : "";
    page.css = { ...page.css, ...each(hands.map(([cards]) => cards), cards => looks[cards] + rows) };
    page.plan = [...page.plan.slice(0, at), ...hands];
    return { ...state, ...change, number: state.number + 1, bids: {}, trump: "", taps: [], line: null, undo: "", past: null };
  }

  /* The deal skips the chair; a hand on the table is dealt again. */
  function left(page, state, seat) {
    const [, order] = page.plan[state.at] || [0, []], around = order.filter(other => other !== seat);
    if (!table.comings?.sizes || around.length === order.length) return null;
    page.seats = page.seats.filter(other => other !== seat);
    return seated(page, state, seat === order.at(-1) ? [...around.slice(1), around[0]] : around, {
      marks: each(around, other => state.marks[other]),
    });
  }

  /* Whoever sits down beside the last dealer may deal next: that says the server. */
  function joined(page, state, entry) {
    const { comings } = table, [chair, name] = comings?.who?.[entry.get("who")] || [], after = Number(entry.get("after"));
    const [, order] = page.plan[state.at] || [0, []], place = order.indexOf(after), count = order.length;
    const lowest = state.lowest ?? (comings?.version === page.version ? comings.lowest : null);
    const seat = chair ?? Object.keys(page.names).length;
    const isSure = name && place >= 0 && place !== count - 2 && count < comings.most && !order.includes(seat) && lowest !== null;
    if (!isSure || Object.keys(state.bids).length) return null;
    const next = place === count - 1 ? 0 : place + 1, beside = page.seats.indexOf(after) + 1;
    const total = chair === null ? lowest : Math.min(lowest, state.totals[seat] ?? lowest);
    page.seats = [...page.seats.slice(0, beside), seat, ...page.seats.slice(beside)];
    page.names = { ...page.names, [seat]: name };
    const change = { totals: { ...state.totals, [seat]: total }, marks: { ...state.marks, [seat]: "" } };
    return seated(page, state, [...order.slice(0, next), seat, ...order.slice(next)], change);
  }

  function scored(page, state, tricks) {
    const [cards, order] = page.plan[state.at], { bids } = state, hand = page.hand + state.at;
    const won = each(order, seat => points(bids[seat], tricks[seat]));
    const totals = { ...state.totals, ...each(order, seat => state.totals[seat] + won[seat]) };
    const here = order.map(seat => totals[seat]), top = Math.max(...here), low = Math.min(...here);
    const marks = each(order, seat => (totals[seat] === top ? "top" : totals[seat] === low ? "low" : ""));
    const past = { ...state, taps: order.filter(seat => tricks[seat] !== bids[seat]).map(seat => [seat, tricks[seat]]) };
    const line = { hand, cards, order, bids, tricks, points: won };
    return { number: state.number + 1, at: state.at + 1, bids: {}, trump: "", totals, marks, lowest: low, taps: [], undo: `Undo: hand ${hand}`, past, line };
  }

  /* A scored hand in words, and what comes after it. */
  function told(page, state) {
    const { order, bids, tricks } = state.line, left = page.plan.length - state.at;
    const missed = order.filter(seat => bids[seat] !== tricks[seat]).map(seat => page.names[seat]);
    const made = order.length - missed.length, next = page.plan[state.at];
    const set = `${list(missed)} ${missed.length === 1 ? "is" : "are"} set.`;
    return {
      summary: `${WORDS[made] ?? made} made it. ${set} ${left ? `${some(left, "hand")} to go.` : "That was the last hand."}`,
      next: next && [`Hand ${page.hand + state.at}`, `: ${page.names[next[1].at(-1)]} deals ${some(next[0], "card")}`],
    };
  }

  return { after, all, last, told };
})();
