"""The options, entries and sheet of a Clash of Corgis series, and when it is decided."""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct, field

from scoring.base import Line, Notice, Sheet
from scoring.messages import Message, Term, counted
from scoring.options import OneTable, Seat

# The entries of Clash of Corgis, and the options agreed before the first game.


NAME = Term("game-clash-of-corgis", "Clash of Corgis")


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed: a series of `best_of` games (HR-CC-01), and who was drawn to start the first (CC-03).

    `first_starter` is None where nobody wrote down who was drawn.
    """

    best_of: int = 5
    first_starter: OneTable[Seat | None] = None


class Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game: who emptied the hand (CC-11), and the cards the others had left, as far as they were counted (CC-32)."""

    winner: int
    cards_left: Mapping[int, int] = field(default_factory=dict)


class Shorten(Struct, frozen=True, forbid_unknown_fields=True):
    """All agree to stop before the series is won: the games so far count (HR-CC-07)."""


ENTRIES: Mapping[str, type[Struct]] = {"series-game": Game, "shorten": Shorten}


# A scored game of Clash of Corgis: the line of the sheet.


class CorgisLine(Line, frozen=True, dict=True):
    """One scored game: a win is a point (CC-31).

    `starter` led it, None where the first starter was not written down (CC-03). `cards_left` holds 0 for the winner and
    the counted cards of the others; it is empty where nobody counted.
    """

    winner: int
    starter: int | None
    cards_left: Mapping[int, int]

    @property
    def counted(self) -> bool:
        """Whether the cards left of every player were written down."""
        return len(self.cards_left) == len(self.totals)

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """`won` and `started` (0 or 1) by seat, `wins` so far, and `cards_left` where they were counted."""
        return {seat: self._facts(seat) for seat in self.totals}

    def _facts(self, seat: int) -> dict[str, int]:
        facts = {
            "won": int(seat == self.winner),
            "started": int(seat == self.starter),
            "wins": self.totals[seat],
        }
        return facts | {"cards_left": self.cards_left[seat]} if seat in self.cards_left else facts


# The sheet of a Clash of Corgis series so far, and when it is decided.


class CorgisSheet(Sheet, frozen=True, dict=True):
    """The state of a series: `totals` are games won (CC-31)."""

    lines: tuple[CorgisLine, ...]
    options: Options
    shortened: bool = False

    @property
    def number(self) -> int:
        """The number of the game in progress, from 1."""
        return len(self.lines) + 1

    @property
    def starter(self) -> int | None:
        """The seat that leads the game in progress: the last winner, or in the first game the one drawn, if noted
        (CC-03).
        """
        return self.lines[-1].winner if self.lines else self.options.first_starter

    @property
    def to_win(self) -> int:
        """How many games win the series (HR-CC-01)."""
        return self.options.best_of // 2 + 1

    @property
    def finished(self) -> bool:
        """Whether the series is won or stopped; with three or four players it may take more than `best_of` games."""
        return bool(self.winners)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner of the series; empty until decided. In one that was stopped the seat that is ahead, or all that
        are tied.
        """
        if self.shortened:
            best = max(self.keys.values())
            return tuple(seat for seat in self.active_seats if self.keys[seat] == best)
        return tuple(seat for seat, wins in self.totals.items() if wins >= self.to_win)

    @property
    def keys(self) -> Mapping[int, tuple[int, ...]]:
        """The sort key of each seat: games won, then fewest cards left where every game counted them (HR-CC-02)."""
        left = self.cards_left
        if left is None:
            return {seat: (wins,) for seat, wins in self.totals.items()}
        return {seat: (wins, -left[seat]) for seat, wins in self.totals.items()}

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """Notices about what is legal but unusual: a series that was stopped."""
        return (Notice("shortened", _stopped(self)),) if self.shortened else ()

    @property
    def cards_left(self) -> Mapping[int, int] | None:
        """The cards left in all games together, by seat; None unless every game counted everybody's (HR-CC-02)."""
        if not self.lines or not all(line.counted for line in self.lines):
            return None
        return {seat: sum(line.cards_left[seat] for line in self.lines) for seat in self.totals}


def _stopped(sheet: CorgisSheet) -> Message:
    return counted(
        "Stopped early by agreement after {count} game; {needed} would have won the series.",
        "Stopped early by agreement after {count} games; {needed} would have won the series.",
        len(sheet.lines),
        needed=sheet.to_win,
    )
