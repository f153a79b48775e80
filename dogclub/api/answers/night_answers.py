"""A night, its attendance, answers, draws and tables as JSON."""

from typing import Any

from clubs.calendar.answers import Answers
from clubs.calendar.nights import late_by
from clubs.models import Attendance, Night, NightAnswer, Player
from dogclub.api.answers.shaped import shaped
from dogclub.api.openapi import nights
from games.entries.match_state import MatchState
from games.models import Match
from leagues.draw.history import ShownDraw
from leagues.nights.attendance.tiles import Tile
from leagues.nights.tables import table_now


def night_json(row: Night) -> dict[str, Any]:
    return shaped(nights.NIGHT, row)


def attendance_json(night: Night, tile: Tile) -> dict[str, Any]:
    assert tile.row
    return coming_json(night, tile.player, tile.row, tile.match)


def coming_json(night: Night, player: Player, row: Attendance, match: Match | None) -> dict[str, Any]:
    """Return an attendance; `match` is where the player sits now."""
    came = row.arrived_at if night.has_times else None
    late = max(late_by(night, came), 0) if came else None
    name, key = player.label, match.pk if match else None
    return shaped(nights.ATTENDANCE, row, name=name, arrived_at=came, minutes_late=late, match=key)


def answer_json(row: NightAnswer, found: Answers) -> dict[str, Any]:
    has_place = any(each.pk == row.pk for each in found.coming)
    return shaped(nights.AN_ANSWER, row, name=row.player.label, has_place=has_place, guests=row.guest_names)


def draw_json(draw: ShownDraw) -> dict[str, Any]:
    row = draw.row
    tables = [
        {"name": table.name, "players": [{"player": each.pk, "name": each.label} for each in table.players]}
        for table in draw.tables
    ]
    moments = {"drawn_at": row.drawn_at, "dealt_at": row.dealt_at, "withdrawn_at": row.withdrawn_at}
    about = {"id": row.pk, "game": row.game, "version": row.version, **moments, "reason": row.reason}
    return {**about, "resting": row.resting, "tables": tables, "changes": list(draw.changes)}


def table_json(state: MatchState) -> dict[str, Any]:
    table, match = table_now(state), state.match
    players = [
        {"player": seat.player_id, "name": row.name, "place": row.place, "total": row.total, "left": row.is_gone}
        for seat, row in zip(state.seats, table.rows, strict=True)
    ]
    about = {"match": match.pk, "game": match.game, "table": match.table, "version": match.version}
    open_ = {"round": table.now.number if table.now else None, "rounds": table.now.of or None if table.now else None}
    return {**about, "finished_at": match.finished_at, "state": table.state, **open_, "players": players}
