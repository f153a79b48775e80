"""The sheet of a Pack o' Dogs match so far: its rounds, its finished games, and the game in progress."""

from collections.abc import Mapping

from msgspec import Struct

from scoring.base import Notice, Sheet
from scoring.messages import Message, at, counted
from scoring.pack_o_dogs.entries import Options
from scoring.pack_o_dogs.line import PilesLine, RoundLine
from scoring.pack_o_dogs.worth import Product, product


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
