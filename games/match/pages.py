"""The page of a match and its downloads, and the list of a club's matches."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec.structs import asdict

from clubs.access import Access, club_view
from clubs.language.locales import date_format, minus
from clubs.models import Club
from clubs.models.calendar import club_day
from clubs.responses import cached_fragment, conditional, fragment, is_following, polled
from games.access import MatchAccess, match_view
from games.base.wording import game_name, label_of, substitutes_in_words, title
from games.callouts import TagWords, in_words, tags_of
from games.charts.line_chart import run_of
from games.confirmation import confirmation_words
from games.consequences.league import league, match_ends
from games.entries.match_state import MatchState, load, open_record, seats_at
from games.forecasts.stored import has_chances
from games.match.bg_stats import push_link
from games.match.printing import match_picture_answer
from games.match.search import (
    Search,
    Slice,
    callout_labels,
    fact_labels,
    matching_matches,
    parse_search,
    result,
    slice_of,
)
from games.models import Match, Seat
from games.registry import table_game
from scoring import ENGINES
from scoring.messages import translated
from scoring.options import notes

# The page of a match: its sheet, the result or standings, call-outs, and the chart of totals.


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
    kept = table_game(match.game).kept if label_of(match) else ()
    options = asdict(state.options)
    agreed = {name: value for name, value in options.items() if name not in kept}
    own = {name: options[name] for name in kept if name != "rules_name"}  # the label has the name
    context = {
        "club": match.club,
        "may": access,
        "match": match,
        "title": title(match),
        "game": game_name(match),
        "day": club_day(match.started_at),
        "display": display,
        "has_chances": has_chances(match),
        "go_on": _go_on(state),
        "go_on_to": _settles(state) or f"{reverse('table', args=[match.pk])}?half",
        "prints": tuple(
            (each.key, str(each.label), str(each.words))
            for each in table_game(match.game).prints
            if each.suits(state.options)
        ),
        "reads_photos": table_game(match.game).reads_photo_of(state.options),
        "shares": match.finished_at is not None and access.club_access.is_member,
        "comments": match.club.has_comments and access.club_access.is_member,
        "revision": match.rule_version,
        "standing": " ".join([display.standing(state), *map(translated, notes(state.engine.options, agreed))]),
        "own_rules": " ".join(map(translated, notes(state.engine.options, own))),
        "sheet": display.sheet(state),
        "chances": display.chances(state),
        "ending": ending,
        "substitutes": substitutes_in_words(state, display.round_word),
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


def _go_on(state: MatchState) -> str:
    """Return the label of the button that leads to the table; "" once the match is over."""
    if state.match.is_left:
        return gettext("Say how it was settled")
    return table_game(state.match.game).display.go_on(state) if state.match.is_open else ""


def _settles(state: MatchState) -> str:
    """Return the address at which a tie of an earlier evening is settled; "" where there is none."""
    if not state.match.is_left:
        return ""
    offered = [each.key for each in table_game(state.match.game).actions if each.settles and each.offered(state)]
    return reverse("action", args=[state.match.pk, offered[0]]) if offered else ""


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


# The list of a club's matches, searchable by player, game, season, night and what happened in them.


@require_safe
@club_view(readers=True)
def matches(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    search = parse_search(request.GET)
    page = slice_of(request, matching_matches(club, search).select_related("season"))
    seats = list(Seat.objects.filter(match__in=page.matches).select_related("player"))
    results = [result(match, [seat for seat in seats if seat.match_id == match.pk]) for match in page.matches]
    context = {
        "access": access,
        "here": "more",
        "search": search,
        "games": [(game, game.key == search.game) for game in ENGINES],
        "page": page,
        "results": results,
        "has_losers": any(each.losers for each in results),
        "about": _about(search, seats, page),
    }
    return render(request, "games/match/matches.html", context)


def _about(search: Search, seats: list[Seat], page: Slice) -> list[str]:
    """The parts of the search that have no field in the form, in words."""
    filters = []
    if search.player is not None:
        name = next((seat.player.label for seat in seats if seat.player_id == search.player), _("this player"))
        filters.append(_("with {player}").format(player=name))
    if search.season is not None:
        season = _("in {season}").format(season=page.matches[0].season) if page.matches else _("in this season")
        filters.append(season)
    if search.points_key is not None:
        filters.append(_("by house rules") if search.points_key else pgettext("rules", "as written"))
    if search.night is not None:
        filters.append(_("on this night"))
    filters += [_("won") if search.result == "won" else _("lost")] if search.result else []
    filters += [_("on place {place}").format(place=search.place)] if search.place else []
    filters += [_("with the call-out {term}").format(term=callout_labels()[search.term])] if search.term else []
    filters += [_fact(search.game, name, value) for name, value in search.facts.items()]
    return [words for words in filters if words]


def _fact(game: str, name: str, value: int) -> str:
    """“a hand with a bid of 3”, “a round without the most hands”: words without `#` or `|` are yes-or-no facts."""
    words, at = fact_labels(game)[name], table_game(game).display.round_word if game else "round"
    if "|" in words:
        words = dict(enumerate(words.split("|"))).get(value, _("something else"))
        return _with(at, words)
    if "#" in words:
        return _with(at, words.replace("#", minus(value)))
    return _with(at, words) if value else _without(at, words)


def _with(word: str, fact: str) -> str:
    phrases = {"hand": _("a hand with {fact}"), "game": _("a game with {fact}"), "year": _("a year with {fact}")}
    return phrases.get(word, _("a round with {fact}")).format(fact=fact)


def _without(word: str, fact: str) -> str:
    phrases = {
        "hand": _("a hand without {fact}"),
        "game": _("a game without {fact}"),
        "year": _("a year without {fact}"),
    }
    return phrases.get(word, _("a round without {fact}")).format(fact=fact)


# Downloads of a match: its record in the open format that can be scored again, and a picture for members.


@require_safe
@match_view("watch")
def record_file(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    state = load(match)
    return conditional(request, (match.pk, match.version, state.names), lambda: _record(state))


def _record(state: MatchState) -> JsonResponse:
    response = JsonResponse(open_record(state), json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"{state.match.game}-{club_day(state.match.started_at).isoformat()}.json"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@require_safe
@match_view("watch")
def picture(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    if not access.club_access.is_member:
        raise Http404(_("Pictures are for members."))
    return match_picture_answer(request, match)
