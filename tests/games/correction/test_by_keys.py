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
from tests.games.correction.forms import form_of, sheet_of, totals, url

pytestmark = pytest.mark.django_db


def test_the_table_leads_to_every_hand(keeper: Client, club: Club, players: list[Player]) -> None:
    open_match = ledger.start(club, "dirty-dog", players, Options(plan=(1, 2)))
    table = reverse("table", args=[open_match.pk])
    assert "Correct hand" not in keeper.get(table).content.decode()
    write(open_match, [Bids({1: 0, 2: 1, 3: 0, 4: 0, 0: 1}), Tricks({0: 1, 1: 0, 2: 0, 3: 0, 4: 0})])
    page = keeper.get(table).content.decode()
    assert re.search(rf'href="{url(open_match, 1)}">\s*Correct hand 1', page)


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


def test_what_changes_stands_above_the_button_that_saves(keeper: Client, match: Match) -> None:
    part = beneath(keeper, match, **{"bids-1": "2"})
    assert "<html" not in part
    effects, _, foot = part.partition("<footer")
    assert "<b>Otto Pym 15 → 8.</b> 4 other totals unchanged." in effects
    assert 'value="save"' in foot
    assert not match.entries.filter(revision=2).exists()


def row_of(html: str, seat: int) -> str:
    """What the row of a seat shows beside its cells: place, points and total."""
    row = html.partition(f'id="brings-{seat}"')[2].partition(">")[2].partition('class="vh at-')[0]
    return " ".join(re.sub(r"<[^>]*>", " ", row.partition('<span class="form')[0]).split())


@pytest.mark.parametrize("took", ["0", "2"])
def test_a_row_shows_points_total_and_place_while_the_tricks_do_not_add_up(
    keeper: Client, match: Match, took: str
) -> None:
    page = keeper.get(url(match)).content.decode()
    assert row_of(page, 2).startswith("5th −1 −3 bottom")
    assert "2 of 2 tricks, it adds up." in page
    assert "These are the current numbers." in page
    part = beneath(keeper, match, **{"tricks-2": took})
    now = {"0": "5th +5 −3 becomes 3", "2": "5th −2 −3 becomes −4"}
    assert now[took] in row_of(part, 2)
    words = {"0": "Place 1 more trick", "2": "1 trick too many"}
    assert words[took] in part.partition("<footer")[2]
    assert "When the tricks add up to 2, what changes stands here." in part


def test_rows_and_saved_sheet_agree(keeper: Client, match: Match) -> None:
    changed = {"tricks-2": "0", "tricks-0": "1"}
    part = beneath(keeper, match, **changed)
    keeper.post(url(match), form_of(keeper.get(url(match))) | changed | {"do": "save"})
    match.refresh_from_db()
    page = keeper.get(url(match)).content.decode()
    for seat, total in enumerate(totals(match)):
        shown = str(total).replace("-", "−")
        assert re.search(rf"{shown}( top| bottom)?\b", row_of(part, seat)), (seat, shown, row_of(part, seat))
        assert shown in row_of(page, seat)


def test_undo_names_the_changed_cell_whose_keys_are_open(keeper: Client, match: Match) -> None:
    part = beneath(keeper, match, **{"tricks-2": "0", "tricks-0": "1", "cell": "tricks-2"})
    assert 'data-undo="tricks-2"' in part
    assert "Undo: Wilhelmina took 0" in part


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
