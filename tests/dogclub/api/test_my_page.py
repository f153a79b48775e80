"""A member's own page in the API: what the page shows, for members linked to a player and for nobody else."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Confirm, Membership, Night, NightAnswer, Player, Season
from games.models import Match
from leagues.standings.update import rebuild
from tests.factory import a_history, a_match

pytestmark = pytest.mark.django_db
PAGE = "/api/v1/clubs/kennel/me"


@pytest.fixture
def me(member: Client, club: Club, players: list[Player]) -> Player:
    """The player that the member is linked to."""
    Membership.objects.filter(club=club, user=member.session["_auth_user_id"]).update(player=players[0])
    return players[0]


def test_nobody_who_does_not_play_has_one(member: Client, club: Club) -> None:
    assert member.get(PAGE).status_code == 404


def test_before_the_first_match_there_is_little(member: Client, me: Player) -> None:
    found = member.get(PAGE).json()
    assert (found["player"], found["name"]) == (me.pk, "Bea Marlowe")
    assert [found[name] for name in ("next_night", "season", "form")] == [None] * 3
    assert (found["to_confirm"], found["holds"], found["held"]) == ([], [], [])


def test_the_next_night_with_my_answer_and_what_waits_for_me(member: Client, club: Club, me: Player) -> None:
    night = Night.objects.create(club=club, starts_at=timezone.now() + timedelta(days=3), place="Old Ferry")
    assert member.get(PAGE).json()["next_night"]["answer"] is None
    NightAnswer.objects.create(night=night, player=me, answer="yes", number=1, answered_at=timezone.now())
    club.confirm = Confirm.EVERY_SEAT
    club.save()
    match = a_match(club, list(club.players.all()), plan=(1, 2), seed=3)
    found = member.get(PAGE).json()
    coming = found["next_night"]
    assert (coming["night"], coming["place"], coming["taken"], coming["closed"]) == (night.pk, "Old Ferry", 1, "")
    assert coming["answer"]["answer"] == "yes"
    (waits,) = found["to_confirm"]
    assert (waits["match"], waits["seat"]) == (str(match.pk), 0)
    seen = {"seen": f"{waits['match']}:{waits['sheet']}"}
    assert member.post("/c/kennel/me/", seen).status_code == 302
    assert member.get(PAGE).json()["to_confirm"] == []


def test_season_form_trophies_records_and_bids(member: Client, club: Club, me: Player) -> None:
    today = timezone.localdate()
    season = Season.objects.create(club=club, name="Autumn", starts_on=today - timedelta(days=60), ends_on=today)
    a_history(club, list(club.players.all()), 6)
    Match.objects.update(season=season)
    rebuild(club, check=False)
    Membership.objects.filter(player=me).update(player=Match.objects.latest("version").seats.get(is_winner=True).player)
    found = member.get(PAGE).json()
    assert (found["season"]["name"], found["season"]["game"], found["season"]["of"]) == ("Autumn", "dirty-dog", 5)
    assert found["form"]["matches"] == 6
    assert sum(night["matches"] for night in found["form"]["nights"]) == 6
    bids = found["form"]["bids"]
    assert bids["heads"][0] == "Cards"
    assert len(bids["rows"]) == len(bids["club"])
    assert all(0 <= rate <= 100 for rate in bids["club"])
    assert {each["name"] for each in found["held"]} >= {"Good Dog Cup"}
    assert all(each["title"] for each in found["form"]["records"])


def test_it_is_not_sent_again_while_nothing_is_new(member: Client, club: Club, me: Player) -> None:
    night = Night.objects.create(club=club, starts_at=timezone.now() + timedelta(days=3))
    member.get(PAGE)  # the first request computes the club’s standings
    tag = member.get(PAGE)["ETag"]
    assert member.get(PAGE, headers={"If-None-Match": tag}).status_code == 304
    NightAnswer.objects.create(night=night, player=me, answer="no", answered_at=timezone.now())
    assert member.get(PAGE, headers={"If-None-Match": tag}).status_code == 200
