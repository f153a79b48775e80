"""A room is a value: how one game is written down and shown. Rules stay in `scoring`, rows in the ledger.

The views are the same for every game; they ask the room for a screen and hand it what was posted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.http import QueryDict

from clubs.models import Player
from games.base.demo import Evening
from games.base.display import Look
from games.base.offline import Aside, Blank, no_aside, no_way_ahead
from games.base.playoff_options import Staging
from games.base.record_categories import Hall
from games.base.statistics import Figure, Figures, no_figures, no_numbers
from games.base.totals_only import not_by_totals
from games.entries.drafts import Draft
from games.entries.match_state import Book
from games.models import Entry
from games.sheets.prints import Print
from games.statistics.queries import Summary
from scoring.base import Engine, RuleError, Sheet


class Unreadable(Exception):
    """A form that cannot become drafts; `field` is where the message belongs ("" for the whole form)."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message, self.field = message, field


@dataclass(frozen=True)
class Screen:
    """A template and what it needs beside the book."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Verb:
    """A question of its own, one page: a late arrival, a card pull. `offered` says whether it makes sense now,
    `is_insertable` whether it can be put in before an old round when it was forgotten. `aside` is its one form for a
    tablet whose server does not answer, None where it makes no sense any more.
    """

    key: str
    label: str
    screen: Callable[[Book, QueryDict], Screen]
    drafts: Callable[[Book, QueryDict], Sequence[Draft]]
    offered: Callable[[Book], bool]
    is_insertable: bool = False
    aside: Callable[[Book], Aside | None] = no_aside


@dataclass(frozen=True)
class Clash:
    """Where two tablets wrote differently: whose figure or what, as it stands on this tablet and on the other."""

    what: str
    mine: str
    theirs: str


@dataclass(frozen=True)
class Change:
    """One player's total and place, before and after."""

    name: str
    before: int
    after: int
    place_before: int
    place_after: int

    @property
    def diff(self) -> int:
        return self.after - self.before

    @property
    def is_same(self) -> bool:
        return self.before == self.after and self.place_before == self.place_after


@dataclass(frozen=True)
class Changes:
    """What another sheet would mean: a headline, what differs in words, totals, trophies (the loudest first), marks."""

    headline: str
    words: str
    totals: Sequence[Change]
    trophies: Sequence[str] = ()
    marks: Sequence[str] = ()


@dataclass(frozen=True)
class Correction:
    """An old round once more: `screen` is its form filled in, `drafts` what differs from what stands.

    `changes` compares two sheets, `wrong` puts a refusal into words and names the field it belongs to (a later round is
    named in the words), `opens` is the line of the entries before which something forgotten goes in.
    """

    screen: Callable[[Book, int, QueryDict], Screen | None]
    drafts: Callable[[Book, int, QueryDict], Sequence[Draft]]
    changes: Callable[[Book, Sheet, Sheet], Changes]
    wrong: Callable[[Book, int, RuleError], tuple[str, str]]
    opens: Callable[[Book, int], int | None]


@dataclass(frozen=True)
class Paper:
    """A sheet played on paper, typed in: many rounds on one form. `wrong` says which field a refusal belongs to."""

    screen: Callable[[Book, QueryDict], Screen]
    drafts: Callable[[QueryDict], Sequence[Draft]]
    wrong: Callable[[Book, RuleError], tuple[str, str]]


@dataclass(frozen=True)
class Told:
    """What one entry did to a cell; `words` are split where a figure stands: text, figure, text …"""

    entry: Entry
    words: Sequence[str]
    note: str = ""


@dataclass(frozen=True)
class Cell:
    """One seat in one round: what stands, and how it came to stand there, newest first."""

    title: str
    lead: str
    figures: Sequence[tuple[str, str]]
    story: Sequence[Told]


def never(_book: Book, _drafts: Sequence[Draft], _seen: int) -> Sequence[Draft]:
    """In most games what another tablet wrote meanwhile leaves a choice to make."""
    return ()


