"""Texts about a match: its state, call-outs, who can still win, how ties were settled."""

import random
import re
from typing import Any

import pytest

from clubs.models import Club, Player
from clubs.models.calendar import evening
from games import ledger
from games.base.names import isolated, listed, shortened
from games.base.table_game import TableGame
from games.base.wording import in_words, table_of, title
from games.dirty_dog.display import DISPLAY
from games.entries.drafts import Author, Draft
from games.entries.match_state import MatchState, load
from scoring.dirty_dog import Bids, Leave, Shorten, Tricks
from tests.evenings import PLAYED_BY_BOTS
from tests.factory import NAMES, a_match, played, some_players, write

pytestmark = pytest.mark.django_db


def hand(cards: int, dealer: int, bids: list[int], tricks: list[int]) -> list[Any]:
    """The entries of a hand, by bids and tricks in seat order."""
    order = [(dealer + 1 + step) % len(bids) for step in range(len(bids))]
    assert sum(tricks) == cards
    return [Bids({seat: bids[seat] for seat in order}), Tricks(dict(enumerate(tricks)))]


def state_of(club: Club, players: list[Player], entries: list[Any], **about: Any) -> MatchState:
    return load(write(a_match(club, players, hands=0, **about), entries))


def test_state_and_standing_follow_the_match(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=0, plan=(1, 2))
    assert DISPLAY.state(load(match)) == "hand 1 of 2"
    assert DISPLAY.standing(load(match)) == "No hand played; hand 1 is being bid: 1 card, Bea deals."
    write(match, hand(1, 0, [1, 0, 0, 0, 1], [0, 0, 0, 0, 1])[:1])
    assert DISPLAY.standing(load(match)) == "No hand played; hand 1 is being played: 1 card, Bea deals."


def test_an_abandoned_match_has_no_result(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=2)
    ledger.abandon(match.pk)
    match.refresh_from_db()
    state = load(match)
    assert DISPLAY.state(state) == "over after 2 hands"
    assert DISPLAY.standing(state) == "2 of 20 hands played, then ended without a result."
    assert DISPLAY.chances(state) is None


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_a_match_abandoned_before_anything_was_played_counts_nothing(club: Club, game: TableGame) -> None:
    seats = game.engine.seats[0]
    match = ledger.start(club, game.key, some_players(club, seats), game.demo_match(seats, random.Random(1)).options)
    ledger.abandon(match.pk)
    match.refresh_from_db()
    state = load(match)
    assert game.display.state(state) == "over, nothing played"
    assert not re.search(r"\b(?:0|zero) (?:of|hands|games|rounds|years)\b", game.display.standing(state))


def test_two_dogs_are_needed_to_go_on(club: Club) -> None:
    state = state_of(club, some_players(club, 2), [Leave(1)])
    assert DISPLAY.standing(state).endswith("; too few dogs at the table to go on.")


def test_hands_that_will_not_be_played_are_not_on_the_sheet(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=2)
    ledger.abandon(match.pk)
    match.refresh_from_db()
    assert len(DISPLAY.sheet(load(match)).context["rows"]) == 2


def test_a_match_stopped_early_says_so(club: Club, players: list[Player]) -> None:
    entries = [*hand(1, 0, [1, 0, 0, 0, 1], [0, 0, 0, 0, 1]), *hand(2, 1, [2, 0, 0, 1, 1], [0, 2, 0, 0, 0]), Shorten()]
    state = state_of(club, players, entries, plan=(1, 2, 3))
    assert DISPLAY.standing(state) == "2 of 3 hands played. Stopped early, as everybody agreed."


def test_ties_name_what_is_still_to_be_done(club: Club, players: list[Player]) -> None:
    state = state_of(club, players, hand(1, 0, [0, 0, 0, 0, 0], [0, 0, 0, 0, 1]), plan=(1,))
    assert DISPLAY.state(state) == "tie-break hand"
    level = "Bea, Otto, Wilhelmina and Núria are level at the top"
    assert DISPLAY.standing(state) == f"All hands are played. {level}: a tie-break hand of 5 cards settles it."
    assert DISPLAY.ending(state) == []
    both = state_of(club, players, hand(1, 0, [1, 0, 1, 1, 0], [0, 0, 0, 1, 0]), plan=(1,))
    assert "Bea and Wilhelmina are level at the bottom: each pulls a card." in DISPLAY.standing(both)


