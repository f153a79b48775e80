"""Matches of every game, played by the demo club's bots and recorded through the ledger."""

from collections.abc import Sequence
from random import Random

from clubs.models import Club, Player
from games import ledger
from games.base.table_game import TableGame
from games.entries.drafts import Author, Draft
from games.models import Match
from games.registry import TABLE_GAMES
from scoring.records import entry_to_json

PLAYED_BY_BOTS = [game for game in TABLE_GAMES if game.has_bots]


def an_evening(club: Club, game: TableGame, players: Sequence[Player], seed: int, *, part: float = 1.0) -> Match:
    """A match by as many of the players as the game seats; `part` is the share of entries to record, 0 to 1."""
    seated = players[: game.engine.seats[1]]
    evening = game.demo_match(len(seated), Random(seed))
    match = ledger.start(club, game.key, seated, evening.options)
    entries = [entry for _, entry in evening.lines]
    entries = entries[: max(int(len(entries) * part), 1)]
    drafts = [Draft(game.engine.kind(entry), at, entry_to_json(entry)) for at, entry in enumerate(entries, 1)]
    ledger.record(match.pk, drafts, version=0, by=Author(None, "a bot"))
    match.refresh_from_db()
    return match
