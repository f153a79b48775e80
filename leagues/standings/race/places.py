"""Points and places of a season after each of its nights, for the page of the race and the API."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from clubs.models import Club
from leagues.standings.queries import Board
from leagues.standings.race.points import nights_of, short_date, some_nights
from leagues.standings.results import results
from leagues.standings.tables import Schemes, Table, by_player, line_in_table, scheme_of
from scoring.standings import meetings_in, rank


@dataclass(frozen=True)
class Runner:
    """One ranked player. Each list has one value a night: the points so far in hundredths, the row in the table from 1
    (None before the first match), whether the player played, and whether the player won.
    """

    player: int
    name: str
    points: Sequence[int]
    places: Sequence[int | None]
    played: Sequence[bool]
    won: Sequence[bool]


@dataclass(frozen=True)
class Places:
    """The runners in the order of the table; as there, no two of them are in the same row."""

    dates: Sequence[str]
    runners: Sequence[Runner]


def places_of(club: Club, board: Board) -> Places | None:
    """Return the places of the players ranked today. Two queries; None for all time and before the first night."""
    season = board.season
    if season is None:
        return None
    table = Table(season.pk, board.game)
    schemes: Schemes = {season.pk: season.schemes}
    ranked = {row.player_id: row.player.label for row in board.rows if row.place}
    counted = table.of(results(club, season=season.pk, game=board.game))
    theirs = {player: played for player, played in by_player(counted).items() if player in ranked}
    nights = some_nights(nights_of([each for played in theirs.values() for each in played]))
    if not nights:
        return None
    scheme = msgspec.structs.replace(scheme_of(table, schemes), minimum=0)
    points: dict[int, list[int]] = {player: [] for player in ranked}
    rows: dict[int, list[int | None]] = {player: [] for player in ranked}
    for _, when in nights:
        so_far = {player: [each for each in played if each.when[:10] <= when[:10]] for player, played in theirs.items()}
        lines = [line_in_table(table, schemes, player, played) for player, played in so_far.items() if played]
        meetings = meetings_in(each for played in so_far.values() for each in played)
        order = [row.line.player for row in rank(lines, scheme, meetings)]
        worth = {line.player: line.points for line in lines}
        for player in ranked:
            points[player].append(worth.get(player, 0))
            rows[player].append(order.index(player) + 1 if player in worth else None)
    names = [night for night, _ in nights]
    there = {player: {each.night for each in played} for player, played in theirs.items()}
    first = {player: {each.night for each in played if each.won} for player, played in theirs.items()}
    runners = [
        Runner(
            player,
            ranked[player],
            points[player],
            rows[player],
            [night in there.get(player, ()) for night in names],
            [night in first.get(player, ()) for night in names],
        )
        for player in ranked
    ]
    return Places([short_date(when) for _, when in nights], runners)
