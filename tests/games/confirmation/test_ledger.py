"""A complete sheet is final when the required seats have confirmed it, and a later write asks them again."""

from collections.abc import Callable

import pytest

from clubs.models import Club, Confirm, Membership, Role
from games import ledger
from games.consequences.follow import rebuild
from games.entries.drafts import Author
from games.entries.match_state import is_final
from games.models import CallOut, Confirmation, Match
from leagues.models import Award, Rating
from tests.factory import a_club, a_match, a_member, some_players
from tests.games.confirmation.parts import (
    PHONE,
    a_careful_club,
    complete,
    confirmed,
    sheet_of,
    state_of,
    taken_back,
    undone,
)

pytestmark = pytest.mark.django_db
ORGANISER = Author(None, "the office", is_organiser=True)
SCOREKEEPER = Author(None, "tablet 2")


@pytest.fixture
def club() -> Club:
    return a_careful_club()


@pytest.fixture
def match(club: Club) -> Match:
    return complete(club)


def counts(match: Match) -> bool:
    """Whether the consequences of the match's result are stored."""
    rows = [model.objects.filter(match=match).exists() for model in (Rating, CallOut)]
    assert len({*rows, match.finished_at is not None}) == 1
    return rows[0]


def is_clean(match: Match) -> bool:
    """Whether neither `rescore` nor a rebuild finds a difference."""
    return not ledger.rescore(match.pk, check=True) and not rebuild(match.club, check=True)


def test_nobody_is_asked_unless_the_club_says_so() -> None:
    match = complete(a_club())
    assert match.finished_at == match.played_at is not None
    assert not match.is_waiting
    with pytest.raises(ledger.NotAsked):
        ledger.confirm(match.pk, 0, sheet=sheet_of(match), by=PHONE)


def test_a_complete_sheet_waits_and_counts_nowhere(match: Match) -> None:
    assert match.is_waiting
    assert not match.is_open
    assert is_final(state_of(match).sheet)
    assert not counts(match)
    assert is_clean(match)


def test_it_is_final_with_the_last_seat(match: Match) -> None:
    assert confirmed(match, 0, 1, 2).finished_at is None
    confirmed(match, 3)
    assert match.finished_at == Confirmation.objects.get(position=3).recorded_at
    assert counts(match)
    assert is_clean(match)


def test_one_opponent_is_enough() -> None:
    match = complete(a_careful_club(Confirm.OPPONENT))
    assert confirmed(match, 2).finished_at is not None
    assert is_clean(match)


def test_whoever_kept_the_score_is_no_opponent() -> None:
    club = a_careful_club(Confirm.OPPONENT)
    match = complete(club)
    otto = a_member(club, Role.SCOREKEEPER, match.seats.get(position=1).player)
    taken_back(match, Author(otto))
    with pytest.raises(ledger.NotAsked):
        ledger.confirm(match.pk, 1, sheet=sheet_of(match), by=PHONE)
    confirmed(match, 0)
    Membership.objects.filter(user=otto).update(player=match.seats.get(position=0).player)
    assert is_clean(match)  # a later change of player does not matter


def test_the_wish_is_frozen_when_the_match_begins(club: Club) -> None:
    begun = a_match(club, some_players(club), plan=(1, 1), hands=1, seed=1)
    Club.objects.update(confirm=Confirm.NOBODY)
    assert begun.confirm == Confirm.EVERY_SEAT


@pytest.mark.parametrize("again", [1, 30])
def test_the_same_tap_again_changes_nothing(match: Match, again: int) -> None:
    first = ledger.confirm(match.pk, 0, sheet=sheet_of(match), by=PHONE)
    for _ in range(again):
        assert ledger.confirm(match.pk, 0, sheet=sheet_of(match), by=PHONE).again
    assert first.row == Confirmation.objects.get()
    assert state_of(match).match.version == first.row.version


def test_a_confirmation_is_of_the_sheet_it_saw(match: Match) -> None:
    seen = sheet_of(match)
    taken_back(match, SCOREKEEPER)
    with pytest.raises(ledger.Conflict):
        ledger.confirm(match.pk, 0, sheet=seen, by=PHONE)


