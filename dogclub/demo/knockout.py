"""The demo club's knock-out: four players, two at a table, two rounds."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from clubs.models import Role, Season
from dogclub.demo.evenings.evening import Written
from dogclub.demo.evenings.scorekeeper import Scorekeeper
from dogclub.demo.state import DemoState
from games.base.table_game import TableGame
from games.entries.derived_rows import is_final
from games.entries.drafts import Author
from games.entries.match_state import load
from games.models import Match
from leagues.models import Playoff
from leagues.playoffs import pairings
from leagues.tournaments import setup
from scoring.base import RuleError

PLAYERS = 4
EACH = timedelta(minutes=45)


def play_knockout(demo: DemoState, game: TableGame, season: Season, starts_at: datetime, rng: Random) -> Playoff:
    """Play a knock-out from `starts_at` on, 45 minutes a match."""
    players = [demo.players[player] for player in rng.sample([*demo.players], PLAYERS)]
    by = demo.staff[Role.ORGANISER]
    playoff = setup.set_up(demo.club, Playoff.Kind.KNOCKOUT, game.key, players, by)
    Playoff.objects.filter(pk=playoff.pk).update(started_at=starts_at)
    while pairing := next((each for each in pairings.read(playoff).pairings if _is_next(each)), None):
        match = setup.play(playoff.pk, pairing.round, pairing.number, by)
        match.started_at, match.season = starts_at, season
        match.save(update_fields=["started_at", "season"])
        _write(demo, game, match, rng)
        starts_at += EACH
    return playoff


def _is_next(pairing: pairings.Pairing) -> bool:
    return pairing.is_ready and pairing.winner is None


def _fitting(match: Match, lines: Sequence[tuple[float, Any]]) -> list[Written]:
    """Return the lines up to the end of the match by knock-out rules; empty if the bots' options do not fit, or the
    match does not end.
    """
    state, written = load(match), list[Written]()
    sheet = state.sheet
    for minute, entry in lines:
        try:
            sheet = state.engine.play(sheet, entry)
        except RuleError:
            return []
        written.append(Written(entry, minute))
        if is_final(sheet):
            return written
    return []


def _write(demo: DemoState, game: TableGame, match: Match, rng: Random) -> None:
    lines: list[Written] = []
    while not lines:
        lines = _fitting(match, game.demo_match(2, rng).lines)
    Scorekeeper(match, Author(demo.staff[Role.SCOREKEEPER], "tablet 3"), rng).write(lines)
