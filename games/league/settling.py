"""A match whose result came, changed or went: everything that follows from results hears of it, in order.

The ledger calls `settle` inside its own transaction, so that a result and what follows from it are one thing.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from games.book import Book
from games.hooks.telling import tell_of_match
from games.league import awards, playoff_results, ratings, shouts, standings
from leagues.models import Club
from leagues.turns import wait_for_results


class Rebuild(Protocol):
    def __call__(self, club: Club, *, check: bool) -> list[str]: ...


@dataclass(frozen=True)
class Follower:
    """`settle` puts right exactly what this match touches, `rebuild` works a whole club out anew from its results.

    `rebuild(club, check=…)` names what differed; with `check` it writes nothing. Both must come to the same rows.
    """

    name: str
    settle: Callable[[Book], None]
    rebuild: Rebuild
    reads_sheets: bool = False


# In the order in which one needs the other.
FOLLOWERS: Sequence[Follower] = (
    Follower("shouts", shouts.settle, shouts.rebuild, reads_sheets=True),
    Follower("play-offs", playoff_results.settle, playoff_results.rebuild),
    Follower("awards", awards.settle, awards.rebuild),
    Follower("ratings", ratings.settle, ratings.rebuild),
    Follower("standings", standings.settle, standings.rebuild),
)

_put_off: ContextVar[frozenset[int]] = ContextVar("_put_off", default=frozenset())


@contextmanager
def all_at_once(club: Club) -> Iterator[None]:
    """Many results of one club, one after the other: what follows from them is worked out once, at the end."""
    token = _put_off.set(_put_off.get() | {club.pk})
    try:
        yield
    finally:
        _put_off.reset(token)
    rebuild(club)


def settle(book: Book, *, was_over: bool = False) -> None:
    """`was_over` before what was just written."""
    if book.match.club_id in _put_off.get():
        return
    wait_for_results(book.match.club_id)
    for follower in FOLLOWERS:
        follower.settle(book)
    tell_of_match(book, was_over=was_over)


def rebuild(club: Club, *, check: bool = False) -> list[str]:
    """Everything that follows from the club's results, from nothing; the answer names what differed."""
    return [f"{follower.name}: {found}" for follower in FOLLOWERS for found in follower.rebuild(club, check=check)]


def rebuild_by_player(club: Club) -> None:
    """After two players became one, or two again: no sheet is another one, so none is folded anew."""
    for follower in FOLLOWERS:
        if not follower.reads_sheets:
            follower.rebuild(club, check=False)
