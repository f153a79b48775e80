"""Writing after the end of a match: the last line can be sent again, and finished sheets stay as they are."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Role
from games import ledger
from games.access import TABLETS
from games.models import Entry, Match, TabletPass
from scoring.dirty_dog import Bids, Options
from tests.factory import a_match, a_member, some_players, write
from tests.posting import Fields, form_on, page, replaced, sent, with_taps

pytestmark = pytest.mark.django_db
ORDER = (1, 2, 3, 4, 0)


@pytest.fixture
def match(club: Club) -> Match:
    """One hand of two cards, bid but not yet played."""
    match = ledger.start(club, "dirty-dog", some_players(club), Options(plan=(2,)))
    return write(match, [Bids(dict.fromkeys(ORDER, 0) | {3: 2, 1: 1})])


@pytest.fixture
def tablet(match: Match) -> Client:
    """A browser with the pass of a tablet for this match."""
    client = Client()
    session: Any = client.session
    session[TABLETS] = [str(TabletPass.objects.create(match=match).pk)]
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def last_line(tablet: Client, match: Match) -> Fields:
    """Send the last line of the match, and return the fields sent."""
    fields = with_taps(form_on(page(tablet, match), "send"), {0: 0, 1: 0, 2: 0, 3: 2, 4: 0})
    assert sent(tablet, f"/m/{match.pk}/table/", fields).status_code == 302
    return fields


def test_a_lost_answer_to_the_last_line_is_given_again(tablet: Client, match: Match) -> None:
    fields = last_line(tablet, match)
    again = sent(tablet, f"/m/{match.pk}/table/", fields, **{"HX-Request": "true"})
    assert again.status_code == 200
    assert again["X-Entry-Written"] == dict(fields)["entry"]
    assert Entry.objects.count() == 2


@pytest.mark.parametrize("entry", ["6f0c47f2-8f6d-4f0e-9a63-6f4c0f6f6f6f", "no id", ""])
def test_a_pass_writes_nothing_new_after_the_end(tablet: Client, match: Match, entry: str) -> None:
    fields = replaced(last_line(tablet, match), entry=entry)
    assert "/login/" in sent(tablet, f"/m/{match.pk}/table/", fields)["Location"]
    assert Entry.objects.count() == 2


def test_a_tablet_whose_match_is_over_is_shown_the_sheet(tablet: Client, match: Match) -> None:
    last_line(tablet, match)
    assert tablet.get(f"/m/{match.pk}/table/")["Location"] == f"/m/{match.pk}/"
    assert tablet.get(f"/m/{match.pk}/").status_code == 200


@pytest.mark.parametrize(("role", "status"), [(Role.SCOREKEEPER, 403), (Role.ORGANISER, 302)])
@pytest.mark.parametrize(("days", "tonight"), [(0, True), (2, False)])
def test_a_sheet_of_another_night_is_opened_again_by_organisers(
    client: Client, club: Club, role: Role, status: int, days: int, *, tonight: bool
) -> None:
    match = a_match(club, some_players(club), plan=(1, 2, 1), seed=3)
    client.force_login(a_member(club, role))
    fields = form_on(page(client, match), "undo")
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(days=days))
    assert sent(client, f"/m/{match.pk}/undo/", fields).status_code == (302 if tonight else status)
