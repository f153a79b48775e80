"""The start of a match and the fold over its entries, in the base game and the complex game (PK-01, PK-06 to PK-35)."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from scoring.base import Illegal, Malformed, Rank, nothing_to_stop, places, unknown_entry
from scoring.messages import Message, at, counted
from scoring.pack_o_dogs.sheet import (
    NAME,
    ROUNDS_TO_WIN,
    Capture,
    Game,
    Options,
    PackSheet,
    Piles,
    PilesLine,
    Product,
    Round,
    RoundLine,
    Shorten,
    captured,
    late,
)

# The start of a match: checks everything that was agreed (PK-01, PK-35).


PLAYERS = 2
MOST_GAMES = 99
NOTHING = {0: 0, 1: 0}


def start(seats: int, options: Options) -> PackSheet:
    """The sheet before the first round; Malformed `players` unless two play, `malformed` where mode or number of games
    is wrong.
    """
    if seats != PLAYERS:
        message = Message("{game} is a game for two: keep score for exactly 2 players.", game=NAME)
        raise Malformed("players", message, field="players")
    if options.mode not in ("complex", "base"):
        message = Message("There is no “{mode}” game: choose complex or base.", mode=options.mode)
        raise Malformed("malformed", message, field="mode")
    if not 1 <= options.games <= MOST_GAMES:
        message = Message("A match is 1 to {most} games, not {games}.", most=MOST_GAMES, games=options.games)
        raise Malformed("malformed", message, field="games")
    return PackSheet(
        seats=seats,
        active_seats=(0, 1),
        lines=(),
        totals=NOTHING,
        options=options,
        game=1,
        rounds_won=NOTHING,
        points=NOTHING,
        leader=None,
        streak=0,
        piles=NOTHING,
        captures=0,
        games=(),
    )


# A round of the complex game, and the end of a game when a player has won four rounds (PK-20 to PK-36).


SHORT, LONG = 2, 3


def win(sheet: PackSheet, entry: Round) -> PackSheet:
    """The sheet after a round that a player won (PK-25 to PK-29)."""
    check_winner(sheet, entry)
    _check_turns(sheet, entry)
    line = _line(sheet, entry)
    after = replace(
        sheet,
        lines=(*sheet.lines, line),
        totals=line.totals,
        rounds_won=line.rounds_won,
        points=line.game_points,
        leader=entry.winner,
        streak=line.product.streak,
    )
    return _close(after, entry.winner) if line.rounds_won[entry.winner] == ROUNDS_TO_WIN else after


def check_winner(sheet: PackSheet, entry: Round | Capture) -> None:
    """Raise Malformed unless the winner is one of the two and a treat completes a pack (PK-12, PK-36)."""
    if entry.winner not in sheet.active_seats:
        message = Message("There is no seat {seat}: one of the two players wins.", seat=entry.winner + 1)
        raise Malformed("winner", message, at=sheet.number, field="winner")
    if entry.treat and not entry.pack:
        message = Message("A treat can only complete a pack: mark the pack too, or take the treat away.")
        raise Malformed("treat", message, at=sheet.number, seat=entry.winner, field="treat")


def _check_turns(sheet: PackSheet, entry: Round) -> None:
    """Raise Malformed `turns` unless there were three turns, or two where the second completed a pack (PK-23, PK-24);
    None is valid.
    """
    if entry.turns is None or entry.turns == LONG or (entry.turns == SHORT and entry.pack):
        return
    message = Message("A round has {short} or {long} turns, not {turns}.", short=SHORT, long=LONG, turns=entry.turns)
    if entry.turns == SHORT:
        message = Message(
            "Only a pack ends a round after {short} turns: mark the pack, or write {long} turns.",
            short=SHORT,
            long=LONG,
        )
    raise Malformed("turns", message, at=sheet.number, field="turns")


def _line(sheet: PackSheet, entry: Round) -> RoundLine:
    seat, product = entry.winner, sheet.product(entry.winner, pack=entry.pack)
    return RoundLine(
        number=sheet.number,
        points=_more(NOTHING, seat, product.points),
        totals=_more(sheet.totals, seat, product.points),
        game=sheet.game,
        round_in_game=sheet.round_in_game,
        winner=seat,
        pack=entry.pack,
        turns=entry.turns,
        treat=entry.treat,
        product=product,
        rounds_won=_more(sheet.rounds_won, seat, 1),
        game_points=_more(sheet.points, seat, product.points),
    )


def _more(values: Mapping[int, int], seat: int, more: int) -> dict[int, int]:
    return {**values, seat: values[seat] + more}


def _close(sheet: PackSheet, closer: int) -> PackSheet:
    """The sheet after the game ends: the points decide the winner, and a tie goes to `closer`, the seat that won four
    rounds (PK-31, PK-32, HR-PK-02).
    """
    other = 1 - closer
    mine, yours = sheet.points[closer], sheet.points[other]
    game = Game(
        number=sheet.game,
        points=sheet.points,
        rounds_won=sheet.rounds_won,
        closer=closer,
        winner=closer if mine >= yours else other,
        decided_by="rounds" if mine == yours else "points",
    )
    return replace(
        sheet,
        game=sheet.game + 1,
        games=(*sheet.games, game),
        rounds_won=NOTHING,
        points=NOTHING,
        leader=None,
        streak=0,
    )


# A base game: an optional running log of captures, and the count of the piles (PK-06 to PK-15).


LARGEST_PILE = 1000


def capture(sheet: PackSheet, entry: Capture) -> PackSheet:
    """The sheet after a turn that put cards in a player's pile (PK-06, PK-07, PK-11)."""
    check_winner(sheet, entry)
    more = captured(pack=entry.pack, low_cat=entry.low_cat)
    piles = {**sheet.piles, entry.winner: sheet.piles[entry.winner] + more}
    return replace(sheet, piles=piles, captures=sheet.captures + 1)


