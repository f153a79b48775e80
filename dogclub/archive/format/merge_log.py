"""The log of a player merge, converted between primary keys and references of an archive, so that it can be undone
after a restore.

An archive contains no accounts, so the accounts and invitations that a merge moved are left out.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from clubs.models import Merge
from dogclub.archive.format.lines import Gone, MergeLine
from dogclub.archive.format.refs import Refs
from games.models import Seat
from leagues.players.merge import RELATIONS

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
