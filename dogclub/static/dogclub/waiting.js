/* What this tablet keeps, in words: what waits, what may be chosen about it, and everything once more. Fetched when the
   page stands already, so that the first visit is light. */
(() => {
  "use strict";
  const { $, key, entries, lease, match, say, set } = table;

  const made = (tag, more = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), more);
    element.append(...children);
    return element;
  };
  const count = number => `${number} ${number === 1 ? "entry" : "entries"}`;
  const time = row => new Date(row.at).toTimeString().slice(0, 5);
  const line = row => made("li", {}, `${row.words}, at ${time(row)}`);
  const button = (words, then) => made("button", { className: "btn", type: "button", textContent: words, onclick: then });

  const title = made("h2"), says = made("p", { role: "status" }), list = made("ol"), choice = made("div");
  const panel = made("section", { id: "entries", className: "entries", popover: "auto" }, title, says, list, choice,
    made("div", { className: "actions" }, button("Send everything again", again), button("Save as a file", save)),
    made("p", { className: "quiet small", textContent: "Sending again is always safe: what the club’s server has already is not written twice." }));

  /* What waits is told beside the count, and read with a tap. */
  function tell({ queue, trouble }) {
    const note = $("#waiting");
    if (!note) return;
    note.hidden = !queue.length;
    note.textContent = `${count(queue.length)} waiting on this tablet`;
    ($(".foot") || $(".clash-body"))?.append(note);
    if (trouble) say("This tablet cannot keep entries:", `${trouble}. They are sent while this page stays open.`);
  }

  function draw() {
    const { queue, trouble } = table, held = queue.filter(row => row.isHeld);
    tell(table);
    for (const item of document.querySelectorAll("[data-kept]")) item.hidden = false;
    title.textContent = queue.length ? `${count(queue.length)} waiting on this tablet` : "Nothing waits on this tablet";
    says.textContent = trouble ? `This tablet cannot keep entries: ${trouble}. They are sent while this page stays open.` : "";
    list.replaceChildren(...queue.filter(row => !row.isHeld).map(line));
    choice.hidden = !held.length;
    choice.replaceChildren(
      made("p", {}, made("b", { textContent: "You took what the other tablet wrote. " }),
        `${held.length === 1 ? "This was made on top of yours, and waits" : "These were made on top of yours, and wait"} until you say what becomes of ${held.length === 1 ? "it" : "them"}:`),
      made("ol", {}, ...held.map(line)),
      made("div", { className: "actions" },
        button("Send what came after", () => decide(row => [[key("out", row), { ...row, isHeld: false }]])),
        button(`Let go of ${held.length === 1 ? "it" : "them"}`, () => decide(row => [[key("out", row), null], [key("log", row), { ...row, isGone: true }]]))));
    if (held.length && !panel.dataset.asked) panel.showPopover();
    panel.dataset.asked = held.length ? "1" : "";
  }

  async function decide(step) {
    await set(rows => rows.filter(row => row.isHeld).flatMap(step));
    panel.hidePopover();
    table.send();
  }

  /* Whatever this tablet ever wrote down for this match, oldest first: each is answered as before. */
  async function again() {
    const rows = (await entries("log", match())).filter(row => !row.isGone);
    if (!await lease(match(), "again", true)) return;
    let had = 0, other = 0;
    for (const row of rows) {
      await lease(match(), "again", true);
      says.textContent = `Sending ${had + other + 1} of ${rows.length} again …`;
      const answer = await post(row);
      if (!answer || answer.status >= 500 || answer.status === 429) break;
      if (answer.headers.get("X-Entry-Written") === row.id) had += 1; else other += 1;
    }
    await lease(match(), "again", false);
    says.textContent = had === rows.length ? `The club’s server has ${rows.length === 1 ? "it" : `all ${rows.length}`}.`
      : other ? `The club’s server has ${had} of ${rows.length}; it may not be written to from here any more.`
      : `The club’s server does not answer; it has ${had} of ${rows.length} for certain.`;
    table.send();
  }

  function post(row) {
    const token = JSON.parse(document.body.getAttribute("hx-headers:inherited"));
    return fetch(row.url, {
      method: "POST", headers: { ...token, "HX-Request": "true" }, body: new URLSearchParams(row.body), signal: AbortSignal.timeout?.(5000),
    }).catch(() => null);
  }

  /* On plain pages nothing may be copied by a script; a file may be saved everywhere. */
  async function save() {
    const waiting = table.queue.map(row => table.covered?.(["log"], row) ?? row);
    const kept = { match: match(), waiting, before: await entries("log", match()) };
    const file = new Blob([JSON.stringify(kept, null, 1)], { type: "application/json" });
    const link = made("a", { href: URL.createObjectURL(file), download: `dogclub-${match()}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  document.addEventListener("table:kept", draw);
  document.body.append(panel);
  draw();
})();
