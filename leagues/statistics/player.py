"""A player's statistics: the chosen game and season, form, and the chart of totals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import dropwhile, pairwise
from statistics import mean
from typing import Any

from django.db.models import F, FilteredRelation, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import date_format
from clubs.models import Club, Player, Season
from clubs.models.calendar import club_day
from games.base.statistics import Bar, Bars, percent
from games.base.table_game import TableGame
from games.charts.plots import AVERAGE_OF, DotsChart, Played, averages_of, dots_chart
from games.models import Match, Seat
from games.registry import TABLE_GAMES, asked_game
from games.statistics import queries
from games.statistics.queries import RUN, RulesChoice, SomeMatches, Summary, Whose, chosen_rules, rounds_of_club, run
from leagues.standings.results import evening

# The chart of a player’s totals, match by match.


FEWEST_MATCHES = 3  # matches for a chart
SAYS = gettext_lazy("Total of each match, and the average of the last five; the same numbers are in the table below")


def totals_chart(seats: Sequence[Seat], says: str | Promise = SAYS) -> DotsChart | None:
    """Return the chart; None for fewer than FEWEST matches, which the table shows as well."""
    if len(seats) < FEWEST_MATCHES:
        return None
    shown = seats[-queries.RUN :]
    places = sorted({0, len(shown) // 3, 2 * len(shown) // 3, len(shown) - 1})
    days = {at: date_format(club_day(shown[at].match.started_at), "M Y") for at in places}
    along = {at: day for at, day in days.items() if at in (0, len(shown) - 1) or list(days.values()).count(day) == 1}
    return dots_chart([Played(seat.total, seat.is_winner) for seat in seats], str(says), along, queries.RUN)


# A player’s form in a game: the result of each night, and the average of the last five nights played.


NIGHTS = 20  # nights shown
MATCHES = 400  # of the club, among which the player's are searched
FIGURES = ("place", "total", "is_winner")
DATES = 4  # dates below the chart
CHARACTER = 0.028  # width of a character in a season's name, as a share of the plot on a phone
FORM_SAYS = gettext_lazy(
    "Total of each night, and the average of the last five played; the same numbers are in the table below"
)


@dataclass(frozen=True)
class FormNight:
    """A night of the club. `total` is the average of the player's matches, None if the player was away; `average` is
    None then too, and for the first four nights.
    """

    started_at: datetime
    season: str
    matches: int = 0
    total: float | None = None
    won: bool = False
    average: float | None = None


@dataclass(frozen=True)
class Form:
    """`about` says in words which nights or matches the chart shows, `seats` are the player's seats in them, the oldest
    first.
    """

    nights: Sequence[FormNight]
    chart: DotsChart | None
    about: str
    seats: Sequence[Seat]


def form_of(player: Whose, game: str) -> Form:
    """Return the form by nights, or by matches if the player was at too few nights. One query, or two if the player has
    not played for a long time. Without chart and seats where the points do not compare.
    """
    if queries.are_points_mixed(player):
        return Form([], None, "", [])
    matches = _matches(player, game)
    seats = [seat for match in matches if (seat := _seat(match))]
    nights = _nights(matches)
    chart = form_chart(nights)
    if chart is None:
        last = seats if len(matches) < MATCHES else run(player, game, RUN + AVERAGE_OF - 1)
        return Form(nights, totals_chart(last), _last_matches(len(last[-RUN:])), last[-RUN:])
    shown = [seat for seat in seats if seat.match.started_at >= nights[0].started_at]
    return Form(nights, chart, _last_nights(len(nights)), shown)


def _last_matches(count: int) -> str:
    return ngettext("the last {count} match", "the last {count} matches", count).format(count=count)


def _last_nights(count: int) -> str:
    return ngettext("the last {count} night", "the last {count} nights", count).format(count=count)


def _matches(player: Whose, game: str) -> list[Any]:
    """Return the newest MATCHES matches of the club, the oldest first, each annotated with the player's result."""
    who = player.player if isinstance(player, SomeMatches) else player
    rows = Match.objects.filter(queries.of_these(player), club=who.club_id, game=game, finished_at__isnull=False)
    mine = FilteredRelation("seats", condition=Q(seats__player=who))
    figures = {f"my_{name}": F(f"mine__{name}") for name in FIGURES}
    about = rows.only("started_at", "night", "game", "options").annotate(season_name=F("season__name"))
    newest = about.annotate(mine=mine, **figures).order_by("-started_at", "-pk")
    return list(newest[:MATCHES])[::-1]


def _seat(match: Any) -> Seat | None:
    """Return the annotated result as a seat; None if the player did not play."""
    figures = {name: getattr(match, f"my_{name}") for name in FIGURES}
    return None if match.my_total is None else Seat(match=match, **figures)


