/**
 * What happens beside the rounds, for while the club's server does not answer: each question as one form, fetched while
 * it did and asked in the page. What it writes waits in the outbox like any other entry.
 * @import { Row } from "../types"
 */
import { isOfTheClub } from "../table/cut_off.js";
import { $, $$, element } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

const PAUSE = 1000; // milliseconds after a page of the server: what is tapped goes first
const PATIENCE = 3000; // milliseconds for a page that may not come
const NEEDS_SERVER = gettext("That needs a connection. Stay on this page and keep scoring.");

/** The address a question is posted to. @param {any} form the template */
const path = form => $("form", form.content).getAttribute("action");

/** @param {string} href */
const answers = href =>
  fetch(href, { method: "HEAD", signal: AbortSignal.timeout?.(PATIENCE) }).then(
    ({ headers, status }) => isOfTheClub(headers) && status < 500 && status !== 429,
    () => false,
  );

/** @param {any} entry the form @param {URLSearchParams} body */
function fill(entry, body) {
  entry.dataset.number = body.get("number");
  for (const each of entry.elements) {
    if (each.matches("[type=radio], [type=checkbox]")) each.checked = body.getAll(each.name).includes(each.value);
    else if (each.name && body.has(each.name)) each.value = body.get(each.name);
  }
}

/** Figures that must come to a number, or may not. @param {any} group */
function checkSum(group) {
  const { sum, never, wrong } = group.dataset,
    inputs = $$("input", group);
  const total = inputs.reduce((all, each) => all + Number(each.value), 0),
    isFull = inputs.every(each => each.value);
  const isWrong = isFull && (sum ? total !== Number(sum) : total === Number(never));
  inputs.at(-1).setCustomValidity(isWrong ? wrong : "");
}

