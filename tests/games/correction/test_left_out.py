"""Inserting lines that were forgotten, and undoing earlier lines."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from games.models import Match
from scoring.dirty_dog import Bids, Leave
from tests.factory import a_match, write
from tests.games.correction.forms import form_of, sheet_of, totals

pytestmark = pytest.mark.django_db


def test_a_forgotten_void_deal_goes_in_before_its_hand(keeper: Client, match: Match) -> None:
    path = reverse("insert", args=[match.pk, 2, "void"])
    fields = form_of(keeper.get(path)) | {"note": "Bea dealt six"}
    before = totals(match)
    assert keeper.post(path, fields).status_code == 302
    assert keeper.post(path, fields).status_code == 302
    match.refresh_from_db()
    lines = sheet_of(match).lines
    assert [line.void for line in lines] == [False, True, False, False]
    assert totals(match) == before


def test_a_forgotten_arrival_names_the_hand_in_its_way(keeper: Client, match: Match, club: Club) -> None:
    gus = Player.objects.create(club=club, name="Gus Fisk")
    path = reverse("insert", args=[match.pk, 2, "late"])
    shown = keeper.get(path, {"player": gus.pk})
    assert "Starts at" in shown.content.decode()
    response = keeper.post(path, form_of(shown))
    assert response.status_code == 422
    assert "Hand 2 would no longer be possible." in response.content.decode()


@pytest.mark.parametrize(("number", "verb"), [(9, "void"), (1, "tie-break"), (1, "dance")])
def test_only_what_can_be_forgotten_is_put_in(keeper: Client, match: Match, number: int, verb: str) -> None:
    assert keeper.get(reverse("insert", args=[match.pk, number, verb])).status_code == 404


def test_a_stale_insertion_is_refused(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=2)
    path = reverse("insert", args=[match.pk, 2, "void"])
    fields = form_of(keeper.get(path))
    write(match, [Bids({sheet_of(match).order[0]: 0})])
    assert keeper.post(path, fields).status_code == 409


def test_an_old_leave_is_taken_back_after_a_look(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=1)
    write(match, [Leave(2)])
    path = reverse("take-back", args=[match.pk, 3])
    fields = form_of(keeper.get(path)) | {"note": "he only fetched a beer", "do": "look"}
    looked = keeper.post(path, fields)
    assert "would sit at the table" in looked.content.decode()
    assert keeper.post(path, form_of(looked) | {"do": "save"}).status_code == 302
    match.refresh_from_db()
    assert len(sheet_of(match).active_seats) == 5


def test_a_line_that_was_never_written_is_not_found(keeper: Client, match: Match) -> None:
    assert keeper.get(reverse("take-back", args=[match.pk, 99])).status_code == 404
