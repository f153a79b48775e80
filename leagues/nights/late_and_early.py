"""Links to the pages of a sheet that record late arrivals and early leavers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.calendar.nights import Refused, arrive, check_open
from clubs.models import Attendance, Club, Night, Player, Role
from clubs.queries import serialised
from games.base.names import listed, sitting
from games.base.table_game import TableAction
from games.entries.match_state import MatchState
from games.models import Match
from games.registry import table_game
from leagues.attendance.strip import attendance_tiles
from leagues.attendance.taps import player_of, set_state, tapped_player
from leagues.nights.tables import TableNow, table_now, tables_of
from leagues.playoffs.line import left_to_play, unfinished
from leagues.playoffs.results import went_home

LATE, LEAVE = "late", "leave"


@dataclass(frozen=True)
class ActionLink:
    """A table, and the address of the page that records the action on its sheet; "" if its game has no such action."""

    table: TableNow
    url: str


def action_of(state: MatchState, key: str) -> TableAction | None:
    """Return the game's action with this key, if it is offered in the current state; otherwise None."""
    matching = (action for action in table_game(state.match.game).actions if action.key == key)
    return next((action for action in matching if action.offered(state)), None)


def open_tables(night: Night) -> list[MatchState]:
    """Return the open matches of the night."""
    return [state for state in tables_of(night) if state.match.is_open]


def join_links(states: Sequence[MatchState], player: Player) -> list[ActionLink]:
    """Return the tables that a late arrival can still join, the smallest first."""
    joining = [state for state in states if action_of(state, LATE) and not _sits(state, player)]
    joining.sort(key=lambda state: len(state.sheet.active_seats))
    return [ActionLink(table_now(state), _address(state.match, LATE, player=player.pk)) for state in joining]


def leave_links(states: Sequence[MatchState]) -> dict[int, ActionLink]:
    """Return, by player, the link with which a player at an open table leaves early."""
    links = {}
    for state in states:
        table, leaves = table_now(state), action_of(state, LEAVE)
        for seat in state.seats:
            if seat.position in state.sheet.active_seats:
                url = _address(state.match, LEAVE, seat=seat.position) if leaves else ""
                links[seat.player_id] = ActionLink(table, url)
    return links


def _sits(state: MatchState, player: Player) -> bool:
    return any(seat.player_id == player.pk and seat.position in state.sheet.active_seats for seat in state.seats)


def _address(match: Match, action: str, **query: int) -> str:
    return f"{reverse('action', args=[match.pk, action])}?{urlencode(query)}"


# Late arrivals and early leavers: attendance is recorded first, then the sheet of their table.


NightView = Callable[[HttpRequest, Access, Night], HttpResponse]
State = Attendance.State


def open_night(view: NightView) -> Callable[..., HttpResponseBase]:
    """Decorate view(request, access, night): for scorekeepers, while the night is open. Otherwise, or if the view
    raises Refused, redirect to the night with the reason.
    """

    @club_view(Role.SCOREKEEPER)
    @serialised
    @wraps(view)
    def inner(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
        night = get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)
        try:
            check_open(night)
            return view(request, access, night)
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("night", club.slug, pk)

    return inner


def _player(request: HttpRequest, night: Night) -> Player:
    return tapped_player(night.club, request.POST.get("player", ""))


@require_POST
@open_night
def night_arrive(request: HttpRequest, access: Access, night: Night) -> HttpResponse:
    """Record a late arrival; if there are open tables to join, ask which one."""
    player = _player(request, night)
    arrive(night, [player])
    if player.pk not in sitting(night) and join_links(open_tables(night), player):
        return redirect("night-join", night.club.slug, night.pk, player.pk)
    messages.success(request, _("{player} is here.").format(player=player.label))
    return redirect("night", night.club.slug, night.pk)


