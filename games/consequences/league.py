"""What a match asks of the league it is played in; the package above answers when its app is ready.

Without a league there are no trophies, no play-offs, and nobody sits at another table of one.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from clubs.models import Player
from games.entries.match_state import MatchState
from games.models import Match
from scoring.base import Sheet


class Prize(Protocol):
    """A trophy, as a match shows it: its name, and the rule by which it passes (`WINNER` or `LOSER`)."""

    pk: Any
    name: Any
    game: Any
    rule: Any


class Held(Protocol):
    """A trophy and who has it."""

    @property
    def trophy(self) -> Prize: ...

    @property
    def player(self) -> Player: ...


class Taken(Protocol):
    """A trophy that went to `player` at the end of a match, and who had it `before`."""

    @property
    def trophy(self) -> Prize: ...

    @property
    def player(self) -> Player: ...

    @property
    def before(self) -> Player | None: ...

    @property
    def is_cone(self) -> bool: ...


class AfterMatch(Protocol):
    """Where an evening goes on after a match: what the button says, and its page."""

    @property
    def words(self) -> str: ...

    @property
    def url(self) -> str: ...


class League:
    """Every answer of a club without a league; `connect` puts another one in its place."""

    def prizes(self, match: Match) -> Mapping[str, str]:
        """The names of what winner and top loser of this match take, by rule; empty if it is played for nothing."""
        return {}

    def prize_names(self, club_id: int, game: str) -> Mapping[str, str]:
        """The same for a match of this game that would end now."""
        return {}

    def last_winner(self, club_id: int, game: str) -> Player | None:
        """Who won the last match or play-off for the winner's trophy (DD-06)."""
        return None

    def holders(self, club_id: int, game: str) -> Sequence[Held]:
        """Who holds the trophies of this game."""
        return ()

    def taken(self, match: Match) -> Sequence[Taken]:
        """The trophies that passed with this match."""
        return ()

    def withdrawn(self, match: Match) -> Iterable[Any]:
        """The awards this match gave until it was corrected."""
        return ()

    def would_change(self, state: MatchState, after: Sheet) -> Sequence[str]:
        """What would move in a play-off if `after` were this match's sheet, in sentences."""
        return ()

    def outcome(self, match: Match) -> Sequence[str]:
        """What the end of this match settles in the play-off it belongs to, in sentences."""
        return ()

    def after(self, match: Match) -> AfterMatch | None:
        """What the night or the play-off has for this table next; None where nothing is planned."""
        return None

    def seated_elsewhere(self, match: Match) -> set[int]:
        """Players who sit at another table of the same stage of a play-off."""
        return set()


_connected = [League()]


def connect(answers: League) -> None:
    _connected[0] = answers


def league() -> League:
    return _connected[0]
