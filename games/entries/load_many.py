"""Several matches read back together: two queries, however many there are."""

from collections.abc import Sequence
from itertools import groupby
from uuid import UUID

from games.entries.match_state import MatchState
from games.models import Entry, Match, Seat


def seats_of(matches: Sequence[Match]) -> dict[UUID, list[Seat]]:
    """Every chair in position order, by match; one query."""
    rows = Seat.objects.filter(match__in=matches).select_related("player").order_by("match", "position")
    found = {key: list(group) for key, group in groupby(rows, key=lambda seat: seat.match_id)}
    return {match.pk: found.get(match.pk, []) for match in matches}


def load_many(matches: Sequence[Match], seats: dict[UUID, list[Seat]] | None = None) -> list[MatchState]:
    """In the order given; pass the seats where they are read already."""
    chairs = seats_of(matches) if seats is None else seats
    rows = Entry.objects.filter(match__in=matches).order_by("match", "number", "revision")
    entries = {key: list(group) for key, group in groupby(rows, key=lambda entry: entry.match_id)}
    return [MatchState(match, entries.get(match.pk, []), chairs[match.pk]) for match in matches]
