"""Points by a club's own rules do not compare with those as written: records are kept apart (HR-DD-21)."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Role
from games.registry import table_game
from games.statistics.sums import Scope, add_up
from leagues.records import RecordScope, fame, records
from tests.factory import a_match, a_member, some_players

pytestmark = pytest.mark.django_db
PLAN = (1, 2, 3, 2, 1)


def test_records_of_points_are_kept_apart_by_rules(client: Client, club: Club) -> None:
    players = some_players(club, 4)
    written = [a_match(club, players, plan=PLAN, seed=seed) for seed in (1, 2)]
    own = [a_match(club, players, plan=PLAN, scoring="twenty-ten", seed=seed) for seed in (1, 2)]
    named = a_match(club, players, plan=PLAN, scoring="twenty-ten", rules_name="Kennel rules", seed=3)
    scope = RecordScope(club, table_game("dirty-dog"))
    found = records(scope)
    highest = {record.is_apart: record for record in found if record.feat.name == "total" and not record.feat.is_least}
    assert highest[False].seat.match in written
    assert highest[True].seat.match in [*own, named]
    assert highest[True].value > highest[False].value
    assert "Made: 20 + 10 a trick." in highest[True].rules
    assert highest[False].rules == ""
    runs = [record for record in found if record.feat.name == "run"]
    assert {record.is_apart for record in runs} == {False}
    best = add_up(Scope(club.pk, "dirty-dog", is_ever=True))[players[0].pk].best
    assert len([name for name in best if name.startswith("total")]) == 2  # the name of the rules does not matter
    client.force_login(a_member(club, Role.MEMBER))
    page = client.get(reverse("club-records", args=[club.slug])).content.decode()
    assert "Made: 20 + 10 a trick." in page
    assert fame(scope)[0].best == max(
        seat.total for match in written for seat in match.seats.filter(player=fame(scope)[0].player)
    )


def test_a_club_that_plays_nothing_else_has_records_too(club: Club) -> None:
    match = a_match(club, some_players(club, 4), plan=PLAN, scoring="squares")
    scope = RecordScope(club, table_game("dirty-dog"))
    assert {record.is_apart for record in records(scope) if record.feat.name == "total"} == {True}
    assert max(row.best for row in fame(scope)) == max(seat.total for seat in match.seats.all())
