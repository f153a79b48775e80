"""The night report: plain values, read from the sheets, that know no row and no clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property


@dataclass(frozen=True)
class Sitting:
    """Somebody at a table, and what came of it. `name` is short, as in a sentence.

    `origin` says in words where the seat was won, `code` says it for a table: A2.
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
    """A match: `sittings` best first, `totals` after each round by player, `came` and `went` with the round of it.

    `where` is the table inside a sentence, `at` the same after what happened there (`at table 2`, `in group B`), `what`
    with the game where the night had several, `short` as a label, `word` what the game calls a round.
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
    came: Sequence[tuple[str, int]] = ()
    went: Sequence[tuple[str, int]] = ()

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
        """Who led after each round."""
        return [_holding(totals, max(totals.values())) for totals in self.totals if totals]

    @cached_property
    def lows(self) -> list[frozenset[int]]:
        """Who was at the bottom after each round."""
        return [_holding(totals, min(totals.values())) for totals in self.totals if totals]

    def named(self, player: int) -> Sitting | None:
        return next((each for each in self.sittings if each.player == player), None)


def _holding(totals: Mapping[int, int], value: int) -> frozenset[int]:
    return frozenset(player for player, total in totals.items() if total == value)


def since(player: int, held: Sequence[frozenset[int]]) -> int:
    """From which round on it was this player's without a break; one beyond the last when it never was.

    >>> since(7, [frozenset({7}), frozenset({1}), frozenset({7, 1}), frozenset({7})])
    3
    """
    first = len(held) + 1
    while first > 1 and player in held[first - 2]:
        first -= 1
    return first


@dataclass(frozen=True)
class Passing:
    """A trophy that was given: `kind` is winner, loser or hand, `before` who held it until then.

    `kept` counts how often who has it now had kept it before this night, `defended` how often who had it did;
    `waited` are the nights played since having had it last, or ever, where `first` says so.
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
    """Who came, beside those at the tables; guests with their hosts, those who came late with the minutes."""

    here: int = 0
    late: Sequence[tuple[str, int]] = ()
    left: Sequence[str] = ()
    guests: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Night:
    """`tables` in the order in which they mattered: the one the trophies hang on comes first.

    `unfinished` says what a play-off of the night still waits for.
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
        return next((each for each in self.passings if each.kind == kind and each.game == game), None)

    @property
    def main(self) -> list[Passing]:
        """The trophies of the game that mattered most: the winner’s, then the loser’s."""
        games = dict.fromkeys(table.game for table in self.finished)
        for game in games:
            if passings := [each for kind in ("winner", "loser") if (each := self.passing(kind, game))]:
                return passings
        return []

    def stage(self, stage: str) -> Table | None:
        return next((table for table in self.finished if table.stage == stage), None)
