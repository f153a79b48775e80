/**
 * No style asks for what the oldest browsers have not got, nor names a side, so that a page written from right to left
 * is the mirror of one written from left to right: `npm run floor`.
 */
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
  "finish/page.css", // rtl.css overrides it
  "pages/ledger_layout.css",
  "photo/viewer.css",
  "table/number_pad.css",
  "rtl.css",
];

export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  rules: { "plugin/no-unsupported-browser-features": [true, { ignore, ignorePartialSupport: true }], ...sides },
  overrides: [
    {
      files: notMirrored.map(name => `dogclub/styles/${name}`),
      rules: { "property-disallowed-list": null, "declaration-property-value-disallowed-list": null },
    },
  ],
};
