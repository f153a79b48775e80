"""Who sits where tonight, at how many tables: drawn by chance or by rating, then changed by taps."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from secrets import SystemRandom
from typing import TypeVar

from django.db.models import OuterRef, Subquery
from django.http import QueryDict

from clubs.models import Player
from leagues.models import Rating

CHANCE = SystemRandom()
Item = TypeVar("Item")


@dataclass(frozen=True)
class Draw:
    """The tables in seat order; `resting` are here and sit this one out; `picked` is who the next tap swaps."""

    tables: Sequence[Sequence[Player]]
    resting: Sequence[Player] = ()
    picked: Player | None = None
    twice: Player | None = None

    @property
    def seated(self) -> list[Player]:
        return [player for table in self.tables for player in table]

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.tables))


def even(players: int, tables: int) -> tuple[int, ...]:
    """As even as they come; the first tables are the larger ones."""
    return tuple(players // tables + (place < players % tables) for place in range(tables))


def draw(present: Sequence[Player], form: QueryDict, tables: Callable[[int], int], *, game: str) -> Draw:
    """What the form says, with whoever came since at the end; a wish to draw, or an empty form, draws anew."""
    wish, _, what = form.get("do", "").partition(":")
    known = {str(player.pk): player for player in present}
    resting = _resting(known, form.getlist("rest"), wish, what)
    order = [known[key] for key in dict.fromkeys([*form.getlist("sit"), *known]) if key in known]
    order = [player for player in order if player not in resting]
    sizes = even(len(order), tables(len(order))) if order else ()
    picked = known.get(form.get("picked", ""))
    if wish in ("draw", "how") or "sit" not in form:
        how = what if wish == "how" else form.get("how", "")
        return Draw(_drawn(order, sizes, how, game), resting)
    if wish == "pick":
        order, picked = _swapped(order, picked, known.get(what))
    return Draw(cut(order, sizes), resting, picked if picked in order else None, _twice(known, form.getlist("sit")))


def _resting(known: Mapping[str, Player], keys: Sequence[str], wish: str, what: str) -> list[Player]:
    wanted = dict.fromkeys(keys)
    if wish == "rest":
        wanted[what] = None
    if wish == "back":
        wanted.pop(what, None)
    return [known[key] for key in wanted if key in known]


def _swapped(
    order: Sequence[Player], picked: Player | None, tapped: Player | None
) -> tuple[list[Player], Player | None]:
    """The first tap picks, the second swaps the two; the same one again lets go."""
    if tapped is None or tapped not in order:
        return list(order), picked
    if picked is None or picked not in order:
        return list(order), tapped
    places = {picked: tapped, tapped: picked}
    return [places.get(player, player) for player in order], None


def _twice(known: Mapping[str, Player], keys: Sequence[str]) -> Player | None:
    """Who was sent as sitting in two chairs."""
    return next((known[key] for key in keys if key in known and keys.count(key) > 1), None)


def cut(order: Sequence[Item], sizes: Sequence[int]) -> list[list[Item]]:
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [list(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def _drawn(players: Sequence[Player], sizes: Sequence[int], how: str, game: str) -> list[list[Player]]:
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


def strengths(players: Sequence[Player], game: str) -> dict[int, float]:
    """What each was last rated; whoever never was counts as the average of the others. One query."""
    last = Rating.objects.filter(player=OuterRef("player"), game=game).order_by("-number").values("number")[:1]
    rows = Rating.objects.filter(player__in=players, game=game, number=Subquery(last))
    known = dict(rows.values_list("player_id", "mu"))
    average = sum(known.values()) / len(known) if known else 0.0
    return {player.pk: known.get(player.pk, average) for player in players}
