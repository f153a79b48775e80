"""Aggregates of finished matches: per player and for the club, per season and for all time. See ADR 58."""

import itertools
from collections.abc import Collection, Iterable

from django.db import transaction

from clubs.models import Club, Player
from clubs.queries import lock_club
from games.consequences.follow import Consequence
from games.entries.match_state import MatchState
from games.models import Aggregate, Match
from games.statistics.sums import (
    A_BATCH,
    Found,
    Scope,
    Sums,
    add_callouts,
    add_up,
    is_there,
    rows,
    save,
    sums_of,
    write,
)

EVER = None  # the season of an all-time row


def update_for_match(state: MatchState) -> None:
    """Recalculate the aggregates of all players who sit, or once sat, at this match.

    If the club has no aggregates of the game yet, all of them are written.
    """
    match = state.match
    if not is_there(match.club_id, match.game):
        _rebuild(match.club, match.game, check=False)
        return
    players = {seat.player_id for seat in state.seats} | players_ever_seated(state)
    fresh = add_up(Scope(match.club_id, match.game, match.season_id, players=players))
    if match.season_id:
        write(match.club_id, match.game, match.season_id, fresh, players)
    write(match.club_id, match.game, EVER, _of_all_time(match, fresh, players), players)


def add(state: MatchState) -> None:
    """Add a match that has not counted so far to the stored aggregates; reads only the match's own rounds."""
    match = state.match
    found = add_up(Scope(match.club_id, match.game, is_ever=True, match=match.pk))
    players = [player for player in found if player]
    known = rows(match.club_id, match.game, players).order_by()
    about = known.filter(season=EVER)
    if match.season_id:  # a union uses the whole index, an OR would read the rows of all seasons
        about = about.union(known.filter(season=match.season_id), all=True)
    stored = {(row.season_id, row.player_id): row for row in about}
    if (EVER, None) not in stored:
        _rebuild(match.club, match.game, check=False)
        return
    night = _night(match, players)
    for key in itertools.product({match.season_id, EVER}, found):
        season, player = key
        row = stored.setdefault(key, Aggregate(club=match.club, game=match.game, season_id=season, player_id=player))
        sums_of(row).add(found[player])
        if season is EVER and player in night:
            row.callouts.setdefault("nights", {}).update(night[player].callouts["nights"])
        if season is EVER:
            sums_of(row).keep_top_nights()
    save(list(stored.values()))


def _night(match: Match, players: Collection[int]) -> Found:
    """Everything called out on the match's night, in other seasons and at other tables too, by player."""
    found: dict[int | None, Sums] = {}
    if match.night_id:
        scope = Scope(match.club_id, match.game, is_ever=True, players=players, night=match.night_id)
        add_callouts(scope, found)
    return found


def players_ever_seated(state: MatchState) -> set[int]:
    """Primary keys of all players named by entries, corrected ones included, of substitutes, and of those they were
    merged into.
    """
    named = {entry.player_id for entry in state.history if entry.player_id}
    named |= {key for row in state.substitutes.rows for key in (row.player_id, row.instead_of_id)}
    if not named:
        return named
    merged = Player.everybody.filter(pk__in=named, merged_into__isnull=False).values_list("merged_into", flat=True)
    return named | {each for each in merged if each}


def _of_all_time(match: Match, fresh: Found, players: Collection[int]) -> Found:
    """All-time sums: the stored seasons together with the matches of no season, which are added up again."""
    found: dict[int | None, Sums] = {}
    _merge(found, add_up(Scope(match.club_id, match.game, players=players)) if match.season_id else fresh)
    for row in rows(match.club_id, match.game, players).filter(season__isnull=False).iterator(A_BATCH):
        _merge(found, {row.player_id: sums_of(row)})
    return _as_of_all_time(found)


def _merge(into: dict[int | None, Sums], found: Found) -> None:
    for player, sums in found.items():
        into.setdefault(player, Sums()).add(sums)


def _as_of_all_time(found: Found) -> Found:
    for sums in found.values():
        sums.keep_top_nights()
    return found


@transaction.atomic
def refresh(club: Club, seasons: Iterable[int]) -> None:
    """Recalculate these seasons, after matches have moved from one to another; all-time sums do not change."""
    lock_club(club)
    for game in _games(club):
        for season in seasons if is_there(club.pk, game) else ():
            write(club.pk, game, season, add_up(Scope(club.pk, game, season)))


@transaction.atomic
def rebuild(club: Club, *, check: bool) -> list[str]:
    """Recalculate all aggregates of a club and name those that differed; with `check` nothing is written, and games
    without aggregates are skipped.
    """
    lock_club(club)
    games = [game for game in _games(club) if not check or is_there(club.pk, game)]
    return [problem for game in games for problem in _rebuild(club, game, check=check)]


def write_missing() -> None:
    """Write the aggregates of every club and game that has none yet, after an update of the software."""
    there = set(Aggregate.objects.filter(season=None, player=None).values_list("club", "game"))
    played = set(Match.objects.filter(finished_at__isnull=False).order_by().values_list("club", "game").distinct())
    for club, game in sorted(played - there):
        _rebuild(Club.objects.get(pk=club), game, check=False)


def _rebuild(club: Club, game: str, *, check: bool) -> list[str]:
    """Recalculate one game, season by season, so that ten years need not fit into memory; names what differed."""
    ever: dict[int | None, Sums] = {}
    problems = []
    played = Match.objects.filter(club=club, game=game).order_by("season").values_list("season", flat=True).distinct()
    stored = Aggregate.objects.filter(club=club, game=game, season__isnull=False).values_list("season", flat=True)
    for season in [*sorted({*played, *stored} - {None}), None]:
        found = add_up(Scope(club.pk, game, season))
        _merge(ever, found)
        if season and (differ := write(club.pk, game, season, found, check=check)):
            problems.append(f"{differ} of {game}, season {season}")
    if differ := write(club.pk, game, EVER, _as_of_all_time(ever), check=check):
        problems.append(f"{differ} of {game}, all time")
    return problems


def _games(club: Club) -> list[str]:
    known = Aggregate.objects.filter(club=club), Match.objects.filter(club=club, finished_at__isnull=False)
    return sorted({game for found in known for game in found.order_by().values_list("game", flat=True).distinct()})


AGGREGATES = Consequence("sums", update_for_match, rebuild, add)
