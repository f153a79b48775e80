"""What happened becomes one job for each program that wants to know, in the same transaction: both or neither."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.models import OuterRef, Subquery

from games.book import Book
from games.hooks.events import CORRECTED, FINISHED, MOVED, REOPENED
from games.jobs.asking import ask
from games.models import Award, Hook, Seat
from leagues.models import Trophy


def tell_of_match(book: Book, *, was_over: bool) -> None:
    """After everything that follows from the result stands. One query where nobody wants to know."""
    is_over = book.match.finished_at is not None
    event = CORRECTED if was_over and is_over else FINISHED if is_over else REOPENED
    if hooks := listening(book.match.club_id, event):
        _tell(hooks, event, match_data(book))


@contextmanager
def watching(club_id: int, trophies: Collection[int], why: str = "") -> Iterator[None]:
    """Tells of those among these trophies that somebody else has afterwards."""
    hooks = listening(club_id, MOVED) if trophies else []
    before = holders(trophies) if hooks else {}
    yield
    if hooks:
        after = holders(trophies)
        for trophy in Trophy.objects.filter(pk__in=trophies).order_by("pk"):
            had, has = before.get(trophy.pk, []), after.get(trophy.pk, [])
            if had != has:
                _tell(hooks, MOVED, {"trophy": trophy.pk, "name": trophy.name, "from": had, "to": has, "because": why})


def listening(club_id: int, event: str) -> list[Hook]:
    standing = Hook.objects.filter(club=club_id, removed_at=None, paused_at=None).select_related("club")
    return [hook for hook in standing.order_by("created_at", "pk") if event in hook.events]


def holders(trophies: Collection[int]) -> dict[int, list[int]]:
    """The players who have each, several after a shared win."""
    live = Award.objects.filter(withdrawn_at__isnull=True)
    newest = live.filter(trophy=OuterRef("trophy")).order_by("-awarded_at", "-pk").values("awarded_at")[:1]
    found: dict[int, list[int]] = {}
    rows = live.filter(trophy__in=trophies, awarded_at=Subquery(newest)).order_by("player")
    for trophy, player in rows.values_list("trophy", "player").distinct():
        found.setdefault(trophy, []).append(player)
    return found


def match_data(book: Book) -> dict[str, Any]:
    """As the list of matches shows it to everybody. Of one that is open again only that it is: no figure counts."""
    match = book.match
    about = {
        "match": str(match.pk),
        "version": match.version,
        "game": match.game,
        "table": match.table,
        "night": match.night_id,
        "season": match.season_id,
        "started_at": match.started_at.isoformat(),
    }
    if match.finished_at is None:
        return about
    return {**about, "finished_at": match.finished_at.isoformat(), "rounds": match.rounds, "seats": _seats(book.seats)}


def _seats(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """By numbers alone: names are put in when it is sent, so that no row keeps that of somebody who has left."""
    return [
        {
            "seat": seat.position,
            "player": seat.player_id,
            "total": seat.total,
            "place": seat.place,
            "winner": seat.is_winner,
            "loser": seat.is_loser,
        }
        for seat in seats
    ]


def _tell(hooks: Sequence[Hook], event: str, data: dict[str, Any]) -> None:
    for hook in hooks:
        ask("hook", hook.club, asked={"hook": str(hook.pk), "event": event, "data": data})
