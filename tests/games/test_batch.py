"""Entering old paper sheets one after another: a head with names in the sheet's order, then the grid; each sheet is a
match of its day.
"""

import re
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Confirm, Night, Player, User
from games.models import Entry, Match
from games.registry import TABLE_GAMES
from tests.counting import queries
from tests.factory import some_players

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
DAY = "2019-03-14"

# Three players, hands of 1, 2 and 1 cards; the first player deals.
ROUNDS = {
    "bids-1-0": "1", "tricks-1-0": "1", "bids-1-1": "0", "tricks-1-1": "0", "bids-1-2": "1", "tricks-1-2": "0",
    "bids-2-0": "1", "tricks-2-0": "1", "bids-2-1": "0", "tricks-2-1": "1", "bids-2-2": "0", "tricks-2-2": "0",
    "bids-3-0": "0", "tricks-3-0": "0", "bids-3-1": "1", "tricks-3-1": "1", "bids-3-2": "1", "tricks-3-2": "0",
}  # fmt: skip


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 3)


def url(club: Club) -> str:
    return reverse("batch", args=[club.slug])


def head(players: list[Player], **more: Any) -> dict[str, Any]:
    """The fields of the sheet's head."""
    names = [player.label for player in players]
    return {
        "game": "dirty-dog",
        "on": DAY,
        "at": "19:30",
        "name": names,
        "dealer": players[0].pk,
        "plan": "1 2 1",
        **more,
    }


def laid_out(keeper: Client, club: Club, about: dict[str, Any]) -> dict[str, str]:
    """The hidden fields of the form with the grid."""
    page = keeper.get(url(club), about).content.decode()
    form = page[page.index('id="sheet"') :].split("</form>")[0]
    return {name: value.replace("&amp;", "&") for name, value in HIDDEN.findall(form)}


def test_a_sheet_is_a_match_of_its_day(keeper: Client, club: Club, players: list[Player]) -> None:
    night = Night.objects.create(club=club, starts_at=datetime(2019, 3, 14, 20, tzinfo=timezone.get_current_timezone()))
    response = keeper.post(url(club), laid_out(keeper, club, head(players, table="2")) | ROUNDS)
    match = Match.objects.get()
    assert timezone.localtime(match.started_at).isoformat()[:16] == "2019-03-14T19:30"
    assert match.finished_at
    assert timezone.localtime(match.finished_at).date() == date(2019, 3, 14)
    assert (match.night, match.table, match.version, match.rounds) == (night, "2", 1, 3)
    assert [seat.total for seat in match.seats.all()] == [17, 10, 3]
    assert response["Location"].startswith(f"{url(club)}?game=dirty-dog&on={DAY}")


def test_the_next_sheet_begins_with_the_same_head(keeper: Client, club: Club, players: list[Player]) -> None:
    sent = keeper.post(url(club), laid_out(keeper, club, head(players)) | ROUNDS, follow=True)
    page = sent.content.decode()
    assert "Bea" in page
    assert "won with 17" in page
    assert [f'value="{player.label}"' in page for player in players] == [True] * 3
    assert f'value="{DAY}"' in page


def test_sent_twice_it_is_written_once(keeper: Client, club: Club, players: list[Player]) -> None:
    form = laid_out(keeper, club, head(players)) | ROUNDS
    keeper.post(url(club), form)
    keeper.post(url(club), form)
    assert Match.objects.count() == 1
    assert Entry.objects.count() == 6


def test_an_old_sheet_waits_for_nobody_to_confirm_it(keeper: Client, club: Club, players: list[Player]) -> None:
    Club.objects.update(confirm=Confirm.EVERY_SEAT)
    keeper.post(url(club), laid_out(keeper, club, head(players)) | ROUNDS)
    match = Match.objects.get()
    assert (match.confirm, match.confirm_token, match.finished_at) == (Confirm.NOBODY, None, match.played_at)


@pytest.mark.parametrize(("hours", "waits"), [(1, True), (11, True), (13, False)])
def test_a_sheet_of_tonight_is_confirmed_like_any_other(
    keeper: Client, club: Club, players: list[Player], hours: int, *, waits: bool
) -> None:
    Club.objects.update(confirm=Confirm.EVERY_SEAT)
    with time_machine.travel("2026-11-26T21:00Z", tick=False):
        keeper.force_login(User.objects.get())
        began = timezone.localtime() - timedelta(hours=hours)
        about = head(players, on=began.date().isoformat(), at=f"{began:%H:%M}")
        answer = keeper.post(url(club), laid_out(keeper, club, about) | ROUNDS)
    match = Match.objects.get()
    assert match.is_waiting == waits
    assert (answer["Location"] == reverse("finish", args=[match.pk])) == waits


