"""Two tablets, one line: what each wrote, in words; and what undo would take back."""

from dataclasses import replace

import pytest
from django.test import Client

from games.base.table_game import Difference
from games.entries.drafts import Draft
from games.entries.match_state import load
from games.models import Entry, Match
from games.registry import table_game
from scoring.records import entry_to_json
from scoring.top_dog import Round
from tests.games.top_dog.matches import a_table, rounds

pytestmark = pytest.mark.django_db


def won(*hands: int) -> dict[str, object]:
    found: dict[str, object] = entry_to_json(Round(dict(enumerate(hands))))
    return found


def clashes(match: Match, draft: Draft, entry: Entry) -> list[Difference]:
    return list(table_game(match.game).differences(load(match), draft, entry))


@pytest.fixture
def match(client: Client) -> Match:
    return a_table(client, rounds(1))


def test_two_rounds_that_differ_stand_side_by_side(match: Match) -> None:
    (found,) = clashes(match, Draft("round", 1, won(3, 4, 2, 4)), match.entries.get())
    assert found.what == ""
    assert found.mine == "hands won: Bea 3, Wilhelmina 4, Núria 2, Łukasz 4"
    assert found.theirs == "hands won: Bea 4, Wilhelmina 3, Núria 2, Łukasz 4"


def test_the_same_round_is_no_clash(match: Match) -> None:
    assert clashes(match, Draft("round", 1, won(4, 3, 2, 4)), match.entries.get()) == []


def test_what_was_taken_back_meanwhile_says_so(match: Match) -> None:
    entry = match.entries.get()
    (mine,) = clashes(match, Draft("round", 1, None), entry)
    assert mine.mine == "undone"
    gone = Entry(match=match, number=1, revision=2, kind="round", payload=None)
    (theirs,) = clashes(match, Draft("round", 1, won(4, 3, 2, 4)), gone)
    assert theirs.theirs == "undone"
    assert clashes(match, Draft("round", 1, None), gone) == []


def test_undo_names_the_round_it_takes_back(match: Match) -> None:
    assert table_game(match.game).last_step(load(match)) == "round 1"
    assert table_game(match.game).last_step(replace(load(match), history=[])) == ""
