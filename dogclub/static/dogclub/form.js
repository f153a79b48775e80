/* A round's form, for every game that has one: keeps each change on this tablet, and has the club's server draw what
   follows from it. What the form says is decided here, what it means there. While the server does not answer, the form
   goes on as a blank one of blanks.js. */
(() => {
  "use strict";
  const { $, WAITS, blanks, half, keep, kept, say } = table;
  const OURS = ["csrfmiddlewaretoken", "entry", "version"]; // what the page brought, and nobody chose
  const SILENT = "The club’s server does not answer.", BUSY = "The club’s server is busy.";

  let form = null;
  let key = ""; // what the form asks for: a line of the sheet, and which kind of form it is
  let states = []; // what the form said before each change, oldest first
  let now = ""; // what it says
  let isLocal = false; // it is a blank form of this tablet, not one the server drew
  let log = []; // what was written since the server drew its page
  let picked = null; // the row somebody tapped, where a phone shows one
  let wasAsked = false; // the page before was about an entry that could not be written

  const remember = () => keep(half(), states.length ? { key, body: now, states } : null);

  /* What somebody chose, without what the page brought. */
  function said() {
    const fields = new URLSearchParams(form ? new FormData(form) : []);
    for (const name of OURS) fields.delete(name);
    return fields.toString();
  }

  function fill(text) {
    const fields = new URLSearchParams(text), seen = {};
    for (const each of form.elements) {
      const { name, type } = each, all = fields.getAll(name);
      if (!name || OURS.includes(name)) continue;
      if (type === "radio" || type === "checkbox") each.checked = all.includes(each.value);
      else if (each.matches("input, textarea, select")) {
        seen[name] = (seen[name] ?? -1) + 1;
        each.value = all[seen[name]] ?? each.value;
      }
    }
  }

  async function begin(ready) {
    if (isLocal && form.isConnected && $("#main[data-what=ahead]")) return; // something else was swapped in
    const before = isLocal ? { key, body: now, states } : null;
    blanks.collect();
    [isLocal, log] = [false, []];
    form = $("form[data-look]");
    if ((form?.dataset.key ?? "") !== key) {
      form?.reset(); // what was chosen in the form before this one does not count here
      states = [];
      isWanted = false;
      calm();
    }
    key = form?.dataset.key ?? "";
    now = said();
    if (before) resume(before);
    const isAnswered = wasAsked && !table.isAsked;
    wasAsked = table.isAsked;
    if (!ready && !isAnswered) return;
    await ready;
    const found = await kept(half());
    if (found && found.body && !table.queue.length) resume(found);
  }

  /* What was half entered, on this form or on a blank one for the same line of the sheet. */
  function resume({ key: then, body, states: all }) {
    if (then === key && form) {
      states = all;
      fill(body);
      if (said() === now) return;
      now = said();
      look();
    } else if (all.length && then === blanks.first()) look(body);
  }

  function changed(name) {
    const before = now;
    if (form.elements.last) form.elements.last.value = name;
    now = said();
    if (now === before) return;
    states = [...states, before];
    picked = null;
    follow();
  }

  function back() {
    const before = states.at(-1);
    states = states.slice(0, -1);
    fill(before);
    now = said();
    follow();
  }

  function follow() {
    table.isTold = false;
    remember();
    if (!isLocal && !tries) look(); // else it is asked for anyway
    else if (isAdded()) settle();
  }

  // -- Looking: one question at a time, and an answer that comes too late is not shown ----------------------------
  let asked = null; // what was asked, and on which form
  let isWanted = false; // asked for meanwhile
  let tries = 0, timer = 0;

  function calm() {
    clearTimeout(timer);
    tries = 0;
  }

  /* `other` is what another form had, which the server is to show. */
  function look(other = "") {
    clearTimeout(timer);
    isWanted = asked !== null;
    if (isWanted) return;
    asked = { key, body: said(), other };
    const looker = $("#looker"), chosen = other ? new URLSearchParams(other) : new FormData(form);
    const fields = [...chosen].filter(([name]) => name !== "entry");
    looker.replaceChildren(...[...fields, ["do", "look"]].map(([name, value]) =>
      Object.assign(document.createElement("input"), { type: "hidden", name, value })));
    htmx.ajax("POST", looker.getAttribute("action"), { source: looker });
  }

  const isForm = ctx => Boolean(ctx.response?.headers.get("X-Form-Shown"));
  const isFree = () => !table.isBusy && !log.length;

  document.addEventListener("htmx:after:request", event => {
    const { ctx } = event.detail;
    if (ctx.sourceElement.id !== "looker") return;
    if (isForm(ctx) && key === asked.key && said() === asked.body && isFree()) return;
    ctx.hx.reswap = "none";
    ctx.swap = "none";
    event.preventDefault();
  });

  document.addEventListener("htmx:finally:request", event => {
    const { ctx } = event.detail, status = ctx.response?.status || 0, isGone = !status || status >= 500 || status === 429;
    const why = status ? BUSY : SILENT;
    if (ctx.sourceElement.matches("[data-next]") && isGone && !ahead([], why)) table.refuse(why);
    if (ctx.sourceElement.id !== "looker") return;
    const { key: then, body, other } = asked;
    asked = null;
    if (isForm(ctx)) tries = 0;
    if (!isFree()) return;
    if (isWanted || (isForm(ctx) && then === key && said() !== body)) { if (form) look(); }
    else if (then !== key || isForm(ctx)) return;
    else if (isGone) later(why, other);
    else say("Kept on this tablet.", "Sign in again on this page, or have the match handed over anew.");
  });

  /* Said once; what is tapped meanwhile waits for the next try. */
  function later(why, other) {
    const wait = WAITS[Math.min(tries, WAITS.length - 1)];
    if (!tries && !isLocal && (other || !goOn(why))) {
      say("Kept on this tablet, not drawn anew.", why);
      if (isAdded()) settle();
    }
    tries += 1;
    timer = setTimeout(() => { if (isFree()) look(other); }, 1000 * wait);
  }

  window.addEventListener("online", () => { if (tries && isFree() && !asked && form) look(); });

  // -- Going on alone ------------------------------------------------------------------------------------------------
  function ahead(entries, why = SILENT) {
    const blank = blanks.next(entries), last = entries.at(-1);
    if (!blank) return false;
    log = entries;
    if (isLocal && form.isConnected && blanks.key(blank, entries) === key) return true;
    form = blanks.show(blank, entries);
    [key, isLocal, states, now, picked] = [form.dataset.key, true, [], said(), null];
    settle();
    const told = last && blanks.words(last, entries.slice(0, -1));
    say(told ? `${told}.` : "Kept on this tablet, not drawn anew.", why);
    kept(half()).then(found => {
      if (!isLocal || !found || states.length) return;
      if (found.key !== key) keep(half(), null); // of a form before this one
      else restore(found);
    });
    return true;
  }

  function restore({ body, states: all }) {
    fill(body);
    [states, now] = [all, said()];
    settle();
  }

  /* The form goes on as a blank one with what is half entered; not where some of it would have no place there. */
  function goOn(why) {
    const chosen = new URLSearchParams(now), shown = form, blank = form && !("alone" in form.dataset) && blanks.next([]);
    if (!blank) return false;
    const hidden = new Set([...shown.elements].filter(each => each.type === "hidden").map(each => each.name));
    const isPlaced = ([name, value]) => !value || hidden.has(name) || $(`[name="${name}"]`, blank.content);
    if (![...chosen].every(isPlaced)) return false;
    const all = states;
    for (const name of ["what", "number"]) chosen.delete(name);
    ahead([], why);
    for (const [name, value] of new URLSearchParams(now)) if (!shown.elements.namedItem(name)) chosen.append(name, value);
    restore({ body: chosen, states: all });
    remember();
    return true;
  }

  const isAdded = () => isLocal || Boolean(form && "due" in form.dataset); // what it lacks can be told here
  const settle = () => blanks.settle(form, picked, states.length ? "the last tap" : name(table.queue.slice(1).at(-1)));
  const name = row => row && row.words.charAt(0).toLowerCase() + row.words.slice(1).split(":")[0]; // “round 6”

  /* The newest entry that waits comes back as it was entered, and with nothing in it where nobody may see it again; the
     oldest may be at the server already. */
  async function takeBack() {
    const row = table.queue.slice(1).at(-1), fields = row && new URLSearchParams(row.body);
    if (!row) return;
    await keep(half(), row.isSecret ? null : { key: `${fields.get("number")}-${fields.get("what")}`, body: row.body, states: [] });
    await table.takeBack(1);
  }

  // -- Taps --------------------------------------------------------------------------------------------------------
  let lines = ""; // how many lines of the sheet the tapped key writes

  document.addEventListener("change", event => {
    if (form && event.target.form === form) changed(event.target.name);
  });
  document.addEventListener("submit", event => { lines = event.submitter?.dataset.lines || ""; }, true);

  /* A key beside a number: adds to it, or sets it, within what the number may be. */
  function turn(button) {
    const input = [...form.elements].find(each => each.name === button.dataset.to && each.matches("input"));
    const number = Number(input.value.replace("\u2212", "-")) || 0;
    const wanted = button.dataset.set === undefined ? number + Number(button.dataset.add) : Number(button.dataset.set);
    const least = input.min === "" ? -Infinity : Number(input.min), most = input.max === "" ? Infinity : Number(input.max);
    input.value = String(Math.min(Math.max(wanted, least), most)).replace("-", "\u2212");
    changed(input.name);
  }

  function pick(row) {
    picked = row;
    settle();
  }

  /* Whether this tap is only shown, and not sent. */
  function local(button) {
    if (button.matches("[data-next]") && table.isAway) return ahead([]);
    if (!form) return false;
    if (table.isBusy) return true;
    if (button.dataset.to) turn(button);
    else if (button.id === "back" && states.length) back();
    else if (button.matches("[data-back]")) takeBack();
    else if (button.matches("[data-pick]")) pick(button.closest("[data-row]"));
    else if (button.value === "look" && button.name === "do") look();
    else if (button.matches("a[href]") && (isLocal || tries)) table.refuse("That page needs the club’s server. Stay here and go on writing.");
    else return false;
    return true;
  }

  function draw() {
    const go = $("#go span");
    if (form && go && table.isBusy) go.textContent = "Sending …";
    if (table.isBusy && form?.matches("[data-secret]")) $("#main").classList.add("is-covered"); // handed in: whoever looks next sees nothing
  }

  table.play({
    begin, draw, local, ahead: entries => ahead(entries),
    words: (_form, entry) => blanks.words(entry, log),
    beside: sent => Boolean(form) && sent !== form && sent.id !== "undo",
    fill(sent, body) {
      const left = sent === form && (isLocal || tries) ? blanks.rest(form) : {};
      if (left.name) body.set(left.name, left.left);
      if (lines) body.set("lines", lines);
      lines = "";
    },
  });
})();