/** @param {typeof import("../table/core.js")} core */
export function start({ changeQueue, extras, isOffline, key, letGo, refuse, state }) {
  /** @type {any[]} as the server sent them last */
  let forms = [];
  let version = ""; // of the match they are about
  let timer = 0;
  const panel = element("dialog", { className: "entries aside", id: "aside" });

  // -- Kept fresh: asked for again after each contact
  async function fetchForms() {
    const box = $("#outbox"),
      now = box?.dataset.version;
    if (!now || now === version || (isOffline() && forms.length)) return; // the worker may have them stored
    const text = await fetch(`${box.getAttribute("action")}beside/`)
      .then(answer => answer.text())
      .catch(() => "");
    const sent = $("#asides", new DOMParser().parseFromString(text, "text/html"));
    if (!sent) return;
    addStyle(sent.dataset.style);
    forms = $$("template", sent);
    const data = forms.map(form => JSON.parse($("script", form.content)?.textContent || "{}"));
    extras.arrivals = Object.assign({}, ...data, { version: Number(sent.dataset.version) });
    version = sent.dataset.version;
  }

  /** @param {string} href */
  function addStyle(href) {
    if ($(`link[href="${href}"]`)) return;
    const onerror = (/** @type {any} */ { target }) => target.remove(); // tried again with the next forms
    document.head.append(element("link", { rel: "stylesheet", href, onerror }));
  }

  function fetchSoon() {
    clearTimeout(timer);
    timer = setTimeout(fetchForms, PAUSE);
  }

  // -- Whether a question may be asked now
  const stage = () => ($("#main [data-end]") ? "over" : $("#main").dataset.what);
  const isAlone = () => isOffline() || $("#main").dataset.what === "ahead";

  /** @param {any} form */
  const isOffered = ({ dataset: { on } }) => (on ? on.split(" ").includes(stage()) : stage() !== "over");

  /** What the form asks about may have changed with what waits. @param {any} form */
  function isUpToDate({ dataset: { holds } }) {
    if (holds === "always") return true;
    /** @param {Row} row */
    const isBeside = row => forms.some(form => path(form) === row.url);
    return version === $("#outbox").dataset.version && state.queue.every(row => holds === "beside" && isBeside(row));
  }

  /** @param {any} form */
  const canAsk = form => !state.isBlocked && isOffered(form) && isUpToDate(form);

  /* The line of the sheet that is written next. */
  const nextLine = () =>
    $("#main[data-what=ahead] #entry [name=number]")?.value ?? 1 + Number($("#undo [name=number]")?.value ?? 0);

  /** The menu, as it would stand. @param {any} menu */
  function offer(menu) {
    for (const form of forms) {
      const links = $$("a", menu),
        link = links.find(each => each.getAttribute("href") === path(form)) || links[0].cloneNode();
      if (!link.isConnected) {
        link.href = path(form);
        link.textContent = form.dataset.label;
        links[0].parentNode.after(element("li", {}, link));
      }
      link.parentNode.hidden = !isOffered(form);
    }
  }

  // -- Asking
  function sayNotNow() {
    panel.close();
    refuse(NEEDS_SERVER);
  }

  /** @param {any} form @param {Row} [row] what was refused, to be put right */
  function ask(form, row) {
    if (!row && !canAsk(form)) return sayNotNow();
    panel.replaceChildren(document.importNode(form.content, true));
    const entry = $("form", panel);
    panel.setAttribute("aria-label", form.dataset.label);
    const others = state.queue
      .filter(other => other !== row && other.url === path(form))
      .map(other => new URLSearchParams(other.body));
    for (const each of $$("[data-once]", entry))
      each.disabled = others.some(body => body.get(each.name) === each.value);
    entry.dataset.verb = form.dataset.verb;
    state.game.ask?.(entry);
    if (row) fill(entry, new URLSearchParams(row.body));
    $(".more")?.removeAttribute("open");
    panel.showModal();
  }

  /**
   * Written on the sheet as it stands when the key is tapped; the outbox takes it from here.
   * @param {SubmitEvent} event
   */
  function complete(event) {
    const entry = /** @type {any} */ (event.target),
      { number, verb, said } = entry.dataset;
    if (!number && !canAsk(forms.find(form => form.dataset.verb === verb))) {
      event.preventDefault();
      event.stopPropagation();
      return sayNotNow();
    }
    const chosen = $$("[data-say]", entry)
      .filter(each => each.checked)
      .map(each => each.dataset.say);
    entry.dataset.words = said.replace("{}", chosen.join(", "));
    entry.elements.version.value = $("#outbox").dataset.version;
    entry.elements.number.value = number || nextLine();
    setTimeout(() => panel.close());
  }

  /** @param {any} link @param {any} form */
  async function follow(link, form) {
    if (!isAlone() && (await answers(link.href))) location.assign(link.href);
    else ask(form);
  }

  // -- Refused: put right in its place, or let go of
  const refused = () => state.queue.find(row => !row.isHeld);

  async function discardRefused() {
    const row = /** @type {Row} */ (refused());
    await changeQueue(rows => [
      ...letGo(row),
      ...rows
        .filter(each => each.after === row.id)
        .map(each => /** @type {import("../types").Pair} */ ([key("out", each), { ...each, after: row.after }])),
    ]);
    location.assign($("#outbox").getAttribute("action"));
  }

  /** @param {MouseEvent} event */
  function clicked(event) {
    const button = /** @type {any} */ (event.target).closest?.("#main :is(a, summary, [data-right], [data-let])");
    if (!button) return;
    if (button.matches(".more summary") && isAlone()) offer(button.parentNode);
    const form = forms.find(each => path(each) === (button.dataset.right || button.getAttribute("href")));
    if (!form && !button.matches("[data-let]")) return;
    event.preventDefault();
    event.stopPropagation();
    if (button.matches("[data-let]")) discardRefused();
    else if (button.matches("[data-right]")) ask(form, refused());
    else follow(button, form);
  }

  panel.addEventListener("input", (/** @type {any} */ { target }) => {
    const group = target.closest("[data-sum], [data-never]");
    if (group) checkSum(group);
  });
  panel.addEventListener("click", (/** @type {any} */ { target }) => {
    if (target.closest("[data-close]")) panel.close();
  });
  panel.addEventListener("submit", complete);
  window.addEventListener("click", clicked, true);
  document.addEventListener("htmx:after:swap", fetchSoon);
  document.body.append(panel);
  fetchForms();
}
