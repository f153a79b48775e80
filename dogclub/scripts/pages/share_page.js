/**
 * The page on which a link is made. Without this script the button makes the link and the page shows it; with it the
 * link is copied as well, or handed to the device's own sheet for sharing, and the picture is looked at in both shapes.
 */
import { $, $$ } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

const form = $("#share");

/** Sends the form once; the answer is the page with the new link on it. */
async function make() {
  const answer = await fetch(location.href, { method: "POST", body: new FormData(form) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.querySelector("#link")) {
    form.submit(); // the page that comes says why not
    return new Promise(() => {});
  }
  for (const id of ["made", "links"]) $(`#${id}`).replaceWith(page.querySelector(`#${id}`) ?? "");
  return $("#link").value;
}

/** The link on the page, or a new one where there is none yet or another last day was chosen. */
function link() {
  const chosen = new FormData(form).get("expires"),
    made = $("#link");
  return made && made.dataset.expires === chosen ? Promise.resolve(made.value) : make();
}

/** @param {string} words */
function say(words) {
  const place = $("#copied span");
  if (place) place.textContent = words;
}

/**
 * Safari writes to the clipboard only what was begun while the finger was down: hence the promise.
 * @param {Promise<string>} text
 */
async function copy(text) {
  const { clipboard } = navigator;
  if (clipboard && "ClipboardItem" in window) {
    const blob = text.then(words => new Blob([words], { type: "text/plain" }));
    await clipboard
      .write([new ClipboardItem({ "text/plain": blob })])
      .catch(async () => clipboard.writeText(await text));
    return;
  }
  if (clipboard) return clipboard.writeText(await text);
  await text;
  $("#link").select();
  if (!document.execCommand("copy")) throw new Error("no clipboard");
}

async function copyLink() {
  const text = link();
  await copy(text).then(
    () => say(gettext("Link copied")),
    () => {
      $("#link")?.select();
      say(gettext("Selected: copy it"));
    },
  );
  $("#made").scrollIntoView({ block: "nearest" });
}

async function shareLink() {
  const url = await link();
  await navigator.share({ title: document.title, url }).catch(() => {}); // whoever thinks better of it closes the sheet
}

/** @param {HTMLButtonElement} button @param {() => Promise<void>} act */
function once(button, act) {
  button?.addEventListener("click", async event => {
    event.preventDefault();
    button.disabled = true;
    await act().finally(() => {
      button.disabled = false;
    });
  });
}

once($("#copy-link"), copyLink);
once($("#share-with"), shareLink);
if ("share" in navigator && form) $("#share-with").hidden = false;

const picture = $(".preview img");
$("#shapes").hidden = false;
$("#download-square").hidden = true;
for (const shape of $$("[name=shape]"))
  shape.addEventListener("change", () => {
    picture.src = picture.dataset[shape.value];
    picture.dataset.shape = shape.value;
    picture.height = shape.value === "square" ? 1200 : 630;
    $("#download").href = picture.src;
  });