def test_a_seat_that_is_not_there_confirms_nothing(match: Match) -> None:
    with pytest.raises(ledger.NotAsked):
        ledger.confirm(match.pk, 9, sheet=sheet_of(match), by=PHONE)


def test_an_abandoned_match_is_not_confirmed(match: Match) -> None:
    ledger.abandon(match.pk)
    with pytest.raises(ledger.Closed):
        ledger.confirm(match.pk, 0, sheet=sheet_of(match), by=PHONE)
    ledger.reopen(match.pk)
    assert confirmed(match, 0, 1, 2, 3).finished_at


def test_an_objection_holds_it_up_until_it_is_taken_back() -> None:
    match = complete(a_careful_club(Confirm.OPPONENT))
    ledger.object_to(match.pk, 1, "hand 2 was mine", sheet=sheet_of(match), by=PHONE)
    assert confirmed(match, 0).finished_at is None
    assert is_clean(match)
    assert confirmed(match, 1).finished_at is not None
    assert [row.withdrawn_at is None for row in Confirmation.objects.all()] == [False, True, True]
    assert is_clean(match)


def test_an_organiser_settles_it_with_a_note(match: Match) -> None:
    ledger.object_to(match.pk, 1, "", sheet=sheet_of(match), by=PHONE)
    ledger.confirm_for_all(match.pk, "Otto went home.", sheet=sheet_of(match), by=ORGANISER)
    match.refresh_from_db()
    assert counts(match)
    assert Confirmation.objects.get(kind="settled").note == "Otto went home."
    assert is_clean(match)


@pytest.mark.parametrize("write", [taken_back, undone])
@pytest.mark.parametrize("by", [SCOREKEEPER, ORGANISER])
def test_what_is_written_while_it_waits_asks_everybody_again(
    match: Match, write: Callable[[Match, Author], Match], by: Author
) -> None:
    write(confirmed(match, 0, 1), by)
    assert Confirmation.objects.filter(withdrawn_at=None).count() == 0
    assert Confirmation.objects.count() == 2
    assert is_clean(match)


def test_a_scorekeeper_s_correction_of_a_final_sheet_asks_again(match: Match) -> None:
    taken_back(confirmed(match, 0, 1, 2, 3), SCOREKEEPER)
    assert match.is_waiting
    assert not counts(match)
    assert not Award.objects.filter(match=match, withdrawn_at=None).exists()
    assert is_clean(match)


def test_an_organiser_s_correction_keeps_it_final(match: Match) -> None:
    since = confirmed(match, 0, 1, 2, 3).finished_at
    taken_back(match, ORGANISER)
    assert match.finished_at == since
    kept = Confirmation.objects.get(kind="kept")
    assert (kept.sheet, kept.version) == (match.version, match.version)
    assert Confirmation.objects.filter(withdrawn_at=None).count() == 5
    assert counts(match)
    assert is_clean(match)


def test_an_organiser_who_undoes_the_end_opens_it_again(match: Match) -> None:
    undone(confirmed(match, 0, 1, 2, 3), ORGANISER)
    assert match.is_open
    assert not counts(match)
    assert is_clean(match)


def test_a_scorekeeper_need_not_have_seen_what_phones_said(match: Match) -> None:
    seen = match.version
    confirmed(match, 0)
    last = state_of(match).live[-1]
    drafts = [ledger.Draft(last.kind, last.number, None)]
    assert ledger.record(match.pk, drafts, version=seen, by=SCOREKEEPER).state.match.is_open


def test_but_must_have_seen_that_it_is_final(match: Match) -> None:
    seen = match.version
    confirmed(match, 0, 1, 2, 3)
    last = state_of(match).live[-1]
    with pytest.raises(ledger.Conflict):
        ledger.record(match.pk, [ledger.Draft(last.kind, last.number, None)], version=seen, by=SCOREKEEPER)


def test_rescore_rebuilds_what_was_lost(match: Match) -> None:
    confirmed(match, 0, 1, 2, 3)
    since = match.finished_at
    Match.objects.filter(pk=match.pk).update(played_at=None, finished_at=None)
    assert ledger.rescore(match.pk) == ["not complete, but it is", "not finished, but it is"]
    assert state_of(match).match.finished_at == since
    assert is_clean(match)
