/* Draws the table's next page on the tablet itself: the server's own blanks, filled with what the twin has worked out. */
table.pages = (() => {
  "use strict";
  const { $, $$, goingOn, twin } = table;
  const { number, signed, some } = twin;
  // What every page of the server brings.
  const STAYS = "#outbox, #kept, #waiting, #stuck, #halver, #came, #looker, #step, #dogs, .foot";
  const dog = (page, seat) => $$("#dogs li")[seat]?.textContent ?? page.names[seat];
  const made = (tag, more, ...parts) => { const one = Object.assign(document.createElement(tag), more); one.append(...parts); return one; };
  const blank = name => $(`#blank-${name}`).content.cloneNode(true);

  /* What sends stays where it is; all else makes room. */
  function put(content, css, what, ...forms) {
    const main = $("#main"), foot = $(".foot");
    for (const part of [...main.children]) if (!part.matches(STAYS)) part.remove();
    main.append(...forms, ...content.children, foot);
    main.className = css;
    main.dataset.what = what;
    window.scrollTo(0, 0);
  }

  function form(page, id, what, line, taps = []) {
    const action = id === "undo" ? $("#blank-entry").dataset.undo : $("#outbox").getAttribute("action");
    const fields = [["what", what], ["number", line], ["version", page.version], ...taps.map(tap => ["tap", tap])];
    const one = made("form", { id, action, method: "post", hidden: true }, ...fields.map(([name, value]) => made("input", { type: "hidden", name, value })));
    one.dataset.out = "";
    return one;
  }

  /* The key that goes on: a link of the server's page becomes one. */
  function key() {
    const link = $("#go"), go = link.matches("button") ? link : made("button", { id: "go", className: "btn" }, ...link.childNodes);
    link.replaceWith(go);
    return go;
  }

  function total(state, seat) {
    const mark = state.marks[seat], shown = made("span", { className: `fig mark${mark && ` mark-${mark}`}` }, number(state.totals[seat]));
    if (mark) shown.append(made("span", { className: "vh" }, mark === "top" ? ", top" : ", bottom"));
    return shown;
  }

  // -- Bids and tricks --------------------------------------------------------------------------------------------
  function entry(page, state, step) {
    const content = blank("entry"), rows = $(".rows", content), row = rows.firstElementChild, isBids = step.what === "bids";
    head($(".hand", content), page, step, isBids);
    rows.replaceChildren(...step.order.map(seat => seated(row.cloneNode(true), page, state, step, seat, isBids)));
    const told = Object.entries(state.bids).map(([seat, bid]) => `${seat}-${bid}`); // a suit told later goes with the same bids
    put(content, page.css[step.cards].replace("-bids", `-${step.what}`), step.what, made("form", { id: "taps", hidden: true }),
      form(page, "undo", "undo", state.number - 1), form(page, "send", step.what, state.number),
      form(page, "suit", "bids", state.number - 1, told));
    key().hidden = false;
  }

  function head(header, page, { hand, cards, order, names, settled }, isBids) {
    const spoken = made("span", { className: "vh" }, `Hand ${hand} `), size = made("small", {}, `${some(cards, "card")} each`);
    const words = made("span", {}, spoken, `of ${some(page.hands, "hand")}`, size);
    $("h1", header).replaceChildren(made("span", { className: "fig" }, hand), words);
    $(".who-leads", header).replaceChildren(`${names[order.at(-1)]} deals`, made("br"), `${names[order[0]]} leads`);
    for (const button of $$(".num", header)) {
      button.setAttribute("form", isBids ? "taps" : "suit");
      if (settled) { button.type = "button"; button.setAttribute("aria-disabled", "true"); }
    }
  }

  function seated(row, page, state, step, seat, isBids) {
    const pad = $(".pad", row), key = pad.firstElementChild, pick = $(".pick", row);
    row.id = `seat-${seat}`;
    row.dataset.seat = seat;
    row.setAttribute("aria-label", dog(page, seat).replaceAll("\u00ad", ""));
    $(".name", row).textContent = dog(page, seat);
    $(".reason", row).id = `reason-${seat}`;
    $(".pts", row).textContent = "";
    $(".total", row).replaceChildren(total(state, seat));
    $(".vh", pick).textContent = `All numbers of ${step.names[seat]}`;
    if (isBids) pick.remove();
    row.classList.toggle("is-picked", !isBids && seat === step.order[0]);
    pad.setAttribute("aria-label", `${isBids ? "Bid" : "Tricks"} of ${step.names[seat]}`);
    pad.replaceChildren(...Array.from({ length: step.cards + 1 }, (_, value) => {
      const button = key.cloneNode();
      button.value = `${seat}-${value}`;
      button.textContent = value;
      return button;
    }));
    return row;
  }

  // -- A hand that is scored --------------------------------------------------------------------------------------
  function result(page, state) {
    const content = blank("result"), { summary, next } = goingOn.told(page, state), body = $("tbody", content), row = body.firstElementChild;
    $("h1", content).textContent = `Hand ${state.line.hand} is on this tablet`;
    $("header p", content).textContent = summary;
    body.replaceChildren(...page.seats.map(seat => paid(row.cloneNode(true), page, state, seat)));
    if (next) $("[data-end]", content).remove();
    put(content, "result", "result", form(page, "undo", "undo", state.number - 1));
    const back = $("#back"), go = key();
    $("span", back).textContent = state.undo;
    for (const button of [back, go]) button.removeAttribute("aria-disabled");
    Object.assign(back, { type: "submit" }).setAttribute("form", "undo");
    Object.assign(go, { type: "button", className: "btn btn-main", hidden: !next });
    if (next) $("span", go).replaceChildren(next[0], made("span", { className: "wide-only" }, next[1]));
  }

  function paid(row, page, state, seat) {
    const { bids, tricks, points } = state.line, cells = $$("td", row);
    $("th", row).textContent = dog(page, seat);
    [bids[seat], tricks[seat], signed(points[seat])].forEach((value, at) => { cells[at].textContent = value; });
    cells[2].classList.toggle("miss", bids[seat] !== tricks[seat]);
    cells[3].replaceChildren(total(state, seat));
    return row;
  }

  return { entry, result };
})();
document.dispatchEvent(new Event("table:pages"));
