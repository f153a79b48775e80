"""What follows from a match's result, put right in the transaction of the ledger that wrote it.

A package above the games registers what it derives from results when its app is ready; nothing here knows which.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from django.dispatch import Signal

from clubs.locks import wait_for_results
from clubs.models import Club
from games.entries.match_state import MatchState
from games.models import Match

# After every consequence stands, still in the transaction: `book`, and whether the match `was_over` before.
result_changed = Signal()
# After a write to the rounds, in its transaction: `state`. What is only half a round, such as bids, is not told, nor is
# one of many results written at once.
rounds_changed = Signal()


class Rebuild(Protocol):
    def __call__(self, club: Club, *, check: bool) -> list[str]: ...


@dataclass(frozen=True)
class Consequence:
    """`settle` puts right exactly what this match touches, `rebuild` works a whole club out anew from its results.

    `rebuild(club, check=…)` names what differed; with `check` it writes nothing. Both must come to the same rows. Where
    there is `add`, it does what `settle` does for a match that was not over before, and so counted for nothing.
    """

    name: str
    settle: Callable[[MatchState], None]
    rebuild: Rebuild
    add: Callable[[MatchState], None] | None = None
    reads_sheets: bool = False


_registered: list[Consequence] = []
_put_off: ContextVar[frozenset[int]] = ContextVar("_put_off", default=frozenset())


def register(*following: Consequence) -> None:
    """In the order in which one needs the other."""
    _registered.extend(following)


def consequences() -> Sequence[Consequence]:
    return tuple(_registered)


@contextmanager
def all_at_once(club: Club) -> Iterator[None]:
    """Many results of one club, one after the other: what follows from them is worked out once, at the end."""
    token = _put_off.set(_put_off.get() | {club.pk})
    try:
        yield
    finally:
        _put_off.reset(token)
    rebuild(club)


def settle(state: MatchState, *, was_over: bool = False) -> None:
    """`was_over` before what was just written."""
    if state.match.club_id in _put_off.get():
        return
    wait_for_results(state.match.club_id)
    for each in _registered:
        follow_on = each.settle if was_over or each.add is None else each.add
        follow_on(state)
    result_changed.send(Club, state=state, was_over=was_over)


def say_rounds_changed(state: MatchState) -> None:
    if state.match.club_id not in _put_off.get():
        rounds_changed.send(Match, state=state)


def rebuild(club: Club, *, check: bool = False) -> list[str]:
    """Everything that follows from the club's results, from nothing; the answer names what differed."""
    return [f"{each.name}: {problem}" for each in _registered for problem in each.rebuild(club, check=check)]


def rebuild_by_player(club: Club) -> None:
    """After two players became one, or two again: no sheet is another one, so none is folded anew."""
    for each in _registered:
        if not each.reads_sheets:
            each.rebuild(club, check=False)
