/** Play and Pause of a season's race. The form itself works without this: it asks the server for another night. */
import { $ } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

const PACE = 900; // milliseconds a night
let timer = 0;

/** @param {number} night */
function show(night) {
  const slider = $("#race-night");
  slider.value = String(night);
  slider.dispatchEvent(new Event("change", { bubbles: true }));
}

function step() {
  const night = Number($("#race-night").value),
    last = Number($("#race").dataset.last);
  if (night >= last) return pause();
  show(night + 1);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  draw();
}

function play() {
  const night = Number($("#race-night").value),
    last = Number($("#race").dataset.last);
  if (night >= last) show(1);
  else step();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) timer = window.setInterval(step, PACE);
  draw();
}

/** The form is drawn anew with every night. */
function draw() {
  const button = $("#race-play");
  if (!button) return;
  button.hidden = false;
  button.textContent = timer ? gettext("Pause") : gettext("Play");
  $("#race-show").hidden = true;
}

document.addEventListener("click", event => {
  if (/** @type {Element} */ (event.target).closest("#race-play")) (timer ? pause : play)();
});
document.addEventListener("htmx:after:swap", draw);
draw();
