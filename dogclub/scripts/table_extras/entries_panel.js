/**
 * The entries this tablet holds, in words: what waits, what may be decided about it, and everything once more.
 * @import { Pair, Row } from "../types"
 */
import { isOfTheClub } from "../table/cut_off.js";
import { $, element } from "../table/dom.js";
import { gettext, ngettext } from "../table/gettext.js";

const SAFE = gettext("Sending again is always safe: nothing is saved twice.");
const TROUBLE = {
  full: gettext("its storage is full. They are sent while this page stays open."),
  slow: gettext("its storage does not answer. They are sent while this page stays open."),
  forbidden: gettext("its browser forbids it. They are sent while this page stays open."),
};
const PATIENCE = 5000; // milliseconds for one entry

/** @param {number} number */
const toSend = number => ngettext("{count} entry to send", "{count} entries to send", number);
/** @param {Row} row */
const time = row => new Date(row.at).toTimeString().slice(0, 5);
/** @param {Row} row */
const line = row => element("li", {}, gettext("{entry}, at {time}", { entry: row.words, time: time(row) }));
/** @param {string} words @param {() => unknown} onclick */
const button = (words, onclick) => element("button", { className: "btn", type: "button", textContent: words, onclick });

/** @param {string} waits what waits, in words */
const offline = waits => (waits ? gettext("Offline: {entries}", { entries: waits }) : gettext("Offline"));

/** @param {number} held */
const forYou = held => ngettext("{count} entry waits for you", "{count} entries wait for you", held);

/** What waits for a decision stays in reach. @param {number} held */
function undecided(held) {
  if (!held) return [];
  const open = element("button", { className: "btn", type: "button", textContent: forYou(held) });
  open.dataset.kept = "";
  return [open];
}

/** @param {Row} row */
function post(row) {
  const token = JSON.parse(document.body.getAttribute("hx-headers:inherited") || "{}");
  const headers = { ...token, "HX-Request": "true" },
    body = new URLSearchParams(row.body);
  return fetch(row.url, { method: "POST", headers, body, signal: AbortSignal.timeout?.(PATIENCE) }).catch(() => null);
}

/** @param {number} written @param {number} other @param {number} all */
function sentAgain(written, other, all) {
  if (written === all) return ngettext("The server has it.", "The server has all {count}.", all);
  return other
    ? gettext("The server has {written} of {all}; this device may no longer keep score.", { written, all })
    : gettext("Offline; the server has at least {written} of {all}.", { written, all });
}

