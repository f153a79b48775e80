"""What the scorekeeper records next, with everything a screen needs to prevent a mistake."""

from collections.abc import Mapping

from msgspec import Struct

from scoring.clash_of_corgis.sheet import CorgisSheet

HAND = 12


class GameStep(Struct, frozen=True):
    """The next step is a game, which any one of `seats` wins.

    `starter` leads it (None: draw one, CC-03), and its winner leads the next. `to_win` games win the series of
    `best_of`; `wins` and the missing `to_go` are by seat; `one_short` are the seats that win the series with this game.
    The losers have 1 to `most_left` cards left, the winner has none (CC-32).
    """

    number: int
    seats: tuple[int, ...]
    starter: int | None
    best_of: int
    to_win: int
    wins: Mapping[int, int]
    to_go: Mapping[int, int]
    one_short: tuple[int, ...]
    most_left: int = HAND


def next_step(sheet: CorgisSheet) -> GameStep | None:
    """The next game; None when the series is over."""
    if sheet.finished:
        return None
    to_go = {seat: sheet.to_win - wins for seat, wins in sheet.totals.items()}
    return GameStep(
        number=sheet.number,
        seats=sheet.active_seats,
        starter=sheet.starter,
        best_of=sheet.options.best_of,
        to_win=sheet.to_win,
        wins=sheet.totals,
        to_go=to_go,
        one_short=tuple(seat for seat, games in to_go.items() if games == 1),
    )
