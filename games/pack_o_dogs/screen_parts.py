"""Parts shared by the screens: the typed sheet, names, keys, pips and the strip of rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.form_parsing import entry_fields
from games.base.names import shortened
from games.entries.match_state import MatchState
from scoring.pack_o_dogs import PackSheet, RoundLine
from scoring.pack_o_dogs.sheet import MOST_ROUNDS, ROUNDS_TO_WIN, late


@dataclass(frozen=True)
class Key:
    """A key that is on or off. One with `writes` submits the form at once; one that `is_disabled` cannot be pressed."""

    name: str
    value: str
    label: str
    is_on: bool = False
    is_disabled: bool = False
    writes: bool = False
    kind: str = "checkbox"


@dataclass(frozen=True)
class Head:
    """A column of the strip of rounds."""

    number: int
    late: int
    is_now: bool


@dataclass(frozen=True)
class Square:
    """One player’s square for a round: the points paid, 0 for the loser; `is_open` while the round has no winner."""

    points: int
    pack: bool
    is_now: bool
    is_open: bool


@dataclass(frozen=True)
class Strip:
    """The seven rounds of a game, a row per player."""

    heads: Sequence[Head]
    rows: Sequence[tuple[str, Sequence[Square]]]


def sheet_of(state: MatchState) -> PackSheet:
    return state.sheet_as(PackSheet)


def short_of(state: MatchState) -> list[str]:
    return shortened(state.names)


def revision_fields(state: MatchState, line: RoundLine) -> list[tuple[str, str]]:
    """Return the fields that write the last round again, for a key that changes one of them."""
    turns = "" if line.turns is None else str(line.turns)
    keys = {"winner": str(line.winner), "pack": "1" * line.pack, "turns": turns, "treat": "1" * line.treat}
    return entry_fields(state, "round", state.live[-1].number, **keys)


def pack_key(*, is_on: bool, writes: bool) -> Key:
    return Key("pack", "1", _("Pack completed"), is_on, writes=writes)


def changed_last(form: QueryDict) -> str:
    """The field that was changed last, as the form names it; the page sends it back so that undo stays the same."""
    return form.get("last", "")[:20]


def rounds_of(sheet: PackSheet, game: int) -> list[RoundLine]:
    """The rounds played in one game of the match."""
    return [line for line in sheet.rounds if line.game == game]


def top_of(points: Mapping[int, int]) -> set[int]:
    """The seats with the most points, which are boxed; empty while nobody has any."""
    most = max(points.values())
    return {seat for seat, value in points.items() if value == most and most}


def pips(won: int) -> list[tuple[bool, int]]:
    """Return four pips (four rounds end a game): whether the round is won, and the x coordinate in pixels."""
    return [(place < won, 26 * place + 2) for place in range(ROUNDS_TO_WIN)]


def strip(lines: Sequence[RoundLine], names: Sequence[str], now: int | None) -> Strip:
    """Return the strip of a game; `now` is the round in progress, None when the game is over."""
    heads = [Head(number, late(number), number == now) for number in range(1, MOST_ROUNDS + 1)]
    return Strip(heads, [(name, [_square(lines, seat, head) for head in heads]) for seat, name in enumerate(names)])


def _square(lines: Sequence[RoundLine], seat: int, head: Head) -> Square:
    if head.number > len(lines):
        return Square(0, pack=False, is_now=head.is_now, is_open=True)
    line = lines[head.number - 1]
    won = line.winner == seat
    return Square(line.product.points if won else 0, won and line.pack, head.is_now, is_open=False)
