"""Updating standings after results: the lines of the players of a match, or whole tables."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.calendar.seasons import SeasonClosed
from clubs.models import Club, Season
from clubs.models.calendar import BEGINS
from clubs.queries import lock_club
from clubs.time_zone import zone_of
from games.consequences.aggregates import players_ever_seated
from games.entries.match_state import MatchState
from games.models import Match, Seat
from leagues.models import Playoff, Standing
from leagues.standings.results import (
    Schemes,
    Table,
    by_player,
    line_in_table,
    results,
    results_of_evening,
    scheme_of,
    stored_schemes,
    tables_of,
    unranked_in,
    with_match,
)
from scoring.record_format.strict import resolved
from scoring.standings import Line, RankedRow, Result, Scheme, played_in, rank, scheme_to_json
from scoring.standings import Night as Evening
from scoring.standings.lines import Played

# Converting standings between lines and rows, and writing the rows that changed.


ALIKE = ("points", "played", "nights", "wins", "losses", "total", "best")
IN_METRICS = [name for name in Line.__struct_fields__ if name not in ("player", "form", *ALIKE)]  # stored in one column
FIGURES = ("place", *ALIKE, "metrics", "decided", "form")
Stored = dict[Table, dict[int, Standing]]


def stored_lines(club: Club, tables: Collection[Table] | None) -> Stored:
    """Return the rows of these tables, or of all, by table and player; one query."""
    rows = Standing.objects.filter(Q(club=club) if tables is None else _any_of(club, tables))
    by_table: Stored = {}
    for row in rows.order_by():
        by_table.setdefault(Table(row.season_id, row.game), {})[row.player_id] = row
    return by_table


def _any_of(club: Club, tables: Collection[Table]) -> Q:
    """Return a filter for these tables. Each part names the club, so that the database uses the index and reads no rows
    of other seasons.
    """
    wanted = Q(pk__in=[])
    for table in tables:
        season = Q(season=table.season) if table.season else Q(season__isnull=True)
        wanted |= Q(club=club, game=table.game) & season
    return wanted


def line_in(row: Standing) -> Line:
    """Return the line that the row stores; a metric that another version stores is left out."""
    return Line(
        player=row.player_id,
        **{name: getattr(row, name) for name in ALIKE},
        **{name: value for name, value in row.metrics.items() if name in IN_METRICS},
        form=msgspec.convert(row.form, resolved(tuple[Evening, ...])),
    )


def figures(row: RankedRow) -> dict[str, Any]:
    """Return the columns in which a ranked line is stored."""
    line = row.line
    return {
        "place": row.place,
        **{name: getattr(line, name) for name in ALIKE},
        "metrics": {name: getattr(line, name) for name in IN_METRICS},
        "decided": _plain(row.decided),
        "form": _plain(line.form),
    }


def _plain(value: Any) -> Any:
    """Return the value as JSON columns return it, for comparison."""
    return msgspec.json.decode(msgspec.json.encode(value))


def differing(
    old: dict[int, Standing], rows: Iterable[RankedRow]
) -> tuple[list[Standing], list[dict[str, Any]], list[int]]:
    """Return the rows to change (already updated), the rows to add (as columns) and the keys of rows to delete."""
    wanted = {row.line.player: figures(row) for row in rows}
    changed = []
    for player, columns in wanted.items():
        row = old.get(player)
        if row and any(getattr(row, name) != value for name, value in columns.items()):
            vars(row).update(columns)
            changed.append(row)
    added = [{"player_id": player, **columns} for player, columns in wanted.items() if player not in old]
    return changed, added, [row.pk for player, row in old.items() if player not in wanted]


def _overwrite(rows: list[Standing]) -> None:
    """Update the rows by an insert that conflicts with their keys: it takes a fifth of the time of an update with a
    CASE for each row.
    """
    if rows:
        Standing.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=FIGURES)


def write(club: Club, table: Table, old: dict[int, Standing], rows: Iterable[RankedRow], *, check: bool) -> int:
    """Write the rows that differ, or with `check` none; return how many differ."""
    changed, added, gone = differing(old, rows)
    if not check:
        Standing.objects.filter(pk__in=gone).delete() if gone else None
        _overwrite(changed)
        about = {"club": club, "season_id": table.season, "game": table.game}
        Standing.objects.bulk_create([Standing(**about, **columns) for columns in added], batch_size=200)
    return len(changed) + len(added) + len(gone)


# Standings contain days and times by the club’s clock: when that changes, they are ranked again the next time they
# are read.
# Each club stores the clock by which its standings were ranked. So a server that starts in another time zone ranks
# nothing again, and no page shows days by an earlier clock.


def clock_in(club: Club) -> str:
    """Return the club’s time zone and the time at which its day begins, as one text."""
    return f"{zone_of(club)} from {BEGINS:%H:%M}"


def note_clock(club: Club) -> None:
    """Store that all standings of the club are ranked by its current clock. The caller must hold the club's lock."""
    club.standings_clock = clock_in(club)
    Club.objects.filter(pk=club.pk).exclude(standings_clock=club.standings_clock).update(
        standings_clock=club.standings_clock
    )


def update_for_match(state: MatchState) -> None:
    """Recompute the lines of everybody who sits or sat at this match, then the places."""
    match = state.match
    players = {seat.player_id for seat in state.seats} | players_ever_seated(state)
    fixture = getattr(match, "fixture", None)
    if fixture:
        players |= _of_playoff(fixture.playoff_id)
    _follow(match.club, _tables(match.season_id, match.game), players)


