"""The foot of the printed sheet says who confirmed it and when, or how many confirmations are missing."""

import io
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, Confirm
from games import ledger
from games.confirmation import in_brief
from games.entries.match_state import load
from games.models import Match
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, some_players
from tests.games.confirmation.parts import PHONE, a_careful_club, complete, confirmed, sheet_of, state_of, taken_back
from tests.games.confirmation.test_ledger import ORGANISER

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return complete(a_careful_club(history_is_open=True))


def paper(match: Match, **asked: Any) -> str:
    """The text of the printed sheet."""
    answer = Client().get(f"/m/{match.pk}/sheet.pdf", asked)
    assert answer.status_code == 200
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def final(match: Match) -> None:
    """Set a fixed time for the end of the match, so that the print can be compared."""
    Match.objects.filter(pk=match.pk).update(finished_at=datetime(2026, 11, 26, 21, 5, tzinfo=UTC))


def test_it_says_for_how_many_it_waits(match: Match) -> None:
    assert "Not final: waiting for 4 to confirm." in paper(match)
    confirmed(match, 0)
    assert "Not final: waiting for 3 to confirm." in paper(match, layout="rev2")
    ledger.object_to(match.pk, 1, "", sheet=sheet_of(match), by=PHONE)
    assert "Not final: a mistake was reported." in paper(match)


def test_it_says_who_confirmed_it_and_when(match: Match) -> None:
    confirmed(match, 0, 1, 2, 3)
    final(match)
    words = "Confirmed by Bea, Otto, Wilhelmina and Núria; final since 26 November 2026"
    for layout in ("rev1", "rev2"):
        assert words in paper(match, layout=layout)
    assert "Confirmed" not in paper(match, fill="ready")
    assert "Final since 26 November 2026" in Client().get(f"/m/{match.pk}/").content.decode()


def test_it_says_who_settled_and_who_corrected_it(match: Match) -> None:
    confirmed(match, 0)
    ledger.confirm_for_all(match.pk, "", sheet=sheet_of(match), by=ORGANISER)
    final(match)
    assert "Confirmed by Bea; settled by an organiser; final since 26 November 2026" in paper(match)
    taken_back(match, ORGANISER)
    assert "; corrected since by an organiser." in paper(match)


def test_one_opponent_is_one_to_wait_for() -> None:
    match = complete(a_careful_club(Confirm.OPPONENT, history_is_open=True))
    assert "Not final: waiting for 1 to confirm." in paper(match)
    confirmed(match, 2)
    assert "Confirmed by Wilhelmina; final since" in paper(match)


def test_a_match_put_away_says_nothing(match: Match) -> None:
    confirmed(match, 0)
    ledger.abandon(match.pk)
    assert "onfirm" not in paper(match)
    assert "Confirmed" not in Client().get(f"/m/{match.pk}/").content.decode()


def test_where_nobody_is_asked_it_says_nothing_and_costs_nothing(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    match = complete(a_club(history_is_open=True))
    assert "onfirm" not in paper(match)
    state = load(match)
    with django_assert_num_queries(0):
        assert in_brief(state) == ""


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_every_game_says_it(game: Any) -> None:
    club: Club = a_careful_club(history_is_open=True)
    match = an_evening(club, game, some_players(club, 10), 0)
    if game.prints:
        confirmed(match, *state_of(match).sheet.active_seats)
        assert "final since" in paper(match)
