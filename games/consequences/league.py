"""The interface through which a match asks about its league; the leagues package connects its answers at start-up.

Without a league there are no trophies and no play-offs.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from clubs.models import Player
from games.entries.match_state import MatchState
from games.models import Match
from scoring.base import Engine, Sheet


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


class Taking(Protocol):
    """Who takes a trophy of a play-off."""

    @property
    def players(self) -> Sequence[Player]: ...


class FinalEnd(Protocol):
    """What the end of a final table means in its play-off; `cone` is the loser's trophy if it is taken there."""

    @property
    def cone(self) -> Taking | None: ...


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

    def runs(self, match: Match) -> Mapping[str, Any]:
        """The last contests for each trophy that passed with this match, by rule."""
        return {}

    def withdrawn(self, match: Match) -> Iterable[Any]:
        """The awards that this match gave until it was corrected."""
        return ()

    def would_change(self, state: MatchState, after: Sheet) -> Sequence[str]:
        """Sentences on what would change in a play-off if `after` were this match's sheet."""
        return ()

    def outcome(self, match: Match) -> Sequence[str]:
        """Sentences on what the end of this match decides in its play-off."""
        return ()

    def of_final(self, match: Match) -> FinalEnd | None:
        """What the end of this match means in its play-off; None if it is no final table."""
        return None

    def after(self, match: Match) -> AfterMatch | None:
        """The next step of the night or play-off for this table; None if nothing is planned."""
        return None

    def holds(self, match: Match) -> str:
        """Why this match cannot be removed, as a sentence: what was dealt by its result; "" if it can be."""
        return ""

    def passing(self, match: Match, why: str) -> AbstractContextManager[None]:
        """A context within which the trophies of this match may pass to others, who are told of it."""
        return nullcontext()

    def seats_are_given(self, match: Match) -> bool:
        """Whether a play-off says who sits at this match, so that nobody else can take a result of it."""
        return False

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


# Which seats or players receive the trophies of a match: its winners, and its top loser.


WINNER, LOSER = "winner", "loser"
Takes = Mapping[str, Sequence[int]]  # by the rule of the trophy
NOBODY: Takes = {WINNER: (), LOSER: ()}


class Result(Protocol):
    """The attributes of a `Seat` row that decide about trophies."""

    @property
    def player_id(self) -> int: ...

    @property
    def place(self) -> int: ...

    @property
    def is_winner(self) -> bool: ...

    @property
    def is_loser(self) -> bool: ...


@dataclass(frozen=True)
class End:
    """The seats at one end of the ranking, and the name for it, such as `Winner` or a trophy's name."""

    rule: str
    word: str
    seats: Sequence[int]

    @property
    def is_top(self) -> bool:
        return self.rule == WINNER


def takers(seats: Sequence[Result]) -> Takes:
    """Recipients by rule, as player ids. Where the game names no loser, it is the player alone in the last place."""
    losers = [seat.player_id for seat in seats if seat.is_loser]
    last = max((seat.place for seat in seats), default=0)
    behind = [seat for seat in seats if seat.place == last]
    if not losers and len(behind) == 1 and not behind[0].is_winner:
        losers = [behind[0].player_id]
    return {WINNER: sorted(seat.player_id for seat in seats if seat.is_winner), LOSER: sorted(losers)}


def ends(engine: Engine[Any], sheet: Sheet) -> Takes:
    """Recipients by rule, as seat numbers, of a sheet that need not be stored; nobody until it is decided."""
    losers = sheet.losers
    if sheet.winners and not losers:
        behind = engine.ranks(sheet)[-1].seats
        losers = behind if len(behind) == 1 and behind[0] not in sheet.winners else ()
    return {WINNER: sheet.winners, LOSER: losers}


def match_ends(state: MatchState, trophies: Mapping[str, str]) -> list[End]:
    """The winners and the losers of a match, each left out if there are none.

    `trophies` are names by rule, as of `League.prizes`; there are losers where the game or a trophy defines them.
    """
    seats = ends(state.engine, state.sheet)
    bottom = seats[LOSER] if LOSER in trophies else state.sheet.losers
    both = (
        End(WINNER, trophies.get(WINNER, _("Winner")), seats[WINNER]),
        End(LOSER, trophies.get(LOSER, _("Loser")), bottom),
    )
    return [end for end in both if end.seats]
