/**
 * Bundles `dogclub/scripts/` and `dogclub/styles/` into `dogclub/static/dogclub/`, where the bundles are committed: a
 * club's laptop has Python and no Node. Run by `npm run build` after a change; CI fails where they are not what this
 * makes.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { code } from "./table/gettext.js";

const scripts = dirname(fileURLToPath(import.meta.url)),
  styles = join(scripts, "../styles");
const out = join(scripts, "../static/dogclub"),
  note = "npm run build: dogclub/";
const shared = {
  bundle: true,
  minify: true,
  format: "esm",
  charset: "utf8",
  target: ["es2021", "safari15"],
  legalComments: "none",
  banner: { js: `// ${note}scripts`, css: `/* ${note}styles */` },
  external: ["../vendor/*"],
  outdir: out,
  metafile: true,
};
// By the name of the bundle. What is loaded when the page stands gets the outbox handed over: a second copy of a module
// with a state of its own would be another outbox.
const entries = {
  "form.table": "round_form/index.js",
  "dirty_dog.table": "dirty_dog/index.js",
  app: "pages/app.js",
  branding: "pages/branding.js",
  camera: "pages/camera.js",
  comment: "pages/comment.js",
  copy: "pages/copy.js",
  draw: "pages/draw.js",
  live: "pages/live.js",
  "live.worker": "pages/live_worker.js",
  offline: "pages/offline.js",
  "photo.viewer": "photo/index.js",
  own_photo: "pages/own_photo.js",
  push: "pages/push.js",
  race: "pages/race.js",
  seats: "pages/seats.js",
  share: "pages/share.js",
  share_page: "pages/share_page.js",
  sheet_photos: "pages/sheet_photos.js",
  tie_break: "pages/tie_break.js",
  wall: "pages/wall.js",
};
const sheets = "table book finish tie office league games asides conflict correction photo chances late rtl".split(" ");
const late = { "table.extras": "table_extras/index.js", "dirty_dog.offline": "dirty_dog/offline/index.js" };
const STATELESS =
  /^(table_extras|dirty_dog\/offline|pages)\/|^table\/(cut_off|dom|gettext)\.js$|^dirty_dog\/rules\.js$/;

const paths = names => Object.fromEntries(Object.entries(names).map(([name, path]) => [name, join(scripts, path)]));

const early = await build({
  ...shared,
  entryPoints: { ...paths(entries), ...Object.fromEntries(sheets.map(name => [name, join(styles, `${name}.css`)])) },
});
const { metafile } = await build({ ...shared, entryPoints: paths(late) });
for (const input of Object.keys(metafile.inputs)) {
  const module = relative(scripts, join(process.cwd(), input));
  if (!STATELESS.test(module))
    throw new Error(`${module} has a state of its own: hand it over in start(core) instead.`);
}

// What each bundle says, for pages in another language: `gettext` and `ngettext` with their texts. What only the parts of
// a table say that come later stands under `<bundle>.late`: a page does not bring it.
const loads = { "form.table": ["table.extras"], "dirty_dog.table": ["table.extras", "dirty_dog.offline"] };
const SAYS = /\bn?gettext\(\s*"((?:[^"\\]|\\.)*)"(?:,\s*"((?:[^"\\]|\\.)*)")?/g;

/** Its messages by their text, each with its plural where it has one. @param {string[]} inputs */
async function said(inputs) {
  const texts = await Promise.all(inputs.filter(name => name.endsWith(".js")).map(name => readFile(name, "utf8")));
  const found = texts.flatMap(text => [...text.matchAll(SAYS)].map(([, one, many]) => (many ? [one, many] : [one])));
  return new Map(found.sort().map(each => [each[0], each]));
}

const inputs = Object.fromEntries(
  [early.metafile, metafile]
    .flatMap(({ outputs }) => Object.entries(outputs))
    .filter(([file]) => file.endsWith(".js"))
    .map(([file, output]) => [basename(file, ".js"), Object.keys(output.inputs)]),
);
const messages = {};
for (const name of Object.keys(entries).sort()) {
  const first = await said(inputs[name]),
    later = await said((loads[name] ?? []).flatMap(each => inputs[each]));
  for (const text of first.keys()) later.delete(text);
  if (first.size) messages[name] = [...first.values()];
  if (later.size) messages[`${name}.late`] = [...later.values()];
}

/** By their codes. @type {Map<number, string>} */
const texts = new Map();
for (const [text] of Object.values(messages).flat()) {
  const other = texts.get(code(text)) ?? text;
  if (other !== text) throw new Error(`"${text}" has the code of "${other}": take another number in code().`);
  texts.set(code(text), text);
}
const coded = Object.entries(messages).map(([name, found]) => [name, found.map(each => [code(each[0]), ...each])]);
const rows = coded.map(([name, found]) => `${JSON.stringify(name)}: ${JSON.stringify(found)}`);
await writeFile(join(out, "messages.json"), `{\n${rows.join(",\n")}\n}\n`);

/** Of every source, so that a test without Node sees that a bundle is old. */
const hash = createHash("sha256");
for (const folder of [scripts, styles]) {
  const names = (await readdir(folder, { recursive: true })).filter(name => /\.(css|js|mjs)$/.test(name)).sort();
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(await readFile(join(folder, name)))
      .update("\0");
}
await writeFile(join(out, "bundles.sha256"), `${hash.digest("hex")}\n`);
