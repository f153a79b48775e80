"""The draw of a night: which players sit at which table, drawn by chance or by rating, stored, then changed by taps."""

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
    """The drawn tables, each in seat order. Before the draw (`is_drawn` is False) only the sizes of the tables have a
    meaning.

    `resting` are here but sit this match out, `newcomers` arrived after the draw, `gone` were drawn and are no longer
    free, `picked` is the player whom the next tap swaps with another.
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
        """The number of players at each table."""
        return tuple(map(len, self.tables))


def even(players: int, tables: int) -> tuple[int, ...]:
    """Return the sizes of this many tables, as even as possible; the first tables are the larger ones."""
    return tuple(players // tables + (place < players % tables) for place in range(tables))


def undrawn(present: Sequence[Player], tables: int) -> Draw:
    """Return the state before the draw: everybody present, cut into this many tables; no seat is assigned yet."""
    return Draw(cut(present, even(len(present), tables)) if present else [], is_drawn=False)


def as_stored(row: NightDraw, present: Sequence[Player], picked: str) -> Draw:
    """Return the stored draw compared with the players present now; `picked` is a primary key as text, or "". One
    query, only if a drawn player is no longer present.
    """
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
    """Return consecutive slices of `order` with these sizes."""
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [list(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def drawn_tables(players: Sequence[Player], sizes: Sequence[int], how: str, game: str) -> list[list[Player]]:
    """Return the players of each table, in random seat order. `how` is one of HOW: by chance alone; by rating, the
    strongest together; or the strong ones spread over the tables, so that the tables are alike.
    """
    order = CHANCE.sample(list(players), len(players))
    if how in HOW[1:] and order:
        mine = strengths(order, game)
        order.sort(key=lambda player: -mine[player.pk])
    tables = spread(order, sizes) if how == HOW[2] else cut(order, sizes)
    return [CHANCE.sample(table, len(table)) for table in tables]


HOW = ("random", "rating", "spread")


def spread(order: Sequence[Item], sizes: Sequence[int]) -> list[list[Item]]:
    """Deal `order` out over the tables, forwards and backwards in turn, skipping tables that are full."""
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
    """Return each player's latest rating (`mu`) by primary key; an unrated player gets the average of the others. One
    query.
    """
    last = Rating.objects.filter(player=OuterRef("player"), game=game).order_by("-number").values("number")[:1]
    rows = Rating.objects.filter(player__in=players, game=game, number=Subquery(last))
    known = dict(rows.values_list("player_id", "mu"))
    average = sum(known.values()) / len(known) if known else 0.0
    return {player.pk: known.get(player.pk, average) for player in players}
