/**
 * Sends the photos of sheets one after another, and says of each whether it arrived: of eight sent at once, none would
 * be there if the line broke. What did not arrive is sent again by a tap, or once the browser is on line again; its name
 * is kept until then, should the page be closed. Without this script the form sends all of them at once.
 */
import { isOfTheClub } from "../table/cut_off.js";
import { $, element } from "../table/dom.js";
import { gettext, listed, ngettext } from "../table/gettext.js";

const PATIENCE = 180_000, // milliseconds for one photo: 10 MB over a slow line
  REFUSED = 422,
  TOO_MANY = 429;
const form = $("#photos"),
  field = $("#photo-file"),
  camera = $("#photo-camera"),
  sent = $("#photos-sent"),
  next = $("#photos-next"),
  lost = $("#photos-lost");
const key = `photos ${form.action}`; // in the storage of the browser: the names of those that did not arrive

/**
 * @typedef {object} Photo
 * @property {File} file
 * @property {FormData} about the fields of the form it was added with
 * @property {HTMLElement} says
 * @property {"waits" | "arrived" | "refused"} state
 */
/** @type {Photo[]} */
const photos = [];
let isSending = false,
  page = ""; // of the photo that arrived last

/** @returns {string[]} */
function names() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return []; // no storage is allowed
  }
}

/** @param {string[]} missing */
function keep(missing) {
  try {
    if (missing.length) localStorage.setItem(key, JSON.stringify(missing));
    else localStorage.removeItem(key);
  } catch {
    // No storage is allowed: this page alone says what is missing.
  }
}

/** Forget one of this name: a phone may call every photo the same. @param {string} name */
function forget(name) {
  const missing = names(),
    at = missing.indexOf(name);
  if (at >= 0) keep(missing.filter((_name, place) => place !== at));
}

/** @param {Photo["state"]} state */
const count = state => photos.filter(photo => photo.state === state).length;

function showCount() {
  const arrived = count("arrived");
  $("p", sent).textContent = ngettext(
    "{arrived} of {count} photo has arrived.",
    "{arrived} of {count} photos have arrived.",
    photos.length,
    { arrived },
  );
}

/** Why a photo was not taken, as the page says that came instead. @param {Response} answer */
async function reason(answer) {
  if (answer.status === TOO_MANY) return gettext("Too many photos in an hour. Add it later.");
  if (answer.status !== REFUSED) return gettext("Not taken. Open this page anew, sign in, and add it again.");
  const said = new DOMParser().parseFromString(await answer.text(), "text/html");
  return $("#wrong-photo", said)?.textContent ?? "";
}

/** Whether the server answered. @param {Photo} photo */
async function send(photo) {
  photo.says.textContent = gettext("Being sent…");
  const signal = AbortSignal.timeout?.(PATIENCE),
    answer = await fetch(form.action, { method: "POST", body: photo.about, signal }).catch(() => null);
  if (!answer || !isOfTheClub(answer.headers) || answer.status >= 500) {
    photo.says.textContent = gettext("Did not arrive");
    return false;
  }
  if (answer.redirected && answer.url.startsWith(form.action)) {
    page = answer.url;
    photo.state = "arrived";
    photo.says.textContent = gettext("Arrived");
  } else {
    photo.state = "refused";
    photo.says.textContent = await reason(answer);
    photo.says.className = "badword small";
  }
  forget(photo.file.name);
  return true;
}

async function sendAll() {
  if (isSending || !count("waits")) return;
  isSending = next.hidden = true;
  for (let photo; (photo = photos.find(each => each.state === "waits"));) {
    const isAnswered = await send(photo);
    showCount();
    if (!isAnswered) break;
  }
  isSending = false;
  const missing = count("waits");
  if (!missing && !count("refused")) return location.assign(photos.length === 1 ? page : form.action);
  $("button", next).hidden = !missing;
  next.hidden = false;
}

/** @param {SubmitEvent} event */
function add(event) {
  const files = [...camera.files, ...field.files];
  if (!files.length) return; // the server says it
  event.preventDefault();
  for (const file of files) {
    const about = new FormData(form),
      says = element("td", { className: "quiet small", textContent: gettext("Waits") });
    about.delete(field.name);
    about.append(field.name, file);
    if (files.length > Number(form.dataset.pages)) about.delete("match"); // they are of several matches
    photos.push({ file, about, says, state: "waits" });
    $("tbody", sent).append(
      element("tr", {}, element("th", { scope: "row", className: "name", textContent: file.name }), says),
    );
  }
  for (const file of files) forget(file.name); // chosen once more
  keep([...names(), ...files.map(file => file.name)]);
  camera.value = field.value = "";
  sent.hidden = false;
  lost.hidden = true;
  showCount();
  sendAll();
}

const before = names();
if (before.length) {
  $("p", lost).textContent = ngettext(
    "This photo did not arrive: {names}. Choose it once more.",
    "These photos did not arrive: {names}. Choose them once more.",
    before.length,
    { names: listed(before) },
  );
  lost.hidden = false;
  $("button", lost).addEventListener("click", () => {
    keep([]);
    lost.hidden = true;
  });
}
form.addEventListener("submit", add);
$("button", next).addEventListener("click", sendAll);
addEventListener("online", sendAll);
addEventListener("beforeunload", event => {
  if (count("waits")) event.preventDefault();
});
