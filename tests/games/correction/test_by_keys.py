"""The correction form with keys, and the preview below it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from games import ledger
from games.models import Match
from scoring.dirty_dog import Bids, Join, Options, Tricks
from tests.factory import a_match, write
from tests.games.correction.forms import form_of, sheet_of, url

pytestmark = pytest.mark.django_db


def test_the_table_leads_to_every_hand(keeper: Client, club: Club, players: list[Player]) -> None:
    open_match = ledger.start(club, "dirty-dog", players, Options(plan=(1, 2)))
    table = reverse("table", args=[open_match.pk])
    assert "Correct an earlier hand" not in keeper.get(table).content.decode()
    write(open_match, [Bids({1: 0, 2: 1, 3: 0, 4: 0, 0: 1}), Tricks({0: 1, 1: 0, 2: 0, 3: 0, 4: 0})])
    page = keeper.get(table).content.decode()
    assert re.search(rf'href="{url(open_match, 1)}">Correct an earlier\s+hand', page)


def test_a_hand_is_corrected_by_keys(keeper: Client, match: Match) -> None:
    page = keeper.get(url(match)).content.decode()
    assert re.findall(r'<span class="fig">(\d)</span><small>(\d cards?)<br>(\d) set', page) == [
        ("1", "1 card", "1"),
        ("2", "2 cards", "1"),
        ("3", "1 card", "3"),
    ]
    assert re.findall(r'name="tricks-2"\s+value="(\d+)"', page) == ["0", "1", "2"]
    assert page.count('class="num stands"') == 10


def test_the_preview_says_only_what_changes_and_folds_the_rest(keeper: Client, match: Match) -> None:
    fields = form_of(keeper.get(url(match))) | {"tricks-2": "0", "tricks-0": "1"}
    page = keeper.post(url(match), fields | {"do": "look"}).content.decode()
    rows = re.findall(r'<th scope="row" class="name"><bdi>(\w+)', page)
    assert rows == ["Bea", "Otto", "Wilhelmina", "Núria"]
    assert re.search(r"1 other total\s+unchanged", page)
    assert page.index("Save correction") < page.index('<details class="also"') < page.index("Gone: Dog Pile")


def test_a_latecomers_other_start_is_explained(keeper: Client, club: Club, players: list[Player]) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2, 1, 1)))
    write(match, [Bids({1: 0, 2: 2, 3: 0, 4: 0, 0: 1}), Tricks({0: 1, 1: 0, 2: 1, 3: 0, 4: 0})])
    write(match, [Join(5, 4)], player=Player.objects.create(club=club, name="Gus Tate").pk)
    order = sheet_of(match).order
    bids = dict.fromkeys(order, 0) | {order[0]: 1, order[-1]: 1}
    write(match, [Bids(bids), Tricks(dict.fromkeys(order, 0) | {order[0]: 1})])
    fields = form_of(keeper.get(url(match, 1))) | {"tricks-2": "2", "tricks-0": "0"}
    page = keeper.post(url(match, 1), fields | {"do": "look"}).content.decode()
    assert "Gus started on Wilhelmina’s \N{MINUS SIGN}2; that is now \N{MINUS SIGN}1." in page


def beneath(keeper: Client, match: Match, **fields: str) -> str:
    """The preview below the form, for these fields."""
    form = form_of(keeper.get(url(match))) | {"do": "look"} | fields
    return " ".join(keeper.post(url(match), form, headers={"HX-Request": "true"}).content.decode().split())


def test_what_changes_stands_beneath_the_form_with_the_button_that_saves(keeper: Client, match: Match) -> None:
    part = beneath(keeper, match, **{"bids-1": "2"})
    assert "<html" not in part
    assert "nothing is saved yet" in part
    assert 'value="save"' in part
    assert not match.entries.filter(revision=2).exists()


def test_what_moves_stands_above_the_button_that_saves(keeper: Client, match: Match) -> None:
    foot = beneath(keeper, match, **{"bids-1": "2"}).partition("<footer")[2]
    assert "→" in foot.partition("Save correction")[0]
    wrong = beneath(keeper, match, **{"tricks-1": "9"}).partition("<footer")[2]
    assert "form-error" in wrong.partition("Save correction")[0]


def test_an_open_match_goes_on_at_its_table(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=3)
    page = keeper.get(url(match))
    assert "Back to hand 4" in page.content.decode()
    form = form_of(page)
    form["bids-0"] = str(int(form["bids-0"]) + 1)
    saved = keeper.post(url(match), form | {"do": "save"})
    table = f"{match.get_absolute_url()}table/"
    assert saved["Location"] == table
    html = keeper.get(table).content.decode()
    assert re.search(r"Hand \d corrected\. Bea Marlowe −?\d+ → −?\d+", html)
    assert f'<a href="{match.get_absolute_url()}">View sheet</a>' in html
    assert "Bids, hand 4" in html


def test_where_nothing_changed_nothing_can_be_saved(keeper: Client, match: Match) -> None:
    part = beneath(keeper, match)
    assert "These are the current numbers." in part
    assert 'value="save"' not in part


def test_what_is_wrong_stands_beneath_the_form(keeper: Client, match: Match) -> None:
    part = beneath(keeper, match, **{"tricks-1": "9"})
    assert "form-error" in part
    assert 'value="save"' not in part


def test_a_stale_look_says_so_in_the_same_place(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=2)
    form = form_of(keeper.get(url(match))) | {"do": "look"}
    form["bids-0"] = str(int(form["bids-0"]) + 3)
    write(match, [Bids({sheet_of(match).order[0]: 0})])
    part = keeper.post(url(match), form, headers={"HX-Request": "true"}).content.decode()
    assert "The sheet has changed" in part
    assert "<main" not in part
