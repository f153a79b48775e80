/** No script asks for what the oldest browsers have not got, and no modules import each other: `npm run floor`. */
import compat from "eslint-plugin-compat";
import imports from "eslint-plugin-import-x";

/** Asked for only where there is one; the script beside says what happens without. */
const polyfills = [
  "SharedWorker", // a stream a page
  "requestIdleCallback", // a timer
  "navigator.wakeLock", // the screen goes dark
  "document.fullscreenElement", // no key for it
  "document.fullscreenEnabled",
  "document.exitFullscreen",
];

export default [
  { files: ["**/*.js"], ...compat.configs["flat/recommended"], settings: { polyfills } },
  { files: ["**/*.js"], plugins: { imports }, rules: { "imports/no-cycle": "error" } },
];
