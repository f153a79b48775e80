// Exports of L'Escalier by its own code: node escalier.mjs FOLDER_OF_ITS_SOURCES FOLDER_TO_WRITE. All names are invented.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , from, to] = process.argv;
const load = name => import(pathToFileURL(join(resolve(from), "src", `${name}.js`)));
const [model, i18n, exported, share] = await Promise.all(["model", "i18n", "export", "share"].map(load));
const HANDS = [
  [
    1,
    [
      [0, 0],
      [1, 1],
      [1, 0],
    ],
  ],
  [
    2,
    [
      [0, 1],
      [0, 0],
      [1, 1],
    ],
  ],
  [
    1,
    [
      [0, 1],
      [0, 0],
      [0, 0],
    ],
  ],
];

function game() {
  const players = ["Bea", "Otto", "Inês “Q”, Roux"].map(name => ({ name }));
  const made = model.createGame({ name: "Friday", players, plan: HANDS.map(([cards]) => cards) });
  const ids = made.players.map(player => player.id);
  model.setDealer(made, 0, ids[2]);
  made.created = made.updated = Date.UTC(2019, 2, 14, 19, 30);
  HANDS.forEach(([, played], at) => {
    played.forEach(([bid, tricks], seat) => {
      made.rounds[at].entries[ids[seat]] = { bid, tricks, out: false, adj: 0 };
    });
    made.rounds[at].phase = model.PHASE.DONE;
  });
  return made;
}

mkdirSync(to, { recursive: true });
for (const { code } of i18n.LANGUAGES) {
  i18n.setLanguage(code);
  writeFileSync(join(to, `${code}.csv`), exported.gameToCsv(game()));
}
i18n.setLanguage("en");
writeFileSync(join(to, "game.json"), exported.gameToJson(game()));
writeFileSync(join(to, "link.txt"), `${await share.buildShareUrl(game(), "https://example.org/")}\n`);
