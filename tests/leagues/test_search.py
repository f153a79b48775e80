"""The search over a club: players, nights, matches, call-outs and rules."""

import pytest
from django.test import Client
from django.utils import translation

from clubs.models import Club, Player
from leagues.search import sections_of
from tests.counting import queries
from tests.factory import a_club, a_match, a_member, some_players
from tests.nights import a_night

pytestmark = pytest.mark.django_db


def found(client: Client, club: Club, text: str) -> str:
    """The search page for this text, after signing in as a new member."""
    client.force_login(a_member(club))
    return client.get(f"/c/{club.slug}/search/", {"q": text}).content.decode()


def test_a_player_is_found_with_the_matches(client: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=1)
    page = found(client, club, players[0].name.lower())
    assert f'href="{players[0].get_absolute_url()}"' in page
    assert f'href="{match.get_absolute_url()}"' in page


def test_a_night_is_found_by_its_name_and_place(client: Client, club: Club) -> None:
    night = a_night(club)
    night.name, night.place = "Mutt Monday", "The Old Ferry"
    night.save()
    client.force_login(a_member(club))
    for text in ("mutt", "ferry"):
        assert f"nights/{night.pk}/" in client.get(f"/c/{club.slug}/search/", {"q": text}).content.decode()


@pytest.mark.parametrize("text", ["luneburg", "CAFE", "otono", "Otoño", "o'tool", "lüneburg"])
def test_a_night_is_found_however_its_name_place_and_season_are_typed(client: Client, club: Club, text: str) -> None:
    season = club.seasons.create(name="Otoño", starts_on="2026-09-01", ends_on="2026-12-31")
    named = {"name": "Abend in Lüneburg", "place": "Café O’Toole"}
    night = club.nights.create(starts_at="2026-11-26T19:30Z", season=season, **named)
    club.nights.create(starts_at="2026-11-19T19:30Z", name="Mutt Monday", place="The Old Ferry")
    assert [row.url for row in sections_of(club, text)[1].rows] == [f"/c/{club.slug}/nights/{night.pk}/"]


def test_call_outs_and_rules_are_found_by_heading_and_number(client: Client, club: Club) -> None:
    page = found(client, club, "Clean Run")
    assert "glossary/#clean-run" in page
    assert "rules/?game=dirty-dog#DD-09" in found_again(client, club, "DD-09")


def found_again(client: Client, club: Club, text: str) -> str:
    """The search page for this text, for the user who is signed in."""
    return client.get(f"/c/{club.slug}/search/", {"q": text}).content.decode()


def test_more_than_six_lead_to_all_of_them(client: Client, club: Club) -> None:
    some_players(club, 8, [f"Rex {number}" for number in range(8)])
    page = found(client, club, "rex")
    assert page.count("Rex ") == 6
    assert "players/?q=rex" in page


@pytest.mark.parametrize("text", ["", "   ", "\x00", "zzzz", "%", "(", "🐾" * 80])
def test_what_finds_nothing_says_so(client: Client, club: Club, text: str) -> None:
    page = found(client, club, text)
    assert "No results for" in page or "Search for a player" in page


def test_guests_and_those_who_rest_are_named_in_the_language_of_the_reader(client: Client, club: Club) -> None:
    guest, rests = some_players(club, 2, ["Rex 1", "Rex 2"])
    Player.objects.filter(pk=guest.pk).update(is_guest=True)
    Player.objects.filter(pk=rests.pk).update(is_active=False)
    with translation.override("de"):
        assert [row.about for row in sections_of(club, "rex")[0].rows] == ["Gast", "inaktiv"]


def test_another_club_is_not_searched(client: Client, club: Club) -> None:
    other = a_club("other")
    some_players(other, 1, ["Zebedee Quill"])
    assert "No results for" in found(client, club, "zebedee")


def test_a_search_asks_the_database_a_fixed_number_of_times(client: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, hands=1)
    client.force_login(a_member(club))
    path = f"/c/{club.slug}/search/?q={players[0].name}"
    first = queries(client, path)
    for _ in range(3):
        a_match(club, players, hands=1)
    assert queries(client, path) == first <= 9
