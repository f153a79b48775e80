"""The fingerprint of a club's rows, which changes whenever one of the rows does."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from clubs.calendar.nights import arrive
from clubs.models import Club, FormerName, Membership, Night, NightAnswer, Player, Season, User
from dogclub.api.http import etags
from dogclub.api.http.etags import NAMES_OF_PLAYER, ONE_PLAYER, Part
from dogclub.models import Chat, ImportBatch, Job, Webhook
from games import callouts
from games.models import Forecast, RemovedMatch, Seat
from leagues.models import CutPull, DrawChange, NightDraw, PlayoffLeaver, Reseat
from leagues.playoffs.deal import begin
from scoring.dirty_dog import Options
from tests.factory import a_bone, a_club, a_match, some_players

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PARTS = {name: each for name, each in vars(etags).items() if isinstance(each, Part)}


@pytest.fixture
def club() -> Club:
    """A club with a row in every table that a fingerprint covers."""
    club = a_club()
    people, now = some_players(club, 8), timezone.now()
    season = Season.objects.create(club=club, name="Autumn", starts_on=now.date(), ends_on=now.date())
    night = Night.objects.create(club=club, season=season, starts_at=now)
    arrive(night, people[:1])
    NightAnswer.objects.create(night=night, player=people[0], answer="yes", number=1, answered_at=now)
    match = a_match(club, people[:4], plan=(1, 2, 1), season=season, night=night)
    night.comments.create(player=people[0], text="Good dog.")
    match.comments.create(player=people[0], text="Good dog.")
    a_bone(people[0])
    callouts.put(match, 1, "zoomies", Seat.objects.select_related("player").filter(match=match).first(), None)
    Forecast.objects.create(match=match)
    match.shouts.create(term="good-dog", round=1)
    playoff = begin(club, night, "dirty-dog", [people[:4], people[4:]], 1, Options(plan=(1,)))
    CutPull.objects.create(playoff=playoff, group=1, cards={})
    Reseat.objects.create(playoff=playoff, is_kept=True)
    draw = NightDraw.objects.create(night=night, game="dirty-dog", tables=[[people[0].pk]])
    DrawChange.objects.create(draw=draw, kind="out", player=people[0])
    PlayoffLeaver.objects.create(playoff=playoff, player=people[0])
    FormerName.objects.create(player=people[0], name="Beatrice")
    Membership.objects.create(club=club, user=User.objects.create_user("bea@kennel.example"))
    Webhook.objects.create(club=club, url="https://dogs.example/told", secret="w")
    Chat.objects.create(club=club, service="slack", url="https://hooks.slack.com/services/T0/B0/x")
    removed = RemovedMatch.objects.create(club=club, game="dirty-dog", started_at=now, erased_at=now)
    removed.players.set(people[:1])
    job = Job.objects.create(club=club, kind="rebuild")
    ImportBatch.objects.create(club=club, file_name="old.csv", reading=job)
    return club


def text(club: Club, *parts: Part, row: int | None = None) -> list[Any]:
    return etags.fingerprints(club.pk, parts, row)


def row_of(club: Club, part: Part) -> Any:
    found = part.rows().filter(**{part.club: club}).last()
    assert found, part
    return found


def whose(part: Part, row: Any) -> int | None:
    """The key of the row by which the part selects, reached from `row`; None where it covers the whole club."""
    if not part.row:
        return None
    value: Any = row
    for step in part.row.split("__"):
        value = getattr(value, step)
    key: int | None = getattr(value, "pk", value)
    return key


def test_every_column_counts(club: Club) -> None:
    unseen = []
    for name, part in PARTS.items():
        row = row_of(club, part)
        was = text(club, part, row=whose(part, row))
        assert text(club, part, row=whose(part, row)) == was, name
        for field in columns(part):
            with transaction.atomic():
                part.rows().filter(pk=row.pk).update(**{field.attname: other(field, getattr(row, field.attname))})
                if text(club, part, row=whose(part, row)) == was:
                    unseen.append((name, field.name))
                transaction.set_rollback(True)
    assert unseen == []


def columns(part: Part) -> list[Any]:
    """The columns of the part whose values a test can overwrite: no relations, keys or choices."""
    fields = part.model._meta.concrete_fields
    fixed = [field for field in fields if field.is_relation or field.primary_key or field.choices]
    return [field for field in fields if field not in fixed and field.name not in part.without]


def other(field: Any, value: Any) -> Any:
    """Return another valid value for the field."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    kinds = {"DateTimeField": timezone.now() + timedelta(days=9), "JSONField": {"other": 1}, "CharField": "new"}
    if isinstance(value, date) and not isinstance(value, datetime):
        return value + timedelta(days=-1 if field.name.startswith("starts") else 1)
    return kinds.get(field.get_internal_type(), 7)


@pytest.mark.parametrize("name", ["NAMES", "CALLOUTS", "TAGS", "FIXTURES", "AWARDS", "STANDINGS", "RATINGS"])
def test_a_row_that_goes_counts(name: str, club: Club) -> None:
    part = PARTS[name]
    was = text(club, part)
    row_of(club, part).delete()
    assert text(club, part) != was


def test_what_is_about_one_row_leaves_the_others_alone(club: Club) -> None:
    parts = (ONE_PLAYER, NAMES_OF_PLAYER)
    one, other = club.players.order_by("pk")[:2]
    was = [text(club, *parts, row=each.pk) for each in (one, other)]
    club.players.filter(pk=one.pk).update(nickname="Bea")
    now = [text(club, *parts, row=each.pk) for each in (one, other)]
    assert [mine == before for mine, before in zip(now, was, strict=True)] == [False, True]


def test_another_club_does_not_count(club: Club, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        was = text(club, *PARTS.values(), row=1)
    friday = a_club("friday")
    a_match(friday, [Player.objects.create(club=friday, name=name) for name in ("Ann", "Bo", "Cy")], plan=(1,))
    assert text(club, *PARTS.values(), row=1) == was
