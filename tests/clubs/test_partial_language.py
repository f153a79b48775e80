"""A partial language shows the pages of the areas that it covers, and every other page wholly in English."""

import re
from collections import Counter
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from clubs.language.choice import NO_PAGE, code_of
from clubs.language.properties import areas, covered_pages
from clubs.models import Club, Role, User
from games.models import Match
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
PARTIAL = [code for code, _ in settings.PARTIAL_LANGUAGES]
# What differs between two responses to anybody: the choice of the language, and tokens.
CHOICE = re.compile(r'<form class="language".*?</form>', re.DOTALL)
TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<="X-CSRFToken": ")\w+|nonce="[^"]+"')
ELSEWHERE = ("", "nights/", "standings/", "players/", "matches/", "manage/", "records/", "rules/", "settings/")


@pytest.fixture
def match() -> Match:
    club = a_club()
    return a_match(club, some_players(club, 5), hands=3)


@pytest.fixture
def reader(match: Match) -> Client:
    client = Client()
    client.force_login(a_member(match.club, Role.OWNER, match.club.players.first()))
    return client


def shown(client: Client, page: str, language: str) -> tuple[str, str]:
    """The Content-Language of a page, and its HTML without what differs between two responses."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    response: Any = client.get(page)
    assert response.status_code in (200, 404), page
    return response["Content-Language"], TOKEN.sub("", CHOICE.sub("", response.content.decode()))


@pytest.mark.parametrize("language", PARTIAL)
def test_a_page_of_no_covered_area_is_the_english_one(reader: Client, match: Match, language: str) -> None:
    pages = [match.club.get_absolute_url() + page for page in ELSEWHERE]
    for page in (*pages, match.get_absolute_url(), "/account/", "/help/"):
        language_shown, html = shown(reader, page, language)
        assert (language_shown, html) == shown(reader, page, "en-gb"), page
        assert '<html lang="en-gb"' in html and 'dir="rtl"' not in html, page


def test_a_page_of_a_covered_area_is_in_the_language(reader: Client, match: Match) -> None:
    covered = [f"{match.get_absolute_url()}{page}" for page in ("table/", "wall/")]
    covered += [f"{match.club.get_absolute_url()}{page}" for page in ("matches/new/", "wall/", "paper/", "nowhere/")]
    for page in covered:
        language, html = shown(reader, page, "it")
        assert language == "it" and '<html lang="it"' in html, page
    for page in ("/accounts/login/", "/accounts/signup/"):
        assert shown(Client(), page, "it")[0] == "it"


@pytest.mark.parametrize("language", PARTIAL)
def test_the_choice_shows_what_was_chosen(reader: Client, match: Match, language: str) -> None:
    reader.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = reader.get(match.club.get_absolute_url()).content.decode()
    assert f'<option value="{language}" lang="{language}" selected>' in page
    assert "Parts of Dog Club are still in English." in page


@pytest.mark.parametrize("language", PARTIAL)
def test_what_is_written_to_who_reads_a_partial_language_is_in_english(language: str) -> None:
    """An email or the PDF of a job has no page that could be covered."""
    assert code_of(User(language=language), Club(language="de")) == "en-gb"


def test_the_pages_of_areas_are_routes_each_in_one_area() -> None:
    named = Counter(page for area in areas().values() for page in area["pages"])
    assert max(named.values()) == 1
    assert set(named) <= {NO_PAGE, *names(get_resolver().url_patterns)}
    assert all(covered_pages(code) is None for code, _ in settings.LANGUAGES)


def names(patterns: list[URLPattern | URLResolver]) -> set[str]:
    """The names of all routes below these patterns."""
    found = {each.name or "" for each in patterns if isinstance(each, URLPattern)}
    return found.union(*(names(each.url_patterns) for each in patterns if isinstance(each, URLResolver)))
