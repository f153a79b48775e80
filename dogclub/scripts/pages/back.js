/** A page out of the browser's memory is seen once the server has said that it is still for whoever looks. */
import { isOfTheClub } from "../table/cut_off.js";

const root = document.documentElement;

async function check() {
  root.hidden = true;
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer && isOfTheClub(answer.headers) && answer.headers.get("X-Kept-For") !== document.body.dataset.owner)
    location.reload();
  else root.hidden = false; // without a server it stays as it was
}

window.addEventListener("pageshow", event => {
  if (event.persisted) check();
});
