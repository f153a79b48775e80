"""The demo club's other games: a match after Dirty Dog on most nights, and the other tables of tonight."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from clubs.models import Night, Role
from dogclub.demo.evenings.evening import Written
from dogclub.demo.evenings.scorekeeper import Scorekeeper
from dogclub.demo.state import DemoState
from games import ledger
from games.base.demo import DemoMatch
from games.base.table_game import TableGame
from games.entries.drafts import Author
from games.models import Match
from games.registry import TABLE_GAMES

OTHERS: Sequence[TableGame] = [game for game in TABLE_GAMES if game.has_bots]
LATE = timedelta(hours=2, minutes=40)  # after the start of the night, when the first tables are done
OFTEN = 0.7
SEATED_BY_TABLE = 5  # players of tonight's first table


def play_late(demo: DemoState, night: Night) -> None:
    """Play one match of another game on most nights, with some of the players who came."""
    rng = demo.other_rng
    enough = [game for game in OTHERS if game.engine.seats[0] <= len(demo.came)]
    if not enough:
        return
    game = rng.choice(enough)
    least, most = game.engine.seats
    if rng.random() > OFTEN:
        return
    seated = rng.sample(demo.came, rng.randint(least, min(most, len(demo.came))))
    played = _demo_match(demo, game, len(seated))
    match = _start(demo, game, night, "1", seated, played, night.starts_at + LATE)
    scorekeeper, lines = _scorekeeper(demo, match), _lines(played)
    if rng.random() < 0.1:
        scorekeeper.write_and_repeat(lines)
    else:
        scorekeeper.write(lines)


def play_half(demo: DemoState, night: Night, now: datetime) -> None:
    """Start tonight's other tables, each half through its match, as far as there are players."""
    free = [*demo.players][SEATED_BY_TABLE:]
    for place, game in enumerate(OTHERS, start=2):
        least, most = game.engine.seats
        seats = min(max(least, 3), most)
        if len(free) < seats:
            return
        seated, free = free[:seats], free[seats:]
        played = _demo_match(demo, game, seats)
        lines = _lines(played)[: max(len(played.lines) // 2, 1)]
        began = now - timedelta(minutes=lines[-1].minute + 1)
        _scorekeeper(demo, _start(demo, game, night, str(place), seated, played, began)).write(lines)


def _demo_match(demo: DemoState, game: TableGame, seats: int) -> DemoMatch:
    return game.demo_match(seats, demo.other_rng)


def _lines(played: DemoMatch) -> list[Written]:
    return [Written(entry, minute) for minute, entry in played.lines]


def _start(
    demo: DemoState,
    game: TableGame,
    night: Night,
    table: str,
    seated: Sequence[int],
    played: DemoMatch,
    started_at: datetime,
) -> Match:
    players = [demo.players[player] for player in seated]
    about = {"night": night, "season": night.season, "table": table, "started_at": started_at}
    return ledger.start(demo.club, game.key, players, played.options, created_by=demo.staff[Role.SCOREKEEPER], **about)


def _scorekeeper(demo: DemoState, match: Match) -> Scorekeeper:
    return Scorekeeper(match, Author(demo.staff[Role.SCOREKEEPER], f"tablet {match.table[-1:]}"), demo.other_rng)
