"""Boards with up to eight of tonight’s tables each: short names in seat order, places and totals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.models.calendar import evening
from clubs.web.conditional import cached_fragment
from games.base.entry.names import listed, shortened
from games.base.results import counts
from games.entries.match_state import MatchState, load_many
from games.models import Match, Seat
from leagues.nights.tables import Row, TableNow, table_now
from leagues.wall.turn import Turn

A_BOARD = 8
SIZES = (2, 4, A_BOARD)  # numbers of tables that a board has a layout for
LEAST, ROUNDED = timedelta(minutes=20), timedelta(minutes=5)  # of play before an end is estimated; its rounding


@dataclass(frozen=True)
class TableOnWall:
    """`changed` is when the last entry arrived; `over` says how the match ended, "" while it goes on."""

    table: TableNow
    rows: Sequence[tuple[str, Row]]
    over: str
    changed: datetime


def boards_of(matches: Sequence[Match], seats: Mapping[UUID, Sequence[Seat]]) -> Iterator[Turn]:
    """Yield the boards. The number of queries does not depend on how many tables a board has; none is made for a board
    that has not changed.
    """
    for start in range(0, len(matches), A_BOARD):
        some = matches[start : start + A_BOARD]
        facts = [(each.pk, each.version, each.table, [seat.player.label for seat in seats[each.pk]]) for each in some]
        about = _about(start, len(some), len(matches))
        depends = ("tables", some[0].club.branding, about, timezone.get_current_timezone_name(), facts)
        yield Turn(
            key=f"t-{start // A_BOARD + 1}",
            version="-".join(str(each.version) for each in some),
            label=about,
            depends=depends,
            draw=partial(cached_fragment, depends, partial(_drawn, some, seats, about)),
        )


def _about(start: int, here: int, every: int) -> str:
    """Return `eight tables`; if there are more than a board has, which of them it shows."""
    if every > A_BOARD:
        words = _("tables {first} to {last} of {count}") if here > 1 else _("table {first} of {count}")
        return words.format(first=start + 1, last=start + here, count=every)
    return counts.tables(every)


def _drawn(matches: Sequence[Match], seats: Mapping[UUID, Sequence[Seat]], about: str) -> SafeString:
    tables = [_table(state.public) for state in load_many(matches, {each.pk: [*seats[each.pk]] for each in matches})]
    context: dict[str, Any] = {
        "club": matches[0].club,
        "tables": tables,
        "size": next(size for size in SIZES if len(tables) <= size),
        "evening": evening(matches[0].started_at),
        "about": about,
        "is_over": all(each.over for each in tables),
        "changed": max(each.changed for each in tables),
        "news": _next_end(tables),
    }
    return render_to_string("leagues/wall/_tables.html", context)


def _table(state: MatchState) -> TableOnWall:
    now, names = table_now(state), shortened(state.names)
    changed = state.history[-1].received_at if state.history else state.match.started_at
    return TableOnWall(now, list(zip(names, now.rows, strict=True)), _over(state, names), changed)


def _next_end(tables: Sequence[TableOnWall]) -> str:
    """Return which table will be over first at its pace so far; "" until one is half-way."""
    ends = [(end, each.table.name) for each in tables if (end := _end(each))]
    if not ends:
        return ""
    end, name = min(ends)
    return _("{table} ends at about {time}.").format(table=name, time=f"{timezone.localtime(end):%H:%M}")


def _end(each: TableOnWall) -> datetime | None:
    now, started_at = each.table.now, each.table.match.started_at
    done = now.number - 1 if now else 0
    if now is None or not now.of / 2 <= done < now.of or each.changed - started_at < LEAST:
        return None
    end = each.changed + (each.changed - started_at) / done * (now.of - done)
    return end + (datetime.min.replace(tzinfo=end.tzinfo) - end) % ROUNDED


def _over(state: MatchState, names: Sequence[str]) -> str:
    ended = state.match.finished_at
    if ended is None:
        return ""
    winners = [names[seat] for seat in state.sheet.winners]
    words = _("Over, {time}. {names} won.") if winners else _("Over, {time}.")
    return words.format(time=f"{timezone.localtime(ended):%H:%M}", names=listed(winners))