def count(sheet: PackSheet, entry: Piles) -> PackSheet:
    """The sheet after a base game whose piles were counted; the captures only propose a count, and what was counted is
    what scores (PK-14, PK-15).
    """
    _check_piles(sheet, entry)
    points = {seat: entry.piles[seat] for seat in sheet.active_seats}
    line = PilesLine(
        number=sheet.number,
        points=points,
        totals={seat: total + points[seat] for seat, total in sheet.totals.items()},
        game=sheet.game,
        captures=sheet.captures,
        logged=sheet.piles,
    )
    lines = (*sheet.lines, line)
    return replace(sheet, lines=lines, totals=line.totals, game=sheet.game + 1, piles=NOTHING, captures=0)


def _check_piles(sheet: PackSheet, entry: Piles) -> None:
    for seat in entry.piles:
        if seat not in sheet.active_seats:
            message = Message("There is no seat {seat}: two players have piles.", seat=seat + 1)
            raise Malformed("unknown-player", message, at=sheet.number, seat=seat, field="piles")
    for seat in sheet.active_seats:
        _check_pile(sheet, seat, entry.piles.get(seat))


def _check_pile(sheet: PackSheet, seat: int, cards: int | None) -> None:
    if cards is None:
        message = Message("{player}’s pile is missing: count both.", player=at(seat))
        raise Malformed("malformed", message, at=sheet.number, seat=seat, field="piles")
    if cards < 0:
        message = Message("{player}’s pile cannot hold fewer than 0 cards: count it again.", player=at(seat))
        raise Malformed("negative", message, at=sheet.number, seat=seat, field="piles")
    if cards > LARGEST_PILE:
        message = counted(
            "{player}’s pile cannot hold {count} card: count it again.",
            "{player}’s pile cannot hold {count} cards: count it again.",
            cards,
            player=at(seat),
        )
        raise Malformed("piles", message, at=sheet.number, seat=seat, field="piles")


# The fold: how each entry turns one sheet into the next.


def play(sheet: PackSheet, entry: Struct) -> PackSheet:
    """Return the sheet after one more entry; raise a RuleError that says what to do where the entry is not valid.

    >>> from scoring.pack_o_dogs import Options, start
    >>> play(start(2, Options()), Round(winner=1, pack=True)).totals
    {0: 0, 1: 2}
    """
    if isinstance(entry, Shorten):
        return _shorten(sheet)
    known = _PLAYS.get(type(entry))
    if known is None:
        raise unknown_entry(entry, NAME)
    mode, step = known
    if sheet.options.mode != mode:
        raise Malformed("kind", _OTHER[sheet.options.mode])
    _check_open(sheet)
    return step(sheet, entry)


def _check_open(sheet: PackSheet) -> None:
    """Raise Illegal `round-after-end` where the match is over."""
    if sheet.shortened:
        message = Message("Nothing can follow: the match was stopped by agreement. Undo that to play on.")
        raise Illegal("round-after-end", message, at=sheet.number)
    if sheet.finished:
        message = counted(
            "Nothing can follow: the game is played. Undo the last entry to change it.",
            "Nothing can follow: all {count} games are played. Undo the last entry to change it.",
            sheet.options.games,
        )
        raise Illegal("round-after-end", message, at=sheet.number)


