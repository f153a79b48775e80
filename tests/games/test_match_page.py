"""The match page: the sheet as on paper, and the result."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Role
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match
from scoring.dirty_dog import Bids, Redeal, Tricks
from tests.counting import queries
from tests.factory import NAMES, a_history, a_match, a_member, some_players, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client, club: Club) -> Any:
    """A function that returns the match page as a member sees it."""
    client.force_login(a_member(club))

    def get(match: Match) -> str:
        response = client.get(match.get_absolute_url())
        assert response.status_code == 200
        return response.content.decode()

    return get


def cells(page: str) -> list[str]:
    return re.findall(r"<td><div class=\"cell.*?</td>", page)


def two_hands(club: Club, players: list[Player]) -> Match:
    """A match with one complete hand, and two bids of the next."""
    match = a_match(club, players, hands=0)
    bids = Bids({1: 0, 2: 1, 3: 0, 4: 0, 0: 1}, trump="hearts")
    return write(match, [bids, Tricks({0: 0, 1: 0, 2: 1, 3: 0, 4: 0}), Bids({2: 1, 3: 0})])


def test_a_cell_says_bid_took_points_and_total(page: Any, club: Club, players: list[Player]) -> None:
    first = cells(page(two_hands(club, players)))[0]
    assert "is-dealer" in first
    assert re.sub(r"<[^>]+>", " ", first).split() == ["deals,", "bid", "1", "took", "0", "−1", "total", "−1", "bottom"]
    assert 'class="set"' in first


def test_the_box_is_round_the_top_and_the_circle_round_the_bottom(page: Any, club: Club, players: list[Player]) -> None:
    text = page(two_hands(club, players))
    assert text.count("mark-top") == 1
    assert text.count("mark-low") == 1
    bids, tricks = Bids(dict.fromkeys((1, 2, 3, 4, 0), 0)), Tricks({0: 0, 1: 1, 2: 0, 3: 0, 4: 0})
    level = write(a_match(club, players, hands=0), [bids, tricks])
    assert page(level).count("mark-top") == 4


def test_the_hand_on_the_table_shows_the_bids_that_are_in(page: Any, club: Club, players: list[Player]) -> None:
    text = page(two_hands(club, players))
    now = re.search(r'<tr class="is-now">(.*?)</tr>', text, re.DOTALL)
    assert now is not None
    assert now[1].count("bid </span>") == 2
    assert "1 of 20 hands played; hand 2 is being bid: 2 cards, Otto deals." in text


def test_all_hands_of_the_plan_stand_on_the_sheet(page: Any, club: Club, players: list[Player]) -> None:
    text = page(two_hands(club, players))
    assert len(re.findall(r'<th scope="row"><b>\d+</b>', text)) == 20
    assert re.search(r"1</span>[^\n]* card, trump: hearts", text)


def test_a_void_hand_keeps_its_row(page: Any, club: Club, players: list[Player]) -> None:
    match = write(two_hands(club, players), [Redeal()])
    assert 'class="is-void"' in page(match)


def test_whoever_came_late_and_whoever_left_is_said_in_the_head(page: Any, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=2)
    late = Player.objects.create(club=club, name=NAMES[5])
    drafts = [
        Draft("join", 5, {"seat": 5}, player=late.pk),
        Draft("leave", 6, {"seat": 1}),
    ]
    ledger.record(match.pk, drafts, version=match.version, by=Author(None))
    text = page(match)
    assert "from hand 3" in text
    assert "left after hand 2" in text
    assert text.count("<td></td>") == 2


def test_the_end_names_winner_loser_and_first_place_loser(page: Any, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, plan=(1, 2, 3), seed=4)
    text = page(match)
    winner, loser = match.seats.get(is_winner=True), match.seats.get(is_loser=True)
    assert "Good Dog Cup" in text
    assert "Cone of Shame" in text
    assert f"players/{winner.player_id}/" in text
    assert f"players/{loser.player_id}/" in text
    assert "First Place Loser:" in text
    assert "3 of 3 hands played." in text


def test_a_friendly_moves_no_trophy(page: Any, club: Club, players: list[Player]) -> None:
    text = page(a_match(club, players, plan=(1, 2, 3), seed=4, for_trophy=False))
    assert "not for the trophies" in text
    assert "Good Dog Cup" not in text


def test_ties_tell_how_they_were_settled(page: Any, club: Club, players: list[Player]) -> None:
    tied = page(a_match(club, players, plan=(1, 2, 3), seed=2))
    assert "Level at the top, so a tie-break hand, bid blind:" in tied
    assert 'class="is-tie"' in tied


def test_near_the_end_it_says_who_can_still_win(page: Any, club: Club, players: list[Player]) -> None:
    assert "Who can still win" not in page(a_match(club, players, hands=2, seed=1))
    text = page(a_match(club, players, hands=17, seed=1))
    assert "3 hands left, 21 points at most" in text
    assert "leads with" in text


def test_the_run_stands_in_a_table_too(page: Any, club: Club, players: list[Player]) -> None:
    text = page(a_match(club, players, hands=6, seed=1))
    assert text.count("<polyline") == 5
    assert "Show the numbers" in text


def test_names_are_escaped_and_kept_in_their_place(page: Any, club: Club) -> None:
    names = ["<b>Bea</b>", "דבורה לב", "🐶", "Otto", "x" * 60]
    text = page(a_match(club, some_players(club, 5, names), hands=17, seed=3))
    assert "<b>Bea</b>" not in text
    assert "&lt;b&gt;Bea&lt;/b&gt;" in text
    assert "<bdi>דבורה לב</bdi>" in text


@pytest.mark.parametrize(("role", "offered"), [(Role.MEMBER, False), (Role.SCOREKEEPER, True)])
def test_only_who_may_write_is_sent_to_the_table(
    client: Client, club: Club, players: list[Player], role: Role, offered: bool
) -> None:
    match = a_match(club, players, hands=1)
    client.force_login(a_member(club, role))
    assert (f"{match.get_absolute_url()}table/" in client.get(match.get_absolute_url()).content.decode()) is offered


def test_the_page_is_sent_once(client: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=1)
    client.force_login(a_member(club))
    client.get(match.get_absolute_url())  # sets the cookie that the page varies on
    tag = client.get(match.get_absolute_url())["ETag"]
    again = client.get(match.get_absolute_url(), headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("change", ["a hand", "a name", "a role", "a theme"])
def test_it_is_sent_anew_when_anything_on_it_changed(
    client: Client, club: Club, players: list[Player], change: str
) -> None:
    match, member = a_match(club, players, hands=1), a_member(club)
    client.force_login(member)
    client.get(match.get_absolute_url())
    tag = client.get(match.get_absolute_url())["ETag"]
    if change == "a hand":
        write(match, [Bids({2: 0, 3: 0, 4: 0, 0: 0, 1: 0})])
    elif change == "a name":
        Player.objects.filter(pk=players[0].pk).update(name="Bea Rowan")
    elif change == "a role":
        member.memberships.update(role=Role.ORGANISER)
    else:
        client.cookies["theme"] = "dark"
    assert client.get(match.get_absolute_url(), headers={"If-None-Match": tag}).status_code == 200


def test_it_costs_at_most_seven_queries_whatever_the_history(client: Client, club: Club, players: list[Player]) -> None:
    client.force_login(a_member(club))
    match = a_match(club, players, hands=17)
    before = queries(client, reverse("match", args=[match.pk]))
    a_history(club, players, 300)
    assert queries(client, reverse("match", args=[match.pk])) == before
    assert before <= 7
