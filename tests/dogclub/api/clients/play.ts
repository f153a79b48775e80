// A match of Dirty Dog with a correction of its first hand, one of Dogs of War and the standings, by the client that
// openapi-typescript and openapi-fetch make of the document: node play.js ADDRESS KEY. Prints both sheets and the standings.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Draft = components["schemas"]["DraftIn"];
type Line<D = Draft> = D extends unknown ? Omit<D, "id" | "number"> : never;
type Match = components["schemas"]["OpenMatch"];
type Scores = Record<string, number>;

const [address = "", key = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${key}` } });
const slug = "kennel";

function got<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

async function sit(name: string): Promise<number> {
  return got(await api.POST("/api/v1/clubs/{slug}/players", { params: { path: { slug } }, body: { name } })).id;
}

async function start(game: string, players: number[], options: Record<string, unknown>): Promise<Match> {
  const body = { game, players, options, id: crypto.randomUUID() };
  return got(await api.POST("/api/v1/clubs/{slug}/matches", { params: { path: { slug } }, body }));
}

async function write(match: Match, lines: Line[], first = match.next_number): Promise<Match> {
  const path = { id: match.id };
  const drafts = lines.map((line, at) => ({ ...line, id: crypto.randomUUID(), number: first + at }) as Draft);
  const body = { version: match.version, drafts };
  const written = got(await api.POST("/api/v1/matches/{id}/entries", { params: { path }, body }));
  for (const entry of written.entries) if (entry.kind === "tally" && entry.payload) entry.payload.vp satisfies number;
  return got(await api.GET("/api/v1/matches/{id}", { params: { path } }));
}

function bySeat(match: Match, values: number[]): Scores {
  const order = match.sheet.next?.["order"] as string[];
  const seats = new Map(match.seats.map((seat) => [seat.name, seat.seat]));
  return Object.fromEntries(order.map((name, at) => [String(seats.get(name)), values[at] ?? 0]));
}

async function dirtyDog(players: number[]): Promise<Match> {
  let match = await start("dirty-dog", players, { plan: [1, 1] });
  const others = bySeat(match, [1, 0, 0]);
  while (match.sheet.next) {
    match = await write(match, [{ kind: "bids", payload: { bids: bySeat(match, [0, 1, 1]) } }]);
    match = await write(match, [{ kind: "tricks", payload: { tricks: bySeat(match, [0, 1, 0]) } }]);
  }
  return write(match, [{ kind: "tricks", payload: { tricks: others } }], 2);
}

async function dogsOfWar(players: number[]): Promise<Match> {
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
const sheets = [(await dirtyDog(players)).sheet, (await dogsOfWar(players)).sheet];
const query = { season: "all", game: "dirty-dog" } as const;
const { rows } = got(await api.GET("/api/v1/clubs/{slug}/standings", { params: { path: { slug }, query } }));
console.log(JSON.stringify({ sheets, standings: rows }));
