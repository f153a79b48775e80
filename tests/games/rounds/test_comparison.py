"""The preview of a correction: totals, the winner, the box, and call-outs added and removed."""

from typing import Any

import pytest
from django.test import Client

from games import ledger
from games.base.correction import Changes
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match
from games.registry import table_game
from scoring.clash_of_corgis import Game
from scoring.clash_of_corgis import Options as CorgisOptions
from scoring.records import entry_to_json
from scoring.top_dog import Options, Round
from tests.games.clash_of_corgis.series import a_series
from tests.games.top_dog.matches import a_table, rounds

pytestmark = pytest.mark.django_db


def changed(match: Match, number: int, entry: Any) -> Changes:
    """The changes if this entry replaced the current one; None undoes it."""
    state = load(match)
    payload = None if entry is None else entry_to_json(entry)
    after = ledger.preview(state, [Draft(state.live[0].kind, number, payload)])
    return table_game(match.game).correction.changes(state, state.sheet, after)


def won(*hands: int, **more: Any) -> Round:
    return Round(dict(enumerate(hands)), **more)


def test_everybodys_total_and_place_before_and_after(client: Client) -> None:
    found = changed(a_table(client, rounds(2)), 1, won(2, 3, 4, 4))
    assert found.headline == "This correction changes 2 totals"
    assert found.words == "Round 1: Bea won 2, not 4; Núria won 4, not 2."
    figures = [
        (each.name.split()[0], each.before, each.after, each.place_before, each.place_after) for each in found.totals
    ]
    assert figures == [("Bea", 6, 4, 3, 4), ("Wilhelmina", 8, 8, 1, 1), ("Núria", 5, 7, 4, 2), ("Łukasz", 7, 7, 2, 2)]
    assert [each.is_same for each in found.totals] == [False, True, False, True]
    assert found.totals[2].diff == 2


def test_one_total_and_none(client: Client) -> None:
    match = a_table(client, rounds(2))
    assert changed(match, 1, won(4, 3, 2, 3, last_hand_tied=True)).headline == "This correction changes one total"
    same = changed(match, 1, won(4, 3, 2, 4))
    assert (same.headline, same.words) == ("This correction changes no total", "")


def test_the_box_moves_round_after_round(client: Client) -> None:
    found = changed(a_table(client, rounds(4)), 1, won(9, 1, 1, 2))
    assert any(mark.startswith("The box in round 1 moves from Bea and Łukasz to Bea") for mark in found.marks)
    assert any("The box in rounds 2 and 4" in mark or "The box in round 2" in mark for mark in found.marks)


def test_a_win_that_goes_to_somebody_else_comes_first(client: Client) -> None:
    games = [Game(0), Game(1), Game(1)]
    match = a_series(client, games, players=2, options=CorgisOptions(best_of=3))
    found = changed(match, 3, Game(0))
    assert found.headline == "This correction changes the winner"
    assert found.trophies == ["The win goes from Wilhelmina to Percy."]


def test_a_win_that_is_open_again_and_one_that_comes(client: Client) -> None:
    options = CorgisOptions(best_of=3)
    over = a_series(client, [Game(0), Game(0)], players=2, options=options)
    assert changed(over, 2, Game(1)).trophies == ["The win is open again: Percy no longer has it."]
    going = a_series(client, [Game(0), Game(1)], players=2, options=options, slug="elsewhere")
    assert changed(going, 2, Game(0)).trophies == ["The win goes to Percy."]


def test_a_win_that_stays_is_said_too(client: Client) -> None:
    games = [Game(0), Game(1), Game(0)]
    match = a_series(client, games, players=2, options=CorgisOptions(best_of=3))
    found = changed(match, 2, Game(1, {0: 5}))
    assert found.trophies == ["The win stays with Percy."]
    assert found.words == "Game 2: Percy cards left 5, not ?."


def test_a_round_less_is_said(client: Client) -> None:
    found = changed(a_table(client, rounds(3)), 3, None)
    assert found.words == "2 rounds on the sheet, before 3."


def test_call_outs_that_go_and_come_are_told(client: Client) -> None:
    match = a_table(client, [won(13, 0, 0, 0), won(4, 3, 3, 3)], Options())
    room_ = table_game(match.game)
    before = [(each.label, each.words) for each in room_.display.callouts(load(match))]
    found = changed(match, 1, won(4, 3, 3, 3))
    state = load(match)
    draft = Draft("round", 1, entry_to_json(won(4, 3, 3, 3)))
    ledger.record(match.pk, [draft], version=state.match.version, by=Author(None, "a test"))
    match.refresh_from_db()
    after = [(each.label, each.words) for each in room_.display.callouts(load(match))]
    heard = [mark for mark in found.marks if mark.startswith(("Gone: ", "New: "))]
    gone = {f"Gone: {label}" for label, words in before if (label, words) not in after}
    new = {f"New: {label}" for label, words in after if (label, words) not in before}
    assert {mark.split(" in round ")[0] for mark in heard} >= gone | new
    assert heard


def test_the_book_compared_is_left_as_it_was(client: Client) -> None:
    match = a_table(client, rounds(2))
    state = load(match)
    before = state.sheet
    after = ledger.preview(state, [Draft("round", 1, entry_to_json(won(2, 3, 4, 4)))])
    table_game(match.game).correction.changes(state, state.sheet, after)
    assert state.sheet is before
