"""The sheet of a Clash of Corgis series so far, and when it is decided."""

from collections.abc import Mapping

from scoring.base import Notice, Sheet
from scoring.clash_of_corgis.entries import Options
from scoring.clash_of_corgis.line import CorgisLine
from scoring.messages import Message, counted


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
