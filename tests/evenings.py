"""Matches of every game, played by the demo club's bots and really recorded."""

from collections.abc import Sequence
from random import Random

from clubs.models import Club, Player
from games import ledger
from games.base.table_game import Room
from games.entries.drafts import Draft, Writer
from games.models import Match
from games.registry import ROOMS
from scoring.records import entry_to_json

PLAYED_BY_BOTS = [room for room in ROOMS if room.evening]


def an_evening(club: Club, room: Room, players: Sequence[Player], seed: int, *, part: float = 1.0) -> Match:
    """A match by as many of the players as the game seats; `part` of it, or all."""
    assert room.evening is not None
    seated = players[: room.engine.seats[1]]
    evening = room.evening(len(seated), Random(seed))
    match = ledger.start(club, room.key, seated, evening.options)
    entries = [entry for _, entry in evening.lines]
    entries = entries[: max(int(len(entries) * part), 1)]
    drafts = [Draft(room.engine.kind(entry), at, entry_to_json(entry)) for at, entry in enumerate(entries, 1)]
    ledger.record(match.pk, drafts, version=0, by=Writer(None, "a bot"))
    match.refresh_from_db()
    return match
