"""The pages for merging: choose, preview, confirm, undo. And deleting, only for players who never played."""

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Attendance, Club, Merge, Night, Player, Role
from games.models import Match, Seat
from leagues.models import Fixture, Playoff
from tests.counting import queries
from tests.factory import a_club, a_history, a_match, a_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(club: Club) -> Client:
    client = Client()
    client.force_login(a_member(club, Role.ORGANISER))
    return client


def page_of(player: Player, way: str) -> str:
    return f"/c/kennel/players/{player.pk}/{way}/"


@pytest.mark.usefixtures("evenings")
def test_choose_look_and_say_yes(organiser: Client, otto: Player, twin: Player) -> None:
    page = organiser.get(page_of(twin, "merge")).content.decode()
    assert f'<option value="{otto.pk}">Otto Pym</option>' in page
    assert f'<option value="{twin.pk}">' not in page
    look = organiser.get(page_of(twin, "merge"), {"into": otto.pk}).content.decode()
    assert "4 matches" in look
    assert "1 night" in look
    assert Seat.objects.filter(player=twin).exists()
    done = organiser.post(page_of(twin, "merge"), {"into": otto.pk}, follow=True)
    assert done.redirect_chain[-1][0] == f"/c/kennel/players/{otto.pk}/"
    assert "Once called <bdi>Otto P. (guest)</bdi>" in done.content.decode()


def test_a_second_tap_is_answered(organiser: Client, otto: Player, twin: Player) -> None:
    organiser.post(page_of(twin, "merge"), {"into": otto.pk})
    again = organiser.post(page_of(twin, "merge"), {"into": otto.pk})
    assert again.status_code == 422
    assert "was merged already" in again.content.decode()
    assert Merge.objects.count() == 1


def test_the_old_address_leads_to_the_one_they_are(organiser: Client, otto: Player, twin: Player) -> None:
    organiser.post(page_of(twin, "merge"), {"into": otto.pk})
    assert organiser.get(f"/c/kennel/players/{twin.pk}/")["Location"] == f"/c/kennel/players/{otto.pk}/"
    assert organiser.get(page_of(twin, "edit")).status_code == 404


@pytest.mark.usefixtures("evenings")
def test_the_old_name_is_found(organiser: Client, otto: Player, twin: Player) -> None:
    before = organiser.get("/c/kennel/matches/?q=guest").content.decode().count("/m/")
    organiser.post(page_of(twin, "merge"), {"into": otto.pk})
    assert "Otto Pym" in organiser.get("/c/kennel/players/?q=guest").content.decode()
    assert organiser.get("/c/kennel/matches/?q=guest").content.decode().count("/m/") > before


def test_it_is_taken_apart_on_the_page_that_changes_the_player(organiser: Client, otto: Player, twin: Player) -> None:
    organiser.post(page_of(twin, "merge"), {"into": otto.pk})
    row = Merge.objects.get()
    undo = f"/c/kennel/merges/{row.pk}/undo/"
    assert undo in organiser.get(page_of(otto, "edit")).content.decode()
    assert "separate players again" in organiser.post(undo, follow=True).content.decode()
    assert Player.objects.filter(pk=twin.pk).exists()
    again = organiser.post(undo)
    assert again.status_code == 422
    assert "This was undone already." in again.content.decode()


def test_those_who_met_see_where(club: Club, organiser: Client, others: list[Player], otto: Player) -> None:
    match = a_match(club, [*others, otto], plan=(1,))
    answer = organiser.get(page_of(otto, "merge"), {"into": others[0].pk})
    assert answer.status_code == 422
    assert f"/m/{match.pk}/" in answer.content.decode()
    assert organiser.post(page_of(otto, "merge"), {"into": others[0].pk}).status_code == 422
    assert not Merge.objects.exists()


@pytest.mark.parametrize("into", ["", "x", "0", "-1", "99999999999999999999", "\x00"])
def test_nonsense_is_answered_in_a_sentence(organiser: Client, otto: Player, into: str) -> None:
    answer = organiser.post(page_of(otto, "merge"), {"into": into})
    assert answer.status_code == 422
    assert 'id="id_into_error"' in answer.content.decode()


def test_another_club_is_another_club(organiser: Client, otto: Player) -> None:
    elsewhere = a_club("friday")
    foreign, twin = (Player.objects.create(club=elsewhere, name=name) for name in ("Otto Pym", "Otto P."))
    assert organiser.post(page_of(otto, "merge"), {"into": foreign.pk}).status_code == 422
    assert organiser.post(page_of(foreign, "merge"), {"into": otto.pk}).status_code == 404
    row = Merge.objects.create(source=twin, target=foreign)
    assert organiser.post(f"/c/kennel/merges/{row.pk}/undo/").status_code == 404


def test_looking_costs_the_same_after_three_hundred_matches(
    club: Club, organiser: Client, others: list[Player], otto: Player, twin: Player
) -> None:
    look = f"{page_of(twin, 'merge')}?into={otto.pk}"
    a_history(club, [*others, twin], 2)
    before = queries(organiser, look)
    a_history(club, [*others, twin], 300)
    assert queries(organiser, look) == before


def test_who_never_played_is_deleted(organiser: Client, otto: Player) -> None:
    assert "Never played" in organiser.get(page_of(otto, "delete")).content.decode()
    assert "is deleted" in organiser.post(page_of(otto, "delete"), follow=True).content.decode()
    assert not Player.everybody.filter(pk=otto.pk).exists()


def test_who_played_is_not(evenings: list[Match], organiser: Client, otto: Player) -> None:
    answer = organiser.post(page_of(otto, "delete"))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Otto Pym played in 3 matches" in page
    for way in ("edit", "merge", "former"):
        assert page_of(otto, way) in page
    assert Player.objects.filter(pk=otto.pk).exists()


def test_who_was_only_ticked_off_is_not(club: Club, organiser: Client, otto: Player, twin: Player) -> None:
    night = Night.objects.create(club=club, starts_at=timezone.now())
    Attendance.objects.create(night=night, player=otto)
    playoff = Playoff.objects.create(club=club, kind=Playoff.Kind.GROUPS, game="dirty-dog")
    Fixture.objects.create(playoff=playoff, stage="group", players=[twin.pk])
    assert "came to a night" in organiser.post(page_of(otto, "delete")).content.decode()
    assert "a play-off" in organiser.post(page_of(twin, "delete")).content.decode()
    assert Player.objects.count() == 2


def test_who_signs_in_is_not(club: Club, organiser: Client, otto: Player) -> None:
    a_member(club, Role.MEMBER, otto)
    assert "Unlink it first" in organiser.post(page_of(otto, "delete")).content.decode()
