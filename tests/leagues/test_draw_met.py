"""Drawing those who have met least this season: the reason in words, who met whom, and a new draw by one tap."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from clubs.models import Club, Night, Player
from leagues.draw.draw import WhoMetWhom, met_before
from leagues.models import NightDraw
from tests.factory import a_match
from tests.nights import a_night, drawn, here, seats, some_dogs, tap, url

pytestmark = pytest.mark.django_db


def played(club: Club, *tables: list[Player]) -> Night:
    """An earlier night with a match at each of these tables."""
    night = a_night(club, minutes=-60 * 24 * (Night.objects.count() + 1))
    for table in tables:
        a_match(club, table, night=night)
    return night


def bold(page: str) -> list[str]:
    return re.findall(r'class="is-together is-first">\s*(\d+)\s*<', page)


def test_a_tap_draws_again_those_who_have_met_least_and_says_why(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 12)
    for _ in range(2):
        played(club, dogs[:6], dogs[6:])
    here(night, dogs)
    first = drawn(scribe, night)
    page = tap(scribe, night, first, "how:met")
    assert page.status_code == 200
    for table in seats(page):
        assert len({*table} & {dog.name for dog in dogs[:6]}) == 3
    words = page.content.decode()
    assert "18 pairs meet for the first time, nobody for more than the 3rd time." in words
    assert "By chance: about " in words
    assert len(bold(words)) == 18
    before, now = NightDraw.objects.all()
    assert (before.reason, now.answers["how"]) == ("Another way to draw", ["met"])
    assert tap(scribe, night, page, "how:met").status_code == 200
    assert tap(scribe, night, first, "how:random").status_code == 200  # a page that shows the withdrawn draw
    assert NightDraw.objects.count() == 2


def test_who_never_met_is_told_so(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    words = drawn(scribe, night, "how:met").content.decode()
    assert "All who sit together meet for the first time." in words
    assert "By chance" not in words.replace("<b>By chance</b>", "")


def test_two_who_play_twice_on_a_night_met_once_and_another_season_does_not_count(club: Club, night: Night) -> None:
    dogs = some_dogs(club, 3)
    evening = played(club, dogs[:2])
    a_match(club, dogs[:2], night=evening)
    old = club.seasons.create(
        name="Long ago", starts_on=evening.starts_at - timedelta(900), ends_on=evening.starts_at - timedelta(800)
    )
    a_match(club, dogs, season=old)
    met = met_before(night, dogs)
    assert dict(met.times) == {(dogs[0].pk, dogs[1].pk): 1}
    assert met.nights == 1


def test_the_same_seed_says_the_same_of_chance(club: Club, night: Night) -> None:
    dogs = some_dogs(club, 8)
    for _ in range(2):
        played(club, dogs[:4], dogs[4:])
    met = met_before(night, dogs)
    shown = [WhoMetWhom([dogs[:4], dogs[4:]], met, {dog.pk: dog.name for dog in dogs}, 5) for _ in range(2)]
    assert shown[0].why == "Nobody meets for the first time, and nobody for more than the 3rd time."
    assert shown[0].by_chance == shown[1].by_chance == "By chance: about seven."


def test_one_table_has_no_way_to_be_drawn(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 5))
    assert 'id="how-met"' not in scribe.get(url(night)).content.decode()
