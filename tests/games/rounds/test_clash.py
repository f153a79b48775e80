"""Conflicts of two tablets about one line, field by field; and what an undo would take back."""

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


def rows(found: list[Difference]) -> list[tuple[str, str, str]]:
    return [(each.name, each.mine, each.theirs) for each in found]


def test_two_rounds_that_differ_stand_side_by_side(match: Match) -> None:
    found = clashes(match, Draft("round", 1, won(3, 4, 2, 4)), match.entries.get())
    assert found[0].what == "Round 1, Bea"
    assert rows(found) == [("Bea", "3", "4"), ("Wilhelmina", "4", "3"), ("Núria", "2", "2"), ("Łukasz", "4", "4")]


def test_what_only_one_of_them_noted_is_a_row_too(match: Match) -> None:
    mine = entry_to_json(Round(dict(enumerate((4, 3, 2, 4))), last_hand_tied=True, suits={0: ("hearts",)}))
    found = clashes(match, Draft("round", 1, mine), match.entries.get())
    apart = [each for each in found if each.differs]
    assert rows(apart) == [("Tied", "yes", "no"), ("Bea’s suit", "♥", "not noted")]
    assert [each.is_in_numbers for each in apart] == [False, False]


def test_cards_counted_beside_hands_counted_say_which_is_which(match: Match) -> None:
    mine = entry_to_json(Round(cards_taken={0: 16, 1: 12, 2: 8, 3: 16}))
    found = clashes(match, Draft("round", 1, mine), match.entries.get())
    assert ("Count", "cards", "hands") in rows(found)
    assert ("Bea", "16", "4") in rows(found)


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
