"""What all screens of the game share: the sheet as its own type, names, the free line, pips and the round strip."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.entry.hidden_forms import entry_fields
from games.base.entry.names import shortened
from games.entries.match_state import MatchState
from scoring.pack_o_dogs import PackSheet, RoundLine
from scoring.pack_o_dogs.worth import MOST_ROUNDS, ROUNDS_TO_WIN, late


@dataclass(frozen=True)
class Key:
    """A key that is pressed or not; one that `writes` is sent with the tap, one that is beyond cannot be."""

    name: str
    value: str
    label: str
    is_on: bool = False
    is_beyond: bool = False
    writes: bool = False
    kind: str = "checkbox"


@dataclass(frozen=True)
class Head:
    """A column of the round strip."""

    number: int
    late: int
    is_now: bool


@dataclass(frozen=True)
class Square:
    """A round of one player: what it paid, nothing for who lost it; `is_open` while nobody has won it."""

    points: int
    pack: bool
    is_now: bool
    is_open: bool


@dataclass(frozen=True)
class Strip:
    """The seven rounds of a game, a row a player."""

    heads: Sequence[Head]
    rows: Sequence[tuple[str, Sequence[Square]]]


def sheet_of(state: MatchState) -> PackSheet:
    return state.sheet_as(PackSheet)


def short_of(state: MatchState) -> list[str]:
    return shortened(state.names)


def written_again(state: MatchState, line: RoundLine) -> list[tuple[str, str]]:
    """The round that was written last, to be written once more with one thing changed."""
    turns = "" if line.turns is None else str(line.turns)
    keys = {"winner": str(line.winner), "pack": "1" * line.pack, "turns": turns, "treat": "1" * line.treat}
    return entry_fields(state, "round", state.live[-1].number, **keys)


def pack_key(*, is_on: bool, writes: bool) -> Key:
    return Key("pack", "1", _("Pack completed"), is_on, writes=writes)


def changed_last(form: QueryDict) -> str:
    """Which field the tablet says was changed last; it is given back, so that the form stays as it was."""
    return form.get("last", "")[:20]


def rounds_of(sheet: PackSheet, game: int) -> list[RoundLine]:
    """The rounds played in one game of the match."""
    return [line for line in sheet.rounds if line.game == game]


def top_of(points: Mapping[int, int]) -> set[int]:
    """Who has the box: everybody with the most, once there is something to have."""
    most = max(points.values())
    return {seat for seat, value in points.items() if value == most and most}


def pips(won: int) -> list[tuple[bool, int]]:
    """Four of them, each with its place: rounds end a game."""
    return [(place < won, 26 * place + 2) for place in range(ROUNDS_TO_WIN)]


def strip(lines: Sequence[RoundLine], names: Sequence[str], now: int | None) -> Strip:
    """`now` is the round the table is at; none when the game is over."""
    heads = [Head(number, late(number), number == now) for number in range(1, MOST_ROUNDS + 1)]
    return Strip(heads, [(name, [_square(lines, seat, head) for head in heads]) for seat, name in enumerate(names)])


def _square(lines: Sequence[RoundLine], seat: int, head: Head) -> Square:
    if head.number > len(lines):
        return Square(0, pack=False, is_now=head.is_now, is_open=True)
    line = lines[head.number - 1]
    won = line.winner == seat
    return Square(line.product.points if won else 0, won and line.pack, head.is_now, is_open=False)
