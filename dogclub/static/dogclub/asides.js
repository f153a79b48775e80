/* What happens beside the rounds, for while the club's server does not answer: each question as one form, fetched while
   it did and asked in the page. What it writes waits in the outbox like any other entry. Fetched when the page stands. */
(() => {
  "use strict";
  const { $, $$, key, say, set } = table;
  const PAUSE = 1000; // milliseconds after a page of the server: what is tapped goes first
  const PATIENCE = 3000; // milliseconds for a page that may not come

  let forms = []; // as the server sent them last
  let timer = 0;

  // -- Kept fresh: asked for again after each contact ---------------------------------------------------------------
  async function bring() {
    const box = $("#outbox"), version = box?.dataset.version;
    if (!version || version === table.asides || (table.isAway && forms.length)) return; // the worker may have them kept
    const text = await fetch(`${box.getAttribute("action")}beside/`).then(answer => answer.text()).catch(() => "");
    const found = $("#asides", new DOMParser().parseFromString(text, "text/html"));
    if (!found) return;
    const { style } = found.dataset;
    if (!$(`link[href="${style}"]`)) {
      const onerror = ({ target }) => target.remove(); // tried again with the next forms
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: style, onerror }));
    }
    forms = $$("template", found);
    const brought = forms.map(form => JSON.parse($("script", form.content)?.textContent || "{}"));
    table.comings = Object.assign({}, ...brought, { version: Number(found.dataset.version) });
    table.asides = found.dataset.version;
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(bring, PAUSE);
  }

  // -- Whether a question may be asked now ------------------------------------------------------------------------------
  const path = form => $("form", form.content).getAttribute("action");
  const isBeside = row => forms.some(form => path(form) === row.url);
  const stage = () => ($("#main [data-end]") ? "over" : $("#main").dataset.what);
  const isAlone = () => table.isAway || $("#main").dataset.what === "ahead";

  function isHere({ dataset: { on } }) {
    return on ? on.split(" ").includes(stage()) : stage() !== "over";
  }

  /* What the form asks about may have changed with what waits. */
  function holds({ dataset }) {
    const isStill = table.asides === $("#outbox").dataset.version;
    if (dataset.holds === "always") return true;
    return isStill && table.queue.every(row => dataset.holds === "beside" && isBeside(row));
  }

  /* The line of the sheet that is written next. */
  const line = () => $("#main[data-what=ahead] #entry [name=number]")?.value ?? 1 + Number($("#undo [name=number]")?.value ?? 0);

  // -- The menu, as it would stand ---------------------------------------------------------------------------------------
  function offer(menu) {
    for (const form of forms) {
      const links = $$("a", menu), link = links.find(each => each.getAttribute("href") === path(form)) || links[0].cloneNode();
      if (!link.isConnected) {
        link.href = path(form);
        link.textContent = form.dataset.label;
        const item = document.createElement("li");
        item.append(link);
        links[0].parentNode.after(item);
      }
      link.parentNode.hidden = !isHere(form);
    }
  }

  // -- Asking --------------------------------------------------------------------------------------------------------------
  const panel = Object.assign(document.createElement("dialog"), { className: "entries aside", id: "aside" });

  function needsTheServer() {
    panel.close();
    table.refuse("That needs the club’s server first. Stay on this page and go on writing.");
  }

  /* `row` is what was refused, to be put right. */
  function ask(form, row) {
    if (!row && (table.isBusy || !isHere(form) || !holds(form))) return needsTheServer();
    panel.replaceChildren(document.importNode(form.content, true));
    const entry = $("form", panel);
    panel.setAttribute("aria-label", form.dataset.label);
    for (const each of $$("[data-once]", entry)) {
      each.disabled = table.queue.some(other => other !== row && other.url === path(form) && new URLSearchParams(other.body).get(each.name) === each.value);
    }
    entry.dataset.verb = form.dataset.verb;
    if (row) fill(entry, new URLSearchParams(row.body));
    $(".more")?.removeAttribute("open");
    panel.showModal();
  }

  function fill(entry, body) {
    entry.dataset.number = body.get("number");
    for (const each of entry.elements) {
      if (each.matches("[type=radio], [type=checkbox]")) each.checked = body.getAll(each.name).includes(each.value);
      else if (each.name && body.has(each.name)) each.value = body.get(each.name);
    }
  }

  /* Figures that must come to a number, or may not. */
  function add(group) {
    const { sum, never, wrong } = group.dataset, inputs = $$("input", group);
    const total = inputs.reduce((all, each) => all + Number(each.value), 0), isFull = inputs.every(each => each.value);
    const isWrong = isFull && (sum ? total !== Number(sum) : total === Number(never));
    inputs.at(-1).setCustomValidity(isWrong ? wrong : "");
  }

  panel.addEventListener("input", ({ target }) => {
    const group = target.closest("[data-sum], [data-never]");
    if (group) add(group);
  });

  panel.addEventListener("click", ({ target }) => { if (target.closest("[data-close]")) panel.close(); });

  /* Written on the sheet as it stands when the key is tapped; the outbox takes it from here. */
  panel.addEventListener("submit", event => {
    const entry = event.target, form = forms.find(each => each.dataset.verb === entry.dataset.verb), { number } = entry.dataset;
    if (!number && (table.isBusy || !isHere(form) || !holds(form))) {
      event.preventDefault();
      event.stopPropagation();
      return needsTheServer();
    }
    const chosen = $$("[data-say]", entry).filter(each => each.checked).map(each => each.dataset.say);
    entry.dataset.words = entry.dataset.said.replace("{}", chosen.join(", "));
    entry.elements.version.value = $("#outbox").dataset.version;
    entry.elements.number.value = number || line();
    setTimeout(() => panel.close());
  });

  const answers = href => fetch(href, { method: "HEAD", signal: AbortSignal.timeout?.(PATIENCE) })
    .then(({ status }) => status < 500 && status !== 429, () => false);

  async function follow(link, form) {
    if (!isAlone() && await answers(link.href)) location.assign(link.href);
    else ask(form);
  }

  // -- Refused: put right in its place, or let go of -----------------------------------------------------------------------
  const refused = () => table.queue.find(row => !row.isHeld);

  async function letGo() {
    const row = refused();
    await set(rows => [[key("out", row), null], [key("log", row), { ...row, isGone: true }],
      ...rows.filter(each => each.after === row.id).map(each => [key("out", each), { ...each, after: row.after }])]);
    location.assign($("#outbox").getAttribute("action"));
  }

  window.addEventListener("click", event => {
    const button = event.target.closest?.("#main :is(a, summary, [data-right], [data-let])");
    if (!button) return;
    if (button.matches(".more summary") && isAlone()) offer(button.parentNode);
    const form = forms.find(each => path(each) === (button.dataset.right || button.getAttribute("href")));
    if (!form && !button.matches("[data-let]")) return;
    event.preventDefault();
    event.stopPropagation();
    if (button.matches("[data-let]")) letGo();
    else if (button.matches("[data-right]")) ask(form, refused());
    else follow(button, form);
  }, true);

  document.addEventListener("htmx:after:swap", soon);
  document.body.append(panel);
  bring();
})();