def test_a_door_knob_is_called_out_once(club: Club, players: list[Player]) -> None:
    entries = []
    for dealer in range(5):  # Bea misses a bid of 1, five times
        others = [1, 0, 0, 0] if dealer else [0, 0, 0, 1]
        entries += hand(1, dealer, [1, *others], [0, 0, 0, 0, 1])
    found = DISPLAY.callouts(state_of(club, players, entries, plan=(1,) * 8))
    knobs = [shout for shout in found if shout.term == "door-knob" and "Bea" in shout.words]
    assert [(shout.at, shout.label) for shout in knobs] == [("4", "Door Knob")]
    assert knobs[0].words.startswith("Bea: set in all of the last 4 hands; ")
    assert [int(shout.at) for shout in found] == sorted((int(shout.at) for shout in found), reverse=True)


def test_the_same_call_in_one_hand_is_one_line(club: Club, players: list[Player]) -> None:
    entries = hand(2, 0, [0, 0, 0, 1, 0], [1, 1, 0, 0, 0])
    found = [
        shout for shout in DISPLAY.callouts(state_of(club, players, entries, plan=(2, 2))) if shout.term == "dog-pile"
    ]
    assert [shout.words for shout in found] == ["Bea bid nothing and took 1; Otto bid nothing and took 1"]


def test_chances_say_what_is_still_to_be_had(club: Club, players: list[Player]) -> None:
    chances = DISPLAY.chances(state_of(club, players, hand(4, 0, [4, 0, 0, 0, 1], [4, 0, 0, 0, 0]), plan=(4, 4)))
    assert chances is not None
    assert chances.note == "1 hand left, 9 points at most"
    said = {chance.player: chance.words for chance in chances.players}
    assert said["Bea"] == "leads with 9. Can still win: 5 to 18 at the end. Can still lose, too."
    assert said["Otto"] == "4 behind. Can still win: 1 to 14 at the end. Can still lose, too."
    assert said["Łukasz"] == "10 behind. Can still win: −5 to 8 at the end. Can still lose, too."


def test_the_wall_says_who_can_still_catch_whom(club: Club, players: list[Player]) -> None:
    state = state_of(club, players, hand(4, 4, [4, 1, 1, 1, 1], [4, 0, 0, 0, 0]), plan=(4, 1))
    chances = DISPLAY.chances(state)
    assert chances is not None
    assert chances.headline == "Nobody can catch Bea any more."
    assert [chance.is_out for chance in chances.players] == [False, True, True, True, True]
    assert chances.players[0].words == "leads with 9. Cannot be caught."


def test_leavers_and_tie_breaks_are_told_at_the_end(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=2, plan=(1, 2, 3), seed=1)
    write(match, [Leave(0)])
    entries, _ = played(load(match).sheet, None, random.Random(2))
    said = DISPLAY.ending(load(write(match, entries)))
    assert any(words.startswith("Bea had to leave with ") for words in said)
    assert any(words.startswith("First Place Loser: ") for words in said)


def test_a_latecomer_has_no_cells_before_sitting_down(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=1)
    late = Player.objects.create(club=club, name=NAMES[5])
    ledger.record(match.pk, [Draft("join", 3, {"seat": 5}, player=late.pk)], version=match.version, by=Author(None))
    match.refresh_from_db()
    picture = DISPLAY.sheet(load(match)).context
    assert picture["rows"][0].cells.count("<td></td>") == 1
    assert picture["columns"][-1].note == "from hand 2"


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Bea Marlowe", "Otto Pym"], ["Bea", "Otto"]),
        (["Bea Marlowe", "Bea Rowan"], ["Bea Marlowe", "Bea Rowan"]),
        (["🐶 Gus", "Otto"], ["🐶 Gus", "Otto"]),
        (["דבורה לב", "A"], ["\N{FIRST STRONG ISOLATE}דבורה\N{POP DIRECTIONAL ISOLATE}", "A"]),
    ],
)
def test_names_are_as_short_as_they_can_be_told_apart(names: list[str], short: list[str]) -> None:
    assert shortened(names) == short


def test_words() -> None:
    assert (listed(["A"]), listed("AB"), listed("ABC")) == ("A", "A and B", "A, B and C")
    assert isolated("Bea") == "Bea"
    assert (in_words(2), in_words(40)) == ("two", "40")


def test_titles_are_told_in_the_clubs_own_time(club: Club, players: list[Player], settings: Any) -> None:
    match = a_match(club, players, hands=0, table="3")
    match.started_at = match.started_at.replace(year=2026, month=11, day=19, hour=23, minute=30)
    settings.TIME_ZONE = "Europe/Oslo"
    assert title(match) == "Thursday night, table 3"
    settings.TIME_ZONE = "America/New_York"
    assert evening(match.started_at) == "Thursday night"
    match.table = "By the window"
    assert table_of(match) == "By the window"
