"""Stored sums; if those of a club and game are missing, they are added up on each read."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.fields.json import KeyTransform

from games.models import Aggregate
from games.statistics.match_sums import Scope, add_up
from games.statistics.sums import FACTS, Sums

Found = Mapping[int | None, Sums]  # by player; None is the club
COLUMNS = ("results", "best", "rounds", "callouts")
A_BATCH = 200


def is_there(club: int, game: str) -> bool:
    """Whether the sums of a club and game are stored; one query."""
    return Aggregate.objects.filter(club=club, game=game, season=None, player=None).exists()


def rows(club: int, game: str, players: Collection[int] | None = None) -> QuerySet[Aggregate]:
    """The stored rows of all seasons and all time: the club's, and those of these players or all."""
    found = Aggregate.objects.filter(club=club, game=game)
    return found if players is None else found.filter(Q(player__in=players) | Q(player=None))


def sums_of(row: Aggregate) -> Sums:
    return Sums(**{name: getattr(row, name) for name in COLUMNS})


def read(scope: Scope, *columns: str) -> Found:
    """The sums of a scope, these columns only; one query if they are stored."""
    season = None if scope.is_ever else scope.season
    found = rows(scope.club, scope.game, scope.players).filter(season=season).order_by().values_list("player", *columns)
    sums = {player: Sums(**dict(zip(columns, values, strict=True))) for player, *values in found}
    return sums if None in sums else add_up(scope)


def read_fact(scope: Scope, name: str) -> list[Mapping[str, Any]]:
    """Of all players, the rounds by one fact; one query, which leaves the other facts in the database."""
    season = None if scope.is_ever else scope.season
    values = KeyTransform(name, KeyTransform(FACTS, "rounds"))
    found = dict(rows(scope.club, scope.game).filter(season=season).order_by().values_list("player", values))
    if None not in found:
        found = {player: sums.rounds.get(FACTS, {}).get(name) for player, sums in add_up(scope).items()}
    return [each for each in found.values() if each]


def write(
    club: int, game: str, season: int | None, due: Found, players: Collection[int] | None = None, *, check: bool = False
) -> int:
    """Store the sums `due` of a season, or of all time (None), and return how many rows differed.

    Only rows that differ are written, with `check` none.
    """
    stored = {row.player_id: row for row in rows(club, game, players).filter(season=season)}
    wanted = {player: sums.figures for player, sums in due.items()}
    gone = [row.pk for player, row in stored.items() if player not in wanted]
    fresh = [player for player in wanted if player not in stored]
    moved = [player for player, row in stored.items() if player in wanted and sums_of(row).figures != wanted[player]]
    if not check:
        Aggregate.objects.filter(pk__in=gone).delete() if gone else None
        about: dict[str, Any] = {"club_id": club, "game": game, "season_id": season}
        made = [Aggregate(**about, player_id=player, **wanted[player]) for player in fresh]
        save([*(_changed(stored[player], wanted[player]) for player in moved), *made])
    return len(gone) + len(fresh) + len(moved)


def _changed(row: Aggregate, figures: Mapping[str, Any]) -> Aggregate:
    vars(row).update(figures)
    return row


def save(due: Collection[Aggregate]) -> None:
    """Save new and changed rows; the changed ones by one upsert."""
    if known := [row for row in due if row.pk]:
        Aggregate.objects.bulk_create(
            known, batch_size=A_BATCH, update_conflicts=True, unique_fields=["id"], update_fields=COLUMNS
        )
    Aggregate.objects.bulk_create([row for row in due if not row.pk], batch_size=A_BATCH)
