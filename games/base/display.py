"""How a match looks to whoever only reads it. Each game has a `Display` of its own; the pages are the same for all."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.base.entry.names import shortened
from games.base.entry.round_words import numbered
from games.entries.match_state import MatchState
from scoring.base import spell


@dataclass(frozen=True)
class Screen:
    """A template and what it needs beside the match."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CallOutLine:
    """One call-out in words, and the round it was heard in; `times` is above one where several earned it at once."""

    at: str
    term: str
    label: str
    words: str
    times: int = 1


@dataclass(frozen=True)
class Chance:
    """What one player can still reach; `is_out` when the top is out of reach."""

    player: str
    words: str
    is_out: bool = False


@dataclass(frozen=True)
class Chances:
    """Who can still win or lose; `note` says how much is still to be had."""

    note: str
    players: Sequence[Chance]
    headline: str = ""


@dataclass(frozen=True)
class Now:
    """The round on the table: its number, `of` how many (0 where nobody knows), what is in it, and who is at it."""

    number: int
    of: int = 0
    about: str = ""
    doing: str = ""


class Display:
    """What a game says of a match; what has no default is needed."""

    # What the game calls a round, whether the lowest total wears a circle, and the terms of call-outs that say that
    # somebody passed somebody.
    round_word = "round"
    has_circle = False
    passing: Collection[str] = ()

    def length(self, state: MatchState) -> int:
        """How many rounds there will be, as far as one knows."""
        raise NotImplementedError

    def state(self, state: MatchState) -> str:
        """A few words for a list: `hand 4 of 20`."""
        raise NotImplementedError

    def standing(self, state: MatchState) -> str:
        """A sentence or two for the head of the sheet."""
        raise NotImplementedError

    def sheet(self, state: MatchState) -> Screen:
        """The score sheet."""
        raise NotImplementedError

    def wall(self, state: MatchState) -> Screen:
        """The board on the wall."""
        raise NotImplementedError

    def chances(self, state: MatchState) -> Chances | None:
        """Who can still win or lose; None where the sheet does not say."""
        return None

    def callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        """What was called out, the newest first."""
        return ()

    def ending(self, state: MatchState) -> Sequence[str]:
        """How ties were settled, where the sheet itself does not say."""
        return ()

    def remarks(self, state: MatchState) -> Sequence[str]:
        """What else the sheet remarks on: Dogs of War names a card that was counted twice."""
        return [spell(notice.message, shortened(state.names)) for notice in state.sheet.warnings]

    def goal(self, state: MatchState) -> int | None:
        """The total a game is played to."""
        return None

    def now(self, state: MatchState) -> Now:
        """The round on the table of a match that goes on."""
        return Now(len(state.sheet.lines) + 1)

    def place(self, state: MatchState) -> str:
        """Where the table of a match that goes on stands: `hand 4`, `game 2, round 6`."""
        return numbered(self.round_word, self.now(state).number)

    def go_on(self, state: MatchState) -> str:
        """`Continue: hand 4`: on the button that leads to the table."""
        is_over = state.sheet.finished and not state.sheet.needs
        return _("Continue") if is_over else _("Continue: {round}").format(round=self.place(state))