@dataclass(frozen=True)
class Plan:
    """What several tables agree on so that all play equally long: `figure` and `words` to choose it by, `story` to say
    what was chosen, `first` what each is dealt first, `cards` round by round.
    """

    key: str
    figure: int
    words: str
    story: str
    first: str
    cards: Sequence[int]


@dataclass(frozen=True)
class Groups:
    """How tables of one night play side by side: `fewest` and `most` may sit in a group, `asks` settles who deals first
    where no last winner sits.

    `plans` are for tables of these sizes, `usual` is proposed (for an evening of so many stages),
    `options` is what a table of a size plays by when chair 0 deals first and `common` what tables of any size do, up to
    the largest, `roles` stand beside the chairs, `dealt` says who deals how often.
    """

    fewest: int
    most: int
    asks: str
    plans: Callable[[Sequence[int]], Sequence[Plan]]
    usual: Callable[[Sequence[Plan], int], Plan]
    options: Callable[[int, Plan], Any]
    roles: Callable[[int, Plan], Mapping[int, str]]
    drawing: Callable[[Plan], Screen]
    common: Callable[[Plan, int], Any]
    dealt: Callable[[Sequence[int], Plan], str]


@dataclass(frozen=True)
class Room:
    """`screen` is the table's page as it stands (what was half entered stands in the query), `drafts` reads its form.

    `script` is the outbox with the page's own part, `style` what it needs beside the house's own; `last_step` says
    what undo would take back and `undone` which query shows it half entered again; `said` puts an entry into words for
    the history; `clashes` lists where a draft and the entry that stands in its place differ; `cell` tells the story of
    a seat's figures in a round; `trophies` are names for what winner and top loser may take, which every club has from
    its first match on where `has_trophies`; `figures` is what a player's page says of the game, and `facts` are those
    of a round one may search by, with what they are called; `numbers` is what the sheets of a whole night come to;
    `prints` are its sheets on paper, the usual one first, and `first` is the key that starts a match; `evening` plays
    one for the demo club, by so many bots. `later` are drafts made at a version seen, as they are written after what
    another tablet wrote since, where neither touches the other's; none where somebody chooses.
    `staging` is what a play-off of it agrees on, `hall` what the hall of fame keeps of it. `totals` makes a record of a
    match of which only the totals were kept; NotByTotals where that cannot be. `ahead` are blank forms the tablet goes
    on with, one after the other, while the club's server does not answer.
    """

    engine: Engine[Any]
    tagline: str
    look: Look
    screen: Callable[[Book, QueryDict], Screen]
    drafts: Callable[[QueryDict], Sequence[Draft]]
    last_step: Callable[[Book], str]
    undone: Callable[[Book], str]
    clashes: Callable[[Book, Draft, Entry], Sequence[Clash]]
    said: Callable[[Book, str, Any], str]
    setup: Callable[[Sequence[Any], QueryDict], Screen]
    options: Callable[[Sequence[Any], QueryDict], Any]
    correction: Correction
    cell: Callable[[Book, int, int], Cell | None]
    paper: Paper
    verbs: Sequence[Verb] = ()
    trophies: tuple[str, str] = ("Winner’s trophy", "Top loser’s trophy")
    has_trophies: bool = False
    prints: Sequence[Print] = ()
    first: str = "Start the match"
    evening: Callable[[int, Random], Evening] | None = None
    script: str = "dogclub/form.table.js"
    style: str = ""
    figures: Callable[[Player, Summary], Figures] = no_figures
    facts: Mapping[str, str] = field(default_factory=dict)
    hall: Hall = field(default_factory=Hall)
    reference: str = ""
    groups: Groups | None = None
    numbers: Callable[[Sequence[Any]], Sequence[Figure]] = no_numbers
    later: Callable[[Book, Sequence[Draft], int], Sequence[Draft]] = never
    staging: Staging = field(default_factory=Staging)
    totals: Callable[[Mapping[str, int]], dict[str, Any]] = not_by_totals
    ahead: Callable[[Book], Sequence[Blank]] = no_way_ahead

    @property
    def key(self) -> str:
        return str(self.engine.key)

    @property
    def name(self) -> str:
        return str(self.engine.name)
