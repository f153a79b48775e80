"""The interface through which a match asks about its league; the leagues package connects its answers at start-up.

Without a league there are no trophies and no play-offs.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from clubs.models import Player
from games.entries.match_state import MatchState
from games.models import Match
from scoring.base import Sheet


class Prize(Protocol):
    """A trophy as a match shows it: its name, and the rule by which it passes (`WINNER` or `LOSER`)."""

    pk: Any
    name: Any
    game: Any
    rule: Any


class Held(Protocol):
    """A trophy and its current holder."""

    @property
    def trophy(self) -> Prize: ...

    @property
    def player(self) -> Player: ...


class Taken(Protocol):
    """A trophy that passed to `player` at the end of a match, and its holder `before`."""

    @property
    def trophy(self) -> Prize: ...

    @property
    def player(self) -> Player: ...

    @property
    def before(self) -> Player | None: ...

    @property
    def is_cone(self) -> bool: ...


class AfterMatch(Protocol):
    """The next step of a night after a match: the label of the button and its URL."""

    @property
    def words(self) -> str: ...

    @property
    def url(self) -> str: ...


class League:
    """The answers for a club without a league; `connect` replaces them."""

    def prizes(self, match: Match) -> Mapping[str, str]:
        """The names of what winner and top loser of this match receive, by rule; empty if the match is not for
        trophies.
        """
        return {}

    def prize_names(self, club_id: int, game: str) -> Mapping[str, str]:
        """The names of what winner and top loser of a match of this game would receive if it ended now, by rule."""
        return {}

    def last_winner(self, club_id: int, game: str) -> Player | None:
        """Who won the last match or play-off that was for the winner's trophy; None if there is none (DD-06)."""
        return None

    def holders(self, club_id: int, game: str) -> Sequence[Held]:
        """The trophies of this game with their current holders."""
        return ()

    def taken(self, match: Match) -> Sequence[Taken]:
        """The trophies that passed with this match."""
        return ()

    def withdrawn(self, match: Match) -> Iterable[Any]:
        """The awards that this match gave until it was corrected."""
        return ()

    def would_change(self, state: MatchState, after: Sheet) -> Sequence[str]:
        """Sentences on what would change in a play-off if `after` were this match's sheet."""
        return ()

    def outcome(self, match: Match) -> Sequence[str]:
        """Sentences on what the end of this match decides in its play-off."""
        return ()

    def after(self, match: Match) -> AfterMatch | None:
        """The next step of the night or play-off for this table; None if nothing is planned."""
        return None

    def seated_elsewhere(self, match: Match) -> set[int]:
        """Primary keys of players at other tables of the same stage of a play-off."""
        return set()


_connected = [League()]


def connect(answers: League) -> None:
    """Replace the answers that `league()` returns."""
    _connected[0] = answers


def league() -> League:
    """The connected league, or one without trophies and play-offs."""
    return _connected[0]
