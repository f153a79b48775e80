"""Writing drafts: entries and figures are written together or not at all, and the same id always gets the same
response.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Club, Player
from games import ledger
from games.entries.drafts import Author, Closed, Conflict, Draft, Gap
from games.entries.match_state import load
from games.models import Entry, Match, Seat, Tally
from scoring.base import RuleError
from tests.factory import a_club, a_member, some_players
from tests.games.ledger.lines import HAND_1, HAND_2, HAND_3, bids, empty, fresh, rows, totals, tricks, write


def test_an_entry_keeps_who_wrote_it_when_and_on_what(match: Match, club: Club) -> None:
    otto = Author(a_member(club), "tablet 2")
    then = datetime(2026, 11, 19, 20, 21, 34, tzinfo=UTC)
    draft = replace(HAND_1[0], recorded_at=then, note="Otto whispered")
    entry = write(match, draft, by=otto).entries[0]
    entry.refresh_from_db()
    assert (entry.pk, entry.number, entry.revision, entry.version) == (draft.id, 1, 1, 1)
    assert (entry.recorded_by, entry.device, entry.note) == (otto.user, "tablet 2", "Otto whispered")
    assert entry.recorded_at == then < entry.received_at <= timezone.now()


def test_a_write_moves_the_version_by_one_however_many_lines_it_brings(match: Match) -> None:
    assert write(match, *fresh(*HAND_1)).state.match.version == 1
    assert write(match, *fresh(*HAND_2, *HAND_3)).state.match.version == 2
    assert [entry.version for entry in match.entries.all()] == [1, 1, 2, 2, 2, 2]


def test_figures_are_written_with_the_entries(match: Match) -> None:
    write(match, *fresh(*HAND_1))
    assert totals(match) == [-1, 5, 6, 5, 5]
    assert list(match.seats.order_by("position").values_list("place", flat=True)) == [5, 2, 1, 2, 2]
    tally = Tally.objects.get(seat__match=match, seat__position=2, number=1)
    assert (tally.points, tally.total, tally.place) == (6, 6, 1)
    assert tally.facts["bid"] == tally.facts["tricks"] == tally.facts["made"] == 1
    match.refresh_from_db()
    assert (match.rounds, match.finished_at) == (1, None)


def test_bids_alone_change_no_figure(match: Match) -> None:
    write(match, *fresh(HAND_1[0]))
    assert totals(match) == [0] * 5
    assert not Tally.objects.exists()


def test_a_match_ends_with_its_last_line_by_the_writers_clock(match: Match) -> None:
    then = timezone.now() - timedelta(minutes=3)
    late = replace(tricks(6, 0, 0, 0, 1, 0), recorded_at=then)
    write(match, *fresh(*HAND_1, *HAND_2, HAND_3[0]), late)
    match.refresh_from_db()
    assert match.finished_at == then
    assert list(match.seats.filter(is_winner=True).values_list("position", flat=True)) == [2]
    assert list(match.seats.filter(is_loser=True).values_list("position", flat=True)) == [0]


def test_a_clock_that_runs_ahead_ends_nothing_tomorrow(match: Match) -> None:
    ahead = replace(tricks(6, 0, 0, 0, 1, 0), recorded_at=timezone.now() + timedelta(days=1))
    write(match, *fresh(*HAND_1, *HAND_2, HAND_3[0]), ahead)
    match.refresh_from_db()
    assert match.finished_at is not None
    assert match.finished_at <= timezone.now()


def test_the_same_message_again_gets_the_same_answer_and_writes_nothing(match: Match) -> None:
    first = write(match, *HAND_1)
    again = write(match, *HAND_1, version=0)
    assert (first.again, again.again) == (False, True)
    assert again.entries == first.entries
    assert again.state.match.version == first.state.match.version == 1
    assert Entry.objects.count() == 2


def test_the_same_message_is_known_even_after_it_was_corrected(match: Match) -> None:
    write(match, *HAND_1)
    write(match, tricks(2, 1, 0, 0, 0, 0))
    again = write(match, *HAND_1, version=0)
    assert again.again
    assert [entry.revision for entry in again.entries] == [1, 1]


@pytest.mark.parametrize(
    "change",
    [
        {"payload": {"bids": {"0": 0, "1": 0, "2": 0, "3": 0, "4": 0}}},
        {"payload": None},
        {"number": 2},
        {"kind": "tricks", "payload": HAND_1[1].payload},
    ],
    ids=str,
)
def test_the_same_id_with_other_words_is_a_conflict(change: dict[str, Any], match: Match) -> None:
    write(match, *HAND_1)
    with pytest.raises(Conflict, match="sent before with other content") as refused:
        write(match, replace(HAND_1[0], **change))
    assert refused.value.entries[0].pk == HAND_1[0].id
    assert rows(match) == [(1, 1), (2, 1)]


def test_equal_lines_in_another_spelling_are_the_same(match: Match) -> None:
    write(match, *HAND_1)
    turned = dict(reversed(dict((HAND_1[0].payload or {})["bids"]).items()))
    assert write(match, replace(HAND_1[0], payload={"bids": turned, "trump": None}), version=0).again


def test_an_id_of_another_match_is_a_conflict(match: Match, club: Club, players: list[Player]) -> None:
    other = ledger.start(club, "dirty-dog", players)
    write(other, *HAND_1)
    with pytest.raises(Conflict, match="another match"):
        write(match, *HAND_1)
    assert not match.entries.exists()
    assert match.version == 0


def test_a_conflict_names_both_versions_and_shows_what_was_written_meanwhile(match: Match) -> None:
    write(match, *fresh(HAND_1[0]))
    mine = bids(1, 0, 0, 0, 0, 0)
    with pytest.raises(Conflict) as refused:
        write(match, mine, version=0)
    assert (refused.value.yours, refused.value.ours) == (0, 1)
    assert refused.value.drafts == (mine,)
    assert [entry.payload for entry in refused.value.entries] == [HAND_1[0].payload]


def test_a_version_nobody_has_reached_is_a_conflict_too(match: Match) -> None:
    with pytest.raises(Conflict) as refused:
        write(match, *fresh(*HAND_1), version=7)
    assert (refused.value.yours, refused.value.ours) == (7, 0)


@pytest.mark.parametrize("number", [0, -1, 2, 3, 2**31])
def test_a_gap_names_the_line_and_the_next_free_one(number: int, match: Match) -> None:
    with pytest.raises(Gap) as refused:
        write(match, bids(number, 1, 0, 1, 0, 0))
    assert (refused.value.yours, refused.value.ours) == (number, 1)


def test_nothing_can_be_undone_before_it_was_written(match: Match) -> None:
    with pytest.raises(Gap):
        write(match, empty(HAND_1[0]))


def test_two_entries_of_one_message_cannot_be_the_same_line(match: Match) -> None:
    with pytest.raises(Conflict, match="same line"):
        write(match, *fresh(HAND_1[0], HAND_1[0]))


WRONG: dict[str, tuple[Callable[[], list[Draft]], str]] = {
    "tricks without bids": (lambda: [tricks(1, 0, 0, 1, 0, 0)], "missing-bid"),
    "tricks that do not add up": (lambda: [*fresh(HAND_1[0]), tricks(2, 1, 0, 1, 0, 0)], "tricks-sum"),
    "the barred bid": (lambda: [bids(1, 0, 0, 1, 0, 0)], "the-rule"),
    "another game's entry": (lambda: [Draft("nap", 1, {})], "kind"),
    "words for numbers": (lambda: [Draft("bids", 1, {"bids": {"0": "one"}})], "bid-range"),
    "a round after the end": (lambda: fresh(*HAND_1, *HAND_2, *HAND_3, bids(7, 1, 0, 1, 0, 0)), "round-after-end"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_the_game_does_not_allow_leaves_nothing_behind(case: str, match: Match) -> None:
    lines, code = WRONG[case]
    with pytest.raises(RuleError) as refused:
        write(match, *lines())
    assert refused.value.code == code
    match.refresh_from_db()
    assert (match.version, match.rounds) == (0, 0)
    assert not match.entries.exists()
    assert not match.tallies.exists()
    assert totals(match) == [0] * 5


def test_an_abandoned_match_takes_nothing_until_it_is_reopened(match: Match) -> None:
    ledger.abandon(match.pk)
    with pytest.raises(Closed):
        write(match, *fresh(*HAND_1))
    ledger.reopen(match.pk)
    write(match, *fresh(*HAND_1))
    assert match.entries.count() == 2


def test_no_message_is_no_write(match: Match) -> None:
    assert write(match).again
    assert match.version == 0


def join(number: int, seat: int, player: Player | None) -> Draft:
    return Draft("join", number, {"seat": seat}, player=player.pk if player else None)


@pytest.fixture
def rex(club: Club) -> Player:
    return Player.objects.create(club=club, name="Rex")


def test_a_late_arrival_gets_a_chair_and_the_lowest_total(match: Match, rex: Player) -> None:
    write(match, *fresh(*HAND_1), join(3, 5, rex))
    seat = Seat.objects.get(match=match, player=rex)
    assert (seat.position, seat.total) == (5, -1)


def test_the_chair_goes_when_the_arrival_is_undone(match: Match, rex: Player) -> None:
    arrival = join(3, 5, rex)
    write(match, *fresh(*HAND_1), arrival)
    write(match, empty(arrival))
    assert match.seats.count() == 5
    assert totals(match) == [-1, 5, 6, 5, 5]


def test_a_corrected_arrival_seats_the_other_player(match: Match, rex: Player, club: Club) -> None:
    fido = Player.objects.create(club=club, name="Fido")
    write(match, *fresh(*HAND_1), join(3, 5, rex))
    write(match, join(3, 5, fido))
    assert Seat.objects.get(match=match, position=5).player == fido


@pytest.mark.parametrize("who", ["nobody", "a stranger", "somebody who sits there", "a number nobody has"])
def test_only_a_player_of_the_club_who_does_not_sit_yet_can_arrive(
    who: str, match: Match, players: list[Player]
) -> None:
    stranger = some_players(a_club("friday"), 1)[0]
    arrivals = {
        "nobody": join(3, 5, None),
        "a stranger": join(3, 5, stranger),
        "somebody who sits there": join(3, 5, players[0]),
        "a number nobody has": replace(join(3, 5, None), player=2**31),
    }
    with pytest.raises(RuleError) as refused:
        write(match, *fresh(*HAND_1), arrivals[who])
    assert refused.value.code == ("duplicate-player" if who.startswith("somebody") else "unknown-player")
    assert match.seats.count() == 5


def test_an_entry_that_seats_nobody_names_no_player(match: Match, rex: Player) -> None:
    with pytest.raises(RuleError, match="Only an entry that seats somebody"):
        write(match, replace(HAND_1[0], player=rex.pk))


def test_the_book_that_comes_back_is_the_one_that_is_read(match: Match, rex: Player) -> None:
    state = write(match, *fresh(*HAND_1), join(3, 5, rex)).state
    read = load(Match.objects.get(pk=match.pk))
    assert state.sheet == read.sheet
    assert (state.names, state.next_number, state.live) == (read.names, read.next_number, read.live)
