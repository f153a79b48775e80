"""A series of Clash of Corgis: its options, entries and sheet, game by game from the start, and what is recorded next
(CC-01 to CC-11, CC-31, CC-32).
"""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from scoring.base import Illegal, Line, Malformed, Notice, Rank, Sheet, nothing_to_stop, places, unknown_entry
from scoring.messages import Message, Term, at, counted
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


# What the scorekeeper records next, with everything a screen needs to prevent a mistake.


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


# The fold: how a game turns one sheet into the next (CC-01, CC-11, CC-31, CC-32).


def play(sheet: CorgisSheet, entry: Struct) -> CorgisSheet:
    """Return the sheet after one more entry; raise a RuleError that says what to do where the entry is not valid.

    >>> from scoring.clash_of_corgis import Options
    >>> from scoring.clash_of_corgis.play import start
    >>> play(start(3, Options()), Game(winner=2)).totals
    {0: 0, 1: 0, 2: 1}
    """
    if isinstance(entry, Shorten):
        return _shorten(sheet)
    if not isinstance(entry, Game):
        raise unknown_entry(entry, NAME)
    _check_open(sheet)
    if entry.winner not in sheet.active_seats:
        message = Message("There is no seat {seat}: choose who emptied the hand.", seat=entry.winner + 1)
        raise Malformed("winner", message, at=sheet.number, field="winner")
    left = _left(sheet, entry)
    points = {seat: int(seat == entry.winner) for seat in sheet.active_seats}
    totals = {seat: wins + points[seat] for seat, wins in sheet.totals.items()}
    line = CorgisLine(sheet.number, points, totals, entry.winner, sheet.starter, left)
    return replace(sheet, lines=(*sheet.lines, line), totals=totals)


def _check_open(sheet: CorgisSheet) -> None:
    """Raise Illegal `round-after-end` where the series is over."""
    if sheet.finished:
        message = Message(
            "The series is over: {player} has won it, and no game can be added.", player=at(sheet.winners[0])
        )
        if sheet.shortened:
            message = Message("The series is over: it was stopped by agreement, and no game can be added.")
        raise Illegal("round-after-end", message, at=sheet.number)


def _shorten(sheet: CorgisSheet) -> CorgisSheet:
    """The sheet after all agree to stop; the games so far count (HR-CC-07)."""
    _check_open(sheet)
    if not sheet.lines:
        raise nothing_to_stop()
    return replace(sheet, shortened=True)


def _left(sheet: CorgisSheet, entry: Game) -> Mapping[int, int]:
    """The cards left by seat, 0 for the winner; empty where nobody counted (CC-32, HR-CC-02)."""
    if not entry.cards_left:
        return {}
    for seat, cards in entry.cards_left.items():
        _check_left(sheet, entry, seat, cards)
    left = {**entry.cards_left, entry.winner: 0}
    return {seat: left[seat] for seat in sheet.active_seats if seat in left}


def _check_left(sheet: CorgisSheet, entry: Game, seat: int, cards: int) -> None:
    """Raise a RuleError unless the winner has 0 cards and any other seat 1 to HAND, the number dealt (CC-11, CC-32)."""
    if seat not in sheet.active_seats:
        message = Message("{player} does not play here: leave that player out of the cards left.", player=at(seat))
        raise Malformed("unknown-player", message, at=sheet.number, seat=seat, field="cards_left")
    if seat == entry.winner and cards != 0:
        message = Message("{player} won with an empty hand: no cards are left there.", player=at(seat))
    elif seat != entry.winner and not 1 <= cards <= HAND:
        message = counted(
            "{player} cannot have {count} card left: whoever has not won has 1 to {most}.",
            "{player} cannot have {count} cards left: whoever has not won has 1 to {most}.",
            cards,
            player=at(seat),
            most=HAND,
        )
    else:
        return
    raise Illegal("cards-left", message, at=sheet.number, seat=seat, field="cards_left")


def ranks(sheet: CorgisSheet) -> tuple[Rank, ...]:
    """The places by games won; fewer cards left rank tied seats where every game counted them (HR-CC-02)."""
    return places(sheet.totals, sheet.keys)


# The start of a series: checks everything that was agreed (CC-03, CC-04, HR-CC-01).


FEWEST, MOST = 2, 4
LONGEST_SERIES = 99


def start(seats: int, options: Options) -> CorgisSheet:
    """The sheet before the first game; Malformed `players`, `best-of` or `unknown-player` where the series cannot be
    played like this.
    """
    if not FEWEST <= seats <= MOST:
        message = counted(
            "{game} is for {fewest} to {most} players: there is {count}.",
            "{game} is for {fewest} to {most} players: there are {count}.",
            seats,
            fewest=FEWEST,
            most=MOST,
            game=NAME,
        )
        raise Malformed("players", message, field="players")
    check_best_of(options.best_of)
    active_seats = tuple(range(seats))
    if options.first_starter is not None and options.first_starter not in active_seats:
        message = Message("There is no seat {seat} to start the first game.", seat=options.first_starter + 1)
        raise Malformed("unknown-player", message, field="first_starter")
    return CorgisSheet(
        seats=seats, active_seats=active_seats, lines=(), totals=dict.fromkeys(active_seats, 0), options=options
    )


def check_best_of(games: int) -> None:
    """Raise Malformed `best-of` unless the number is odd, from 1 to 99, so that more than half of the games win
    (HR-CC-01).
    """
    if 1 <= games <= LONGEST_SERIES and games % 2:
        return
    if 1 < games < LONGEST_SERIES:
        message = Message(
            "A series cannot be the best of {games}: choose {less} or {more}.",
            games=games,
            less=games - 1,
            more=games + 1,
        )
    else:
        message = Message(
            "A series cannot be the best of {games}: choose an odd number from 1 to {most}.",
            games=games,
            most=LONGEST_SERIES,
        )
    raise Malformed("best-of", message, field="best_of")