def test_a_sheet_that_breaks_a_rule_leaves_nothing(keeper: Client, club: Club, players: list[Player]) -> None:
    form = laid_out(keeper, club, head(players)) | ROUNDS | {"bids-2-0": "2"}
    response = keeper.post(url(club), form)
    assert response.status_code == 422
    assert "may not bid 0: 2 bid so far, 2 cards" in response.content.decode()
    assert 'value="2"' in response.content.decode()
    assert not Match.objects.exists()


def test_what_stands_so_far_can_be_gone_on_with(keeper: Client, club: Club, players: list[Player]) -> None:
    half = {key: value for key, value in ROUNDS.items() if "-3-" not in key}
    response = keeper.post(url(club), laid_out(keeper, club, head(players)) | half)
    match = Match.objects.get()
    assert response["Location"] == reverse("paper-entry", args=[match.pk])
    assert match.rounds == 2


def test_names_are_found_however_they_are_written(keeper: Client, club: Club, players: list[Player]) -> None:
    names = [player.label.upper() for player in players]
    assert laid_out(keeper, club, head(players, name=names))["agreed"].startswith("game=dirty-dog")


def test_a_name_that_may_be_somebody_is_asked_about(keeper: Client, club: Club, players: list[Player]) -> None:
    about = head(players, name=[f"{players[0].label}x", *(player.label for player in players[1:])])
    page = keeper.get(url(club), about).content.decode()
    assert f"<b><bdi>{players[0].label}</bdi></b> is meant" in page
    assert 'id="sheet"' not in page


def newcomers(keeper: Client, club: Club, about: dict[str, Any], *new: str) -> Any:
    """The response to adding these names as new players."""
    page = keeper.get(url(club), about).content.decode()
    form = page[page.index('id="newcomers"') :].split("</form>")[0]
    hidden = {name: value.replace("&amp;", "&") for name, value in HIDDEN.findall(form)}
    return keeper.post(url(club), hidden | {"new": list(new)})


def test_newcomers_come_into_the_book_when_somebody_says_so(keeper: Client, club: Club, players: list[Player]) -> None:
    alike = f"{players[0].label}x"
    about = head(players, name=[alike, "Zuleika Quince", players[1].label])
    newcomers(keeper, club, about)
    assert set(club.players.values_list("name", flat=True)) >= {"Zuleika Quince"}
    assert not club.players.filter(name=alike).exists()
    newcomers(keeper, club, about, alike)
    assert club.players.filter(name=alike, is_guest=True).exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"on": "31.02.2019"}, "Enter the day as"),
        ({"on": "1066-10-14"}, "1066 is too long ago for Dog Club"),
        ({"on": "2019-02-30"}, "There is no 30 February 2019"),
        ({"on": (timezone.localdate() + timedelta(days=3)).isoformat()}, "The date is in the future"),
        ({"at": "25:00"}, "Enter the day as"),
        ({"name": ["Bea Marlowe", "Bea Marlowe", "Otto Pym"]}, "twice"),
        ({"name": ["Bea"]}, "players"),
        ({"table": "x" * 41}, "At most 40 printable characters"),
        ({"plan": "1 2 60"}, "cards"),
    ],
)
def test_a_head_that_cannot_be_is_said(
    keeper: Client, club: Club, players: list[Player], wrong: dict[str, Any], said: str
) -> None:
    response = keeper.get(url(club), head(players, **wrong))
    page = response.content.decode()
    assert response.status_code == 200
    assert said in page
    assert 'id="sheet"' not in page


@pytest.mark.parametrize("game", TABLE_GAMES, ids=lambda game: game.key)
def test_every_game_is_laid_out(keeper: Client, club: Club, game: Any) -> None:
    seated = some_players(club, game.engine.seats[0] + 1 if game.engine.seats[1] > 2 else 2)
    about = {"game": game.key, "on": DAY, "name": [player.label for player in seated], "dealer": seated[0].pk}
    page = keeper.get(url(club), about).content.decode()
    assert 'id="sheet"' in page
    assert "Save and next sheet" in page


def test_the_head_costs_the_same_however_many_names(keeper: Client, club: Club) -> None:
    players = some_players(club, 7)
    few, many = (
        queries(keeper, f"{url(club)}?{urlencode(head(seated), doseq=True)}") for seated in (players[:3], players)
    )
    assert few == many
