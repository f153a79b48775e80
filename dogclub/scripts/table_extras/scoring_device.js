/**
 * The scoring device: sends the club's server what is half entered, for the device that may take over, and hears when
 * one does. It is no part of what is written: what fails here is tried again with the next tap, and missed by nobody.
 */
import { $, element, hidden } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

const PAUSE = 300,
  OFTEN = 5000; // milliseconds after a tap, and between two questions

/** @param {typeof import("../table/core.js")} core */
export function start({ isOffline, load, match, save, saveListeners, state }) {
  /** @type {string | null} what the server has not been sent; null: nothing new */
  let unsent = null;
  let timer = 0,
    isAsking = false;

  const unsavedName = () => `half:${match()}`; // not what is put right: that belongs to this device

  /* What somebody counts for their own eyes goes to no other device. */
  const isSecret = () => Boolean($("form[data-secret]"));

  /** @param {string} name @param {any} value */
  function saved(name, value) {
    if (name !== unsavedName() || isSecret()) return;
    unsent = value ? JSON.stringify(value) : "";
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  }

  function ask() {
    const form = $("#halver");
    if (!form || $("[data-waiting]") || isAsking || state.isBlocked || isOffline()) return;
    form.replaceChildren(...(unsent === null ? [] : [hidden("half", unsent)]));
    unsent = null;
    isAsking = true;
    htmx.ajax("POST", form.getAttribute("hx-post"), { source: form });
  }

  /* What an entry had is written with it; what was half entered behind it is not. */
  function sendAgain() {
    unsent = null;
    load(unsavedName()).then(value => {
      if (value && unsent === null && !state.asked) saved(unsavedName(), value);
    });
  }

  /* Taken over: what the device before had half entered, where the same is asked here. */
  function takeOver() {
    const sent = $("#came"),
      step = $("#step"),
      address = new URL(location.href);
    if (!address.searchParams.has("half")) return;
    history.replaceState(history.state, "", address.pathname); // loaded once more, it is this device's own that counts
    const value = sent && JSON.parse(JSON.parse(sent.textContent));
    const key = step ? JSON.parse(step.textContent).key : $("form[data-look]")?.dataset.key;
    if (value?.key === key) save(unsavedName(), value);
  }

  /* Taken over by another: what this device still holds, in words. */
  function listWaiting() {
    const place = $("[data-waiting]");
    if (!place) return;
    const lines = state.queue.map(({ words, at }) =>
      element("li", {
        textContent: gettext("{entry}, at {time}", { entry: words, time: new Date(at).toTimeString().slice(0, 5) }),
      }),
    );
    $("ul", place).replaceChildren(...lines);
    place.hidden = !lines.length;
  }

  saveListeners.push(saved);
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "halver") isAsking = false;
    if (ctx.sourceElement.id === "outbox") sendAgain();
  });
  document.addEventListener("htmx:after:swap", listWaiting);
  document.addEventListener("table:stored", listWaiting);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  setInterval(() => {
    if (!document.hidden) ask();
  }, OFTEN);
  takeOver();
  sendAgain(); // tapped before this came
  listWaiting();
}
