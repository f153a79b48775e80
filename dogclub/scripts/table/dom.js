/** The elements of the page. The templates promise what they are, not the types: hence `any`. */

/** @type {(selector: string, root?: ParentNode) => any} the first that fits, or null */
export const $ = (selector, root = document) => root.querySelector(selector);

/** @type {(selector: string, root?: ParentNode) => any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/**
 * A new element.
 * @param {string} tag
 * @param {object} [properties]
 * @param {...(Node | string | number)} children
 * @returns {any}
 */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.map(child => (child instanceof Node ? child : String(child))));
  return made;
}

/** A hidden field. @param {string} name @param {unknown} value */
export const hidden = (name, value) => element("input", { type: "hidden", name, value });

/** @param {HTMLElement} button @param {boolean} isLocked */
export function setLocked(button, isLocked) {
  if (isLocked) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

/** What an element says, in one line. @param {Element | null} place */
export const plainText = place => (place?.textContent || "").replace(/\s+/g, " ").trim();
