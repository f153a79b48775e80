"""A bonus or a penalty by hand: its page, and its row on the sheet, in print and in the history (HR-DD-21)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Role
from games.dirty_dog.pdf.page import page as pdf_page
from games.entries.match_state import load
from games.match.printing import document_of
from games.models import Match
from tests.factory import a_match, a_member, some_players
from tests.games.correction.forms import form_of
from tests.games.table_actions import page_of, send, sheet_of
from tests.posting import form_on, page, sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return client


@pytest.fixture
def match(club: Club) -> Match:
    return a_match(club, some_players(club, 4), hands=3, plan=(1, 2, 3, 2))


GIVEN: dict[str, Any] = {"seat": "1", "sign": "penalty", "points": "5", "note": "dealt eight cards"}


def test_a_penalty_has_a_row_of_its_own(keeper: Client, match: Match) -> None:
    before = dict(sheet_of(match).totals)
    assert "for hand 3" in page_of(keeper, match, "by-hand")
    assert send(keeper, match, "by-hand", **GIVEN).status_code == 302
    sheet = sheet_of(match)
    assert sheet.totals == before | {1: before[1] - 5}
    assert sheet.lines[-1].adjust == {1: -5}
    assert "dealt eight cards. Written by " in keeper.get(match.get_absolute_url()).content.decode()
    assert "y hand: Otto −5 (dealt eight cards)" in keeper.get(reverse("history", args=[match.pk])).content.decode()
    table = keeper.get(reverse("table", args=[match.pk])).content.decode()
    assert "By hand: Otto −5 (dealt eight cards)." in table
    assert "Undo: points by hand" in table


def test_it_is_in_print(keeper: Client, match: Match) -> None:
    send(keeper, match, "by-hand", **GIVEN)
    for layout in ("rev1", "rev2"):
        sheet = pdf_page(document_of(load(match), "", {}), layout=layout, fill="filled", paper="a4")
        row = next(row for row in sheet["rows"] if row["hand"] == "±")
        assert [cell["points"] for cell in row["cells"]] == ["", "−5", "", ""]
        assert "Hand 3, by hand: Otto Pym −5 (dealt eight cards)." in sheet["note"]


def test_it_is_undone_like_any_entry(keeper: Client, match: Match) -> None:
    before = dict(sheet_of(match).totals)
    send(keeper, match, "by-hand", **GIVEN)
    sent(keeper, reverse("undo", args=[match.pk]), form_on(page(keeper, match), "undo"))
    assert sheet_of(match).totals == before


def test_a_bonus_at_the_end_belongs_to_the_match(keeper: Client, club: Club) -> None:
    match = a_match(club, some_players(club, 4), hands=2, plan=(1, 1), the_rule="off")
    assert "at the end of the match" in page_of(keeper, match, "by-hand")
    send(keeper, match, "by-hand", **GIVEN | {"sign": "bonus", "points": "50"})
    sheet = sheet_of(match)
    assert (sheet.ending.adjust, sheet.winners) == ({1: 50}, (1,))
    match.refresh_from_db()
    assert match.seats.get(position=1).is_winner
    assert "dealt eight cards. Written by " in keeper.get(match.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"points": "0"}, "Enter the points as a number from 1 to 1000."),
        ({"points": "1001"}, "Enter the points as a number from 1 to 1000."),
        ({"points": "-3"}, "Enter the points as a number from 1 to 1000."),
        ({"note": " "}, "Enter the reason: it is kept with the sheet."),
        ({"sign": "gift"}, "Tap whether it is a bonus or a penalty."),
        ({"seat": ""}, "Tap whose points they are."),
        ({"seat": "9"}, "did not play this hand: leave that player out."),
    ],
)
def test_what_is_missing_is_said(keeper: Client, match: Match, fields: dict[str, str], sentence: str) -> None:
    answer = send(keeper, match, "by-hand", **GIVEN | fields)
    assert sentence in answer.content.decode()
    assert not sheet_of(match).lines[-1].adjust


def test_it_waits_for_the_end_of_a_hand(keeper: Client, club: Club) -> None:
    match = a_match(club, some_players(club, 4), hands=1, bids_only=True)
    assert keeper.get(reverse("action", args=[match.pk, "by-hand"])).status_code == 302


def test_any_hand_gets_points_afterwards(client: Client, club: Club) -> None:
    """A penalty that was forgotten goes in before the next hand; every total since then follows."""
    client.force_login(a_member(club, Role.ORGANISER))
    match = a_match(club, some_players(club, 4), plan=(1, 2, 3, 2))
    before = [dict(line.totals) for line in sheet_of(match).lines]
    assert reverse("insert", args=[match.pk, 1, "by-hand"]) not in correcting(client, match, 1)
    path = reverse("insert", args=[match.pk, 2, "by-hand"])
    assert path in correcting(client, match, 2)
    shown = client.get(path)
    assert "Points by hand, for hand 1." in shown.content.decode()
    fields = form_of(shown) | GIVEN
    for _twice in range(2):
        assert client.post(path, fields).status_code == 302
    lines = sheet_of(match).lines
    assert (lines[0].adjust, lines[0].adjust_note) == ({1: -5}, "dealt eight cards")
    assert [dict(line.totals) for line in lines] == [each | {1: each[1] - 5} for each in before]
    assert client.get(reverse("insert", args=[match.pk, 1, "by-hand"])).status_code == 404


def correcting(client: Client, match: Match, number: int) -> str:
    """The page that corrects a hand."""
    return str(client.get(reverse("correct", args=[match.pk, number])).content.decode())
