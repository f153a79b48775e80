"""A bonus or a penalty by hand: its page, and its row on the sheet, in print and in the history (HR-DD-21)."""

import random
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Role
from games.dirty_dog.pdf import page as pdf_page
from games.entries.match_state import load
from games.match.printing import document_of
from games.models import Match
from scoring.dirty_dog.entries import Leave
from tests.factory import DIRTY_DOG, a_match, a_member, played, some_players, write
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


def write_offline(client: Client, match: Match, *, hand: int, **fields: str) -> Any:
    """What the tablet's outbox sends for points by hand."""
    state = load(Match.objects.get(pk=match.pk))
    data = {"what": "adjust", "number": state.live[-1].number + 1, "version": state.match.version, "hand": hand}
    path = reverse("action", args=[match.pk, "by-hand"])
    return client.post(path, GIVEN | {"entry": str(uuid.uuid4())} | data | fields, headers={"hx-request": "true"})


@pytest.mark.parametrize("bids_only", [False, True])
def test_a_tablet_names_the_hand(keeper: Client, club: Club, bids_only: bool) -> None:
    """It goes in behind its hand, once although it is sent twice; the line of the next entry is as the tablet says."""
    match = a_match(club, some_players(club, 4), hands=3, bids_only=bids_only, plan=(1, 2, 3, 2))
    before, key = [dict(line.totals) for line in sheet_of(match).lines], str(uuid.uuid4())
    version, lines = match.version, len(load(match).live)
    for _twice in range(2):
        answer = write_offline(keeper, match, hand=1, entry=key, version=str(version))
        assert answer.status_code == 200, answer.content.decode()
    state = load(Match.objects.get(pk=match.pk))
    assert len(state.live) == lines + 1
    assert [line.adjust for line in sheet_of(match).lines] == [{1: -5}, *({} for _ in before[1:])]
    assert [dict(line.totals) for line in sheet_of(match).lines] == [each | {1: each[1] - 5} for each in before]


def test_the_last_hand_gets_points_while_the_next_is_bid(keeper: Client, club: Club) -> None:
    match = a_match(club, some_players(club, 4), hands=2, bids_only=True, plan=(1, 2, 3, 2))
    last = sheet_of(match).lines[-1]
    assert write_offline(keeper, match, hand=last.hand).status_code == 200
    assert sheet_of(match).lines[-1].adjust == {1: -5}
    assert len(sheet_of(match).bids) == 4


def test_a_hand_that_is_not_scored_is_refused(keeper: Client, match: Match) -> None:
    for hand in (0, 4, 99):
        answer = write_offline(keeper, match, hand=hand)
        assert answer.status_code == 422
        assert "Choose a hand that is scored already." in answer.content.decode()


def test_points_go_in_before_whoever_came_after_the_hand(client: Client, club: Club) -> None:
    """Who arrives or leaves between two hands belongs to the second one."""
    client.force_login(a_member(club, Role.ORGANISER))
    match = a_match(club, some_players(club, 4), hands=2, plan=(1, 2, 3, 2))
    write(match, [Leave(3), *played(DIRTY_DOG.play(sheet_of(match), Leave(3)), 3, random.Random(1))[0]])
    path = reverse("insert", args=[match.pk, 3, "by-hand"])
    assert path in correcting(client, match, 3)
    assert "Points by hand, for hand 2." in (shown := client.get(path)).content.decode()
    assert client.post(path, form_of(shown) | GIVEN).status_code == 302
    assert [line.adjust for line in sheet_of(match).lines] == [{}, {1: -5}, {}]


def test_points_for_an_earlier_hand_ask_where_somebody_else_went_on(keeper: Client, match: Match) -> None:
    """Another device scored a hand meanwhile: both are shown, and the points go in behind their hand all the same."""
    version = match.version
    write(match, played(sheet_of(match), 4, random.Random(5))[0])
    answer = write_offline(keeper, match, hand=1, version=str(version), number="7")
    assert answer.status_code == 409
    assert not sheet_of(match).lines[0].adjust
    again = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', answer.content.decode()))
    assert again["hand"] == "1"
    state = load(Match.objects.get(pk=match.pk))
    answer = write_offline(keeper, match, hand=1, version=str(state.match.version))
    assert answer.status_code == 200
    assert [line.adjust for line in sheet_of(match).lines] == [{1: -5}, {}, {}, {}]


def test_points_for_an_earlier_hand_can_be_given_up(keeper: Client, match: Match) -> None:
    version, before = match.version, dict(sheet_of(match).totals)
    write(match, played(sheet_of(match), 4, random.Random(5))[0])
    after = dict(sheet_of(match).totals)
    answer = write_offline(keeper, match, hand=1, version=str(version), do="yield")
    assert answer.status_code == 200
    assert dict(sheet_of(match).totals) == after != before
    assert not sheet_of(match).lines[0].adjust