def add(state: MatchState) -> None:
    """Add a match that has not counted yet to the lines of its players, reading only the results of its evening. A
    match of a play-off is settled instead, because its result depends on other matches.
    """
    if hasattr(state.match, "fixture"):
        update_for_match(state)
        return
    players = {seat.player_id for seat in state.seats}
    _follow(state.match.club, _tables(state.match.season_id, state.match.game), players, state.match)


@transaction.atomic
def playoff_changed(playoff: Playoff) -> None:
    """Update the standings after a play-off was called off, or was finished by something other than a match."""
    seasons = Seat.objects.filter(match__fixture__playoff=playoff).values_list("match__season", flat=True)
    for season in {*seasons}:
        _follow(playoff.club, _tables(season, playoff.game), _of_playoff(playoff.pk))


def check_points_open(season: Season) -> None:
    """Raise SeasonClosed for a closed season, whose schemes cannot change."""
    if season.closed_at:
        words = _("{season} is closed, so its points can’t change. Reopen it first.")
        raise SeasonClosed(words.format(season=season.name))


def save_scheme(season: Season, game: str, scheme: Scheme) -> None:
    """Save the scheme of this table and recompute the tables of the season. Raises SeasonClosed."""
    check_points_open(season)
    season.schemes = {**season.schemes, game: scheme_to_json(scheme)}
    season.save(update_fields=["schemes"])
    refresh(season.club, [season.pk])


@transaction.atomic
def refresh(club: Club, seasons: Collection[int | None] | None = None, *, check: bool = False) -> list[str]:
    """Recompute every table of these seasons (None in it: of all time), or every table; return what differed.

    If the club's clock has changed, every table is recomputed; with `check` none is, since they will be when they are
    next read.
    """
    if lock_club(club).standings_clock != clock_in(club):
        return [] if check else _rank(club, None)
    return _rank(club, seasons, check=check)


def _rank(club: Club, seasons: Collection[int | None] | None, *, check: bool = False) -> list[str]:
    all_results, schemes = results(club), stored_schemes(club)
    stored, unranked = stored_lines(club, None), unranked_in(club)
    wanted = {table for each in all_results for table in tables_of(each)} | stored.keys()
    some = sorted(
        (table for table in wanted if seasons is None or table.season in seasons),
        key=lambda table: (table.season or 0, table.game),
    )
    problems = []
    for table in some:
        theirs = by_player(table.of(all_results))
        lines = [line_in_table(table, schemes, player, played) for player, played in theirs.items()]
        ranked = rank(lines, scheme_of(table, schemes), played_in(chain(*theirs.values())), unranked)
        if differ := write(club, table, stored.get(table, {}), ranked, check=check):
            problems.append(f"{differ} of {_named(table)}")
    if seasons is None and not check:
        note_clock(club)
    return problems


def keep_current(club: Club) -> None:
    """Rank the standings again if the club’s clock has changed. Called before they are read; no query otherwise."""
    if club.standings_clock != clock_in(club):
        _rank_once(club)


@transaction.atomic
def _rank_once(club: Club) -> None:
    """Rank the standings again, unless another request has done so in the meantime."""
    club.standings_clock = lock_club(club).standings_clock
    if club.standings_clock != clock_in(club):
        refresh(club)


def rebuild(club: Club, *, check: bool) -> list[str]:
    """Recompute all tables of the club, or only compare them if `check`; return a line for each difference."""
    return refresh(club, check=check)


def _follow(club: Club, tables: Collection[Table], players: Collection[int], fresh: Match | None = None) -> None:
    """Recompute the lines of these players, or add the match `fresh` to them; then rank the tables and write what
    changed.
    """
    if lock_club(club).standings_clock != clock_in(club):
        refresh(club)
        return
    schemes, unranked = stored_schemes(club, {table.season for table in tables}), unranked_in(club)
    stored, evening = stored_lines(club, tables), results_of_evening(fresh) if fresh else []
    theirs = cache(lambda season: results(club, players=players, season=season))
    for table in tables:
        old = stored.get(table, {})
        lines = {player: line_in(row) for player, row in old.items()}
        now = with_match(table, schemes, lines, evening, str(fresh.pk)) if fresh else None
        if now is None:
            others = {player: line for player, line in lines.items() if player not in players}
            played = by_player(table.of(theirs(table.season if fresh else None)))
            now = others | {who: line_in_table(table, schemes, who, their) for who, their in played.items()}
        ranked = rank([*now.values()], scheme_of(table, schemes), _played(club, table), unranked)
        write(club, table, old, ranked, check=False)


def _played(club: Club, table: Table) -> Played:
    """Return a function that reads the results of players level so far, only when it is called."""

    @cache
    def read(group: frozenset[int]) -> list[Result]:
        return table.of(results(club, players=group, season=table.season, game=table.game))

    return lambda group: read(frozenset(group))


def _tables(season: int | None, game: str) -> list[Table]:
    seasons = [None] if season is None else [season, None]
    return [Table(each, key) for each in seasons for key in (game, "")]


def _of_playoff(playoff: int) -> set[int]:
    return {*Seat.objects.filter(match__fixture__playoff=playoff).values_list("player", flat=True)}


def _named(table: Table) -> str:
    return f"{table.game or 'all games'}, {f'season {table.season}' if table.season else 'all time'}"


def trial(season: Season, game: str, schemes: Mapping[str, Any]) -> list[RankedRow]:
    """Return the season’s table of this game ("": across all games) under these schemes."""
    table = Table(season.pk, game)
    season_schemes: Schemes = {season.pk: schemes}
    counted = table.of(results(season.club, season=season.pk, game=game))
    lines = [line_in_table(table, season_schemes, player, played) for player, played in by_player(counted).items()]
    return rank(lines, scheme_of(table, season_schemes), played_in(counted), unranked_in(season.club))
