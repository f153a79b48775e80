"""Sending the same entry again through the table's form: the same response, and nothing is written."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Role
from games import ledger
from games.models import Entry, Match
from tests import factory
from tests.posting import Fields, a_table, form_on, page, replaced, sent, with_taps

pytestmark = pytest.mark.django_db
BIDS = {1: 0, 2: 1, 3: 0, 4: 0, 0: 1}
TRICKS = {1: 0, 2: 1, 3: 0, 4: 0, 0: 0}


@pytest.fixture
def match(client: Client) -> Match:
    return a_table(client, plan=(1,))


def answer(client: Client, match: Match, fields: Fields, path: str = "table") -> tuple[int, str, str]:
    """Status, X-Entry-Written and X-Match-Version of the response."""
    response = sent(client, f"/m/{match.pk}/{path}/", fields, hx_request="true")
    return response.status_code, response["X-Entry-Written"], response["X-Match-Version"]


def rows() -> list[tuple[int, int]]:
    """Line number and revision of every entry."""
    return [(entry.number, entry.revision) for entry in Entry.objects.all()]


def the_end(client: Client, match: Match) -> None:
    """Play the only hand, which ends without ties."""
    sent(client, f"/m/{match.pk}/table/", with_taps(form_on(page(client, match), "send"), TRICKS))


def a_correction(client: Client, match: Match) -> None:
    """Correct the bids."""
    bids = form_on(page(client, match, "?revise=1"), "send")
    sent(client, f"/m/{match.pk}/table/", with_taps(bids, {**BIDS, 1: 1}))


def an_end_and_a_new_beginning(client: Client, match: Match) -> None:
    """Abandon the match and reopen it."""
    ledger.abandon(match.pk)
    ledger.reopen(match.pk)


def a_long_time(client: Client, match: Match) -> None:
    """End the match, and move it 400 days into the past."""
    the_end(client, match)
    long_ago = timezone.now() - timedelta(days=400)
    Match.objects.filter(pk=match.pk).update(started_at=long_ago, played_at=long_ago, finished_at=long_ago)


MEANWHILE = [the_end, a_correction, an_end_and_a_new_beginning, a_long_time, lambda client, match: None]


@pytest.mark.variants
@pytest.mark.parametrize("meanwhile", MEANWHILE, ids=["ended", "corrected", "reopened", "400 days", "nothing"])
def test_an_entry_sent_thirty_times_is_written_once(
    client: Client, match: Match, meanwhile: Callable[[Client, Match], None]
) -> None:
    fields = with_taps(form_on(page(client, match), "send"), BIDS)
    first = answer(client, match, fields)
    meanwhile(client, match)
    before = rows()
    assert [answer(client, match, fields) for _ in range(30)] == [first] * 30
    assert first == (200, dict(fields)["entry"], "1")
    assert rows() == before


def test_an_undo_sent_again_is_answered_as_before_whatever_stands_there_now(client: Client, match: Match) -> None:
    sent(client, f"/m/{match.pk}/table/", with_taps(form_on(page(client, match), "send"), BIDS))
    undo = form_on(page(client, match), "undo")
    first = answer(client, match, undo, "undo")
    sent(client, f"/m/{match.pk}/table/", with_taps(form_on(page(client, match), "send"), BIDS))
    the_end(client, match)
    before = rows()
    assert [answer(client, match, undo, "undo") for _ in range(30)] == [first] * 30
    assert rows() == before


def test_a_question_beside_the_rounds_sent_again_leads_on_as_before(client: Client) -> None:
    match = a_table(client, hands=1)
    path = f"/m/{match.pk}/table/void/"
    sent(client, f"/m/{match.pk}/table/", with_taps(form_on(page(client, match, "?hand=2"), "send"), {}))
    fields = [("entry", "6ac19fc5-8a65-4b0c-9f6c-d3ea1b2c4a10"), ("version", str(match.version)), ("number", "3")]
    first = sent(client, path, [*fields, ("note", "a misdeal")])
    before = rows()
    again = [sent(client, path, [*fields, ("note", "a misdeal")]) for _ in range(30)]
    assert {(each.status_code, each["Location"]) for each in again} == {(first.status_code, first["Location"])}
    assert rows() == before


def test_another_club_s_scorekeeper_asks_for_nothing_again(client: Client, match: Match) -> None:
    fields = with_taps(form_on(page(client, match), "send"), BIDS)
    answer(client, match, fields)
    client.force_login(factory.a_member(factory.a_club("elsewhere"), Role.OWNER))
    assert sent(client, f"/m/{match.pk}/table/", fields).status_code in (403, 404)


def test_what_was_tapped_while_the_match_was_stopped_is_written_unasked(client: Client, match: Match) -> None:
    fields = with_taps(form_on(page(client, match), "send"), BIDS)
    ledger.abandon(match.pk)
    assert sent(client, f"/m/{match.pk}/table/", fields).status_code == 409
    ledger.reopen(match.pk)
    assert answer(client, match, fields) == (200, dict(fields)["entry"], "3")
    assert rows() == [(1, 1)]


def test_a_version_the_sheet_never_had_is_asked_about(client: Client, match: Match) -> None:
    fields = replaced(with_taps(form_on(page(client, match), "send"), BIDS), version="7")
    assert sent(client, f"/m/{match.pk}/table/", fields).status_code == 409
    assert rows() == []


# -- The other tablet’s entry was kept -------------------------------------------------------------------------------


def theirs_taken(client: Client, match: Match) -> Fields:
    """Two tablets write different bids, and this one keeps those of the other; the fields of the form for that."""
    here, there = (form_on(page(client, match), "send") for _ in range(2))
    sent(client, f"/m/{match.pk}/table/", with_taps(there, BIDS))
    html = sent(client, f"/m/{match.pk}/table/", with_taps(here, {**BIDS, 3: 1})).content.decode()
    return form_on(html, "yield")


def test_what_lost_is_in_the_history_and_what_stands_stands(client: Client, match: Match) -> None:
    fields = theirs_taken(client, match)
    assert answer(client, match, fields) == (200, dict(fields)["entry"], "3")
    first, lost, stands = Entry.objects.all()
    assert first.payload
    assert lost.payload == {**first.payload, "bids": {**first.payload["bids"], "3": 1}}
    assert (lost.note, lost.version) == ("Not chosen.", 2)
    assert (stands.payload, stands.version) == (first.payload, 3)
    html = client.get(f"/m/{match.pk}/history/").content.decode()
    assert "Not chosen." in html


def test_taking_theirs_thirty_times_is_taking_it_once(client: Client, match: Match) -> None:
    fields = theirs_taken(client, match)
    assert len({answer(client, match, fields) for _ in range(30)}) == 1
    assert rows() == [(1, 1), (1, 2), (1, 3)]


def test_the_tablet_whose_entry_stands_goes_on_unasked(client: Client, match: Match) -> None:
    fields = theirs_taken(client, match)
    there = with_taps(form_on(page(client, match), "send"), TRICKS)
    answer(client, match, fields)
    assert answer(client, match, there)[0] == 200


def test_what_lost_on_a_free_line_leaves_the_line_free(client: Client, match: Match) -> None:
    path = f"/m/{match.pk}/table/"
    mine = with_taps(form_on(page(client, match), "send"), BIDS)
    sent(client, path, mine)
    tricks = with_taps(form_on(page(client, match), "send"), TRICKS)
    sent(client, f"/m/{match.pk}/undo/", form_on(page(client, match), "undo"))
    sent(client, path, with_taps(form_on(page(client, match), "send"), {**BIDS, 4: 1}))
    html = sent(client, path, tricks).content.decode()
    answer(client, match, form_on(html, "yield"))
    assert [(entry.number, entry.payload is None) for entry in Entry.objects.filter(number=2)] == [
        (2, False),
        (2, True),
    ]
    assert answer(client, match, with_taps(form_on(page(client, match), "send"), TRICKS))[0] == 200


def test_a_match_that_was_stopped_takes_no_loser_either(client: Client, match: Match) -> None:
    fields = theirs_taken(client, match)
    ledger.abandon(match.pk)
    assert sent(client, f"/m/{match.pk}/table/", fields).status_code == 409
    assert rows() == [(1, 1)]
