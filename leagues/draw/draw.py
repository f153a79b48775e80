"""Who sits where tonight, at how many tables: drawn by chance or by rating, stored, then changed by taps."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from secrets import SystemRandom
from typing import TypeVar

from django.db.models import OuterRef, Subquery

from clubs.models import Player
from leagues.models import NightDraw, Rating

CHANCE = SystemRandom()
Item = TypeVar("Item")


@dataclass(frozen=True)
class Draw:
    """The tables in seat order; before the draw they only say how many sit where.

    `resting` are here and sit this one out, `newcomers` came after the draw, `gone` were drawn and are free no longer,
    `picked` is who the next tap swaps.
    """

    tables: Sequence[Sequence[Player]]
    resting: Sequence[Player] = ()
    newcomers: Sequence[Player] = ()
    gone: Sequence[Player] = ()
    picked: Player | None = None
    is_drawn: bool = True

    @property
    def seated(self) -> list[Player]:
        return [player for table in self.tables for player in table]

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.tables))


def even(players: int, tables: int) -> tuple[int, ...]:
    """As even as they come; the first tables are the larger ones."""
    return tuple(players // tables + (place < players % tables) for place in range(tables))


def undrawn(present: Sequence[Player], tables: int) -> Draw:
    """Everybody who is here, in as many tables; nobody has a seat yet."""
    return Draw(cut(present, even(len(present), tables)) if present else [], is_drawn=False)


def as_stored(row: NightDraw, present: Sequence[Player], picked: str) -> Draw:
    """What was drawn, beside who is here by now; one more query where somebody has gone since."""
    free = {player.pk: player for player in present}
    drawn = {*row.seated, *row.resting}
    missing = Player.everybody.in_bulk(drawn - free.keys()) if drawn - free.keys() else {}
    known = {**free, **missing}
    tables = [[known[key] for key in table if key in known] for table in row.tables]
    return Draw(
        [table for table in tables if table],
        resting=[free[key] for key in row.resting if key in free],
        newcomers=[player for player in present if player.pk not in drawn],
        gone=[missing[key] for key in row.seated if key in missing],
        picked=next((player for table in tables for player in table if str(player.pk) == picked), None),
    )


def cut(order: Sequence[Item], sizes: Sequence[int]) -> list[list[Item]]:
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [list(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def drawn_tables(players: Sequence[Player], sizes: Sequence[int], how: str, game: str) -> list[list[Player]]:
    """By chance alone; the strong together; or the strong spread, there and back, so that tables are alike."""
    order = CHANCE.sample(list(players), len(players))
    if how in HOW[1:] and order:
        mine = strengths(order, game)
        order.sort(key=lambda player: -mine[player.pk])
    tables = spread(order, sizes) if how == HOW[2] else cut(order, sizes)
    return [CHANCE.sample(table, len(table)) for table in tables]


HOW = ("random", "rating", "spread")


def spread(order: Sequence[Item], sizes: Sequence[int]) -> list[list[Item]]:
    """There and back over the tables that still have a chair."""
    tables: list[list[Item]] = [[] for _ in sizes]
    turns = _there_and_back(sizes)
    for item in order:
        tables[next(turns)].append(item)
    return tables


def _there_and_back(sizes: Sequence[int]) -> Iterator[int]:
    for turn in range(max(sizes, default=0)):
        open_tables = [place for place, size in enumerate(sizes) if size > turn]
        yield from open_tables[:: -1 if turn % 2 else 1]


def strengths(players: Sequence[Player], game: str) -> Mapping[int, float]:
    """What each was last rated; whoever never was counts as the average of the others. One query."""
    last = Rating.objects.filter(player=OuterRef("player"), game=game).order_by("-number").values("number")[:1]
    rows = Rating.objects.filter(player__in=players, game=game, number=Subquery(last))
    known = dict(rows.values_list("player_id", "mu"))
    average = sum(known.values()) / len(known) if known else 0.0
    return {player.pk: known.get(player.pk, average) for player in players}
