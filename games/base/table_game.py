"""The base class of a table game, `TableGame`, and the values that its methods return."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.terms import name_of
from clubs.models import Player
from games.base.correction import Correction, Paper
from games.base.display import Display, Screen, plain_finish
from games.base.forecasts import Forecasts
from games.base.groups import Groups, PlayoffOptions
from games.base.statistics import Figure, GameStatistics, RecordCategories
from games.base.wording import before_first, numbered
from games.entries.drafts import Draft, is_untouched
from games.entries.match_state import MatchState
from games.models import Entry
from games.sheets.document import Print
from games.statistics.queries import Summary, Whose
from scoring.base import Engine

# Blank forms with which the tablet keeps the score while the server does not answer; they are sent with the page.
#
# The script fills in the line number and counts the rounds; the server alone validates a form, once it is sent.


STOP_EARLY = gettext_lazy("Stop early, by agreement?")


@dataclass(frozen=True)
class OfflineForm:
    """A blank entry form, to be used up to `times` (None: any number of times).

    `what` is the kind of form, as `TableGame.drafts` reads it. `rows` is its template, `keys` that of the buttons
    in its head and `footer` that of the part below it; all three read the mapping `more`. `turn` is the round's
    number (0: not counted), `word` what is counted, `about` a subtitle and `entry_label` the name of such an entry.
    `number` is its line on the sheet. `due` is the sum of all figures; the last player gets the rest. `go` is the
    label of the main button, `incomplete_label` its text until the form is complete. `styles` are the CSS classes
    of the page and of the form. With `is_secret` a half-entered form is not shared with other devices.
    """

    what: str
    rows: str
    styles: tuple[str, str]
    turn: int
    word: str
    about: str
    as_of: str
    number: int
    incomplete_label: str
    entry_label: str = field(default_factory=lambda: _("Round"))
    go: str = field(default_factory=lambda: _("Save"))
    keys: str = ""
    footer: str = ""
    due: int | None = None
    times: int | None = None
    is_secret: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class OfflineAction:
    """The form of a table action for a tablet whose server does not answer.

    `what` is the kind of entry it writes, `rows` its template, `entry_label` the name of such an entry, with {} for
    what was chosen. `page_states` lists the states of the page in which it is offered; empty: all but the finished
    match. `availability` says when it may be used although entries wait to be sent: "always", "beside" (if only
    such actions wait), or "alone" (if nothing waits). `script_data` is data for the game's script.
    """

    what: str
    title: str
    about: str
    rows: str
    entry_label: str
    go: str = field(default_factory=lambda: _("Save"))
    page_states: Sequence[str] = ()
    availability: str = "always"
    script_data: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


def no_offline_action(_state: MatchState) -> OfflineAction | None:
    """Return None, for an action that writes nothing or that only the server can offer."""
    return None


def as_of(word: str, number: int) -> str:
    """“Totals as of the last contact, round 4”"""
    when = numbered(word, number) if number else before_first(word)
    return _("Totals as of the last contact, {round}").format(round=when)


# A match played by bots, as the demo club stores it.


@dataclass(frozen=True)
class DemoMatch:
    """The agreed options of a match and its entries: `lines` holds (minutes since the first deal, entry) in order."""

    options: Any
    lines: Sequence[tuple[float, Any]]


class Unreadable(Exception):
    """A form that cannot be read as drafts; `field` is the form field of the message ("" for the whole form)."""

    def __init__(self, message: str | Promise, field: str = "") -> None:
        super().__init__(message)
        self.message, self.field = str(message), field


@dataclass(frozen=True)
class TableAction:
    """A table action on a page of its own, such as a late arrival or a card pull.

    `offered` says whether it makes sense now, `is_insertable` whether it can be inserted before an earlier round when
    it was forgotten, `goes_first` before whoever came or went since the round before, `settles` whether it can end a
    match that nobody plays any more. `offline` returns its form for a tablet whose server does not answer, None where
    it makes no sense any more.
    """

    key: str
    label: str | Promise
    screen: Callable[[MatchState, QueryDict], Screen]
    drafts: Callable[[MatchState, QueryDict], Sequence[Draft]]
    offered: Callable[[MatchState], bool]
    is_insertable: bool = False
    goes_first: bool = False
    settles: bool = False
    offline: Callable[[MatchState], OfflineAction | None] = no_offline_action


@dataclass(frozen=True)
class Difference:
    """One row of a comparison of two entries for the same line: what it is, the value on this tablet and on the other.

    `name` is short, for the row heading; `about` is shown below it, `notes` below the two values. Rows that agree are
    included where they help to choose. For a sum, `fits` says which of the two values (mine, theirs) can be right; None
    where that cannot be decided.
    """

    what: str
    mine: str
    theirs: str
    name: str = ""
    about: str = ""
    notes: tuple[str, str] = ("", "")
    is_sum: bool = False
    fits: tuple[bool, bool] | None = None

    @property
    def differs(self) -> bool:
        """Whether the two tablets say different things."""
        return self.mine != self.theirs

    @property
    def is_in_numbers(self) -> bool:
        """Whether both say a number."""
        return self.mine.isdecimal() and self.theirs.isdecimal()

    @property
    def is_long(self) -> bool:
        """Whether a value has more than three characters and is set smaller."""
        return max(len(self.mine), len(self.theirs)) > len("100")


UNDONE = gettext_lazy("Undone.")
UNDO = gettext_lazy("Undo.")


def noted(entry: Entry) -> str:
    """Return the reason that was noted with an entry, in a sentence; "" if there is none."""
    return _("Reason: {note}.").format(note=entry.note.rstrip(".")) if entry.note else ""


@dataclass(frozen=True)
class CellChange:
    """What one entry did to a cell; `words` alternate between text and figure: text, figure, text …"""

    entry: Entry
    words: Sequence[str]
    note: str = ""


@dataclass(frozen=True)
class Cell:
    """One seat in one round: the current figures as (label, value), and the entries that led to them, newest first."""

    title: str
    lead: str
    figures: Sequence[tuple[str, str]]
    changes: Sequence[CellChange]


NOTHING_CHANGED: Mapping[str, Sequence[str]] = MappingProxyType({})
NOTHING: Mapping[str, str] = MappingProxyType({})


class TableGame:
    """How one game is recorded and shown. Rules are in `scoring`, rows are written by the ledger.

    A game is a subclass; its only instance is in `games.registry`. The pages are the same for every game: they request
    a screen from it and pass on posted forms. Methods that raise NotImplementedError must be overridden; the others are
    grouped by their use.
    """

    engine: Engine[Any]
    display: Display
    correction: Correction
    paper: Paper

    # The table's page: the label of the button that starts a match, the script bundle of the page, a style sheet
    # besides that of every page ("": none), the table actions, and the templates of the reference page and of the
    # checklist before the first round.
    first: str | Promise = gettext_lazy("Start the match")
    # Options that the game's own setup template shows; the others with a question follow it (games/base/options.py).
    placed: Sequence[str] = ()
    # Options that a club agrees on once (games/base/house_rules.py): the next match proposes them.
    kept: Sequence[str] = ()
    script = "form.table"
    style = "dogclub/games.css"
    actions: Sequence[TableAction] = ()
    reference = ""
    checklist = ""
    # Trophies: the names of the winner's and the top loser's; with `has_trophies` a club has both from its first match.
    trophies: tuple[str, str] = ("Winner’s trophy", "Last place trophy")
    has_trophies = False
    # Paper: the printed sheets, the usual one first; whether they can be read from a photo.
    prints: Sequence[Print] = ()
    reads_photos = False
    # Statistics: the facts of a round that can be searched for, with their labels; what the hall of fame lists.
    facts: Mapping[str, str | Promise] = MappingProxyType({})
    record_categories = RecordCategories()
    # Forecasts of winning and finishing last, for a game that has them.
    forecasts: Forecasts | None = None
    # The demo club: whether bots can play it.
    has_bots = False
    # Play-offs, and parallel tables of one night.
    playoff_options = PlayoffOptions()
    groups: Groups | None = None

    @property
    def key(self) -> str:
        """The key of the game's engine, such as `dirty-dog`."""
        return str(self.engine.key)

    @property
    def name(self) -> str:
        """The game's name in the club's words."""
        return name_of(self.engine)

    def script_messages(self) -> dict[str, str]:
        """Return messages of the table's script in the club's own words, by their English text."""
        return {}

    def house_rules(self, names: Sequence[str], form: QueryDict, errors: Mapping[str, str] = NOTHING) -> Screen:
        """Return the form for the options that are `kept`, with an example for these players; only for a game that has
        some. `errors` are sentences by field.
        """
        raise NotImplementedError

    def changes(self, options: Any) -> Mapping[str, Sequence[str]]:
        """Return what these options play differently from the rules as written, in sentences by anchor of a rule."""
        return NOTHING_CHANGED

    def setup(self, players: Sequence[Player], form: QueryDict) -> Screen:
        """Return the form with the questions before the first round, with the answers so far."""
        raise NotImplementedError

    def reads_photo_of(self, options: Any) -> bool:
        """Whether the sheet of a match with these options can be read from a photo."""
        return self.reads_photos

    def options(self, players: Sequence[Player], form: QueryDict) -> Any:
        """Return the engine's options from the setup form. Raises Unreadable, and RuleError for options that cannot be
        played.
        """
        raise NotImplementedError

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        """Return the table's page; `form` is the query string, which holds what is half entered."""
        raise NotImplementedError

    def shows_last_round(self, state: MatchState) -> bool:
        """Whether the table shows the last round before the result, with something to read or to add."""
        return True

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """Return drafts of what the table's form enters. Raises Unreadable."""
        raise NotImplementedError

    def last_step(self, state: MatchState) -> str:
        """Return what an undo would take back, in words; "" if there is nothing."""
        raise NotImplementedError

    def undone(self, state: MatchState) -> str:
        """Return the query string that shows the undone entry as half entered."""
        raise NotImplementedError

    def differences(self, state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
        """Return the rows of a comparison of a draft with the stored entry on its line; () if they are the same."""
        raise NotImplementedError

    def entry_in_words(self, state: MatchState, kind: str, payload: Any) -> str:
        """Return one entry in words, for the history."""
        raise NotImplementedError

    def cell(self, state: MatchState, number: int, seat: int) -> Cell | None:
        """Return the figures of a seat in round `number` (from 1) and their history; None if there is no such round."""
        raise NotImplementedError

    def later(self, state: MatchState, drafts: Sequence[Draft], seen: int) -> Sequence[Draft]:
        """Return drafts made at version `seen`, adapted to what another device has written since.

        Only where neither touches the other's entries; () where a person has to choose. A correction of an earlier
        line leaves them as they are.
        """
        return drafts if is_untouched(state, drafts, seen) else ()

    # The blank forms that the tablet uses, in this order, while the server does not answer.
    offline_forms: Callable[[MatchState], Sequence[OfflineForm]] | None = None

    finish = staticmethod(plain_finish)

    def player_statistics(self, player: Whose, summary: Summary) -> GameStatistics:
        """Return this game's statistics for a player's page, next to matches, wins and places."""
        return GameStatistics()

    def night_totals(self, sheets: Sequence[Any]) -> Sequence[Figure]:
        """Return figures over all sheets of a night."""
        return ()

    def from_totals(self, totals: Mapping[str, int], winners: Sequence[str] = ()) -> dict[str, Any]:
        """Return a record of a match of which only the totals are known, by player's name, and perhaps who won. Raises
        NotByTotals where the rounds are needed.
        """
        raise NotByTotals(_("This game needs its rounds, and only totals were recorded. Enter it by hand."))

    @property
    def is_by_totals(self) -> bool:
        """Whether a match of this game can be made from its totals alone."""
        return type(self).from_totals is not TableGame.from_totals

    def demo_match(self, seats: int, rng: Random) -> DemoMatch:
        """Return one match played by so many bots, for the demo club; only for a game with `has_bots`."""
        raise NotImplementedError


class NotByTotals(Exception):
    """The totals do not make a match; the text says why, and what to do."""


# Read-only reference pages of a game, linked from the table.


def reference_action(key: str, label: str | Promise, engine: Engine[Any], template: str) -> TableAction:
    """Return the table action that shows the reference `template` of a game."""

    def screen(_state: MatchState, _form: QueryDict) -> Screen:
        about = {"reference": template, "reference_of": name_of(engine), "reference_title": label, "here": "more"}
        return Screen("games/base/reference.html", about)

    return TableAction(key, label, screen, _drafts, lambda _state: True)


def _drafts(_state: MatchState, _form: QueryDict) -> Sequence[Draft]:
    raise Unreadable(_("There is nothing to enter on this page. Go back to the table."))
