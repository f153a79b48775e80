"""The registry of consequences: rows derived from a result, updated in the transaction that wrote it.

A package above the games registers what it derives from results when its app is ready; this module knows none of them.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from django.dispatch import Signal

from clubs.models import Club
from clubs.queries import lock_club_for_results
from games.entries.match_state import MatchState
from games.models import Match

# Sent when all consequences are updated, still in the transaction: `state`, and whether the match `was_over` before.
result_changed = Signal()
# Sent after a write to the rounds, in its transaction: `state`. Not sent for half a round, such as bids, nor for
# results written within `all_at_once`.
rounds_changed = Signal()


class Rebuild(Protocol):
    def __call__(self, club: Club, *, check: bool) -> list[str]: ...


@dataclass(frozen=True)
class Consequence:
    """One kind of derived rows.

    `update` updates exactly the rows that one match affects, `rebuild` recalculates those of a whole club from its
    results; both must give the same rows. `rebuild(club, check=…)` names what differed, and writes nothing with
    `check`. `add`, if given, replaces `update` for a match that was not over before, so that its result has not counted
    yet. `reads_sheets` says that rebuilding folds every match's entries.
    """

    name: str
    update: Callable[[MatchState], None]
    rebuild: Rebuild
    add: Callable[[MatchState], None] | None = None
    reads_sheets: bool = False


_registered: list[Consequence] = []
_put_off: ContextVar[frozenset[int]] = ContextVar("_put_off", default=frozenset())


def register(*following: Consequence) -> None:
    """Register consequences in order of dependency: each after those whose rows it reads."""
    _registered.extend(following)


def consequences() -> Sequence[Consequence]:
    """The registered consequences, in order."""
    return tuple(_registered)


@contextmanager
def all_at_once(club: Club) -> Iterator[None]:
    """Within this context, results of the club have no consequences; at its end everything is rebuilt once."""
    token = _put_off.set(_put_off.get() | {club.pk})
    try:
        yield
    finally:
        _put_off.reset(token)
    rebuild(club)


def update_consequences(state: MatchState, *, was_over: bool = False) -> None:
    """Update all consequences of a match and send `result_changed`. `was_over` says whether it was over before this
    write.
    """
    if state.match.club_id in _put_off.get():
        return
    lock_club_for_results(state.match.club_id)
    for each in _registered:
        update = each.update if was_over or each.add is None else each.add
        update(state)
    result_changed.send(Club, state=state, was_over=was_over)


def send_rounds_changed(state: MatchState) -> None:
    """Send `rounds_changed`, unless many results of the club are being written at once."""
    if state.match.club_id not in _put_off.get():
        rounds_changed.send(Match, state=state)


def rebuild(club: Club, *, check: bool = False) -> list[str]:
    """Recalculate everything that follows from the club's results; the answer names what differed."""
    return [f"{each.name}: {problem}" for each in _registered for problem in each.rebuild(club, check=check)]


def rebuild_by_player(club: Club) -> None:
    """Recalculate after players were merged or separated: only consequences that read no sheets, as those do not
    change.
    """
    for each in _registered:
        if not each.reads_sheets:
            each.rebuild(club, check=False)
