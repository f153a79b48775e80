"""The facts of a night report: plain values from the sheets, independent of the database and of the current time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.base.wording import in_words


@dataclass(frozen=True)
class Sitting:
    """A player at a table and the result. `name` is short, for use in a sentence, `full` is the full one.

    `origin` says how the player reached a final table (`second from group B`), `code` says it briefly (`B2`); both are
    "" elsewhere.
    """

    player: int
    name: str
    full: str
    total: int
    place: int
    is_winner: bool = False
    is_loser: bool = False
    origin: str = ""
    code: str = ""


@dataclass(frozen=True)
class Table:
    """A match. `sittings` are best first, `totals` are by player after each round; `came` are (name, first round
    played) of late arrivals, `went` are (name, first round missed) of early leavers.

    For use in sentences: `where` is the table (`table 2`), `at` says that something happened there (`at table 2`, `in
    group B`), `what` is `where` with the game if the night had several, `short` is a label, `word` is the game's word
    for a round. `is_left`: all rounds are played, and nobody wrote down how a tie was settled; `ties` are sentences on
    what settled ties. `rules` is the label of its rules, "" for the game as written.
    """

    title: str
    where: str
    game: str
    sittings: Sequence[Sitting]
    totals: Sequence[Mapping[int, int]] = ()
    word: str = "hand"
    what: str = ""
    at: str = ""
    short: str = ""
    stage: str = ""
    is_finished: bool = True
    is_abandoned: bool = False
    is_left: bool = False
    ties: Sequence[str] = ()
    came: Sequence[tuple[str, int]] = ()
    went: Sequence[tuple[str, int]] = ()
    rules: str = ""

    @property
    def heading(self) -> str:
        """The title, with the rules where they are not those as written: `Table 2, §2 Kennel rules`."""
        return _("{table}, {rules}").format(table=self.title, rules=self.rules) if self.rules else self.title

    @property
    def rounds(self) -> int:
        return len(self.totals)

    @property
    def winners(self) -> list[Sitting]:
        return [each for each in self.sittings if each.is_winner]

    @property
    def losers(self) -> list[Sitting]:
        return [each for each in self.sittings if each.is_loser]

    @cached_property
    def leads(self) -> list[frozenset[int]]:
        """The players (keys) with the highest total after each round."""
        return [_holding(totals, max(totals.values())) for totals in self.totals if totals]

    @cached_property
    def lows(self) -> list[frozenset[int]]:
        """The players (keys) with the lowest total after each round."""
        return [_holding(totals, min(totals.values())) for totals in self.totals if totals]

    def named(self, player: int) -> Sitting | None:
        """Return this player's seat at the table, or None."""
        return next((each for each in self.sittings if each.player == player), None)


def _holding(totals: Mapping[int, int], value: int) -> frozenset[int]:
    return frozenset(player for player, total in totals.items() if total == value)


def since(player: int, held: Sequence[frozenset[int]]) -> int:
    """Return the round (from 1) since which the player has been in `held` without a break until the end; one more than
    the number of rounds if not there at the end.

    >>> since(7, [frozenset({7}), frozenset({1}), frozenset({7, 1}), frozenset({7})])
    3
    """
    first = len(held) + 1
    while first > 1 and player in held[first - 2]:
        first -= 1
    return first


@dataclass(frozen=True)
class Passing:
    """A trophy as it stands after the night. `kind` is winner, loser or hand, `before` is the previous holder's name
    ("" if none).

    `kept` counts how often the holder had kept it before this night, `defended` how often the previous holder had.
    `waited` is the number of nights played without it since holding it last, or, if `first`, ever.
    """

    trophy: str
    short: str
    kind: str
    player: int
    name: str
    full: str
    game: str = ""
    before: str = ""
    before_player: int | None = None
    kept: int = 0
    defended: int = 0
    waited: int = 0
    first: bool = False
    reason: str = ""

    @property
    def is_kept(self) -> bool:
        return self.player == self.before_player


@dataclass(frozen=True)
class People:
    """Attendance beyond those who played: `late` are (name, minutes), `guests` are (name, host's name or "")."""

    here: int = 0
    late: Sequence[tuple[str, int]] = ()
    left: Sequence[str] = ()
    guests: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class NightFacts:
    """`tables` are in order of importance: the one that decided the trophies comes first.

    `ended` is the time of day of the end ("" if unknown), `groups` the number of groups, `pulled`, `unfinished` and
    `sat_out` are sentences about card pulls, about what a play-off still waits for, and about players without a final
    table.
    """

    day: date
    tables: Sequence[Table] = ()
    passings: Sequence[Passing] = ()
    people: People = field(default_factory=People)
    ended: str = ""
    groups: int = 0
    is_playoff: bool = False
    called_off: bool = False
    pulled: Sequence[str] = ()
    unfinished: Sequence[str] = ()
    sat_out: Sequence[str] = ()

    @property
    def finished(self) -> list[Table]:
        return [table for table in self.tables if table.is_finished]

    @property
    def players(self) -> set[int]:
        return {each.player for table in self.tables for each in table.sittings}

    def passing(self, kind: str, game: str) -> Passing | None:
        """Return the trophy of this kind and game, or None."""
        return next((each for each in self.passings if each.kind == kind and each.game == game), None)

    @property
    def main(self) -> list[Passing]:
        """The trophies of the most important game that had any: the winner’s, then the loser’s."""
        games = dict.fromkeys(table.game for table in self.finished)
        for game in games:
            if passings := [each for kind in ("winner", "loser") if (each := self.passing(kind, game))]:
                return passings
        return []

    def stage(self, stage: str) -> Table | None:
        """Return the finished table of this stage, or None."""
        return next((table for table in self.finished if table.stage == stage), None)


# Words for the sentences of a report: how often, and which place.


def times(number: int) -> str:
    """Return `once`, `twice`, `five times`."""
    many = _("{number} times").format(number=in_words(number))
    return {1: _("once"), 2: _("twice")}.get(number, many)


def ordinal(number: int) -> str:
    """Return a place in words up to the tenth, then as a number.

    >>> ordinal(3), ordinal(14)
    ('third', 'no. 14')
    """
    places = (
        *(_("first"), _("second"), _("third"), _("fourth"), _("fifth")),
        *(_("sixth"), _("seventh"), _("eighth"), _("ninth"), _("tenth")),
    )
    return places[number - 1] if number <= len(places) else _("no. {number}").format(number=number)


def running(number: int) -> str:
    """Return which time of several in a row it is, from the second on: `third`; `no. 14`."""
    again = (
        *(pgettext("time running", "second"), pgettext("time running", "third"), pgettext("time running", "fourth")),
        *(pgettext("time running", "fifth"), pgettext("time running", "sixth"), pgettext("time running", "seventh")),
        *(pgettext("time running", "eighth"), pgettext("time running", "ninth"), pgettext("time running", "tenth")),
    )
    words = pgettext("time running", "no. {number}")
    return again[number - 2] if number - 2 < len(again) else words.format(number=number)


def paragraph(*sentences: str) -> str:
    """Join the sentences that are not empty."""
    return " ".join(filter(None, sentences))
