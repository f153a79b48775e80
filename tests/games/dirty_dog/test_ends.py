"""All final pages of a match agree on the top and the bottom, and pages for actions lead on to the next step."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from games import ledger
from games.entries.match_state import load
from games.models import Match
from leagues.nights.tables import marks_of
from scoring.dirty_dog import Bids, DirtyDogLine, Leave, Options, TiebreakHand, Tricks
from tests.factory import a_match, some_players, write

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NOBODY = dict.fromkeys(range(5), 0)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def read(client: Client, match: Match, rest: str) -> str:
    text = client.get(f"/m/{match.pk}/{rest}").content.decode()
    return re.sub(r"\s+", " ", text.replace("\N{SOFT HYPHEN}", ""))


@pytest.fixture
def left(club: Club, players: list[Player]) -> Match:
    """Seat 4 leaves with −1 after hand 1; no remaining player has less than 4."""
    match = ledger.start(club, "dirty-dog", players, Options(plan=(1, 1)))
    first = [Bids({1: 0, 2: 0, 3: 1, 4: 1, 0: 0}), Tricks(NOBODY | {3: 1}), Leave(4)]
    return write(match, [*first, Bids({2: 0, 3: 1, 0: 0, 1: 1}), Tricks({2: 0, 3: 0, 0: 0, 1: 1})])


def test_a_leaver_at_the_bottom_has_the_only_circle(keeper: Client, left: Match) -> None:
    assert load(left).sheet.losers == (4,)
    table = read(keeper, left, "table/")
    assert "mark-low" not in table
    assert "Łukasz, who left with −1, is at the bottom." in table
    wall = read(keeper, left, "wall/")
    assert wall.count("mark-low") == 1
    assert '<bdi>Łukasz Tremblay</bdi></b><span class="sub">fifth, left</span>' in wall
    last = read(keeper, left, "").rpartition('<th scope="row"><b>2</b>')[2]
    assert "mark-low" not in last.partition("</tr>")[0]
    assert [seat for seat, mark in marks_of(load(left)).items() if mark == "low"] == [4]


def test_the_box_is_the_winners_after_a_tie_break(keeper: Client, club: Club, players: list[Player]) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)))
    write(match, [Bids({1: 1, 2: 1, 3: 2, 4: 0, 0: 1}), Tricks(NOBODY | {1: 1, 2: 1})])
    hand = Bids(dict.fromkeys((2, 3, 4, 0, 1), 0) | {1: 1, 2: 1}), NOBODY | {1: 1, 2: 1, 3: 3}
    write(match, [TiebreakHand(hand[0].bids, hand[1])])
    table = read(keeper, match, "table/")
    assert "Tie-break hand: Otto +6, Wilhelmina +6" in table
    assert "Otto and Wilhelmina are still level." in table
    assert ">Tie-break hand<" in table
    write(match, [TiebreakHand({1: 2, 2: 1}, {1: 3, 2: 2})])
    table = read(keeper, match, "table/")
    assert "Tie-break hand: Otto −3, Wilhelmina −2" in table
    assert "Wilhelmina wins." in table
    assert table.partition('class="data')[2].count("mark-top") == 1


def test_a_misdeal_is_written_before_anybody_has_bid(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=0)
    page = keeper.get(reverse("action", args=[match.pk, "void"])).content.decode()
    form = dict(HIDDEN.findall(page[page.rindex("<form", 0, page.rindex('name="entry"')) :]))
    assert keeper.post(reverse("action", args=[match.pk, "void"]), form | {"note": "A card face up"}).status_code == 302
    match.refresh_from_db()
    line = load(match).sheet.lines[0]
    assert isinstance(line, DirtyDogLine)
    assert line.void
    assert "Hand 1 " in read(keeper, match, "table/")


def test_after_a_late_arrival_the_next_hand_is_bid(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=3, seed=4)
    late = some_players(club, 1, ["Gus Fisk"])[0]
    assert 'class="recap"' in read(keeper, match, "table/")
    action = reverse("action", args=[match.pk, "late"])
    page = keeper.get(action, {"player": str(late.pk)}).content.decode()
    form = dict(HIDDEN.findall(page[page.rindex("<form", 0, page.rindex('name="entry"')) :]))
    answer = keeper.post(action, form, follow=True).content.decode()
    assert 'data-what="bids"' in answer
    assert 'class="recap"' not in answer
    assert "Gus Fisk" in answer


def test_an_eleventh_who_comes_late_is_seated_by_agreement(keeper: Client, club: Club) -> None:
    """DD-01, HR-DD-03: with a warning, not refused."""
    everybody = [*club.players.all()] or some_players(club, 10)
    late = Player.objects.create(club=club, name="Eleventh Hour")
    match = a_match(club, everybody[:10], hands=1, seed=1)
    action = reverse("action", args=[match.pk, "late"])
    full = keeper.get(action, {"player": str(late.pk)}).content.decode()
    asked = dict(HIDDEN.findall(full[full.rindex("<form", 0, full.rindex('name="entry"')) :]))
    assert "Eleventh would be player 11" in full or "Eleventh Hour would be player 11" in full
    assert 'value="over"' in full
    page = keeper.post(action, asked | {"look": "over"}).content.decode()
    assert "two tables and a" in page
    form = dict(HIDDEN.findall(page[page.rindex("<form", 0, page.rindex('name="entry"')) :]))
    assert keeper.post(action, form).status_code == 302
    match.refresh_from_db()
    assert len(load(match).sheet.active_seats) == 11


def add_and_seat(client: Client, match: Match, name: str) -> str:
    """Add a new player by name on the page for late arrivals, and return the page that follows."""
    action = reverse("action", args=[match.pk, "late"])
    page = client.get(action).content.decode()
    form = dict(HIDDEN.findall(page[page.rindex("<form", 0, page.rindex('name="entry"')) :]))
    return client.post(action, form | {"name": name}, follow=True).content.decode()


def test_somebody_new_is_added_and_seated_on_one_page(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=3, seed=4)
    page = add_and_seat(keeper, match, "  Percy   Abara ")
    assert 'data-what="bids"' in page
    assert "Percy Abara" in page
    percy = Player.objects.get(club=club, name="Percy Abara")
    assert percy.is_guest
    assert match.seats.get(position=5).player == percy


def test_a_name_the_club_knows_is_not_written_twice(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=3, seed=4)
    gus = Player.objects.create(club=club, name="Gus Fisk")
    add_and_seat(keeper, match, "gus fisk")
    assert match.seats.get(position=5).player == gus


def test_nobody_is_added_where_nobody_can_sit_down(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=3, seed=4, bids_only=True)
    assert "Percy can sit down when this hand is finished." in add_and_seat(keeper, match, "Percy")
    assert "is at this table already" in add_and_seat(keeper, a_match(club, players, hands=1), players[0].name)
    assert "Enter the name of the new player" in add_and_seat(keeper, a_match(club, players, hands=1), " ")
    assert not Player.objects.filter(club=club, name="Percy").exists()
