"""How one game is written down and shown: `TableGame`, and the values it is made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.game_names import name_of
from clubs.models import Player
from games.base.correction import Correction, Paper
from games.base.demo import Evening
from games.base.display import Display, Screen
from games.base.groups import Groups
from games.base.offline import OfflineAction, OfflineForm, no_offline_action
from games.base.results.finish import Finish, plain_finish
from games.base.results.forecasts import Forecasts
from games.base.results.playoff_options import PlayoffOptions
from games.base.results.record_categories import RecordCategories
from games.base.results.statistics import Figure, GameStatistics
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from games.sheets.prints import Print
from games.statistics.queries import Summary, Whose
from scoring.base import Engine


class Unreadable(Exception):
    """A form that cannot become drafts; `field` is where the message belongs ("" for the whole form)."""

    def __init__(self, message: str | Promise, field: str = "") -> None:
        super().__init__(message)
        self.message, self.field = str(message), field


@dataclass(frozen=True)
class TableAction:
    """A question of its own, one page: a late arrival, a card pull. `offered` says whether it makes sense now,
    `is_insertable` whether it can be put in before an old round when it was forgotten. `offline` is its one form for a
    tablet whose server does not answer, None where it makes no sense any more.
    """

    key: str
    label: str | Promise
    screen: Callable[[MatchState, QueryDict], Screen]
    drafts: Callable[[MatchState, QueryDict], Sequence[Draft]]
    offered: Callable[[MatchState], bool]
    is_insertable: bool = False
    offline: Callable[[MatchState], OfflineAction | None] = no_offline_action


@dataclass(frozen=True)
class Difference:
    """One row of two entries for the same line: what it is, as it stands on this tablet and on the other.

    `name` is short, for the head of the row, `about` stands under it, `notes` under the two figures. Rows that agree
    are given where they help to choose. A sum says in `fits` which of the two can be right, None where that says
    nothing.
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
        return self.mine != self.theirs

    @property
    def is_in_numbers(self) -> bool:
        return self.mine.isdecimal() and self.theirs.isdecimal()

    @property
    def is_long(self) -> bool:
        """Words, which do not stand as large as a number."""
        return max(len(self.mine), len(self.theirs)) > len("100")


@dataclass(frozen=True)
class CellChange:
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
    story: Sequence[CellChange]


class TableGame:
    """How one game is written down and shown. Rules stay in `scoring`, rows in the ledger.

    A game is a subclass; its one instance stands in `games.registry`. The pages are the same for every game: they ask
    it for a screen and hand it what was posted. What has no default is needed; the rest is grouped by its use.
    """

    engine: Engine[Any]
    display: Display
    correction: Correction
    paper: Paper

    # The table's page: the key that starts a match, the outbox with the page's own part, a style sheet of its own, the
    # questions beside the rounds, and the templates of a page to look things up on and of what to have ready first.
    first: str | Promise = gettext_lazy("Start the match")
    script = "form.table"
    style = ""
    actions: Sequence[TableAction] = ()
    reference = ""
    checklist = ""
    # Trophies: what winner and top loser may take; a club has them from its first match on where `has_trophies`.
    trophies: tuple[str, str] = ("Winner’s trophy", "Last place trophy")
    has_trophies = False
    # Paper: the sheets it is printed on, the usual one first.
    prints: Sequence[Print] = ()
    # Statistics: the facts of a round one may search by, with what they are called; what the hall of fame keeps.
    facts: Mapping[str, str | Promise] = MappingProxyType({})
    record_categories = RecordCategories()
    # Chances to win and to finish last, for a game that can say how likely they are.
    forecasts: Forecasts | None = None
    # The demo club: whether bots can play it.
    has_bots = False
    # A play-off, and several tables of one night.
    playoff_options = PlayoffOptions()
    groups: Groups | None = None

    @property
    def key(self) -> str:
        return str(self.engine.key)

    @property
    def name(self) -> str:
        """As the club calls it."""
        return name_of(self.engine)

    def script_messages(self) -> dict[str, str]:
        """What the table's script says in the club's own words, by the English text of its message."""
        return {}

    def setup(self, players: Sequence[Player], form: QueryDict) -> Screen:
        """What is asked before the first round, as it is answered so far."""
        raise NotImplementedError

    def options(self, players: Sequence[Player], form: QueryDict) -> Any:
        """The engine's options as they were answered. Raises Unreadable, and RuleError for what cannot be played."""
        raise NotImplementedError

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        """The table's page as it stands; what is half entered stands in the query."""
        raise NotImplementedError

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """What the form of that page says. Raises Unreadable."""
        raise NotImplementedError

    def last_step(self, state: MatchState) -> str:
        """What undo would take back, in words; "" where there is nothing."""
        raise NotImplementedError

    def undone(self, state: MatchState) -> str:
        """The query that shows what undo takes back half entered again."""
        raise NotImplementedError

    def differences(self, state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
        """A draft beside the entry that stands in its place, row by row; () where they are the same."""
        raise NotImplementedError

    def entry_in_words(self, state: MatchState, kind: str, payload: Any) -> str:
        """One entry for the history."""
        raise NotImplementedError

    def cell(self, state: MatchState, number: int, seat: int) -> Cell | None:
        """How a seat's figures in round `number` (from 1) came to stand there; None where there is no such round."""
        raise NotImplementedError

    def later(self, state: MatchState, drafts: Sequence[Draft], seen: int) -> Sequence[Draft]:
        """Drafts made at version `seen`, as they are written after what another device wrote since.

        Only where neither touches the other's; () where somebody has to choose.
        """
        return ()

    def offline_forms(self, state: MatchState) -> Sequence[OfflineForm]:
        """Blank forms the tablet goes on with, one after the other, while the server does not answer."""
        return ()

    def finish(self, state: MatchState) -> Finish:
        """What the page of the end says beside places and totals."""
        return plain_finish(state)

    def player_statistics(self, player: Whose, summary: Summary) -> GameStatistics:
        """What a player's page says of this game beside matches, wins and places."""
        return GameStatistics()

    def night_totals(self, sheets: Sequence[Any]) -> Sequence[Figure]:
        """What the sheets of a whole night come to."""
        return ()

    def from_totals(self, totals: Mapping[str, int]) -> dict[str, Any]:
        """A record of a match of which only the totals were kept. Raises NotByTotals where the rounds are needed."""
        raise NotByTotals(_("This game needs its rounds, and only totals were recorded. Enter it by hand."))

    @property
    def is_by_totals(self) -> bool:
        """Whether totals alone can make a match of it."""
        return type(self).from_totals is not TableGame.from_totals

    def evening(self, bots: int, chance: Random) -> Evening:
        """One match for the demo club, played by so many bots; only of a game that `has_bots`."""
        raise NotImplementedError


class NotByTotals(Exception):
    """The totals do not make a match; the text says why, and what to do."""
