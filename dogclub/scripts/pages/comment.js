/** How many characters of a comment are left. Without this script the hint says how many there may be. */
import { $ } from "../table/dom.js";

const field = $("textarea[maxlength]"),
  left = $("[data-left]");

if (field && left) {
  const say = () => {
    left.textContent = `${field.maxLength - field.value.length} of ${field.maxLength} characters left`;
  };
  field.addEventListener("input", say);
  say();
}
