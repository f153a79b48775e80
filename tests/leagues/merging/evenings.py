"""Data that refers to the two players who are one, and a snapshot of all stored rows."""

import json
from typing import Any

from django.apps import apps
from django.utils import timezone

from clubs.models import Attendance, Club, Merge, Night, Player
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match, Tag
from leagues.models import Award, Trophy
from tests.factory import a_match

DERIVED = {"games.Aggregate", "leagues.Rating", "games.CallOut", "leagues.Standing"}  # written again, with other keys


def came_late(club: Club, others: list[Player], who: Player, seed: int) -> Match:
    """A match of two hands in which this player joins late."""
    match = a_match(club, others, hands=2, seed=seed)
    line = match.entries.count() + 1
    ledger.record(
        match.pk,
        [Draft("join", line, {"seat": len(others)}, player=who.pk)],
        version=match.version,
        by=Author(None, "a test"),
    )
    match.refresh_from_db()
    return match


def add_other_rows(club: Club, otto: Player, twin: Player) -> Match:
    """Rows that refer to the two players in other ways than by seats: attendances, an award and a tag. Returns the
    tagged match.
    """
    night = Night.objects.create(club=club, starts_at=timezone.now())
    Attendance.objects.create(night=night, player=otto, state="away")
    Attendance.objects.create(night=night, player=twin, arrived_at=timezone.now(), expected_at=timezone.now())
    cup = Trophy.objects.create(club=club, name="The Biscuit", rule=Trophy.Rule.HAND)
    Award.objects.create(trophy=cup, player=twin, reason="for the biscuit")
    match = club.matches.filter(seats__player=twin).earliest("started_at")
    Tag.objects.create(match=match, round=1, term="rascal", player=twin)
    return match


def stored() -> dict[str, Any]:
    """Every row of every model but Merge, by the model's label."""
    packages = map(apps.get_app_config, ("clubs", "games", "leagues", "dogclub"))
    models = [model for package in packages for model in package.get_models()]
    return {model._meta.label: _rows(model) for model in models if model is not Merge}


def _rows(model: Any) -> list[Any]:
    rows = list(model._base_manager.order_by("pk").values())
    if model._meta.label not in DERIVED:
        return rows
    return sorted([sorted((key, _text(value)) for key, value in row.items() if key != "id") for row in rows])


def _text(value: Any) -> str:
    """The value as JSON with sorted keys: SQLite keeps the order of the keys of a JSON object, PostgreSQL does not."""
    return json.dumps(value, sort_keys=True, default=repr)
