"""Stored call-outs follow the result of a match: added, changed and removed with it, and rebuilt from the entries."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Player
from games import ledger
from games.consequences import callouts
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import CallOut, Match
from scoring.records import entry_to_json
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_match

pytestmark = pytest.mark.django_db
BY = Author(None, "a test")


def rows(club: Club) -> list[Any]:
    """The call-outs and feats of the club's matches, sorted."""
    heard = CallOut.objects.filter(match__club=club).values_list("match", "term", "player", "times", "round")
    feats = [
        (str(seat.match_id), seat.position, seat.feats) for match in club.matches.all() for seat in match.seats.all()
    ]
    return [sorted(map(str, heard)), sorted(feats, key=str)]


def undo_last(match: Match) -> None:
    """Undo the last line of the match."""
    last = load(match).live[-1]
    ledger.record(match.pk, [Draft(last.kind, last.number, None)], version=match.version, by=BY)
    match.refresh_from_db()


def test_call_outs_come_with_the_result(club: Club, players: list[Player]) -> None:
    open_one = a_match(club, players, hands=6)
    assert not CallOut.objects.exists()
    match = a_match(club, players, seed=4)
    lines: list[Any] = [line for line in load(match).sheet.lines if line.facts]
    knobs = sum(not line.made[0] for line in lines)
    found = match.shouts.get(term="being-set", player=players[0])
    assert (found.times, found.round) == (knobs, max(n for n, line in enumerate(lines, 1) if not line.made[0]))
    assert match.shouts.filter(term="overbid", player=None).exists()
    assert all(seat.feats for seat in match.seats.all())
    assert not any(seat.feats for seat in open_one.seats.all())


def test_they_go_when_the_result_goes_and_come_back_with_it(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, plan=(1, 2, 1), seed=3)
    before = rows(club)
    last = load(match).live[-1]
    undo_last(match)
    assert not match.shouts.exists()
    assert [seat.feats for seat in match.seats.all()] == [{}] * 5
    again = Draft(last.kind, last.number, last.payload)
    ledger.record(match.pk, [again], version=match.version, by=BY)
    assert rows(club) == before


def test_a_correction_moves_them_and_nothing_of_another_match(club: Club, players: list[Player]) -> None:
    other = a_match(club, players, plan=(1, 2, 1), seed=3)
    kept = list(other.shouts.values_list("pk", flat=True))
    match = a_match(club, players, plan=(1, 2, 1), seed=5)
    before = rows(club)
    state = load(match)
    line: Any = state.sheet.lines[1]
    entry = state.live[3]
    tricks = dict.fromkeys(line.tricks, 0) | {0: 2}
    fixed = entry_to_json(state.engine.entries["tricks"](tricks))
    ledger.record(match.pk, [Draft(entry.kind, entry.number, fixed)], version=match.version, by=BY)
    assert rows(club) != before
    assert list(other.shouts.values_list("pk", flat=True)) == kept
    assert callouts.rebuild(club, check=True) == []


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_every_game_leaves_rows_that_a_rebuild_agrees_with(club: Club, players: list[Player], game: Any) -> None:
    an_evening(club, game, players, 3)
    an_evening(club, game, players, 4, part=0.5)
    assert callouts.rebuild(club, check=True) == []


def test_rebuilt_from_nothing_they_are_what_they_were(club: Club, players: list[Player]) -> None:
    for seed in range(3):
        a_match(club, players, plan=(1, 2, 3, 2, 1), seed=seed)
    before = rows(club)
    CallOut.objects.all().delete()
    for seat in club.matches.all()[0].seats.all():
        seat.feats = {"best": 99}
        seat.save()
    assert len(callouts.rebuild(club, check=True)) == 3
    assert not CallOut.objects.exists()
    assert len(callouts.rebuild(club, check=False)) == 3
    assert rows(club) == before
    assert callouts.rebuild(club, check=True) == []


def test_rows_of_a_match_without_a_result_are_found(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=2)
    CallOut.objects.create(match=match, term="sbr", player=players[0], round=1)
    assert callouts.rebuild(club, check=False) == [f"match {match.pk}"]
    assert not CallOut.objects.exists()


def test_settling_again_writes_nothing(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, plan=(1, 2, 1), seed=3)
    state = load(match)
    with CaptureQueriesContext(connection) as captured:
        callouts.update_for_match(state)
    assert len(captured) == 1


def test_a_whole_match_is_settled_in_few_statements(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, seed=3)
    CallOut.objects.all().delete()
    match.seats.update(feats={})
    state = load(match)
    with CaptureQueriesContext(connection) as captured:
        callouts.update_for_match(state)
    written = [query for query in captured if not query["sql"].startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"))]
    assert len(written) <= 3
