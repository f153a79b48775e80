"""What the API says of a night, of who came to it and of its tables."""

from typing import Any

from clubs.calendar.nights import late_by
from clubs.models import Attendance, Night
from games.entries.match_state import MatchState
from leagues.nights.attendance_tiles import Tile
from leagues.nights.tables import table_now


def night_json(row: Night) -> dict[str, Any]:
    return {
        "id": row.pk,
        "title": row.title,
        "name": row.name,
        "season": row.season_id,
        "starts_at": row.starts_at,
        "place": row.place,
        "note": row.note,
        "closed_at": row.closed_at,
        "called_off_at": row.called_off_at,
    }


def attendance_json(night: Night, tile: Tile) -> dict[str, Any]:
    assert tile.row
    match = tile.match.pk if tile.match else None
    return {"player": tile.player.pk, "name": tile.player.label, **coming_json(night, tile.row), "match": match}


def coming_json(night: Night, row: Attendance) -> dict[str, Any]:
    return {
        "state": row.state,
        "host": row.host_id,
        "expected_at": row.expected_at,
        "arrived_at": row.arrived_at,
        "left_at": row.left_at,
        "minutes_late": max(late_by(night, row.arrived_at), 0) if row.arrived_at else None,
    }


def table_json(state: MatchState) -> dict[str, Any]:
    table, match = table_now(state), state.match
    players = [
        {"player": seat.player_id, "name": row.name, "place": row.place, "total": row.total, "left": row.is_gone}
        for seat, row in zip(state.seats, table.rows, strict=True)
    ]
    about = {"match": match.pk, "game": match.game, "table": match.table, "version": match.version}
    open_ = {"round": table.now.number if table.now else None, "rounds": table.now.of or None if table.now else None}
    return {**about, "finished_at": match.finished_at, "state": table.state, **open_, "players": players}
