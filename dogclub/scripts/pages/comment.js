/** How many characters of a comment are left. Without this script the hint says how many there may be. */
import { $ } from "../table/dom.js";
import { gettext } from "../table/gettext.js";

const field = $("textarea[maxlength]"),
  left = $("[data-left]");

if (field && left) {
  const say = () => {
    left.textContent = gettext("{count} of {most} characters left", {
      count: field.maxLength - field.value.length,
      most: field.maxLength,
    });
  };
  field.addEventListener("input", say);
  say();
}
