"""The wall: tonight’s tables one by one or eight at once, and what is shown while no table plays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.language.locales import date_format
from clubs.links.tokens import public_url, sign
from clubs.models import Club, ShowChances
from clubs.models.calendar import club_day, evening
from clubs.responses import cached_fragment, fragment, polled, stamp_of
from games.base import wording
from games.base.names import listed, shortened
from games.base.wording import game_name, table_of, table_order
from games.entries.match_state import MatchState, load_many, seats_of
from games.models import Match, Seat
from games.wall import board, depends
from leagues.models import Fixture, Playoff, Standing
from leagues.nights.tables import TableNow, TablePlayer, table_now
from leagues.playoffs.overview import evening_board
from leagues.playoffs.results import token
from leagues.standings.print_sheet import move_words, moves_of
from leagues.standings.queries import Board, read_usual
from leagues.standings.results import scheme_in
from leagues.standings.wording import ALL_TIME, ranking_figure
from leagues.trophies.holders import Holder, holders
from leagues.wall.coming import NextStart, next_start

# One board in the rotation of the wall.


@dataclass(frozen=True)
class Turn:
    """One board. `draw` renders it, `depends` is everything visible on it, `version` changes with every entry."""

    key: str
    version: str
    label: str
    depends: object
    draw: Callable[[], SafeString]


# Boards with up to eight of tonight’s tables each: short names in seat order, places and totals.


A_BOARD = 8
SIZES = (2, 4, A_BOARD)  # numbers of tables that a board has a layout for
LEAST, ROUNDED = timedelta(minutes=20), timedelta(minutes=5)  # of play before an end is estimated; its rounding


@dataclass(frozen=True)
class TableOnWall:
    """`changed` is when the last entry arrived; `over` says how the match ended, "" while it goes on."""

    table: TableNow
    rows: Sequence[tuple[str, TablePlayer]]
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
    return wording.tables(every)


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
    return _("{table} ends at about {time}.").format(table=name, time=date_format(timezone.localtime(end), "H:i"))


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
    return words.format(time=date_format(timezone.localtime(ended), "H:i"), names=listed(winners))


# The board shown while no table plays: standings, what comes next with its seating, and trophies.


ROWS = 10
TROPHIES = (2, 4, 8)  # most trophies shown below a seating, below the next night, and with nothing to come


@dataclass(frozen=True)
class Ranked:
    """One row of the standings; `move` is `up 1`, `down 2` or ""."""

    place: int
    name: str
    points: str
    move: str


def between_matches(club: Club, playoffs: Sequence[Playoff]) -> Turn | None:
    """Return the board; None if nobody is ranked and nothing is to come. Four queries without a draw or a play-off."""
    board, coming = read_usual(club, "", "", club_day()), next_start(club, playoffs)
    ranked = [row for row in board.rows if row.place] if board else []
    if not ranked and coming is None:
        return None
    held = holders(club.pk)
    rows = [(row.place, row.points, row.player.label) for row in ranked]
    trophies = [(each.trophy.pk, each.trophy.name, each.player.label, each.since, each.times) for each in held]
    about = board and ranked and (board.season and board.season.name, board.game, board.nights, board.nights_past)
    what = (club.branding, club.slug, about, rows, trophies, coming)
    # The board shows the time, which is not in its version: a new version would bring the board to the front.
    depends = (*what, timezone.localtime().strftime("%d %H:%M"))
    draw = partial(cached_fragment, ("between", club.pk, depends), partial(_between, club, board, ranked, held, coming))
    return Turn("between", stamp_of(what), _("Standings"), depends, draw)


def _between(
    club: Club, board: Board | None, ranked: Sequence[Standing], held: Sequence[Holder], coming: NextStart | None
) -> SafeString:
    shown = [each for each in held if not (board and board.game) or each.trophy.game in (board.game, "")]
    shown = shown[: TROPHIES[0 if coming and coming.tables else 1 if coming else 2]]
    context: dict[str, Any] = {
        "club": club,
        "season": (board.season.name if board.season else ALL_TIME) if board and ranked else "",
        "nights": board and board.nights and _nights(board),
        "rows": _rows(club, board, ranked) if board else [],
        "coming": coming,
        "trophies": list(zip(shown, shortened([each.player.label for each in shown]), strict=True)),
    }
    return render_to_string("leagues/wall/_between.html", context)


def _rows(club: Club, board: Board, ranked: Sequence[Standing]) -> list[Ranked]:
    moves, scheme = moves_of(club, board), scheme_in(club, board.season, board.game)
    return [
        Ranked(
            row.place or 0,
            row.player.label,
            ranking_figure(row.points, scheme),
            _move(*moves.get(row.player_id, (0, 0))),
        )
        for row in ranked[:ROWS]
    ]


def _move(was: int, now: int) -> str:
    return move_words((was, now))


def _nights(board: Board) -> str:
    words = ngettext("{past} of {count} night", "{past} of {count} nights", board.nights)
    return words.format(past=board.nights_past, count=board.nights)


# The boards of the wall: tables one by one or eight at once, pictures of play-offs, standings.

A_DAY = timedelta(hours=24)  # after which a match that was never ended is no longer shown
LAST_LOOK = timedelta(minutes=10)  # for which the result of a finished match is still shown
MOST_MATCHES = 24
GROUPS = Q(kind=Playoff.Kind.GROUPS)


def turns_of(club: Club, *, all_at_once: bool = False, with_standings: bool = False) -> list[Turn]:
    """Return the boards, with standings only if no table plays. The number of queries does not depend on how many
    tables play, and a board is drawn only if it has changed.
    """
    matches, playoffs = _matches(club), _playoffs(club)
    seats = seats_of(matches)
    # A single table is shown alone in both modes.
    tables = boards_of(matches, seats) if all_at_once and len(matches) > 1 else _tables(club, matches, seats)
    is_between = with_standings and not any(match.is_open for match in matches)
    between = between_matches(club, [each for each in playoffs if not each.finished_at]) if is_between else None
    pictures = [_picture(each) for each in playoffs if each.kind == Playoff.Kind.GROUPS]
    return [*tables, *pictures, *([between] if between else [])]


def _matches(club: Club) -> list[Match]:
    now = timezone.now()
    going = Q(finished_at=None, abandoned_at=None, started_at__gt=now - A_DAY)
    rows = club.matches.filter(going | Q(finished_at__gt=now - LAST_LOOK)).order_by("-started_at", "-id")[:MOST_MATCHES]
    if club.chances == ShowChances.WALL:
        rows = rows.select_related("forecast").defer("forecast__history", "forecast__points")
    matches = sorted(rows, key=lambda match: (table_order(match), match.started_at))
    for match in matches:
        match.club = club
    return matches


def _tables(club: Club, matches: Sequence[Match], seats: Mapping[UUID, Sequence[Seat]]) -> Iterator[Turn]:
    held = holders(club.pk) if matches else []
    for match in matches:
        chances = match.forecast.version if club.chances == ShowChances.WALL and hasattr(match, "forecast") else 0
        yield Turn(
            key=f"m-{match.pk.hex}",
            version=str(match.version),
            label=f"{table_of(match)} {game_name(match)}".strip(),
            depends=depends(match, seats[match.pk], held, chances),
            draw=partial(board, match, seats[match.pk], held, chances),
        )


def _playoffs(club: Club) -> list[Playoff]:
    """Return the play-offs of tonight and those that ended within LAST_LOOK; a knock-out or round robin counts as long
    as it is being played.
    """
    now = timezone.now()
    played = Fixture.objects.filter(playoff=OuterRef("pk"), match__started_at__gt=now - A_DAY)
    going = Q(finished_at=None) & (Q(started_at__gt=now - A_DAY) | (~GROUPS & Exists(played)))
    rows = club.playoffs.filter(going | (GROUPS & Q(finished_at__gt=now - LAST_LOOK)), called_off_at=None)
    found = list(rows.select_related("night", "winner", "loser").order_by("pk"))
    for each in found:
        each.club = club
    return found


def _picture(playoff: Playoff) -> Turn:
    word = token(playoff)
    return Turn(f"p-{playoff.pk}", word, _("Play-off"), (playoff.pk, word), partial(evening_board, playoff, word))


# The page of the wall: tonight’s tables one by one or eight at once, and standings between two matches.


ALL = "all"  # tables at once
PACE, SLOWEST, QUICKEST = 15, 120, 5


@require_safe
@club_view(spectators=True)
def club_wall(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """204 while nothing on any board has changed."""
    is_all = request.GET.get("tables") == ALL
    turns, link = turns_of(club, all_at_once=is_all, with_standings=access.can_read_history), _phones(request, access)
    query = {name: request.GET[name] for name in ("door", "seconds", "tables") if request.GET.get(name)}
    other = {name: value for name, value in query.items() if name != "tables"} | ({} if is_all else {"tables": ALL})

    def page(since: str) -> HttpResponse:
        shown = _number(request.GET.get("show", ""), 0, 999) % max(len(turns), 1)
        context: dict[str, Any] = {
            "access": access,
            "club": club,
            "turns": [(turn, turn.draw()) for turn in turns],
            "shown": shown,
            "next": urlencode({**query, "show": shown + 1}),
            "pace": _number(request.GET.get("seconds", ""), QUICKEST, SLOWEST, PACE),
            "link": link,
            "is_all": is_all,
            "other": f"?{urlencode(other)}" if other else request.path,
            "stream": f"{club.get_absolute_url()}live/",
            "since": since,
            "asked": f"&{urlencode(query)}" if query else "",
        }
        return render(request, fragment(request, "leagues/wall/club_wall.html"), context)

    depends = (club.pk, club.branding, link, [(turn.key, turn.label, turn.depends) for turn in turns])
    return polled(request, depends, page)


def _number(text: str, least: int, most: int, otherwise: int = 0) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else otherwise
    return min(max(number, least), most)


def _phones(request: HttpRequest, access: Access) -> str:
    """Return the address for phones: of the club if it is open to all, or else of the chosen spectator link; "" if
    there is none.
    """
    if access.club.history_is_open:
        return public_url(request, access.club.get_absolute_url())
    link = _spectator_link(request, access)
    return public_url(request, reverse("watch", args=[sign(link, "watch")])) if link else ""


def _spectator_link(request: HttpRequest, access: Access) -> UUID | None:
    try:
        pk = UUID(request.GET.get("door", ""))
    except ValueError:
        return None
    mine = access.club.spectator_links.filter(pk=pk, revoked_at=None) if access.can_organise else None
    return pk if mine is not None and mine.exists() else None
