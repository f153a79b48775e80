"""The page of a night: its tables, attendance, and trophies at stake. It updates live while the night goes on."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Night
from clubs.web.conditional import cached_fragment, fragment, is_following, polled
from games.confirmation.wording import waiting_words
from games.entries.match_state import MatchState, load_many, seats_of
from games.live.publish import night_topic
from games.live.streams import access_topics, stream
from games.live.versions import versions_of
from games.models import Match, Seat
from leagues.draw.history import ShownDraw, draws_of
from leagues.models import Playoff
from leagues.nights.attendance.strip import attending
from leagues.nights.attendance.tiles import AttendanceTiles, attendance_tiles
from leagues.nights.evening_winner import evening_winner
from leagues.nights.lookup import is_tonight, night_for
from leagues.nights.next_step import next_step
from leagues.nights.outlook import decisions, outlook, playoffs_of
from leagues.nights.over import night_over, season_leaders, trophy_outcomes
from leagues.nights.steps import steps_of
from leagues.nights.tables import finished_groups, matches_of, seats_at_tables, table_now
from leagues.nights.trophies_at_stake import stakes
from leagues.nights.wording import lead
from leagues.trophies.holders import Holder, holders


@require_safe
@club_view(spectators=True)
def night(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """The number of queries depends neither on how many tables there are nor on how much was played before."""
    row = night_for(club, access, pk)
    tables, people = matches_of(row), attendance_tiles(row, QueryDict())
    held = holders(row.club_id) if access.can_read_history else []
    seats, playoffs = seats_of(tables), playoffs_of(row)
    draws = draws_of(row)
    step = next_step(row, access, tables)
    is_over = row.closed_at is not None and bool(tables) and access.can_read_history
    passed, front = (trophy_outcomes(row), season_leaders(row, tables)) if is_over else ([], "")
    shown = [(each.trophy, each.player.pk, each.player.label, each.words) for each in passed]
    depends = (*_depends(row, tables, seats, people, held, playoffs, access), *_drawn(draws), step, shown, front)

    def body() -> SafeString:
        states = [state.public for state in load_many(tables, seats)]
        context = _context(access, row, states, people, held) | {"playoffs": playoffs, "draws": draws, "next": step}
        context["steps"] = steps_of(row, tables, people, draws)
        context["outlook"] = outlook(playoffs) if _goes_on(row) else []
        context["won"] = evening_winner(tables, seats)
        context["over"] = night_over(context["tables"], passed, front) if is_over else None
        return render_to_string("leagues/nights/_body.html", context, request if access.can_record else None)

    def page(since: str) -> HttpResponse:
        context = {
            "access": access,
            "here": "tonight" if any(match.is_open for match in tables) else "nights",
            "night": row,
            "follows": _goes_on(row) or is_following(request),
            "stream": f"{row.get_absolute_url()}live/",
            "since": since,
            "body": body() if access.can_record else cached_fragment(depends, body),
        }
        return render(request, fragment(request, "leagues/nights/night.html"), context)

    return polled(request, depends, page)


@require_safe
@club_view(spectators=True)
def night_live(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """The event stream of the page. For visitors it opens only tonight, as the page does."""
    topic = night_topic(night_for(club, access, pk).pk)
    return stream(versions_of([topic]), access_topics(access))


def _goes_on(row: Night) -> bool:
    return not row.closed_at and not row.called_off_at and is_tonight(row)


def _depends(
    row: Night,
    tables: Sequence[Match],
    seats: Mapping[UUID, Sequence[Seat]],
    people: AttendanceTiles,
    held: Sequence[Holder],
    playoffs: Sequence[Playoff],
    access: Access,
) -> tuple[Any, ...]:
    """Return everything that is visible on the page, as the key for caching and polling."""
    came = [
        (tile.player.label, tile.state, tile.row and (tile.row.arrived_at, tile.row.expected_at, tile.row.left_at))
        for tile in people.tiles
    ]
    about = (row.pk, row.title, row.starts_at, row.place, row.note, row.closed_at, row.called_off_at, row.reason)
    dealt = [(each.pk, each.version, each.table, [seat.player.label for seat in seats[each.pk]]) for each in tables]
    holders = [(each.trophy.pk, each.trophy.name, each.player.label, each.since, each.times) for each in held]
    who = (row.club.branding, row.club.slug, row.club.has_comments, access.role, access.can_read_history)
    return (
        *about,
        dealt,
        came,
        holders,
        decisions(playoffs),
        *who,
        timezone.localtime().strftime("%d %H:%M"),
    )


def _drawn(draws: Sequence[ShownDraw]) -> list[tuple[Any, ...]]:
    return [(draw.row.pk, draw.is_open, draw.about, draw.words, draw.why, *draw.changes) for draw in draws]


def _context(
    access: Access, row: Night, states: Sequence[MatchState], people: AttendanceTiles, held: Sequence[Holder]
) -> dict[str, Any]:
    waits = waiting_words(states)
    tables = [table_now(state, waits.get(state.match.pk, "")) for state in states]
    return {
        "access": access,
        "night": row,
        "lead": lead(row, states, people),
        "tables": tables,
        "groups": finished_groups(tables),
        "is_live": any(state.match.is_open for state in states),
        "is_open": not (row.closed_at or row.called_off_at),
        "people": people,
        "attending": attending(row, people, seats_at_tables(states), held),
        "stakes": stakes(states, people, held),
    }
