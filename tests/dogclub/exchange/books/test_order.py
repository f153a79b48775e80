"""The page on which a book is ordered: its defaults, its validation errors and its redirect."""

import pytest
from django.test import Client

from clubs.models import Club, Role, Season
from dogclub.models import Job
from tests.dogclub.exchange.books.making import dirty_dogs, ordered
from tests.factory import a_club, a_match, a_member, some_players

EVERYTHING = {"season": "", "paper": "a4", "reports": "on", "sheets": "on", "dogs": "on"}


@pytest.fixture
def member(club: Club) -> Client:
    client = Client()
    client.force_login(a_member(club))
    return client


def address(club: Club) -> str:
    return f"/c/{club.slug}/book/"


def test_an_order_becomes_a_job_and_leads_to_its_page(season: Season, member: Client) -> None:
    dirty_dogs(season, some_players(season.club), 1)
    form = {**EVERYTHING, "season": season.pk, "paper": "letter", "mail": "on"}
    answer = member.post(address(season.club), form)
    job = Job.objects.get()
    assert answer["Location"] == job.get_absolute_url()
    assert job.asked == {"season": season.pk, "paper": "letter", "parts": ["reports", "sheets", "dogs"]}
    assert (job.kind, job.wants_mail) == ("season-book", True)


def test_the_same_order_twice_is_one_book(season: Season, member: Client) -> None:
    dirty_dogs(season, some_players(season.club), 1)
    form = {**EVERYTHING, "season": "all"}
    first, second = (member.post(address(season.club), form)["Location"] for _ in range(2))
    assert first == second
    assert Job.objects.count() == 1


def test_it_proposes_the_season_that_was_looked_at_with_everything_in_it(season: Season, member: Client) -> None:
    dirty_dogs(season, some_players(season.club), 1)
    page = member.get(address(season.club), {"season": season.pk}).content.decode()
    assert f'<option value="{season.pk}" selected>Autumn 2026, 1 match</option>' in page
    assert page.count(" checked") == 3


def test_it_begins_with_the_newest_season_that_has_something_to_tell(season: Season, member: Client) -> None:
    """Independent of the order in which the seasons were created."""
    older = Season.objects.create(club=season.club, name="Spring 2024", starts_on="2024-03-01", ends_on="2024-06-30")
    Season.objects.create(club=season.club, name="Later", starts_on="2031-03-01", ends_on="2031-06-30")
    players = some_players(season.club)
    for each in (season, older):
        dirty_dogs(each, players, 1)
    page = member.get(address(season.club)).content.decode()
    assert f'<option value="{season.pk}" selected>Autumn 2026, 1 match</option>' in page
    assert page.index("Later,") < page.index("Autumn 2026,") < page.index("Spring 2024,")


def test_a_club_without_a_finished_match_is_told_what_to_do(club: Club, member: Client) -> None:
    page = member.get(address(club)).content.decode()
    assert "A book is made of finished matches, and the club has none." in page
    assert "Create season book" not in page


@pytest.mark.parametrize("part", ["none", "going"])
def test_an_empty_season_is_refused_in_the_form(season: Season, member: Client, part: str) -> None:
    if part == "going":
        a_match(season.club, some_players(season.club), hands=1, season=season)
    answer = member.post(address(season.club), {**EVERYTHING, "season": season.pk})
    assert answer.status_code == 422
    assert "Autumn 2026 has no finished match yet, so its book would be empty." in answer.content.decode()
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"season": "99999"}, "That season is not one of this club’s. Choose another one."),
        ({"season": "x\x00"}, "That season is not one of this club’s. Choose another one."),
        ({"season": ""}, "Choose a season."),
        ({"season": "all", "paper": "a0"}, "Paper is A4 or Letter."),
    ],
)
def test_nonsense_is_refused_with_a_sentence(season: Season, member: Client, wrong: dict[str, str], said: str) -> None:
    dirty_dogs(season, some_players(season.club), 1)
    answer = member.post(address(season.club), {**EVERYTHING, **wrong})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Job.objects.exists()


def test_a_season_of_another_club_is_nobodys(season: Season, member: Client) -> None:
    other = a_club("other")
    theirs = Season.objects.create(club=other, name="Theirs", starts_on=season.starts_on, ends_on=season.ends_on)
    answer = member.post(address(season.club), {**EVERYTHING, "season": theirs.pk})
    assert answer.status_code == 422
    assert ordered(season.club, season=theirs.pk).problem.startswith("That season is gone.")


def test_the_standings_and_the_season_lead_to_it(season: Season) -> None:
    dirty_dogs(season, some_players(season.club), 1)
    owner = Client()
    owner.force_login(a_member(season.club, Role.ORGANISER))
    for page in ("standings/", f"seasons/{season.pk}/"):
        html = owner.get(f"/c/{season.club.slug}/{page}").content.decode()
        assert f"/c/{season.club.slug}/book/?season={season.pk}" in html
