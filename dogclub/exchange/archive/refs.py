"""References between the lines of an archive: a letter for the kind of row, and its number in order."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from itertools import groupby, islice
from typing import Any
from uuid import UUID

from django.db.models import Model

from clubs.models import FormerName, Merge
from dogclub.exchange.archive.lines import Gone, Line, MergeLine
from dogclub.exchange.archive.scope import Scope
from games.models import Seat
from leagues.models import DrawChange, NightDraw, PlayoffLeaver, Reseat
from leagues.players.merge import RELATIONS

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


# Ids of restored rows: kept, or replaced where another club here already holds the same matches.


KEYS_AT_ONCE = 500
VARIANT = 0x8000_0000_0000_0000
LOW = 0x3FFF_FFFF_FFFF_FFFF


def taken(model: type[Model], keys: Iterable[UUID]) -> set[UUID]:
    """Return those of the keys that already exist in this database."""
    rows: Any = model._default_manager
    if not rows.exists():
        return set()
    return {key for some in _parts(keys) for key in rows.filter(pk__in=some).values_list("pk", flat=True)}


def _parts(keys: Iterable[UUID]) -> Iterator[Sequence[UUID]]:
    left = iter(keys)
    while some := list(islice(left, KEYS_AT_ONCE)):
        yield some


def another(key: UUID, salt: str) -> UUID:
    """Return a replacement for an id, always the same for one `salt` (club). Its first half stays, so that matches keep
    their order, which decides between two that ended at the same time.
    """
    low = int.from_bytes(hashlib.sha256(f"{salt} {key}".encode()).digest()[:8], "big") & LOW | VARIANT
    return UUID(int=key.int >> 64 << 64 | low)


# Copies the fields that a line of the archive and a database row have in common, in both directions.


def alike(source: Line | Model, line: type[Line], model: type[Model], **others: Any) -> dict[str, Any]:
    """Return the fields that both have, read from a line or a row, updated with `others`. Relations and primary keys
    are left out.
    """
    return {name: getattr(source, name) for name in _names(line, model) if name not in others} | others


@cache
def _names(line: type[Line], model: type[Model]) -> list[str]:
    columns = {field.name for field in model._meta.concrete_fields if not field.is_relation and not field.primary_key}
    return [name for name in line.__struct_fields__ if name in columns]


# The log of a player merge, converted between primary keys and references of an archive, so that it can be undone
# after a restore.
# An archive contains no accounts, so the accounts and invitations that a merge moved are left out.


LEFT_OUT = ("accounts", "invitations")
PLAYOFFS, DRAWS = "playoffs", "draws"
NAMES = (*RELATIONS, PLAYOFFS, DRAWS)
MOMENTS = ("expected_at", "arrived_at", "left_at")
Find = Callable[[str], Any]


def written(row: Merge, refs: Refs) -> MergeLine:
    """Return the line of a merge."""
    moved = {name: _named(name, row.moved.get(name, []), refs) for name in NAMES}
    return MergeLine(
        into=refs.players[row.target_id],
        at=row.at,
        moved={name: keys for name, keys in moved.items() if keys},
        called=refs.former_names.get(row.moved.get("called")),
        gone=[_gone(each, refs) for each in row.moved.get("gone", []) if each["night_id"] in refs.nights],
        undone_at=row.undone_at,
    )


def _named(name: str, keys: Sequence[int], refs: Refs) -> list[str]:
    """Return the references of rows by their keys; rows deleted since are left out."""
    known: Mapping[str, Any] = {
        "awards": refs.awards,
        "tags": refs.tags,
        "attendances": refs.attendances,
        "guests": refs.attendances,
        "went up": refs.reseats,
        "went down": refs.reseats,
        "winners": refs.playoffs,
        "losers": refs.playoffs,
        "names": refs.former_names,
        "drawn": refs.draw_changes,
        "swapped": refs.draw_changes,
        "leavers": refs.leavers,
        PLAYOFFS: refs.playoffs,
        DRAWS: refs.draws,
    }
    if name == "seats":
        rows = Seat.objects.filter(pk__in=keys, match__in=list(refs.matches)).order_by("pk")
        names = [f"{refs.matches[match]}.{place}" for match, place in rows.values_list("match", "position")]
    else:
        names = [known[name][key] for key in keys if key in known[name]] if name in known else []
    return sorted(names, key=_order)


def _order(ref: str) -> list[int]:
    return [int(part) for part in ref[1:].split(".")]


def _gone(stored: Mapping[str, Any], refs: Refs) -> Gone:
    moments = {name: datetime.fromisoformat(stored[name]) for name in MOMENTS if stored.get(name)}
    return Gone(
        night=refs.nights[stored["night_id"]],
        player=refs.players[stored["player_id"]],
        host=refs.players.get(stored["host_id"]),
        state=stored["state"],
        **moments,
    )


def read(line: MergeLine, find: Find) -> dict[str, Any]:
    """Return the log as a merge stores it, with the keys of this database. `find` returns the key of a reference and
    raises KeyError for an unknown one.
    """
    moved: dict[str, Any] = {name: [find(ref) for ref in line.moved.get(name, [])] for name in NAMES}
    called = find(line.called) if line.called else None
    return moved | {"called": called, "gone": [_attendance_fields(gone, find) for gone in line.gone]}


def _attendance_fields(gone: Gone, find: Find) -> dict[str, Any]:
    moments = {name: getattr(gone, name) for name in MOMENTS}
    return {
        "night_id": find(gone.night),
        "player_id": find(gone.player),
        "host_id": find(gone.host) if gone.host else None,
        "state": gone.state,
        **{name: moment.isoformat() for name, moment in moments.items() if moment},
    }