def _shorten(sheet: PackSheet) -> PackSheet:
    """The sheet after both agree to stop; what is scored counts, a log of captures in progress does not (HR-PK-08)."""
    _check_open(sheet)
    if not sheet.lines:
        raise nothing_to_stop()
    return replace(sheet, shortened=True)


def ranks(sheet: PackSheet) -> tuple[Rank, ...]:
    """The places by points; in a single finished game, rounds decide between tied seats (HR-PK-02)."""
    return places(sheet.totals, sheet.keys)


_OTHER: Mapping[str, Message] = {
    "base": Message("This is the base game: log captures and count the piles, there are no rounds to win."),
    "complex": Message("This is the complex game: write down who won each round, there are no piles to count."),
}
_PLAYS: Mapping[type, tuple[str, Callable[[PackSheet, Any], PackSheet]]] = {
    Round: ("complex", win),
    Capture: ("base", capture),
    Piles: ("base", count),
}


# What the scorekeeper records next, with everything a screen needs to prevent a mistake.


class Deal(Struct, frozen=True):
    """How many cards to deal for the next round: `hands` to each player, `table` to the table (PK-30)."""

    hands: int
    table: int


class Pays(Struct, frozen=True):
    """The points of a round for its winner, without (`plain`) and with a pack; `ends_game` where it would be the fourth
    one won (PK-31).
    """

    plain: Product
    pack: Product
    ends_game: bool


class RoundStep(Struct, frozen=True):
    """The next step is a round of the complex game.

    `rounds_won` and `points` are those of the game in progress; `late` is its multiplier (1 up to round four); `leader`
    has won the last `streak` rounds of it. `deal` is known where the turns of the round before were written down, and
    never at the start of a game, which is dealt from the beginning.
    """

    number: int
    game: int
    games: int
    round_in_game: int
    rounds_won: Mapping[int, int]
    points: Mapping[int, int]
    leader: int | None
    streak: int
    late: int
    pays: Mapping[int, Pays]
    deal: Deal | None


class Takes(Struct, frozen=True):
    """How many cards a turn of the base game adds to its winner's pile (PK-06, PK-07, PK-11)."""

    plain: int
    pack: int
    low_cat: int
    pack_low_cat: int


class PilesStep(Struct, frozen=True):
    """The next step is a base game, new or in progress: log a capture, or count the piles.

    `piles` are the cards captured by the log, the proposal for the count; `captures` is how many turns were logged.
    """

    number: int
    game: int
    games: int
    piles: Mapping[int, int]
    captures: int
    takes: Takes


Step: TypeAlias = RoundStep | PilesStep


def next_step(sheet: PackSheet) -> Step | None:
    """The next step; None when all games are played."""
    if sheet.finished:
        return None
    return _piles(sheet) if sheet.options.mode == "base" else _round(sheet)


def _round(sheet: PackSheet) -> RoundStep:
    return RoundStep(
        number=sheet.number,
        game=sheet.game,
        games=sheet.options.games,
        round_in_game=sheet.round_in_game,
        rounds_won=sheet.rounds_won,
        points=sheet.points,
        leader=sheet.leader,
        streak=sheet.streak,
        late=late(sheet.round_in_game),
        pays={seat: _pays(sheet, seat) for seat in sheet.active_seats},
        deal=_deal(sheet),
    )


def _pays(sheet: PackSheet, seat: int) -> Pays:
    ends = sheet.rounds_won[seat] + 1 == ROUNDS_TO_WIN
    return Pays(sheet.product(seat, pack=False), sheet.product(seat, pack=True), ends)


def _deal(sheet: PackSheet) -> Deal | None:
    """The cards to deal: hands back to six, the table back to three; a treat is discarded with its pack (PK-30, PK-36).
    None where the turns were not written down.
    """
    last = sheet.lines[-1] if sheet.lines and sheet.leader is not None else None
    if not isinstance(last, RoundLine) or last.turns is None:
        return None
    return Deal(hands=last.turns, table=3 if last.treat else 2)


def _piles(sheet: PackSheet) -> PilesStep:
    return PilesStep(
        number=sheet.number,
        game=sheet.game,
        games=sheet.options.games,
        piles=sheet.piles,
        captures=sheet.captures,
        takes=Takes(
            plain=captured(pack=False, low_cat=False),
            pack=captured(pack=True, low_cat=False),
            low_cat=captured(pack=False, low_cat=True),
            pack_low_cat=captured(pack=True, low_cat=True),
        ),
    )
