"""The page of ratings, and the section on a player's page: every rating is shown with its uncertainty."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from clubs.models import Club, Player
from games.charts.line_chart import BOTTOM, LEFT, RIGHT, TOP, band_chart
from games.registry import TABLE_GAMES
from leagues import ratings
from leagues.models import Rating
from leagues.ratings import games_rated, rating_history
from tests.counting import queries
from tests.evenings import an_evening
from tests.factory import a_club, a_history, a_match, some_players

pytestmark = pytest.mark.django_db
HERE = "/c/kennel/ratings/"
SPANNED = re.compile(r"−?\d+\.\d ± \d+\.\d")


def page(client: Client, path: str = HERE, **asked: Any) -> str:
    response = client.get(path, asked)
    assert response.status_code == 200
    return response.content.decode()


def listed(text: str) -> list[str]:
    """The keys of the players on the page, in order."""
    return re.findall(r'class="whylink" href="[^"]*player=(\d+)', text)


def test_an_empty_club_is_told_what_will_stand_here(member: Client) -> None:
    assert "Nobody is rated yet." in page(member)


def test_everybody_stands_in_the_order_of_what_is_safe_to_say(
    member: Client, club: Club, players: list[Player]
) -> None:
    for seed in range(3):
        a_match(club, players, plan=(1, 2, 1), seed=seed)
    due = sorted(Rating.objects.filter(number=3), key=lambda row: -row.estimate.cautious)
    text = page(member)
    assert listed(text) == [str(row.player_id) for row in due]
    assert all(f"<b>{row}</b>" in text for row in due)


def test_no_rating_stands_without_its_span(member: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, plan=(1, 2, 1), seed=2)
    for text in (page(member), page(member, players[0].get_absolute_url())):
        words = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
        assert SPANNED.search(words)
        for row in Rating.objects.all():
            assert not re.search(rf"(?<![\d.]){re.escape(f'{row.mu:.1f}')}(?! ±)", words)


def test_newcomers_are_called_a_guess(member: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, plan=(1,), seed=1)
    assert "provisional" in page(member)
    Rating.objects.update(sigma=2.0)
    assert "provisional" not in page(member)


def test_one_asks_for_a_player_and_gets_their_story(member: Client, club: Club, players: list[Player]) -> None:
    for seed in range(3):
        a_match(club, players, plan=(1, 2, 1), seed=seed)
    last = listed(page(member))[-1]
    text = page(member, player=last)
    assert f"players/{last}/?game=dirty-dog" in text
    assert text.count('class="band"') == 1
    assert text.count('<td class="r">') > 3


@pytest.mark.parametrize("asked", [{"player": "0"}, {"player": "Bea"}, {"player": "9" * 40}])
def test_nonsense_gives_the_page_as_it_opens(
    member: Client, club: Club, players: list[Player], asked: dict[str, str]
) -> None:
    a_match(club, players, plan=(1, 2, 1), seed=1)
    assert listed(page(member, **asked)) == listed(page(member))


def test_each_game_has_its_own(member: Client, club: Club, players: list[Player]) -> None:
    an_evening(club, TABLE_GAMES[1], players[:4], 1)
    text = page(member)
    assert len(listed(text)) == 4
    assert games_rated(club, [game.key for game in TABLE_GAMES]) == {TABLE_GAMES[1].key}
    assert "Nobody is rated yet." in page(member, game=TABLE_GAMES[0].key)


def test_who_rests_is_not_listed(member: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, plan=(1,), seed=1)
    Player.objects.filter(pk=players[2].pk).update(is_active=False)
    assert str(players[2].pk) not in listed(page(member))


def test_the_player_page_tells_how_the_rating_came_about(member: Client, club: Club, players: list[Player]) -> None:
    path = players[1].get_absolute_url()
    assert 'id="story"' not in page(member, path)
    a_match(club, players, plan=(1, 2), seed=1)
    assert 'id="story"' in page(member, path) and 'class="band"' not in page(member, path)
    a_match(club, players, plan=(1, 2), seed=2)
    assert 'class="band"' not in page(member, path)  # the line needs three matches
    a_match(club, players, plan=(1, 2), seed=3)
    text = page(member, path)
    rows = list(Rating.objects.filter(player=players[1]))
    assert 'class="band"' in text
    assert all(f'<td class="r">{row}</td>' in text for row in rows)
    assert f"ratings/?game=dirty-dog&amp;player={players[1].pk}" in text


def test_the_story_is_of_the_last_forty_matches(club: Club, players: list[Player]) -> None:
    a_history(club, players, 60)

    ratings.rebuild(club, check=False)
    found = rating_history(players[0], "dirty-dog")
    assert found and len(found.changes) == 40
    assert found.now.number == 60
    changes = [each.change for each in found.changes]
    assert None not in changes
    few = rating_history(some_players(a_club("other"), 1)[0], "dirty-dog")
    assert few is None


def test_a_rating_may_be_below_zero(member: Client, club: Club, players: list[Player]) -> None:
    for seed in range(2):
        a_match(club, players, plan=(1, 2), seed=seed)
    Rating.objects.filter(player=players[0]).update(mu=-3.2, sigma=1.0)
    assert "<b>−3.2 ± 2.0</b>" in page(member)


def test_long_names_and_other_scripts_are_shown_whole(member: Client, club: Club) -> None:
    names = ["مريم " * 8, "🐶" * 20, "A" * 60]
    people = [Player.objects.create(club=club, name=name.strip()) for name in names]
    a_match(club, people, plan=(1, 2), seed=1)
    assert page(member).count("<bdi>") > 3


@pytest.mark.parametrize("path", [HERE, f"{HERE}?game=dirty-dog&player=1"])
def test_it_costs_the_same_after_three_hundred_matches(
    member: Client, club: Club, players: list[Player], path: str
) -> None:

    a_history(club, players, 3)
    ratings.rebuild(club, check=False)
    before = queries(member, path)
    a_history(club, players, 300)
    ratings.rebuild(club, check=False)
    assert queries(member, path) == before <= 6


def test_a_band_stays_inside_and_its_line_within_it() -> None:
    chart = band_chart([(25.0, 16.7), (27.5, 15.0), (-3.0, 4.0)], "said", "−3.0 ± 4.0", {1: "a", 3: "b"})
    line = [tuple(map(float, pair.split(","))) for pair in chart.lines[0].points.split()]
    band = [tuple(map(float, pair.split(","))) for pair in chart.band.split()]
    above, below = band[:3], band[3:][::-1]
    assert [x for x, _ in line] == [LEFT, (LEFT + RIGHT) / 2, RIGHT]
    assert all(top < at < low for (_, top), (_, at), (_, low) in zip(above, line, below, strict=True))
    assert all(TOP <= y <= BOTTOM for _, y in band)


def test_programs_get_the_same_list(member: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, plan=(1, 2, 1), seed=2)
    found = member.get("/api/v1/clubs/kennel/ratings").json()
    assert found["game"] == "dirty-dog"
    assert [str(row["player"]) for row in found["ratings"]] == listed(page(member))
    assert all(row["plus_minus"] > 0 and row["provisional"] for row in found["ratings"])
    assert member.get("/api/v1/clubs/kennel/ratings?game=top-dog").json()["ratings"] == []


def test_programs_are_told_of_a_game_that_is_not_there(member: Client) -> None:
    answer = member.get("/api/v1/clubs/kennel/ratings?game=bridge")
    assert answer.status_code == 400
    assert "“game” is one of dirty-dog" in answer.json()["error"]["message"]


def test_a_rating_is_written_as_the_language_writes_numbers(member: Client, club: Club, players: list[Player]) -> None:
    for seed in range(3):
        a_match(club, players, plan=(1, 2, 1), seed=seed)
    member.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    text = re.sub(r"<title>.*?</title>", "", page(member))
    assert re.search(r"−?\d+,\d ± \d+,\d", text)
    assert not SPANNED.search(text)
