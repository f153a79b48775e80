"""The page of a match: its sheet, the result or standings, call-outs, and the chart of totals."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.web.conditional import cached_fragment, fragment, is_following, polled
from games.access import MatchAccess, match_view
from games.base.results.titles import game_name, title
from games.callouts.tags import TagWords, in_words, tags_of
from games.charts.totals_chart import run_of
from games.confirmation.wording import confirmation_words
from games.consequences.league import league
from games.consequences.recipients import match_ends
from games.entries.match_state import MatchState, load, seats_at
from games.forecasts.current import has_chances
from games.match.bg_stats import push_link
from games.models import Match
from games.registry import table_game

SHOWN = 9
HALF_A_DAY = timedelta(hours=12)


@require_safe
@match_view("watch")
def match(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """Show the match; until something changes, the sheet comes from the cache. The page of a current match updates
    itself.
    """
    seats = seats_at(match)
    names = [(seat.player_id, seat.player.label) for seat in seats]
    may = (
        access.can_record,
        access.can_correct,
        access.can_organise,
        access.club_access.is_member,
        access.club_access.can_read_history,
        access.club.has_comments,
        until(access),
        access.photo if access.can_see_photo else None,
    )
    trophies, tags = league().prizes(match), in_words(match, tags_of(match))
    depends = (
        match.pk,
        match.version,
        match.club.chances,
        match.table,
        match.for_trophy,
        trophies,
        match.club.slug,
        names,
        may,
        tags,
    )

    def page(since: str) -> HttpResponse:
        body = cached_fragment(depends, lambda: _body(load(match, seats).public, access, trophies, tags))
        about = {
            "access": access.club_access,
            "here": "more",
            "title": title(match),
            "table_game": table_game(match.game),
        }
        follows = {
            "stream": f"{match.get_absolute_url()}live/",
            "since": since,
            "follows": access.is_tonight or is_following(request),
        }
        return render(request, fragment(request, "games/match/match.html"), about | follows | {"body": body})

    return polled(request, (depends, match.club.branding), page)


def _body(state: MatchState, access: MatchAccess, trophies: Mapping[str, str], tags: Sequence[TagWords]) -> SafeString:
    match, display = state.match, table_game(state.match.game).display
    callouts = display.callouts(state)
    awards, ending = _awards(state, trophies), display.ending(state)
    context = {
        "club": match.club,
        "may": access,
        "match": match,
        "title": title(match),
        "game": game_name(match),
        "day": club_day(match.started_at),
        "display": display,
        "has_chances": has_chances(match),
        "go_on": display.go_on(state) if match.is_open else "",
        "prints": tuple(
            (each.key, str(each.label), str(each.words))
            for each in table_game(match.game).prints
            if each.suits(state.options)
        ),
        "shares": match.finished_at is not None and access.club_access.is_member,
        "comments": match.club.has_comments and access.club_access.is_member,
        "revision": match.rule_version,
        "standing": display.standing(state),
        "sheet": display.sheet(state),
        "chances": display.chances(state),
        "ending": ending,
        "awards": awards,
        "moved": league().withdrawn(match) if awards or ending else (),
        "has_trophies": bool(trophies),
        "callouts": callouts[:SHOWN],
        "more_callouts": callouts[SHOWN:],
        "tags": tags,
        "has_tags": bool(table_game(match.game).record_categories.tag_labels) and match.rounds > 0,
        "run": run_of(state, display.length(state), display.goal(state)),
        "bgstats": push_link(match, state.seats),
        "confirmation": confirmation_words(state),
        "until": until(access),
    }
    return render_to_string("games/match/_body.html", context)


def until(access: MatchAccess) -> str:
    """Until when scorekeepers may correct a final match, as a time; "" where that does not apply or is over."""
    moment = access.correct_until
    if moment is None or not access.can_record or moment <= timezone.now():
        return ""
    return date_format(timezone.localtime(moment), "H:i" if moment - timezone.now() < HALF_A_DAY else "j F, H:i")


def _awards(state: MatchState, trophies: Mapping[str, str]) -> list[dict[str, object]]:
    """Winner and loser as far as they are decided, with the name of the trophy if the match was for it."""
    seats, totals = state.seats, state.sheet.totals
    return [
        {"trophy": end.word, "seats": [seats[seat] for seat in end.seats], "total": totals[end.seats[0]]}
        for end in match_ends(state, trophies)
    ]
