/** What the scripts hand each other. Sources of the shapes: the pages' own JSON, and the rows of the tablet's store. */

/** The name of a stored value: a word, or the place of an entry (kind, match, number in the queue, id). */
export type StoreKey = string | (string | number)[];
/** What is written under a name; null takes it away. */
export type Pair = [StoreKey, unknown];

/** One entry of this tablet, waiting ("out") or written ("log"). */
export interface Row {
  id: string;
  match: string;
  /** its place in the queue, from 1 */
  seq: number;
  url: string;
  /** the form as it is posted, without the token */
  body: string;
  /** written beside the form that is half entered, which stays */
  beside?: boolean;
  /** when it was tapped, in milliseconds */
  at: number;
  /** the entry in words, for whoever is asked about it */
  words: string;
  /** the id of the entry it was made on top of; null: somebody has to choose */
  after?: string | null;
  /** the version of the match that it made */
  written?: number;
  isHeld?: boolean;
  isGone?: boolean;
  /** somebody discarded it, and may bring it back */
  isDropped?: boolean;
  isSecret?: boolean;
}

/** What the outbox asks the page of a game. */
export interface GamePage {
  /** A page of the server came; `stored` is done once what the tablet stored is read (false: it was read before). */
  begin(stored: Promise<void> | false): void | Promise<void>;
  draw(): void;
  fill(form: HTMLFormElement, body: URLSearchParams): void;
  /** Whether a form leaves what is half entered alone. */
  beside(form: HTMLFormElement): boolean;
  /** Whether this tap is only shown, and not sent. */
  local(button: any): boolean;
  /** Where this tap is meant for the page that comes: the button there, as a selector. */
  next?(button: HTMLElement): string;
  /** The page as it will be when these are written; false where only the server can tell. */
  goAhead?(entries: URLSearchParams[]): boolean;
  words?(form: HTMLFormElement, body: URLSearchParams): string | undefined;
  /** Fills in what a form beside the rounds offers now. */
  ask?(form: HTMLFormElement): void;
}

/** What the parts that load late add to the table; absent until then. */
export interface Extras {
  /** What to do with an entry the server refuses; false where the server was not heard again meanwhile. */
  refused?(row: Row, status: number): Promise<boolean>;
  /** Lets go of all that waits. */
  drop?(link: HTMLAnchorElement): void;
  /** Brings back what was discarded. */
  bringBack?(): unknown;
  /** Brings a page that is older than what was written here up to date. */
  renew?(): void;
  /** why the server stores nothing though it is reached */
  noRoom?: string;
  /** What may be stored of a row. */
  covered(at: any, row: any): any;
  /** draws the next page of Dirty Dog */
  pages?: ReturnType<typeof import("./dirty_dog/offline/index.js").pagesOf>;
  /** who may sit down, and what the cards come to then: the page's JSON, by the version of the match */
  arrivals?: any;
}

/** An htmx request, as far as it is looked at here. */
export interface RequestContext {
  sourceElement: HTMLElement;
  response?: { raw: Response; status: number; headers: Headers };
  /** absent where the body broke off */
  text?: string;
  fetch: typeof fetch;
  hx: { reswap: string };
  swap: string;
}
export type RequestEvent = CustomEvent<{ ctx: RequestContext }>;

declare global {
  const htmx: {
    ajax(method: string, url: string, options: object): Promise<void>;
    trigger(element: Element | null, event: string): void;
    config: { morphIgnore: string[] };
  };
  interface DocumentEventMap {
    "htmx:before:request": RequestEvent;
    "htmx:after:request": RequestEvent;
    "htmx:error": RequestEvent;
    "htmx:finally:request": RequestEvent;
    "htmx:after:swap": RequestEvent;
    "table:stored": CustomEvent<void>;
    "table:pages": CustomEvent<void>;
  }
}

declare global {
  /** Of ES2023, and yet in every browser of the floor: Chrome 97, Firefox 104, Safari 15.4. */
  interface Array<T> {
    findLastIndex(isIt: (value: T, index: number, all: T[]) => boolean): number;
  }
}
