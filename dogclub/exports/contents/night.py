"""Tables of a night: attendance, and its tables with the totals."""

from collections.abc import Iterator, Sequence

from django.http import QueryDict

from clubs.calendar.nights import late_by
from clubs.models import Attendance, Night
from dogclub.exports.grids.grid import Cell, Column, Grid, Kind, ints, texts
from leagues.nights.tables import table_now, tables_of

STATES: dict[str, str] = {Attendance.State.LEFT: "left early"}  # in English, as the headings are


def attendance(night: Night, _given: QueryDict) -> Grid:
    """Return who came or answered, by arrival. Minutes after the start are negative before it."""
    heads = [*texts("Player", "State", "Guest of"), Column("Expected", Kind.TIME), Column("Came", Kind.TIME)]
    heads += [*ints("Minutes after the start"), Column("Left", Kind.TIME)]
    rows = night.attendances.select_related("player", "host").order_by("arrived_at", "player__name", "pk")
    return Grid("attendance", "Attendance", heads, (_came(night, row) for row in rows))


def _came(night: Night, row: Attendance) -> Sequence[Cell]:
    came = row.arrived_at if night.has_times else None
    late = late_by(night, came) if came else None
    host = row.host.label if row.host else ""
    return [row.player.label, STATES.get(row.state, row.state), host, row.expected_at, came, late, row.left_at]


def tables(night: Night, _given: QueryDict) -> Grid:
    """Return the players of each table with their totals."""
    heads = [*texts("Table", "Game", "State", "Player"), *ints("Place", "Total"), *texts("Left early")]
    return Grid("tables", "Tables", heads, _tables(night))


def _tables(night: Night) -> Iterator[Sequence[Cell]]:
    for table in map(table_now, tables_of(night)):
        for row in table.rows:
            place = row.place if table.is_scored and row.place else None
            gone = "yes" if row.is_gone else ""
            yield [table.name, table.game, table.state, row.name, place, row.total, gone]
