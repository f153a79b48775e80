// A match of Dirty Dog with a correction of its first hand, one of Dogs of War and the standings, by the client that
// openapi-generator makes for fetch: node play_fetch.js ADDRESS KEY. Prints both sheets and the standings.
import {
  Configuration,
  EntriesApi,
  MatchesApi,
  PlayersApi,
  ResultsApi,
  SheetToJSON,
  StandingRowToJSON,
  type DraftIn,
  type OpenMatch,
} from "./index.js";

type Line<D = DraftIn> = D extends unknown ? Omit<D, "id" | "number"> : never;
type Scores = Record<string, number>;

const [basePath = "", accessToken = ""] = process.argv.slice(2);
const settings = new Configuration({ basePath, accessToken });
const [matches, entries] = [new MatchesApi(settings), new EntriesApi(settings)];
const slug = "kennel";

async function sit(name: string): Promise<number> {
  return (await new PlayersApi(settings).addPlayer({ slug, newPlayer: { name } })).id;
}

function start(game: string, players: number[], options: Record<string, unknown>): Promise<OpenMatch> {
  return matches.startMatch({ slug, newMatch: { game, players, options, id: crypto.randomUUID() } });
}

async function write(match: OpenMatch, lines: Line[], first = match.nextNumber): Promise<OpenMatch> {
  const drafts = lines.map((line, at) => ({ ...line, id: crypto.randomUUID(), number: first + at }) as DraftIn);
  const id = match.id as string;
  await entries.writeEntries({ id, message: { version: match.version, drafts } });
  return matches.readMatch({ id });
}

function bySeat(match: OpenMatch, values: number[]): Scores {
  const order = match.sheet.next?.["order"] as string[];
  const seats = new Map(match.seats.map((seat) => [seat.name, seat.seat]));
  return Object.fromEntries(order.map((name, at) => [String(seats.get(name)), values[at] ?? 0]));
}

async function dirtyDog(players: number[]): Promise<OpenMatch> {
  let match = await start("dirty-dog", players, { plan: [1, 1] });
  const others = bySeat(match, [1, 0, 0]);
  while (match.sheet.next) {
    match = await write(match, [{ kind: "bids", payload: { bids: bySeat(match, [0, 1, 1]) } }]);
    match = await write(match, [{ kind: "tricks", payload: { tricks: bySeat(match, [0, 1, 0]) } }]);
  }
  return write(match, [{ kind: "tricks", payload: { tricks: others } }], 2);
}

async function dogsOfWar(players: number[]): Promise<OpenMatch> {
  const match = await start("dogs-of-war", players, {});
  const houses = ["Talbot", "Mallory", "Bastiani", "Hackett", "Tornborn", "Harlow"];
  const values = { values: Object.fromEntries(houses.map((house) => [house, 2])), note: "as played" };
  const tallies = players.map((_, seat) => ({
    kind: "tally" as const,
    payload: { seat, vp: 3 + seat, influence: {}, support: houses[seat] ?? "", coins: 0, tactics: 0, soldiers: 0 },
  }));
  return write(match, [{ kind: "house-values", payload: values }, ...tallies]);
}

const players = [await sit("Bea"), await sit("Otto"), await sit("Ines")];
const sheets = [(await dirtyDog(players)).sheet, (await dogsOfWar(players)).sheet].map((sheet) => SheetToJSON(sheet));
const { rows } = await new ResultsApi(settings).standings({ slug, season: "all", game: "dirty-dog" });
console.log(JSON.stringify({ sheets, standings: rows.map((row) => StandingRowToJSON(row)) }));
