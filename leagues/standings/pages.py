"""The page of a season's table, its race, its PDF and its picture."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from clubs.models.calendar import club_day
from games.base.names import isolated, shortened
from games.match.printing import one_of
from games.registry import TABLE_GAMES
from leagues.models import Standing
from leagues.standings.print_sheet import standings_answer, standings_picture_answer
from leagues.standings.queries import ALL, Board, NoTable, read, read_ranked, read_usual
from leagues.standings.race import Places, places_of, race_chart, race_of
from leagues.standings.results import scheme_in, scheme_of_each_game
from leagues.standings.wording import (
    FIGURES,
    Bar,
    figure,
    form_of,
    game_title,
    headline,
    hundredths,
    last_nights,
    night_day,
    place_in_words,
    rules_in_words,
    scheme_in_words,
    tie_breaks,
)
from scoring.messages import translated
from scoring.standings import METRICS, Scheme

# A row with its details, and the answer to “why here?”.


@dataclass(frozen=True)
class Comparison:
    """One criterion in the answer to “why here?”."""

    name: str
    figures: str
    words: str
    verdict: str


@dataclass(frozen=True)
class Why:
    """The answer to “why here?”: `title` is the question, `lead` the first sentence, `asked` the criteria that were
    compared.
    """

    title: str
    lead: str
    asked: Sequence[Comparison] = ()


@dataclass(frozen=True)
class Shown:
    """A row with its details. `form` is the text alternative of the bars, `missing` how many matches it takes to be
    ranked; `why` is set only for the row that was asked for.
    """

    row: Standing
    points: str
    bars: Sequence[Bar]
    form: str
    missing: int = 0
    why: Why | None = field(default=None)
    is_left_out: bool = False


def shown(board: Board, scheme: Scheme, chosen: str) -> list[Shown]:
    """Return all rows; `chosen` is the key of the player (as text) whose place is to be explained."""
    rows = board.rows
    nights = last_nights(rows)
    names = dict(zip((row.pk for row in rows), shortened([row.player.label for row in rows]), strict=True))
    above: dict[int, Standing] = {two.pk: one for one, two in pairwise(rows)}
    below: dict[int, Standing] = {one.pk: two for one, two in pairwise(rows)}
    return [
        Shown(
            row,
            hundredths(row.points),
            *form_of(row, nights),
            max(scheme.least - row.played, 0),
            why(row, above.get(row.pk), below.get(row.pk), names, scheme) if str(row.player_id) == chosen else None,
            board.is_left_out(row),
        )
        for row in rows
    ]


def why(row: Standing, above: Standing | None, below: Standing | None, names: dict[int, str], scheme: Scheme) -> Why:
    """Return why the row has its place, compared with the one above or, for the first, below."""
    me = isolated(names[row.pk])
    if row.place is None and row.played >= scheme.least:
        return Why(gettext("{me}, why not ranked?").format(me=me), gettext("Guests are not ranked in this club."))
    if row.place is None:
        more = scheme.least - row.played
        words = ngettext(
            "{count} more match to go: players are ranked after {least}.",
            "{count} more matches to go: players are ranked after {least}.",
            more,
        )
        title = gettext("{me}, why not ranked?").format(me=me)
        return Why(title, words.format(count=more, least=scheme.least))
    title = gettext("{player}, why {place}?").format(player=me, place=place_in_words(row.place))
    if above is None:
        if below is None or below.place is None:
            return Why(title, gettext("There is nobody else to be behind."))
        comparisons = _answers(below.decided, me, names[below.pk], mirrored=True)
        return Why(
            title,
            gettext("Nobody is above {me}. {names} comes next.").format(me=me, names=names[below.pk]),
            comparisons,
        )
    other = names[above.pk]
    is_mean = scheme.aggregate != "sum"
    return Why(title, _lead(row, above, me, other, is_mean=is_mean), _answers(row.decided, other, me))


def _lead(row: Standing, above: Standing, me: str, other: str, *, is_mean: bool) -> str:
    if row.place == above.place:
        words = gettext("{player} and {other} are level on every tie-break, so they share the place.")
    elif row.points == above.points:
        words = gettext("{player} and {other} are level on points, so the tie-breaks decide, in order.")
    else:
        words = gettext("{other} has more points, so no tie-break is needed.")
        if is_mean:
            words = gettext("{other} has the higher figure, so no tie-break is needed.")
    return words.format(player=me, other=other)


def _answers(decided: Sequence[list[object]], other: str, mine: str, *, mirrored: bool = False) -> list[Comparison]:
    return [_answer(str(key), each, other, mirrored=mirrored) for key, *each in decided]


def _answer(key: str, values: list[object], other: str, *, mirrored: bool) -> Comparison:
    mine, above, verdict = values
    metric = METRICS[key]
    if verdict == "unasked":
        return Comparison(translated(metric.name), "", gettext("not needed"), "unasked")
    pair = [figure(key, int(str(value))) for value in ((above, mine) if mirrored else (mine, above))]
    words = gettext("level") if verdict == "level" else translated(metric.decided(other))
    joint = gettext("{one} to {other}") if metric.is_score else gettext("{one} and {other}")
    figures = joint.format(one=pair[0], other=pair[1])
    return Comparison(translated(metric.name), figures, words, "decides" if verdict == "decided" else "")


# The page of a season's table; for any row it explains why it has its place.


FEW_SEASONS = 4  # seasons that fit side by side; the others are on a page of their own
KEYS = [each.key for each in TABLE_GAMES]


@require_safe
@club_view(readers=True)
def standings(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """One query besides those for the club and the user, whatever the size of the table; two more if its race has to be
    drawn.
    """
    season, game, today = request.GET.get("season", ""), request.GET.get("game", ""), club_day()
    board = read_usual(club, season, game, today)
    context: dict[str, Any] = {"access": access, "here": "standings", "board": board}
    if board is None:
        context |= {"seasons": list(club.seasons.all()[:FEW_SEASONS]), "asked": bool(season or game)}
        return render(request, "leagues/standings/standings.html", context)
    rows = shown(board, scheme_in(club, board.season, board.game), request.GET.get("why", ""))
    context |= _about(club, board, rows) | {"race": race_of(club, board)}
    return render(request, "leagues/standings/standings.html", context)


def _about(club: Club, board: Board, rows: list[Shown]) -> dict[str, Any]:
    scheme = scheme_in(club, board.season, board.game)
    return {
        "season": board.season,
        "season_key": board.season.pk if board.season else ALL,
        "game_key": board.game or ALL,
        "title": game_title(board.game),
        "headline": headline(board, rows),
        "after": night_day(board.rows),
        "rows": [row for row in rows if row.row.place],
        "waiting": [row for row in rows if not row.row.place and not row.is_left_out],
        "guests": [row for row in rows if row.is_left_out],
        "minimum": scheme.least,
        "figure": FIGURES[scheme.aggregate],
        "seasons": board.seasons[:FEW_SEASONS],
        "has_more": len(board.seasons) > FEW_SEASONS,
        "games": [{"key": key or ALL, "name": game_title(key)} for key in (*KEYS, "") if key in board.games],
        "scheme": scheme_in_words(scheme, scheme_of_each_game(club, board.season)),
        "tie_breaks": tie_breaks(scheme),
        "rules": rules_in_words(board, scheme),
    }


# The page of a season's race: places or points after each night; player, night and view are in the query string.


@require_safe
@club_view(readers=True)
def race(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Three queries besides those for the club and the user, however much was played."""
    board = read(club, request.GET.get("season", ""), request.GET.get("game", ""), club_day())
    found = places_of(club, board) if board else None
    context: dict[str, Any] = {"access": access, "here": "standings", "board": board, "race": found}
    if board:
        context |= {
            "season": board.season,
            "season_key": board.season.pk if board.season else ALL,
            "game_key": board.game or ALL,
            "title": game_title(board.game),
            "seasons": board.seasons[:FEW_SEASONS],
            "has_more": len(board.seasons) > FEW_SEASONS,
            "games": [{"key": key or ALL, "name": game_title(key)} for key in (*KEYS, "") if key in board.games],
        }
    if found:
        context |= _shown(request, found, access.player_id)
    return render(request, "leagues/standings/race.html", context)


