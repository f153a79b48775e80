/** No style asks for what the oldest browsers have not got: `npm run floor`. */
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

export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  rules: { "plugin/no-unsupported-browser-features": [true, { ignore, ignorePartialSupport: true }] },
};
