"""Handing over the scorekeeping of one match to a tablet that is not signed in."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.language.locales import minus
from clubs.links.tokens import code_of, sign
from clubs.models import Membership, Role, User
from games.access import TABLETS
from games.entries.match_state import load
from games.models import Match, TabletPass
from tests.factory import a_club, a_match, some_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    club = a_club()
    return a_match(club, some_players(club, 5), hands=2, table="1")


@pytest.fixture
def keeper(match: Match) -> Client:
    user = User.objects.create_user("otto@kennel.example", name="Otto Pym")
    Membership.objects.create(club=match.club, user=user, role=Role.SCOREKEEPER)
    client = Client()
    client.force_login(user)
    return client


def link(row: TabletPass) -> str:
    return f"/tablet/{sign(row.pk, 'tablet')}/"


def page_of(match: Match) -> str:
    return f"/m/{match.pk}/handover/"


def test_a_scorekeeper_makes_a_code_for_the_other_tablet(match: Match, keeper: Client) -> None:
    page = keeper.get(page_of(match)).content
    assert b"Create code" in page and b"Hand table 1 to another tablet" in page
    assert not TabletPass.objects.exists()
    made = keeper.post(page_of(match), {"label": " by the\x00  window" + "w" * 99}, follow=True).content.decode()
    row = TabletPass.objects.get()
    assert row.label.startswith("by the window") and len(row.label) == 60
    assert row.created_by == User.objects.get()
    assert '<svg class="qr"' in made
    assert "Other devices can’t open this address" not in made
    assert code_of(row.pk, "tablet") in made


def test_the_page_costs_session_account_match_and_its_passes(
    match: Match, keeper: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(5):
        TabletPass.objects.create(match=match)
    with django_assert_num_queries(4):
        keeper.get(page_of(match))


def test_and_one_more_for_whoever_has_the_pencil(
    match: Match, keeper: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Client().post(link(TabletPass.objects.create(match=match, label="by the window")))
    with django_assert_num_queries(5):
        page = keeper.get(page_of(match)).content.decode()
    assert 'On <bdi class="name">“by the window”</bdi>' in page
    assert "Score on this device" in page


def test_one_tap_and_the_tablet_writes(match: Match) -> None:
    row = TabletPass.objects.create(match=match)
    tablet = Client()
    shown = tablet.get(link(row)).content.decode()
    assert "Score on this device?" in shown
    totals = re.findall(r'class="r fig">\s*(−?\d+)', shown)
    assert "hand 3 of 20" in shown  # the current state of the match
    assert totals == [minus(total) for total in load(match).sheet.totals.values()]
    assert TABLETS not in tablet.session
    assert tablet.post(link(row))["Location"] == f"/m/{match.pk}/table/?half"
    assert tablet.session[TABLETS] == [str(row.pk)]
    assert tablet.get(page_of(match)).status_code == 200


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1"])
def test_an_address_of_this_computer_alone_is_warned_of(match: Match, keeper: Client, host: str) -> None:
    TabletPass.objects.create(match=match)
    page = keeper.get(page_of(match), headers={"host": host}).content.decode()
    assert "Other devices can’t open this address." in page and f"{host} works on this computer only" in page


def test_a_code_leads_to_the_link(match: Match) -> None:
    row = TabletPass.objects.create(match=match)
    assert Client().post("/tablet/", {"code": code_of(row.pk, "tablet")})["Location"] == link(row)
    assert b"valid. Check it" in Client().post("/tablet/", {"code": "0000-0000"}).content
    assert Client().get("/tablet/").status_code == 200


def test_codes_cannot_be_guessed_for_long() -> None:
    client = Client()
    assert [client.post("/tablet/", {"code": "0000-0000"}).status_code for _ in range(21)][-1] == 429


def test_a_tablet_that_writes_makes_one_code_for_the_next_and_sees_no_other(match: Match) -> None:
    row, other = TabletPass.objects.create(match=match), TabletPass.objects.create(match=match)
    tablet = Client()
    tablet.post(link(row))
    page = tablet.get(page_of(match)).content.decode()
    assert "Create code" in page
    assert code_of(other.pk, "tablet") not in page
    assert "Revoke" not in page
    for _ in range(2):
        page = tablet.post(page_of(match), follow=True).content.decode()
    mine = TabletPass.objects.exclude(pk__in=[row.pk, other.pk]).get()
    assert code_of(mine.pk, "tablet") in page
    assert tablet.post(f"{page_of(match)}{other.pk}/revoke/").status_code == 403
    assert TabletPass.objects.filter(revoked_at=None).count() == 3


def test_a_tablet_that_only_watches_hands_nothing_on(match: Match) -> None:
    first, second = Client(), Client()
    for tablet in (first, second):
        tablet.post(link(TabletPass.objects.create(match=match)))
    assert "Create code" not in first.get(page_of(match)).content.decode()
    assert first.post(page_of(match)).status_code == 403
    assert second.post(page_of(match)).status_code == 302


def test_a_link_is_for_the_first_device_that_takes_it_up(match: Match) -> None:
    row = TabletPass.objects.create(match=match)
    tablet, thief = Client(), Client()
    assert [client.get(link(row)).status_code for client in (tablet, thief)] == [200, 200]
    assert tablet.post(link(row)).status_code == 302
    for answer in (thief.get(link(row)), thief.post(link(row))):
        assert answer.status_code == 410
        assert b"used by another device" in answer.content
    assert TABLETS not in thief.session
    assert [tablet.get(link(row)).status_code, tablet.post(link(row)).status_code] == [200, 302]


def test_an_answer_that_was_lost_costs_the_device_nothing(match: Match) -> None:
    row = TabletPass.objects.create(match=match)
    tablet = Client()
    tablet.get(link(row))
    pen = tablet.cookies["pen"].value
    Client(headers={"cookie": f"pen={pen}"}).post(link(row))
    assert tablet.post(link(row)).status_code == 302


def test_a_pass_taken_back_stops_at_once(match: Match, keeper: Client) -> None:
    row = TabletPass.objects.create(match=match, label="by the window")
    tablet = Client()
    tablet.post(link(row))
    answer = keeper.post(f"{page_of(match)}{row.pk}/revoke/", follow=True)
    assert b"Revoked: by the window" in answer.content
    assert tablet.get(page_of(match)).status_code == 302
    assert tablet.get(link(row)).status_code == 410


def test_a_pass_ends_with_its_match(match: Match) -> None:
    row = TabletPass.objects.create(match=match)
    tablet = Client()
    tablet.post(link(row))
    Match.objects.update(finished_at=timezone.now())
    assert tablet.get(page_of(match)).status_code == 302
    answer = Client().post(link(row))
    assert answer.status_code == 410
    assert b"The match is over" in answer.content


def test_a_pass_of_another_match_is_not_found(match: Match, keeper: Client) -> None:
    other = Match.objects.create(club=match.club, game="dirty-dog", rule_version="1.3", start_seats=5)
    row = TabletPass.objects.create(match=other)
    assert keeper.post(f"{page_of(match)}{row.pk}/revoke/").status_code == 404


def test_a_torn_link_is_explained() -> None:
    answer = Client().get("/tablet/not:sealed/")
    assert answer.status_code == 404
    assert b"is incomplete" in answer.content