@require_safe
@club_view(Role.SCOREKEEPER)
def night_join(request: HttpRequest, club: Club, access: Access, pk: int, player: int) -> HttpResponse:
    """Which table to join; each links to the page of its sheet, where the player takes over the lowest total."""
    night = get_object_or_404(Night.objects.select_related("club"), club=club, pk=pk)
    who = player_of(club, str(player))
    if who is None:
        raise Http404
    row = night.attendances.filter(player=who).first()
    context = {"access": access, "here": "nights", "night": night, "who": who, "row": row}
    return render(request, "leagues/nights/join.html", context | {"links": join_links(open_tables(night), who)})


@require_safe
@open_night
def night_attendance(request: HttpRequest, access: Access, night: Night) -> HttpResponse:
    """One page with one question: who arrives, or who leaves?"""
    people, out = attendance_tiles(night, QueryDict()), leave_links(open_tables(night))
    present = [tile for tile in people.tiles if tile.state == State.HERE]
    context = {
        "access": access,
        "here": "nights",
        "night": night,
        "waiting": [tile for tile in people.tiles if tile.state == State.LATE],
        "absent": [tile for tile in people.tiles if tile.state in (State.AWAY, State.LEFT)],
        "going": [(tile, out.get(tile.player.pk)) for tile in present],
    }
    return render(request, "leagues/nights/late_and_early.html", context)


@require_POST
@open_night
def night_leave(request: HttpRequest, access: Access, night: Night) -> HttpResponse:
    """Record that a player who sits at no table goes home."""
    player = _player(request, night)
    set_state(night, player, State.LEFT)
    instead = went_home(night, player, access.user)
    sentences = [_("{player} went home. Good night.").format(player=player.label)]
    if instead:
        up = ngettext("{names} goes up instead.", "{names} go up instead.", len(instead))
        sentences.append(up.format(names=listed(each.label for each in instead)))
    messages.success(request, " ".join(sentences))
    return redirect("night", night.club.slug, night.pk)


@require_POST
@open_night
def night_expect(request: HttpRequest, access: Access, night: Night) -> HttpResponse:
    """Record that a player comes late, with the expected time."""
    player = _player(request, night)
    set_state(night, player, State.LATE, _about(night, request.POST.get("at", "")))
    messages.success(request, _("{player} comes late.").format(player=player.label))
    return redirect("night", night.club.slug, night.pk)


def _about(night: Night, text: str) -> datetime:
    """Return the moment of this time of day on the evening; after midnight it is the next day. Raises Refused."""
    try:
        time = parse_time(text)
    except ValueError:
        time = None
    if time is None:
        raise Refused(_("Enter the time as 20:15."))
    start = timezone.localtime(night.starts_at)
    moment = timezone.make_aware(datetime.combine(start.date(), time.replace(tzinfo=None)))
    return moment if moment > night.starts_at - timedelta(hours=12) else moment + timedelta(days=1)


@require_POST
@club_view(Role.SCOREKEEPER)
@serialised
def night_close(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Close the night, or reopen it.

    Refused while a table still plays; with an unfinished play-off, a page first lists what is left to play.
    """
    night = get_object_or_404(Night, club=club, pk=pk)
    playing = night.matches.filter(played_at=None, finished_at=None, abandoned_at=None).count()
    if "open" not in request.POST and playing:
        words = ngettext(
            "A table is still playing: finish or abandon first, then close the night.",
            "{count} tables are still playing: finish or abandon first, then close the night.",
            playing,
        )
        messages.error(request, words.format(count=playing))
        return redirect("night", club.slug, pk)
    left = unfinished(night) if "open" not in request.POST and night.closed_at is None else []
    if left and "sure" not in request.POST:
        unplayed = [sentence for playoff in left for sentence in left_to_play(playoff)]
        context = {"access": access, "here": "nights", "night": night, "left": unplayed, "playoff": left[0]}
        return render(request, "leagues/nights/close.html", context)
    night.closed_at = None if "open" in request.POST else night.closed_at or timezone.now()
    night.known_times = Night.KnownTimes.NONE if not night.has_start else Night.KnownTimes.BOTH
    night.save(update_fields=["closed_at", "known_times"])
    messages.success(request, _("The night is closed. Good dogs.") if night.closed_at else _("The night is reopened."))
    return redirect("night-report" if night.closed_at and night.matches.exists() else "night", club.slug, pk)
