/**
 * What a script says, in the language of the page. The English text stands in the code; a page in another language
 * brings what its scripts say by the code of that text (`dogclub/app/script_messages.py`).
 */
/** @typedef {Record<string, string | Record<string, string>>} Messages a message, or its plurals by CLDR category */
/** @typedef {Record<string, string | number>} Values */

/** @type {Messages | undefined} read when something is said for the first time */
let found;

/** @returns {Messages} */
const messages = () =>
  (found ??= Object.assign(
    {},
    ...[...document.querySelectorAll("script[id^=messages-]")].map(each => JSON.parse(each.textContent || "{}")),
  ));

const language = () => document.documentElement.lang || "en-GB";

/** A short name for an English text; `npm run build` fails where two texts have the same. @param {string} english */
export const code = english => [...english].reduce((sum, sign) => (sum * 31 + Number(sign.codePointAt(0))) % 7_013, 0);

/** @param {string} pattern @param {Values} values */
const filled = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (slot, name) => String(values[name] ?? slot));

/** @param {string} english with `{name}` for each of the values @param {Values} [values] */
export const gettext = (english, values = {}) => filled(String(messages()[code(english)] ?? english), values);

/**
 * For a number, which both patterns may name as `{count}`.
 * @param {string} one @param {string} many @param {number} count @param {Values} [values]
 */
export function ngettext(one, many, count, values = {}) {
  const forms = /** @type {Record<string, string> | undefined} */ (messages()[code(one)]);
  const english = count === 1 ? one : many;
  const form = forms?.[new Intl.PluralRules(language()).select(count)] ?? forms?.other ?? english;
  return filled(form, { count, ...values });
}

/** Names in a row with the language’s “and”: `A`, `A and B`, `A, B and C`. @param {string[]} names */
export const listed = names => new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
