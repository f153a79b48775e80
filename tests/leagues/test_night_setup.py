"""Starting a night: taps for who is here, guests, and the number of queries of the page."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Night, Player
from tests.counting import queries
from tests.factory import a_club, a_history
from tests.nights import a_night, dealt, here, some_dogs, state, tap, url, wrong

pytestmark = pytest.mark.django_db


def test_taps_go_round_from_here_to_late_to_away(scribe: Client, club: Club, night: Night) -> None:
    bea = some_dogs(club, 1)[0]
    page = scribe.get(url(night))
    for now, pressed in (("here", "true"), ("late", "mixed"), ("away", "false")):
        page = tap(scribe, night, page, f"{now}:{bea.pk}")
        assert state(night, bea) == now
        assert (
            f'value="{ {"here": "late", "late": "away", "away": "here"}[now] }:{bea.pk}" aria-pressed="{pressed}"'
            in (page.content.decode())
        )


def test_the_same_tap_sent_twice_is_one_tap(scribe: Client, club: Club, night: Night) -> None:
    bea = some_dogs(club, 1)[0]
    for _ in range(2):
        scribe.post(url(night), {"do": f"late:{bea.pk}"})
    assert state(night, bea) == "late"


def test_whoever_is_late_is_expected_at_a_quarter_of_the_hour(scribe: Client, club: Club, night: Night) -> None:
    bea = some_dogs(club, 1)[0]
    page = scribe.post(url(night), {"do": f"late:{bea.pk}"})
    row = night.attendances.get()
    assert row.expected_at
    assert row.expected_at.minute % 15 == 0
    assert row.expected_at > night.starts_at
    assert "comes later, about" in page.content.decode()


@pytest.mark.parametrize("key", ["", "x", "0", "99999999999999999999", "²"])
def test_a_tap_on_nobody_says_so(scribe: Client, night: Night, key: str) -> None:
    assert "not in this club" in wrong(scribe.post(url(night), {"do": f"here:{key}"}))


def test_a_player_of_another_club_cannot_be_here(scribe: Client, night: Night) -> None:
    stranger = some_dogs(a_club("elsewhere"), 1)[0]
    assert "not in this club" in wrong(scribe.post(url(night), {"do": f"here:{stranger.pk}"}))
    assert not night.attendances.exists()


def test_a_guest_comes_with_a_host(scribe: Client, club: Club, night: Night) -> None:
    bea = some_dogs(club, 1)[0]
    here(night, [bea])
    page = scribe.post(url(night), {"do": "guest", "guest": "  Hal   Brandt ", "host": str(bea.pk)})
    hal = Player.objects.get(name="Hal Brandt")
    assert hal.is_guest
    assert night.attendances.get(player=hal).host == bea
    assert "guest of" in page.content.decode()
    scribe.post(url(night), {"do": "guest", "guest": "hal brandt"})
    assert club.players.count() == 2


def test_a_guest_of_another_night_is_out_of_sight(scribe: Client, club: Club, night: Night) -> None:
    Player.objects.create(club=club, name="Hal Brandt", is_guest=True)
    assert "Hal Brandt" not in scribe.get(url(night)).content.decode()


@pytest.mark.parametrize("name", ["x" * 61, "Bea\x07"])
def test_a_name_nobody_can_print_is_refused_beside_the_field(scribe: Client, night: Night, name: str) -> None:
    page = scribe.post(url(night), {"do": "guest", "guest": name})
    assert page.status_code == 422
    assert 'id="guest-error"' in page.content.decode()
    assert not Player.objects.exists()


def test_a_player_at_a_table_cannot_be_tapped_away(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 5)
    here(night, dogs)
    dealt(scribe, night)
    assert "is at a table" in wrong(scribe.post(url(night), {"do": f"away:{dogs[0].pk}"}))
    assert state(night, dogs[0]) == "here"


@pytest.mark.parametrize("how", ["closed_at", "called_off_at"])
def test_a_night_that_is_over_starts_nothing(scribe: Client, club: Club, night: Night, how: str) -> None:
    Night.objects.filter(pk=night.pk).update(**{how: night.starts_at})
    dog = some_dogs(club, 1)[0]
    assert scribe.post(url(night), {"do": f"here:{dog.pk}"})["Location"] == url(night, "")
    assert not night.attendances.exists()


def test_htmx_gets_the_form_alone(scribe: Client, night: Night) -> None:
    page: Any = scribe.post(url(night), {"do": "look"}, headers={"HX-Request": "true"})
    assert b"<html" not in page.content
    assert b"Who is here" in page.content


def test_the_page_costs_the_same_however_long_the_history_and_the_list(
    scribe: Client, club: Club, night: Night
) -> None:
    dogs = some_dogs(club, 12)
    here(night, dogs)
    a_history(club, dogs[:4], 1)
    before = queries(scribe, url(night))
    a_history(club, dogs[:4], 100)
    here(night, some_dogs(club, 8, "M"))
    assert queries(scribe, url(night)) == before
    assert before <= 14


def test_one_tap_says_that_everybody_is_here_but_guests(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 5)
    Player.objects.create(club=club, name="Hal Brandt", is_guest=True)
    Player.objects.create(club=club, name="Old Rex", is_active=False)
    scribe.post(url(night), {"do": "everybody"})
    assert {row.player for row in night.attendances.all()} == set(dogs)


def test_the_usual_crowd_came_to_half_of_the_last_six_nights(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 4)
    came = (6, 3, 2, 0)
    for number in range(6):
        crowd = [dog for dog, times in zip(dogs, came, strict=True) if number < times]
        here(a_night(club, -(number + 1) * 7 * 24 * 60), crowd)
    here(a_night(club, -400 * 24 * 60), dogs)
    scribe.post(url(night), {"do": "crowd"})
    assert {row.player for row in night.attendances.all()} == set(dogs[:2])


def test_who_is_here_comes_first_and_folds_once_the_tables_are_drawn(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    before = " ".join(scribe.get(url(night)).content.decode().split())
    assert '<li aria-current="step">Here</li>' in before
    assert before.index("<h1>Who is here?</h1>") < before.index('id="tile-') < before.index("Draw options")
    after = " ".join(tap(scribe, night, scribe.get(url(night)), "draw").content.decode().split())
    assert '<li aria-current="step">Draw</li>' in after
    assert after.index("<h1>The draw</h1>") < after.index('class="ring ') < after.index('id="plan"')
    assert after.index('id="plan"') < after.index('<details class="otherwise" id="since">') < after.index('id="tile-')
    later = tap(scribe, night, scribe.get(url(night)), "advance:2").content.decode()
    refused = tap(scribe, night, scribe.get(url(night)), "deal", version="1").content.decode()
    assert refused.index("changed on another screen") < refused.index('class="ring ')
    assert '<details class="otherwise" id="plan" open>' in later
