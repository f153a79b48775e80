"""Every row of a club that an import may change, as one comparable value."""

from typing import Any

from clubs.models import Attendance, Club, Night, Player
from games.models import CallOut, Entry, Match, Seat, Tally
from leagues.models import Award, Rating, Standing, Trophy

BY_CLUB = {
    Player: "club",
    Night: "club",
    Trophy: "club",
    Match: "club",
    Attendance: "night__club",
    Seat: "match__club",
    Entry: "match__club",
    Tally: "match__club",
    CallOut: "match__club",
    Rating: "match__club",
    Award: "trophy__club",
    Standing: "club",
}
# Recomputed rows get new keys and times, so that only their other columns are compared.
DERIVED = ("id", "worked_out_at")


def digest(club: Club) -> dict[str, list[str]]:
    """The comparable text of each row of the club, sorted, by model."""
    return {
        model.__name__: sorted(map(_said, model._base_manager.filter(**{path: club})))
        for model, path in BY_CLUB.items()
    }


def _said(row: Any) -> str:
    keeps_key = not isinstance(row, Rating | CallOut | Standing)
    fields = [field.attname for field in row._meta.concrete_fields if keeps_key or field.attname not in DERIVED]
    return repr([(name, getattr(row, name)) for name in fields])
