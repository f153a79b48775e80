"""The history of a cell, and the history of a whole sheet."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player, Role, User
from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, Leave, Options, Redeal, Tricks
from tests.counting import queries
from tests.factory import a_club, a_match, a_member, write

pytestmark = pytest.mark.django_db
HAND = [Bids({1: 0, 2: 1, 3: 0, 4: 0, 0: 1}), Tricks({0: 1, 1: 0, 2: 0, 3: 0, 4: 0})]


@pytest.fixture
def otto(club: Club) -> User:
    user = a_member(club, Role.SCOREKEEPER)
    user.name = "Otto Pym"
    user.save()
    return user


@pytest.fixture
def keeper(client: Client, otto: User) -> Client:
    client.force_login(otto)
    return client


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return write(ledger.start(club, "dirty-dog", players, Options(plan=(1, 2, 1))), HAND)


def text(response: Any) -> str:
    assert response.status_code == 200
    page = response.content.decode()
    main = page[page.index("<main") : page.index("</main")]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", main)).replace(" ,", ",")


def cell(keeper: Client, match: Match, seat: int, number: int = 1) -> str:
    return text(keeper.get(reverse("cell", args=[match.pk, number, seat])))


def revise(match: Match, number: int, kind: str, payload: Any, by: User | None = None, **about: Any) -> None:
    """Write a revision of a line."""
    match.refresh_from_db()
    draft = Draft(kind, number, payload, **about)
    ledger.record(match.pk, [draft], version=match.version, by=Author(by, about.pop("device", "tablet 2")))
    match.refresh_from_db()


def test_a_cell_says_what_stands_and_who_wrote_it(keeper: Client, match: Match) -> None:
    page = cell(keeper, match, 0)
    assert "Bea, hand 1" in page
    assert "1 card. Bea dealt." in page
    assert "Bid 1. Took 1." in page
    assert "a test" in page


def test_a_correction_says_what_it_was_before_why_and_what_came_of_it(
    keeper: Client, club: Club, players: list[Player], otto: User
) -> None:
    match = write(ledger.start(club, "dirty-dog", players, Options(plan=(1,))), HAND)
    took = {"tricks": {"0": 0, "1": 0, "2": 1, "3": 0, "4": 0}}
    revise(match, 2, "tricks", took, otto, note="reading a paper sheet.")
    page = cell(keeper, match, 2)
    assert "Otto Pym, tablet 2" in page
    assert "Took 1, before that 0. Points +6, before −1." in page
    assert "Reason: reading a paper sheet. Changes the winner." in page


def test_an_undo_is_a_line_of_its_own(keeper: Client, match: Match, otto: User) -> None:
    revise(match, 2, "tricks", None, otto)
    page = cell(keeper, match, 0)
    assert "Took 1 undone." in page
    assert "Undo, as soon as it was written." in page
    revise(match, 2, "tricks", {"tricks": {"0": 0, "1": 1, "2": 0, "3": 0, "4": 0}}, otto)
    assert "Took 0, before that 1." in cell(keeper, match, 0)


def test_a_bid_on_the_table_says_whose_turn_it_was(keeper: Client, match: Match) -> None:
    write(match, [Bids({2: 1, 3: 0})])
    page = cell(keeper, match, 3, 2)
    assert "Second to bid. 1 bid so far, for 2 cards." in page


def test_a_void_hand_keeps_its_bids(keeper: Client, match: Match) -> None:
    write(match, [Bids({2: 1, 3: 0}), Redeal()])
    assert "bid, void" in cell(keeper, match, 2, 2)


def test_their_clock_and_ours_where_they_are_apart(keeper: Client, match: Match, otto: User) -> None:
    earlier = timezone.now() - timedelta(hours=1)
    revise(match, 2, "tricks", {"tricks": {"0": 0, "1": 1, "2": 0, "3": 0, "4": 0}}, otto, recorded_at=earlier)
    received = match.entries.latest("received_at").received_at
    page = cell(keeper, match, 0)
    assert f"{timezone.localtime(earlier):%H:%M:%S}here {timezone.localtime(received):%-d %b, %H:%M}" in page


@pytest.mark.parametrize(("number", "seat"), [(0, 0), (9, 0), (1, 9), (2, 99)])
def test_there_is_no_cell_beside_the_sheet(keeper: Client, match: Match, number: int, seat: int) -> None:
    assert keeper.get(reverse("cell", args=[match.pk, number, seat])).status_code == 404


def test_a_number_too_large_for_any_sheet_is_not_found(keeper: Client, match: Match) -> None:
    for path in ("cell", "correct"):
        tail = f"{2**63}/0/" if path == "cell" else f"{2**63}/"
        assert keeper.get(f"/m/{match.pk}/{path}/{tail}").status_code == 404


def test_a_long_story_costs_no_more_queries(keeper: Client, match: Match, otto: User) -> None:
    path = reverse("cell", args=[match.pk, 1, 0])
    before = queries(keeper, path)
    for took in (1, 0, 1, 0):
        revise(match, 2, "tricks", {"tricks": {"0": took, "1": 1 - took, "2": 0, "3": 0, "4": 0}}, otto)
    assert queries(keeper, path) <= before + 1


# -- The whole sheet -----------------------------------------------------------


def history(keeper: Client, match: Match, page: int = 1) -> str:
    return text(keeper.get(reverse("history", args=[match.pk]), {"page": page}))


def test_every_entry_stands_there_in_words_newest_first(keeper: Client, match: Match, club: Club, otto: User) -> None:
    gus = Player.objects.create(club=club, name="Gus Fisk")
    match.refresh_from_db()
    draft = Draft("join", 3, {"seat": 5}, player=gus.pk, note="the bus")
    ledger.record(match.pk, [draft], version=match.version, by=Author(otto, "tablet 2"))
    page = history(keeper, match)
    assert page.index("Gus arrives.") < page.index("Tricks: Bea 1") < page.index("Bids: Bea 1")
    assert "Reason: the bus" in page
    assert "Otto Pym, tablet 2" in page


def test_a_correction_stands_beside_what_it_corrects(keeper: Client, match: Match, otto: User) -> None:
    revise(match, 2, "tricks", {"tricks": {"0": 0, "1": 1, "2": 0, "3": 0, "4": 0}}, otto)
    page = history(keeper, match)
    assert "Tricks: Bea 0, Otto 1" in page
    assert "Before: tricks: Bea 1, Otto 0" in page
    revise(match, 2, "tricks", None, otto)
    assert "Undone: tricks: Bea 0, Otto 1" in history(keeper, match)


def test_whoever_may_correct_may_take_a_line_back_but_the_last(
    client: Client, club: Club, match: Match, otto: User
) -> None:
    write(match, [Leave(2)])
    client.force_login(otto)
    page = client.get(reverse("history", args=[match.pk])).content.decode()
    assert re.findall(r"history/(\d+)/take-back/", page) == ["2", "1"]
    client.force_login(a_member(club))
    assert "take-back" not in client.get(reverse("history", args=[match.pk])).content.decode()


def test_a_long_history_comes_in_pages_of_equal_cost(
    keeper: Client, club: Club, players: list[Player], match: Match
) -> None:
    long = a_match(club, players)
    assert (
        queries(keeper, reverse("history", args=[long.pk])) == queries(keeper, reverse("history", args=[match.pk])) <= 7
    )
    many = ledger.start(club, "dirty-dog", players, Options(plan=(1,) * 60))
    for _ in range(30):
        write(many, _a_hand(many))
    assert "Page 1 of 2" in history(keeper, many)
    assert "Page 2 of 2" in history(keeper, many, 2)


def test_an_empty_sheet_says_what_comes_first(keeper: Client, club: Club, players: list[Player]) -> None:
    assert "No entries yet." in history(keeper, a_match(club, players, hands=0))


def _a_hand(match: Match) -> list[Any]:
    sheet: Any = load(match).sheet
    order = sheet.order
    return [Bids(dict.fromkeys(order, 1)), Tricks(dict.fromkeys(order, 0) | {order[0]: 1})]


def test_a_stranger_finds_no_history(client: Client, match: Match) -> None:
    client.force_login(a_member(a_club("friday"), Role.OWNER))
    assert client.get(reverse("history", args=[match.pk])).status_code == 404
    assert client.get(reverse("cell", args=[match.pk, 1, 0])).status_code == 404
