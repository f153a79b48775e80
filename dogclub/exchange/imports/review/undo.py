"""Undoing an import as a whole: what would be removed, what prevents it, and the removal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.locks import lock_club
from clubs.models import Attendance, Night, Player, Season
from dogclub.jobs import Impossible
from dogclub.models import ImportBatch
from games import ledger
from games.base.wording import title
from games.consequences.follow import rebuild_by_player
from games.ledger.bulk import FIRST
from games.models import Match
from leagues.models import Trophy

MOST_NAMED = 5
EDITED = gettext_lazy("it was edited since")
PLAYED_OFF = gettext_lazy("it belongs to a play-off")
MARKED = gettext_lazy("somebody has marked a round of it")


@dataclass(frozen=True)
class Obstacle:
    """A match that prevents the undoing of its import, and the reason."""

    match: Match
    reason: str


def obstacles(row: ImportBatch) -> list[Obstacle]:
    """Return at most MOST_NAMED matches for each reason; four queries."""
    matches = row.matches.order_by("started_at", "pk")
    named_obstacles: list[Obstacle] = []
    for rows, reason in (
        (matches.exclude(version=FIRST), str(EDITED)),
        (matches.filter(fixture__isnull=False), str(PLAYED_OFF)),
        (matches.filter(tags__isnull=False).distinct(), str(MARKED)),
    ):
        named_obstacles += [Obstacle(match, reason) for match in rows[:MOST_NAMED]]
    return named_obstacles


def why_not_undoable(row: ImportBatch) -> str:
    """Return the first obstacle as a sentence, or "" if there is none."""
    first = next(iter(obstacles(row)), None)
    return in_the_way(first.match, first.reason) if first else ""


def in_the_way(match: Match, reason: str) -> str:
    """A match that prevents an undo, in a sentence."""
    return _("{match} stands in the way: {reason}.").format(match=title(match), reason=reason)


def undo(row: ImportBatch) -> None:
    """Remove everything the import created, in the transaction that completes the job. Raise Impossible if there is
    an obstacle.
    """
    lock_club(row.club)
    if wrong := why_not_undoable(row):
        raise Impossible(wrong)
    ledger.withdraw(row.pk, row.club)
    rebuild_by_player(row.club)
    made: Mapping[str, Sequence[int]] = row.made
    arrivals = Attendance.objects.filter(pk__in=made.get("came", ()), state=Attendance.State.HERE, left_at=None)
    arrivals.filter(night__in=_unused(Night, made.get("nights", ()), besides=(Attendance,))).delete()
    _remove(Night, made.get("nights", ()))
    _remove(Season, made.get("seasons", ()))
    _remove(Trophy, made.get("trophies", ()))
    _remove(Player, made.get("players", ()))
    row.state, row.undone_at = ImportBatch.State.UNDONE, timezone.now()
    row.save(update_fields=["state", "undone_at"])


def _remove(model: type[Model], keys: Iterable[int]) -> None:
    """Delete those rows that no other row refers to."""
    model._base_manager.filter(pk__in=_unused(model, keys)).delete()


def _unused(model: type[Model], keys: Iterable[int], besides: Sequence[type[Model]] = ()) -> set[int]:
    """Return the keys that no row refers to, apart from rows of the models in `besides`; one query for each
    relation.
    """
    left = set(keys)
    for relation in model._meta.get_fields(include_hidden=True):
        if relation.many_to_many:
            continue  # the rows in between refer to it as well
        if left and relation.auto_created and not relation.concrete and relation.related_model not in besides:
            name = relation.field.name  # type: ignore[union-attr]
            rows = relation.related_model._base_manager.filter(**{f"{name}__in": left})  # type: ignore[union-attr]
            left -= set(rows.values_list(f"{name}_id", flat=True))
    return left
