/* A round's form, for every game that has one: keeps each change on this tablet, and has the club's server draw what
   follows from it. What the form says is decided here, what it means there. */
(() => {
  "use strict";
  const { $, WAITS, keep, kept, match, say } = table;

  let form = null;
  let key = ""; // what the form writes on: a version of the sheet
  let states = []; // what the form said before each change, oldest first
  let now = ""; // what it says

  /* What somebody chose, without what the page brought. */
  function said() {
    const fields = new URLSearchParams(new FormData(form));
    for (const name of ["csrfmiddlewaretoken", "entry", "version"]) fields.delete(name);
    return fields.toString();
  }

  function fill(text) {
    const fields = new URLSearchParams(text);
    for (const each of form.elements) {
      if (!each.name || ["csrfmiddlewaretoken", "entry", "version"].includes(each.name)) continue;
      if (each.type === "radio" || each.type === "checkbox") each.checked = fields.getAll(each.name).includes(each.value);
      else if (each.matches("input, textarea, select")) each.value = fields.get(each.name) ?? "";
    }
  }

  async function begin(ready) {
    const isFresh = Boolean(ready);
    form = $("form[data-look]");
    if (!form) return;
    if (form.dataset.key !== key) {
      form.reset(); // what was chosen in the form before this one does not count here
      states = [];
      isWanted = false;
      clearTimeout(timer);
    }
    key = form.dataset.key;
    now = said();
    if (!isFresh) return;
    const [half] = await Promise.all([kept(`half:${match()}`), ready]);
    if (!half || half.key !== key || !half.body) return;
    states = half.states;
    fill(half.body);
    if (said() === now) return;
    now = said();
    look();
  }

  function changed(name) {
    const before = now;
    if (form.elements.last) form.elements.last.value = name;
    now = said();
    if (now === before) return;
    states = [...states, before];
    table.isTold = false;
    keep(`half:${match()}`, { key, body: now, states });
    look();
  }

  function back() {
    const before = states.at(-1);
    states = states.slice(0, -1);
    fill(before);
    now = said();
    table.isTold = false;
    keep(`half:${match()}`, states.length ? { key, body: now, states } : null);
    look();
  }

  // -- Looking: one question at a time, and an answer that comes too late is not shown ----------------------------
  let asked = null; // what was asked, and on which version
  let isWanted = false; // asked for meanwhile
  let tries = 0, timer = 0;

  function look() {
    clearTimeout(timer);
    isWanted = asked !== null;
    if (isWanted) return;
    asked = { key, body: said() };
    const looker = $("#looker"), fields = [...new FormData(form)].filter(([name]) => name !== "entry");
    looker.replaceChildren(...[...fields, ["do", "look"]].map(([name, value]) =>
      Object.assign(document.createElement("input"), { type: "hidden", name, value })));
    htmx.ajax("POST", form.getAttribute("action"), { source: looker });
  }

  const isForm = ctx => Boolean(ctx.response?.headers.get("X-Form-Shown"));

  document.addEventListener("htmx:after:request", event => {
    const { ctx } = event.detail;
    if (ctx.sourceElement.id !== "looker") return;
    if (isForm(ctx) && form && key === asked.key && said() === asked.body && !table.isBusy) return;
    ctx.hx.reswap = "none";
    ctx.swap = "none";
    event.preventDefault();
  });

  document.addEventListener("htmx:finally:request", event => {
    const { ctx } = event.detail;
    if (ctx.sourceElement.id !== "looker") return;
    const { key: then } = asked, status = ctx.response?.status || 0;
    asked = null;
    if (isForm(ctx)) tries = 0;
    if (!form || table.isBusy) return;
    if (isWanted) look();
    else if (then !== key || isForm(ctx)) return;
    else if (status >= 500 || status === 429) later("The club’s server is busy.");
    else if (!status) later("The club’s server does not answer.");
    else say("Kept on this tablet.", "Sign in again on this page, or have the match handed over anew.");
  });

  function later(why) {
    const wait = WAITS[Math.min(tries, WAITS.length - 1)];
    tries += 1;
    say("Kept on this tablet.", `${why} The next try comes in ${wait} ${wait === 1 ? "second" : "seconds"}.`);
    timer = setTimeout(() => { if (form && !table.isBusy) look(); }, 1000 * wait);
  }

  // -- Taps --------------------------------------------------------------------------------------------------------
  document.addEventListener("change", event => {
    if (form && event.target.form === form) changed(event.target.name);
  });

  /* A key beside a number: adds to it, or sets it, within what the number may be. */
  function turn(button) {
    const input = [...form.elements].find(each => each.name === button.dataset.to && each.matches("input"));
    const number = Number(input.value.replace("\u2212", "-")) || 0;
    const wanted = button.dataset.set === undefined ? number + Number(button.dataset.add) : Number(button.dataset.set);
    const least = input.min === "" ? -Infinity : Number(input.min), most = input.max === "" ? Infinity : Number(input.max);
    input.value = String(Math.min(Math.max(wanted, least), most)).replace("-", "\u2212");
    changed(input.name);
  }

  /* Whether this tap is only shown, and not sent. */
  function local(button) {
    if (!form) return false;
    if (table.isBusy) return true;
    if (button.dataset.to) turn(button);
    else if (button.id === "back" && states.length) back();
    else if (button.value === "look" && button.name === "do") look();
    else return false;
    return true;
  }

  function draw() {
    const go = $("#go span");
    if (form && go && table.isBusy) go.textContent = "Sending …";
  }

  table.play({ begin, draw, local, fill() {}, beside: sent => Boolean(form) && sent !== form && sent.id !== "undo" });
})();
