"""Confirmations are part of an archive and are restored with it, whether the match is final or not."""

from typing import Any

import pytest

from clubs.models import Club, Confirm
from games.models import Confirmation, Match
from tests.dogclub.exchange.archive.whole import brought_back, cover_of, packed, wrong_figures
from tests.factory import a_match
from tests.games.confirmation.parts import a_careful_club, complete, confirmed, taken_back
from tests.games.confirmation.test_ledger import ORGANISER

pytestmark = pytest.mark.django_db
FIELDS = ("kind", "position", "player__name", "sheet", "totals", "version", "note", "device", "recorded_at")


def confirmations_of(club: Club) -> list[Any]:
    """The confirmations of the club's matches, as tuples."""
    rows = Confirmation.objects.filter(match__club=club).order_by("match__started_at", "version")
    return list(rows.values_list(*FIELDS, "withdrawn_at"))


@pytest.fixture
def club() -> Club:
    """A club with one match that waits and had a confirmation withdrawn, and one that an organiser corrected when it
    was final.
    """
    club = a_careful_club(correction_hours=12)
    waiting = complete(club)
    confirmed(taken_back(confirmed(waiting, 0), ORGANISER), 1)
    seated = [seat.player for seat in waiting.seats.all()]
    over = a_match(club, seated, plan=(1, 2), seed=5)
    taken_back(confirmed(over, 0, 1, 2, 3), ORGANISER)
    return club


def test_it_comes_back_word_for_word_to_the_same_digest(club: Club) -> None:
    content = packed(club)
    restored = brought_back(content)
    assert restored.digest == cover_of(content).digest
    assert cover_of(packed(restored.club)).digest == restored.digest
    assert confirmations_of(restored.club) == confirmations_of(club)
    assert wrong_figures(restored.club) == []
    assert (restored.club.confirm, restored.club.correction_hours) == (Confirm.EVERY_SEAT, 12)
    states = [(match.is_waiting, match.finished_at is None) for match in restored.club.matches.order_by("started_at")]
    assert states == [(True, True), (False, False)]


def test_a_restored_match_is_confirmed_where_it_is_now(club: Club) -> None:
    restored = brought_back(packed(club))
    waiting = Match.objects.get(club=restored.club, finished_at=None)
    assert confirmed(waiting, 0, 2, 3).finished_at is not None
