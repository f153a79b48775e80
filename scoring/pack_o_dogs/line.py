"""The lines of a Pack o' Dogs sheet: a round of the complex game, or a whole base game."""

from collections.abc import Mapping
from functools import cached_property

from scoring.base import Line
from scoring.pack_o_dogs.worth import ROUNDS_TO_WIN, Product


class RoundLine(Line, frozen=True, dict=True):
    """A round of the complex game; `rounds_won` and `game_points` are those of the game after it, by seat."""

    game: int
    round_in_game: int
    winner: int
    pack: bool
    turns: int | None
    treat: bool
    product: Product
    rounds_won: Mapping[int, int]
    game_points: Mapping[int, int]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Which seat won a round of the complex game, and with what; statistics and history read exactly these.

        `won`, `pack` and `treat` are 0 or 1; `base`, `streak` and `late` are 0 for the loser of the round; `rounds`
        counts the rounds won in the game so far, `game_points` the points from them; `closed` is 1 for the fourth round
        won and `turned` for the seat that won the game on points all the same (PK-31). `turns` exists where it was
        written down.
        """
        return {seat: _facts(self, seat) for seat in self.points}


class PilesLine(Line, frozen=True, dict=True):
    """A whole base game; its points are the cards in the piles (PK-15), and `logged` the cards captured by the log."""

    game: int
    captures: int
    logged: Mapping[int, int]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Which seat won a base game: `won` is 1 for the larger pile and for both of two equal ones (HR-PK-01)."""
        most = max(self.points.values())
        return {
            seat: {"game": self.game, "won": int(pile == most), "pile": pile, "captures": self.captures}
            for seat, pile in self.points.items()
        }


def _facts(line: RoundLine, seat: int) -> dict[str, int]:
    won = seat == line.winner
    facts = {
        "game": line.game,
        "round_in_game": line.round_in_game,
        "won": int(won),
        "pack": int(won and line.pack),
        "treat": int(won and line.treat),
        "base": line.product.base if won else 0,
        "streak": line.product.streak if won else 0,
        "late": line.product.late if won else 0,
        "rounds": line.rounds_won[seat],
        "game_points": line.game_points[seat],
        "closed": int(line.rounds_won[seat] == ROUNDS_TO_WIN),
        "turned": int(_turned(line, seat)),
    }
    return facts if line.turns is None else facts | {"turns": line.turns}


def _turned(line: RoundLine, seat: int) -> bool:
    """Whether the game has ended and this seat, with fewer rounds but more points, has won it."""
    other = 1 - seat
    return line.rounds_won[other] == ROUNDS_TO_WIN and line.game_points[seat] > line.game_points[other]
