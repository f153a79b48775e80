"""What was heard in a finished match, and each seat's feats, as rows: what records, call-outs and the glossary read."""

from collections.abc import Iterator, Mapping

from django.db import transaction
from django.db.models import Q

from clubs.models import Club
from games.consequences.follow import Consequence
from games.entries.confirmation import is_over
from games.entries.match_state import MatchState, load_many
from games.models import CallOut, Match, Seat
from scoring.base import RuleError

AT_ONCE = 100  # matches read together
Rows = Mapping[tuple[str, int | None], tuple[int, int]]  # term and player: how often, in which round last


def settle(book: MatchState) -> None:
    """Two statements where something is heard for the first time, one where nothing changes."""
    stored = list(CallOut.objects.filter(match=book.match))
    _write(book, stored)


def rebuild(club: Club, *, check: bool) -> list[str]:
    """Every match of the club that is over, or still has rows from when it was."""
    return [found for books in _shelf(club) for found in _rebuilt(books, check=check)]


def _shelf(club: Club) -> Iterator[list[MatchState]]:
    """Some books at a time: ten years of them do not fit on the table."""
    over = Q(finished_at__isnull=False) | Q(shouts__isnull=False) | ~Q(seats__feats={})
    keys = club.matches.filter(over).order_by("started_at", "pk").values_list("pk", flat=True).distinct()
    every = list(keys)
    for start in range(0, len(every), AT_ONCE):
        yield load_many(list(Match.objects.filter(pk__in=every[start : start + AT_ONCE]).order_by("started_at", "pk")))


@transaction.atomic
def _rebuilt(books: list[MatchState], *, check: bool) -> list[str]:
    stored: dict[object, list[CallOut]] = {}
    for shout in CallOut.objects.filter(match__in=[book.match for book in books]):
        stored.setdefault(shout.match_id, []).append(shout)
    wrong = [book for book in books if _can_be_read(book) and _differs(book, stored.get(book.match.pk, []))]
    for book in () if check else wrong:
        _write(book, stored.get(book.match.pk, []))
    return [f"match {book.match.pk}" for book in wrong]


def _can_be_read(book: MatchState) -> bool:
    """Entries that no longer fit keep what was heard; whoever scores the match anew names them."""
    try:
        return book.sheet is not None
    except RuleError:
        return False


def _differs(book: MatchState, stored: list[CallOut]) -> bool:
    return _as_rows(stored) != derived_callouts(book) or bool(_moved(book))


def _write(book: MatchState, stored: list[CallOut]) -> None:
    if _as_rows(stored) != (wanted := derived_callouts(book)):
        if stored:
            CallOut.objects.filter(match=book.match).delete()
        CallOut.objects.bulk_create(
            CallOut(match=book.match, term=term, player_id=player, times=times, round=number)
            for (term, player), (times, number) in wanted.items()
        )
    moved = _moved(book)
    for seat, reached in moved.items():
        seat.feats = reached
    if moved:
        Seat.objects.bulk_update(moved, ["feats"])


def _as_rows(stored: list[CallOut]) -> Rows:
    return {(shout.term, shout.player_id): (shout.times, shout.round) for shout in stored}


def derived_callouts(book: MatchState) -> Rows:
    """What follows from the sheet; nothing before the result stands."""
    found = book.engine.heard(book.sheet) if is_over(book.match, book.sheet) else ()
    who = {seat.position: seat.player_id for seat in book.seats}
    return {(each.term, None if each.seat is None else who[each.seat]): (each.times, each.round) for each in found}


def feats(book: MatchState) -> dict[int, dict[str, int]]:
    """By position, what follows from the sheet; nothing before the result stands."""
    found = book.engine.feats(book.sheet) if is_over(book.match, book.sheet) else {}
    return {seat.position: dict(found.get(seat.position, {})) for seat in book.seats}


def _moved(book: MatchState) -> dict[Seat, dict[str, int]]:
    """The seats whose feats are others than those that stand."""
    wanted = feats(book)
    return {seat: wanted[seat.position] for seat in book.seats if seat.feats != wanted[seat.position]}


CALLOUTS = Consequence("shouts", settle, rebuild, reads_sheets=True)
