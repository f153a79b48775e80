/**
 * No style asks for what the oldest browsers have not got, nor names a side, so that a page written from right to left
 * is the mirror of one written from left to right. A body of several lines stands once in a file: `npm run floor`.
 */
import stylelint from "stylelint";

const ignore = [
  "css-has", // Firefox before 121: looks alone; tests/test_static.py asks for an @supports where it shows something
  "css-container-queries", // Safari before 16: its own zoom arranges large text
  "css-container-query-units",
  "css-media-scripting", // says it is unknown, and is read as “no”
  "css-paged-media", // margins of a printed page
  "css-resize", // what a mouse does, or only one maker's browsers need
  "css-touch-action",
  "css3-cursors",
  "css3-cursors-grab",
  "text-size-adjust",
];

/** One of several values, with all that its parentheses hold. */
const value = String.raw`(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^\s()])+`;
const twoDifferentSides = new RegExp(String.raw`^${value}\s+(${value})\s+${value}\s+(?!\1$)${value}$`);

const sides = {
  "property-disallowed-list": [/(^|-)(left|right)(-|$)/, "direction"],
  "declaration-property-value-disallowed-list": {
    "/^(text-align|float|clear)$/": ["left", "right"],
    "/^(margin|padding|inset|border-width|border-radius|scroll-margin|scroll-padding)$/": [twoDifferentSides],
    "/^background/": [/\b(left|right)\b/],
  },
};

/** The same on both sides, or of things that have no mirror image, such as a photo. */
const notMirrored = [
  "shared/first.css", // rtl.css overrides it
  "pages/lists.css",
  "photo/viewer.css",
  "table/pad.css",
  "rtl.css",
];

/**
 * A body of two or more declarations that another rule of the file has under the same conditions. Selectors with :has()
 * stand alone: Firefox before 121 drops the whole list.
 */
const name = "dogclub/no-repeated-body";
const noRepeatedBody = () => (root, result) => {
  const seen = new Map();
  root.walkRules(rule => {
    const body = rule.nodes.filter(({ type }) => type === "decl").map(String);
    if (body.length < 2) return;
    const conditions = [rule.selector.includes(":has(")];
    for (let { parent } = rule; parent.type === "atrule"; { parent } = parent) conditions.push(parent.params);
    const key = [...conditions, ...body.sort()].join("\n");
    if (seen.has(key) && !rule.selector.startsWith(":root"))
      stylelint.utils.report({
        result,
        ruleName: name,
        node: rule,
        message: `Add ${rule.selector} to ${seen.get(key)}`,
      });
    else seen.set(key, rule.selector);
  });
};

const once = {
  [name]: true,
  "block-no-empty": true,
  "declaration-block-no-duplicate-properties": [true, { ignore: ["consecutive-duplicates-with-different-values"] }],
  "declaration-block-no-redundant-longhand-properties": true,
  "no-duplicate-selectors": true,
  "shorthand-property-no-redundant-values": true,
};

export default {
  plugins: ["stylelint-no-unsupported-browser-features", stylelint.createPlugin(name, noRepeatedBody)],
  rules: {
    "plugin/no-unsupported-browser-features": [true, { ignore, ignorePartialSupport: true }],
    ...sides,
    ...once,
  },
  overrides: [
    {
      files: notMirrored.map(name => `dogclub/styles/${name}`),
      rules: { "property-disallowed-list": null, "declaration-property-value-disallowed-list": null },
    },
  ],
};
