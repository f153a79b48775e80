"""What somebody did in a hand, in a sentence."""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _

from games.base.entry.names import shortened
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogSheet


def hand_in_words(state: MatchState, hand: int, seats: Sequence[int]) -> str:
    """`Núria bid 3 and took 3, Otto bid 2 and took 1`."""
    played = [line for line in cast(DirtyDogSheet, state.sheet).lines if not line.void]
    line, names = played[hand - 1], shortened(state.names)
    there = [seat for seat in seats if seat in line.bids]
    words = _("{player} bid {bid} and took {tricks}")
    return ", ".join(words.format(player=names[seat], bid=line.bids[seat], tricks=line.tricks[seat]) for seat in there)
