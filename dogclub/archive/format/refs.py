"""References between the lines of an archive: a letter for the kind of row, and its number in order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from clubs.models import FormerName
from dogclub.archive.format.scope import Scope
from leagues.models import DrawChange, NightDraw, PlayoffLeaver, Reseat

Names = Mapping[Any, str]


@dataclass(frozen=True)
class Refs:
    """References by primary key. Rows inside another row are named after it: `n3.0` is the first attendance of
    night 3.
    """

    scope: Scope

    @cached_property
    def players(self) -> Names:
        return _numbered("p", self.scope.players)

    @cached_property
    def seasons(self) -> Names:
        return _numbered("s", self.scope.seasons)

    @cached_property
    def nights(self) -> Names:
        return _numbered("n", self.scope.nights)

    @cached_property
    def matches(self) -> Names:
        return _numbered("m", self.scope.matches)

    @cached_property
    def playoffs(self) -> Names:
        return _numbered("c", self.scope.playoffs)

    @cached_property
    def trophies(self) -> Names:
        return _numbered("t", self.scope.trophies)

    @cached_property
    def awards(self) -> Names:
        return _numbered("a", self.scope.awards)

    @cached_property
    def tags(self) -> Names:
        return _numbered("g", self.scope.tags)

    @cached_property
    def attendances(self) -> Names:
        """In the order of the players, whichever was entered first."""
        rows = sorted(self.scope.attendances, key=lambda row: (row.night_id, number(self.players[row.player_id])))
        return dict(_inside(((row.pk, row.night_id) for row in rows), self.nights))

    @cached_property
    def former_names(self) -> Names:
        rows = FormerName.objects.filter(player__club=self.scope.club).order_by("player", "until", "pk")
        rows_in_scope = (row for row in rows.values_list("pk", "player") if row[1] in self.players)
        return dict(_inside(rows_in_scope, self.players))

    @cached_property
    def draws(self) -> Names:
        """Night by night, in the order they were made; their lines have no reference, so readers count them."""
        place = {key: at for at, key in enumerate(self.nights)}
        rows = NightDraw.objects.filter(night__in=list(self.nights)).order_by("drawn_at", "pk")
        return _numbered("d", sorted(rows, key=lambda row: place[row.night_id]))

    @cached_property
    def draw_changes(self) -> Names:
        rows = DrawChange.objects.filter(draw__in=list(self.draws)).order_by("draw", "made_at", "pk")
        return dict(_inside(rows.values_list("pk", "draw"), self.draws))

    @cached_property
    def leavers(self) -> Names:
        """Play-off by play-off, counted like draws."""
        place = {key: at for at, key in enumerate(self.playoffs)}
        rows = PlayoffLeaver.objects.filter(playoff__in=list(self.playoffs)).order_by("left_at", "pk")
        return _numbered("l", sorted(rows, key=lambda row: place[row.playoff_id]))

    @cached_property
    def reseats(self) -> Names:
        rows = Reseat.objects.filter(playoff__in=self.playoffs).order_by("playoff", "decided_at", "pk")
        return dict(_inside(rows.values_list("pk", "playoff"), self.playoffs))


def number(ref: str) -> int:
    """Return the number of a reference, from 1."""
    return int(ref[1:])


def _numbered(prefix: str, rows: Iterable[Any]) -> Names:
    return {row.pk: f"{prefix}{place}" for place, row in enumerate(rows, 1)}


def _inside(rows: Iterable[tuple[Any, Any]], names: Names) -> Iterable[tuple[Any, str]]:
    """Yield (key, reference) of rows inside others; `rows` are (key, key of the outer row), in order."""
    for outer, group in groupby(rows, key=lambda row: row[1]):
        yield from ((key, f"{names[outer]}.{place}") for place, (key, _) in enumerate(group))
