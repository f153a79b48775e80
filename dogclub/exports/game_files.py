"""Files for other programs: plays for BG Stats, and the records of a night or season."""

import json
from collections.abc import Iterator

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from dogclub.exports.big_table import asked_season
from dogclub.exports.contents import matches
from games.access import MatchAccess, match_view
from games.entries.match_state import load_many, seats_at
from games.match import bg_stats
from games.models import Match


@require_safe
@match_view("watch")
def play_file(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """One match for BG Stats; 404 before it is finished."""
    if match.finished_at is None:
        raise Http404
    return _plays(bg_stats.play_file([(match, seats_at(match))]), matches.file_stem(match))


@require_safe
@club_view(readers=True)
def plays_file(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The finished matches of a night, a season or the club, for BG Stats."""
    rows, about = _matches_and_title(request, club)
    done = matches.with_seats(rows.filter(finished_at__isnull=False))
    plays = [(match, seats) for match, seats in done]
    for match, _ in plays:
        match.club = club
    return _plays(bg_stats.play_file(plays), about)


def _plays(content: bg_stats.Json, about: str) -> HttpResponse:
    response = HttpResponse(json.dumps(content, ensure_ascii=False), content_type=bg_stats.CONTENT)
    response["Content-Disposition"] = f'attachment; filename="{slugify(about)}.bgsplay"'
    return response


@require_safe
@club_view(readers=True)
def records_file(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The records of a night, a season or the club, one a line, without what spectators may not see yet."""
    rows, about = _matches_and_title(request, club)
    response = StreamingHttpResponse(_records(rows), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(about)}-records.jsonl"'
    return response


def _records(rows: QuerySet[Match]) -> Iterator[str]:
    for piece in matches.pieces(rows):
        for state in load_many(piece):
            yield json.dumps(matches.record_of(state), ensure_ascii=False, separators=(",", ":")) + "\n"


def _matches_and_title(request: HttpRequest, club: Club) -> tuple[QuerySet[Match], str]:
    """Return the matches of the query, oldest first, and a title for the file name. Raise Http404 for an unknown
    night.
    """
    season = asked_season(club, request.GET.get("season", ""))
    rows, night = matches.of_season(club, season), request.GET.get("night", "")
    if not night:
        return rows, f"{club.slug} {timezone.localdate()}"
    one = club.nights.filter(pk=int(night)).first() if night.isdecimal() and len(night) < 10 else None
    if one is None:
        raise Http404
    return rows.filter(night=one), f"{club.slug} {timezone.localtime(one.starts_at):%Y-%m-%d}"