/** @param {typeof import("../table/core.js")} core */
export function start({ changeQueue, entries, extras, key, lease, letGo, match, say, send, state, ...more }) {
  const title = element("h2", { id: "entries-title", tabIndex: -1 }),
    status = element("p", { role: "status" }),
    list = element("ol"),
    choice = element("div"),
    dropped = element("div");
  const actions = element(
    "div",
    { className: "actions" },
    button(gettext("Send all again"), sendAll),
    button(gettext("Save as a file"), saveFile),
    button(gettext("Close"), () => panel.close()),
  );
  const panel = element(
    "dialog",
    { id: "entries", className: "entries" },
    title,
    status,
    list,
    choice,
    dropped,
    actions,
    element("p", { className: "quiet small", textContent: SAFE }),
  );

  let isSilent = state.isAway; // the server did not answer the last entry at all

  /* What waits is said beside the count, and read with a tap. */
  function drawNote() {
    const note = $("#waiting"),
      trouble = more.storageTrouble(),
      held = state.queue.filter(row => row.isHeld).length,
      number = state.queue.length - held,
      waits = number ? toSend(number) : "",
      isUnheard = isSilent || !navigator.onLine;
    if (!note) return;
    note.hidden = !waits && !held && !isUnheard;
    note.replaceChildren(...(waits || isUnheard ? [isUnheard ? offline(waits) : waits] : []), ...undecided(held));
    note.classList.toggle("is-offline", isUnheard);
    ($(".foot") || $(".clash-body"))?.append(note);
    if (trouble) say(gettext("This tablet cannot store entries:"), TROUBLE[trouble]);
  }

  function draw() {
    const { queue } = state,
      held = queue.filter(row => row.isHeld),
      trouble = more.storageTrouble();
    drawNote();
    drawLater();
    for (const item of document.querySelectorAll("[data-kept]")) /** @type {HTMLElement} */ (item).hidden = false;
    const all = queue.length > held.length || !held.length ? toSend(queue.length) : forYou(held.length);
    title.textContent = queue.length ? all : gettext("Nothing to send");
    status.textContent = trouble ? `${gettext("This tablet cannot store entries:")} ${TROUBLE[trouble]}` : "";
    list.replaceChildren(...queue.filter(row => !row.isHeld).map(line));
    choice.hidden = !held.length;
    choice.replaceChildren(...choices(held));
    if (held.length && !panel.dataset.asked) open();
    panel.dataset.asked = held.length ? "1" : "";
  }

  /* Before a choice between two entries: what this tablet made on top of its own. */
  function drawLater() {
    const place = $("[data-later]"),
      rows = state.queue.filter(row => row.id !== state.asked && !row.isHeld);
    if (!place) return;
    place.hidden = !rows.length;
    $("ol", place).replaceChildren(...rows.map(line));
  }

  function open() {
    if (!panel.open) panel.showModal();
    title.focus();
    drawDropped();
  }

  /* What was discarded can be brought back. */
  async function drawDropped() {
    const rows = (await entries("log", match())).filter(row => row.isDropped);
    dropped.replaceChildren(
      ...(rows.length
        ? [
            element("h3", { textContent: gettext("Discarded") }),
            element("ol", {}, ...rows.map(line)),
            element(
              "div",
              { className: "actions" },
              button(gettext("Bring them back"), () => extras.bringBack?.()),
            ),
          ]
        : []),
    );
  }

  /** Somebody took what the other tablet wrote: what was made on top of the own entry. @param {Row[]} held */
  function choices(held) {
    const these = ngettext(
      "This was entered after yours, and waits until you decide:",
      "These were entered after yours, and wait until you decide:",
      held.length,
    );
    return [
      element("p", {}, element("b", { textContent: gettext("You used the other tablet’s entries.") }), ` ${these}`),
      element("ol", {}, ...held.map(line)),
      element(
        "div",
        { className: "actions" },
        button(gettext("Send"), () => decide(row => [[key("out", row), { ...row, isHeld: false }]])),
        button(gettext("Discard"), () => decide(letGo)),
      ),
    ];
  }

  /** @param {(row: Row) => Pair[]} step */
  async function decide(step) {
    await changeQueue(rows => rows.filter(row => row.isHeld).flatMap(step));
    panel.close();
    send();
  }

  /* Whatever this tablet ever wrote for this match, oldest first: each is answered as before. */
  async function sendAll() {
    const rows = (await entries("log", match())).filter(row => !row.isGone);
    if (!(await lease(match(), "again", true))) return;
    let written = 0,
      other = 0;
    for (const row of rows) {
      await lease(match(), "again", true);
      status.textContent = gettext("Sending {number} of {all} again …", {
        number: written + other + 1,
        all: rows.length,
      });
      const answer = await post(row);
      if (!answer || !isOfTheClub(answer.headers) || answer.status >= 500 || answer.status === 429) break;
      if (answer.headers.get("X-Entry-Written") === row.id) written += 1;
      else other += 1;
    }
    await lease(match(), "again", false);
    status.textContent = sentAgain(written, other, rows.length);
    send();
  }

  /* On plain pages nothing may be copied by a script; a file may be saved everywhere. */
  async function saveFile() {
    const waiting = state.queue.map(row => extras.covered(["log"], row));
    const rows = { match: match(), waiting, before: await entries("log", match()) };
    const file = new Blob([JSON.stringify(rows, null, 1)], { type: "application/json" });
    const link = element("a", { href: URL.createObjectURL(file), download: `dogclub-${match()}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  panel.setAttribute("aria-labelledby", title.id);
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "outbox") isSilent = !ctx.response;
  });
  document.addEventListener("table:stored", draw);
  window.addEventListener("offline", drawNote);
  window.addEventListener("online", drawNote);
  document.addEventListener("click", (/** @type {any} */ { target }) => {
    if (target.closest("button[data-kept]")) open();
  });
  document.body.append(panel);
  draw();
}