def _nights(matches: Iterable[Any]) -> list[FormNight]:
    """Return the last NIGHTS nights, beginning with one on which the player played."""
    nights: dict[str, list[Any]] = {}
    for match in matches:
        nights.setdefault(evening(match.night_id, match.started_at), []).append(match)
    found = list(dropwhile(lambda night: not night.matches, map(_night, nights.values())))
    averages = averages_of([each.total for each in found])
    return [replace(each, average=average) for each, average in zip(found, averages, strict=True)][-NIGHTS:]


def _night(matches: Sequence[Any]) -> FormNight:
    """Return one night; its season is that of its first match."""
    first, seats = matches[0], [seat for match in matches if (seat := _seat(match))]
    about = FormNight(first.started_at, first.season_name or "")
    if not seats:
        return about
    won = any(seat.is_winner for seat in seats)
    return replace(about, matches=len(seats), total=mean(seat.total for seat in seats), won=won)


def form_chart(nights: Sequence[FormNight]) -> DotsChart | None:
    """Return the chart; None for fewer than FEWEST nights, which the table shows as well."""
    if sum(each.matches > 0 for each in nights) < FEWEST_MATCHES:
        return None
    last = len(nights) - 1
    places = sorted({round(at * last / (DATES - 1)) for at in range(DATES)})
    along = {at: date_format(club_day(nights[at].started_at), "j M") for at in places}
    dots = [None if each.total is None else Played(each.total, each.won) for each in nights]
    of = "average" if any(each.matches > 1 for each in nights) else "night"
    return dots_chart(dots, str(FORM_SAYS), along, NIGHTS, _turns(nights), of)


def _turns(nights: Sequence[FormNight]) -> dict[int, str]:
    """Return where each season begins, with its name if it fits (otherwise ""); {} if there is only one."""
    seasons = [each.season for each in nights]
    begins = [at for at, season in enumerate(seasons) if not at or season != seasons[at - 1]]
    if len(begins) == 1:
        return {}
    widths = [(end - begin) / len(nights) for begin, end in pairwise([*begins, len(nights)])]
    return {
        begin: seasons[begin] if len(seasons[begin]) * CHARACTER <= width else ""
        for begin, width in zip(begins, widths, strict=True)
    }


# Parts of a player's statistics: the chosen game, season and players, call-outs, and club rates for comparison.


def game_of(key: str, played: Mapping[str, Summary]) -> TableGame:
    """Return the game with this key; "" gives the first that the player has played. Raises Http404 for an
    unknown one.
    """
    first = next((each for each in TABLE_GAMES if each.key in played), TABLE_GAMES[0])
    return asked_game(key) or first


def rules_of(
    person: Player, season: Season | None, game: TableGame, played: Mapping[str, Summary], asked: str
) -> RulesChoice:
    """Return the matches by the rules that are asked for. Raises Http404 for rules by which the player has none."""
    try:
        return chosen_rules(person, season.pk if season else None, game.key, played.get(game.key, Summary()), asked)
    except LookupError:
        raise Http404 from None


def called(person: Whose, game: TableGame, matches: int) -> Bars:
    """Return the call-outs about this player: how often, and in how many of the matches."""
    categories = game.record_categories
    terms = categories.terms
    labels = {term: terms[term] for term in categories.counted} | categories.tags
    counts = queries.call_out_counts(person, game.key)
    rows = [(term, label, *counts[term]) for term, label in labels.items() if term in counts]
    bars = [
        Bar(label, (str(times), str(percent(inside, matches))), percent(inside, matches), "%", {"term": term})
        for term, label, times, inside in sorted(rows, key=lambda row: (-row[2], row[1]))
    ]
    return Bars(_("Called out"), _("and in how many of the matches"), (_("Call-out"), _("Times"), _("Matches")), bars)


def season_of(club: Club, key: str) -> Season | None:
    """Return the season with this key, None for "" (all time). Raises Http404 if the club does not have it."""
    if not key:
        return None
    known = club.seasons.filter(pk=int(key)) if key.isascii() and key.isdecimal() and len(key) < 19 else None
    return get_object_or_404(known if known is not None else club.seasons.none())


def asked_player(club: Club, key: str) -> Player | None:
    """Return the player with this key, None for "". Raises Http404 if the club does not have it."""
    if not key:
        return None
    number = int(key) if key.isascii() and key.isdecimal() and len(key) < 19 else 0
    return get_object_or_404(Player, club=club, pk=number)


def with_club_rates(player: Whose, game: str, tables: Sequence[Bars]) -> list[Bars]:
    """Return the tables, with the club’s rate on each row of those that are compared; one query for each of these."""
    return [_with_club_rates(player, game, table) if table.compared else table for table in tables]


def _with_club_rates(player: Whose, game: str, table: Bars) -> Bars:
    club = rounds_of_club(player, game, table.compared).rates(table.compared)
    rates = {str(rate.value): rate.percent for rate in club}
    return replace(table, rows=[replace(row, club=rates.get(row.head)) for row in table.rows])
