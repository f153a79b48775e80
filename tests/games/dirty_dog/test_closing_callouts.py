"""The call-outs of the finish page hold at the end, each kind once."""

import pytest

from clubs.models import Club
from games import ledger
from games.dirty_dog.sheet import call_outs, closing_call_outs
from games.entries.match_state import load
from scoring.dirty_dog import Bids, Options, Pull, Tricks
from tests.factory import some_players, write

pytestmark = pytest.mark.django_db


def test_they_are_those_of_the_end(club: Club) -> None:
    match = ledger.start(club, "dirty-dog", some_players(club, 4), Options(plan=(5, 5, 5)))
    taken = ({0: 0, 1: 0, 2: 5, 3: 0}, {0: 1, 1: 0, 2: 4, 3: 0}, {0: 0, 1: 0, 2: 5, 3: 0})
    for dealer, took in enumerate(taken):
        order = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
        bids = {0: 5, 1: 5, 2: took[2], 3: 0}
        write(match, [Bids({seat: bids[seat] for seat in order}), Tricks(took)])
    write(match, [Pull({0: "9S", 1: "4H"})])
    state = load(match)
    assert state.match.finished_at
    ended = {each.term: each.words for each in closing_call_outs(state)}
    assert "30 points below" in ended["bottom-buddies"], ended
    assert ended["clean-run"] == "Wilhelmina and Núria: all 3 bids made"
    assert [each.term for each in closing_call_outs(state)][:2] == ["clean-run", "bottom-buddies"]
    assert len(ended) == len(closing_call_outs(state)), "each kind once"
    assert [each.words for each in call_outs(state) if each.term == "bottom-buddies"] != [ended["bottom-buddies"]]
