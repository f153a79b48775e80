/** What the server sends with the table's page, and what follows from it on the tablet. Seats are numbers from 0. */

export type BySeat<T> = Record<number, T>;
/** Cards a hand, the seats in the order they bid (the dealer last), the suit where it is settled ("" or "none"). */
export type PlannedHand = [cards: number, order: number[], settled: string];
/** A tap: which seat, and its bid or its tricks. */
export type Tap = [seat: number, value: number];

export interface Page {
  what: string;
  /** a scored hand has a page of its own before the next */
  recap_page: boolean;
  version: number;
  /** the first hand of `plan`, which holds all to the end */
  hand: number;
  /** the first hand since anybody came or went */
  since: number;
  names: BySeat<string>;
  seats: number[];
  plan: PlannedHand[];
  /** the points of a hand by bid and tricks */
  worth: number[][];
  /** the points of nothing bid and nothing taken by the cards of the hand */
  zero: number[];
  /** the sizes of hands without The Rule */
  free: number[];
  /** all bid at once, in any order */
  together: boolean;
  /** whether a hand may be said to have no trump */
  has_none: boolean;
  /** how the bids are made, where that is not in order */
  how: string;
  /** the classes of a page by its number of cards */
  css: Record<number, string>;
  now: HandState;
  /** what the server sent, before somebody came or went on this tablet */
  sent?: Pick<Page, "css" | "names" | "plan" | "seats" | "since">;
}

export interface ScoredHand {
  hand: number;
  cards: number;
  order: number[];
  bids: BySeat<number>;
  tricks: BySeat<number>;
  points: BySeat<number>;
  /** what was added or taken by hand, in words */
  told?: string[];
}

/** Where the table stands: `number` is the line written next, `at` the hand's place in the plan. */
export interface HandState {
  number: number;
  at: number;
  bids: BySeat<number>;
  trump: string;
  taps: Tap[];
  undo: string;
  totals: BySeat<number>;
  marks: BySeat<string>;
  lowest?: number | null;
  line: ScoredHand | null;
  /** the state before the last entry; null where only the server knows it */
  past: HandState | null;
}

/** What the page asks: bids or tricks of one hand. */
export interface Step {
  what: "bids" | "tricks";
  key: string;
  cards: number;
  order: number[];
  names: BySeat<string>;
  taps: Tap[];
  undo: string;
  hand: number;
  trump: string;
  settled: string;
  roles: BySeat<string>;
  /** the hand just scored, whose points stand in the rows (0: none) */
  scored: number;
  /** bids that are in already */
  fixed: BySeat<number>;
  bids: BySeat<number>;
  /** the dealer, and the one bid The Rule left out (null: none) */
  sbr: [dealer: number, barred: number | null];
}