def _shown(request: HttpRequest, race: Places, mine: int | None) -> dict[str, Any]:
    """Return the context of the chart. A player or night that this race does not have is replaced: by the user's own
    line (or the first), the last night. Raises BadRequest for an unknown view.
    """
    asked = request.GET.get("player", "")
    named = [runner for runner in race.runners if str(runner.player) == asked]
    own = [runner for runner in race.runners if runner.player == mine]
    chosen, last = [*named, *own, race.runners[0]][0], len(race.dates)
    night = request.GET.get("night", "")
    at = max(1, min(int(night), last)) if night.isascii() and night.isdecimal() and len(night) < 4 else last
    by_points = one_of(request, "show", ("places", "points"), "places") == "points"
    order = sorted(race.runners, key=lambda runner: (runner.places[at - 1] is None, runner.places[at - 1] or 0))
    return {
        "chosen": chosen,
        "night": at,
        "last": last,
        "date": race.dates[at - 1],
        "by_points": by_points,
        "chart": race_chart(race, chosen, at, by_points=by_points),
        "order": [(runner, hundredths(runner.points[at - 1])) for runner in order],
        "table": [
            (runner, [(place, hundredths(points)) for place, points in zip(runner.places, runner.points, strict=True)])
            for runner in race.runners
        ],
        "first": race.dates[0],
        "newest": race.dates[-1],
    }


# The standings as a PDF and as a picture.


@require_safe
@club_view(readers=True)
def standings_pdf(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The table that the query string names, as on the standings page. Raises Http404 if it has no rows."""
    return standings_answer(request, club, request.GET.get("season", ""), request.GET.get("game", ""))


@require_safe
@club_view()
def standings_picture(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The table that the query string names, for members. Raises Http404 if nobody is ranked in it."""
    try:
        board = read_ranked(club, request.GET.get("season", ""), request.GET.get("game", ""), club_day())
    except NoTable as error:
        raise Http404(str(error)) from error
    return standings_picture_answer(request, club, board)
