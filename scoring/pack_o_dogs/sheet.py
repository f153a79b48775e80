"""The options, entries and sheet of a Pack o' Dogs match: its rounds, its finished games, and the game in progress."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from scoring.base import Line, Notice, Sheet
from scoring.messages import Message, Term, at, counted

# The entries of Pack o' Dogs, and the options agreed before the first deal.


NAME = Term("game-pack-o-dogs", "Pack o’ Dogs")


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed: the complex or the base game, and how many games make the match (PK-35, HR-PK-04).

    The record format starts from one game; the publisher suggests three in a row, and a screen may offer that.
    """

    mode: Literal["complex", "base"] = "complex"
    games: Annotated[int, Meta(description="Games in the match; points carry over")] = 1


class Round(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round of the complex game: who played the last winning card, and whether it completed a pack (PK-25, PK-26).

    `turns` (2 or 3) and `treat` (it completed the pack) are worth nothing; they say how many cards to deal (PK-30).
    """

    winner: int
    pack: bool
    turns: int | None = None
    treat: bool = False


class Capture(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A turn of the base game that was won: one card, two more with a pack, none for a low cat (PK-06 to PK-12).

    The log is a running count for two who want one; the game is closed by `Piles` all the same.
    """

    winner: int
    pack: bool = False
    low_cat: bool = False
    treat: bool = False


class Piles(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The end of a base game: how many cards lie in each score pile (PK-15)."""

    piles: Mapping[int, int]


class Shorten(Struct, frozen=True, forbid_unknown_fields=True):
    """Both agree to stop before the last game is over: the totals so far count (HR-PK-08)."""


ENTRIES: Mapping[str, type[Struct]] = {"round": Round, "capture": Capture, "piles": Piles, "shorten": Shorten}


# The points of a round and the cards a turn captures in Pack o' Dogs.


ROUNDS_TO_WIN = 4
MOST_ROUNDS = 7
LAST_PLAIN = 4


class Product(Struct, frozen=True):
    """The points of a round as a product: base × streak × late (PK-26 to PK-29).

    >>> Product(2, 3, 3).points
    18
    """

    base: int
    streak: int
    late: int

    @property
    def points(self) -> int:
        """All three factors multiplied."""
        return self.base * self.streak * self.late


def product(streak: int, round_in_game: int, *, pack: bool) -> Product:
    """The points of a round for a player whose `streak`th win in a row it is (PK-26 to PK-29).

    >>> product(2, 6, pack=False).points
    6
    """
    return Product(2 if pack else 1, streak, late(round_in_game))


def late(round_in_game: int) -> int:
    """The multiplier of a round by its number in the game, from 1 (PK-28).

    >>> [late(number) for number in range(1, 8)]
    [1, 1, 1, 1, 2, 3, 4]
    """
    return max(1, round_in_game - LAST_PLAIN + 1)


def captured(*, pack: bool, low_cat: bool) -> int:
    """How many cards a turn of the base game adds to its winner's pile (PK-06, PK-07, PK-11).

    The loser's card counts unless it is a low cat, which runs away; a completed pack adds the two cards before it.

    >>> captured(pack=False, low_cat=False), captured(pack=True, low_cat=False), captured(pack=False, low_cat=True)
    (1, 3, 0)
    """
    return (0 if low_cat else 1) + (2 if pack else 0)


# The lines of a Pack o' Dogs sheet: a round of the complex game, or a whole base game.


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


# The sheet of a Pack o' Dogs match so far: its rounds, its finished games, and the game in progress.


class Game(Struct, frozen=True):
    """A finished game of the complex mode (PK-31 to PK-34).

    `closer` won four rounds and so ended it; `winner` has the most points; `decided_by` is `points`, or `rounds` where
    the points are tied and `closer` wins (HR-PK-02).
    """

    number: int
    points: Mapping[int, int]
    rounds_won: Mapping[int, int]
    closer: int
    winner: int
    decided_by: str

    @property
    def upset(self) -> bool:
        """Whether the seat that won four rounds lost on points (PK-33), which the screen explains."""
        return self.closer != self.winner


class PackSheet(Sheet, frozen=True, dict=True):
    """The state of a match.

    `lines` are rounds of the complex game or whole base games. `rounds_won` and `points` are those of the game in
    progress; `streak` counts the rounds its `leader` has won in a row (HR-PK-03: each game starts anew). `piles` and
    `captures` are the running log of a base game. `games` holds the finished games of the complex mode.
    """

    lines: tuple[RoundLine | PilesLine, ...]
    options: Options
    game: int
    rounds_won: Mapping[int, int]
    points: Mapping[int, int]
    leader: int | None
    streak: int
    piles: Mapping[int, int]
    captures: int
    games: tuple[Game, ...]
    shortened: bool = False

    @property
    def number(self) -> int:
        """The number of the next round, from 1, counted through all games."""
        return len(self.lines) + 1

    @property
    def round_in_game(self) -> int:
        """The number of the next round within its game, from 1."""
        return sum(self.rounds_won.values()) + 1

    def product(self, seat: int, *, pack: bool) -> Product:
        """The points of the next round if this seat wins it (PK-26 to PK-29)."""
        streak = self.streak + 1 if seat == self.leader else 1
        return product(streak, self.round_in_game, pack=pack)

    @property
    def rounds(self) -> tuple[RoundLine, ...]:
        """The rounds of the complex game; empty in the base game."""
        return tuple(line for line in self.lines if isinstance(line, RoundLine))

    @property
    def finished(self) -> bool:
        """Whether all games of the match are played, or both agreed to stop (HR-PK-08)."""
        return self.shortened or self.game > self.options.games

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners of the match: most points over all games (PK-32, PK-35); empty until decided.

        Players with equal piles share the win (HR-PK-01), and so do those tied after several games (HR-PK-07); only in
        a single complex game do the rounds decide (HR-PK-02).
        """
        if not self.finished:
            return ()
        keys = self.keys
        best = max(keys.values())
        return tuple(seat for seat in self.active_seats if keys[seat] == best)

    @property
    def keys(self) -> Mapping[int, tuple[int, ...]]:
        """The sort key of each seat: its points and, in a single finished complex game, whether it won the fourth
        round.
        """
        if self.options.games > 1 or not self.games:
            return {seat: (total,) for seat, total in self.totals.items()}
        return {seat: (total, int(self.games[0].closer == seat)) for seat, total in self.totals.items()}

    @property
    def decided_by(self) -> str | None:
        """`points`, `rounds` where tied points were decided by rounds, `shared` where nothing decides; None until the
        end.
        """
        if not self.finished:
            return None
        if len(self.winners) > 1:
            return "shared"
        return "rounds" if len(set(self.totals.values())) == 1 else "points"

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """Notices about what is legal but unusual: a count that differs from the captures, a match that was stopped."""
        differ = tuple(
            Notice("captures-differ", _differ(line), round=line.number)
            for line in self.lines
            if isinstance(line, PilesLine) and line.captures and line.logged != line.points
        )
        return (*differ, Notice("shortened", _stopped(self))) if self.shortened else differ


def _stopped(sheet: PackSheet) -> Message:
    more, all_games = sheet.round_in_game - 1, sheet.options.games
    if all_games == 1:
        return counted(
            "Stopped early by agreement after {count} round.",
            "Stopped early by agreement after {count} rounds.",
            more,
        )
    if sheet.game == 1:
        return counted(
            "Stopped early by agreement in game 1 of {games}, after {count} round.",
            "Stopped early by agreement in game 1 of {games}, after {count} rounds.",
            more,
            games=all_games,
        )
    if not more:
        return counted(
            "Stopped early by agreement: {finished} of {count} game played to the end.",
            "Stopped early by agreement: {finished} of {count} games played to the end.",
            all_games,
            finished=sheet.game - 1,
        )
    return counted(
        "Stopped early by agreement: {finished} of {count} game played to the end, and {rounds} of the next.",
        "Stopped early by agreement: {finished} of {count} games played to the end, and {rounds} of the next.",
        all_games,
        finished=sheet.game - 1,
        rounds=counted("{count} round", "{count} rounds", more),
    )


def _differ(line: PilesLine) -> Message:
    one, other = (Message("{cards} for {player}", cards=cards, player=at(seat)) for seat, cards in line.logged.items())
    return Message(
        "The captures came to {one} and {other}; the piles were counted otherwise, and the count stands.",
        one=one,
        other=other,
    )
