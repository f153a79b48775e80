/**
 * What a script says, in the language of the page. The English text is the key; a page in another language brings what
 * its scripts say (`dogclub/templatetags/scripts.py`).
 */
/** @type {Record<string, string | Record<string, string>>} a message, or its plurals by the categories of the CLDR */
const messages = Object.assign(
  {},
  ...[...document.querySelectorAll("script[id^=messages-]")].map(each => JSON.parse(each.textContent || "{}")),
);
const language = document.documentElement.lang || "en-GB";

/** @typedef {Record<string, string | number>} Values */

/** @param {string} pattern @param {Values} values */
const filled = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (slot, name) => String(values[name] ?? slot));

/** @param {string} english with `{name}` for each of the values @param {Values} [values] */
export const gettext = (english, values = {}) => filled(String(messages[english] ?? english), values);

/**
 * For a number, which both patterns may name as `{count}`.
 * @param {string} one @param {string} many @param {number} count @param {Values} [values]
 */
export function ngettext(one, many, count, values = {}) {
  const forms = /** @type {Record<string, string> | undefined} */ (messages[one]);
  const english = count === 1 ? one : many;
  return filled(forms?.[new Intl.PluralRules(language).select(count)] ?? forms?.other ?? english, { count, ...values });
}

/** Names in a row with the language’s “and”: `A`, `A and B`, `A, B and C`. @param {string[]} names */
export const listed = names => new Intl.ListFormat(language, { type: "conjunction" }).format(names);
