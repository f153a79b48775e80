"""A discarded draft is in the history of a confirmed sheet, and is not shown as a correction of it."""

import pytest
from django.test import Client

from games import ledger
from games.entries.drafts import Draft
from games.models import Confirmation, Match
from tests.games.confirmation.parts import a_careful_club, complete, confirmed, state_of, taken_back
from tests.games.confirmation.test_ledger import ORGANISER, SCOREKEEPER

pytestmark = pytest.mark.django_db
CORRECTED, SINCE = "An organiser has corrected it since", "Corrected since it was confirmed"


@pytest.fixture
def match() -> Match:
    return complete(a_careful_club(history_is_open=True))


def gave_way(match: Match) -> None:
    """Record a discarded draft for the last line."""
    last = state_of(match).live[-1]
    ledger.discard_drafts(match.pk, [Draft(last.kind, last.number, last.payload)], by=SCOREKEEPER)


def pages(match: Match) -> str:
    """The HTML of the match page and of its history."""
    return "".join(Client().get(f"/m/{match.pk}/{page}").content.decode() for page in ("", "history/"))


def test_a_final_sheet_says_nothing_of_a_correction(match: Match) -> None:
    since = confirmed(match, 0, 1, 2, 3).finished_at
    gave_way(match)
    html = pages(match)
    assert "Not chosen." in html
    assert CORRECTED not in html
    assert SINCE not in html
    match.refresh_from_db()
    assert match.finished_at == since
    assert ledger.rescore(match.pk, check=True) == []


def test_a_correction_is_told_before_and_after_it(match: Match) -> None:
    confirmed(match, 0, 1, 2, 3)
    gave_way(match)
    taken_back(match, ORGANISER)
    gave_way(match)
    html = pages(match)
    assert html.count(CORRECTED) == 1
    assert html.count(SINCE) == 4


def test_what_was_said_of_a_sheet_that_waits_still_counts(match: Match) -> None:
    confirmed(match, 0, 1)
    gave_way(match)
    assert Confirmation.objects.filter(withdrawn_at=None).count() == 2
    assert "Withdrawn" not in pages(match)
    assert confirmed(match, 2, 3).finished_at
    assert CORRECTED not in pages(match)
