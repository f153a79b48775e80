"""How a game presents a match on pages without input: each game has a subclass of `Display`, the pages are shared."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.base.entry.names import shortened
from games.base.entry.round_words import numbered
from games.entries.match_state import MatchState
from scoring.base import with_names


@dataclass(frozen=True)
class Screen:
    """A template and the context it needs in addition to the match."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CallOutLine:
    """One call-out in words: `at` is its round, `words` who earned it; `times` is above 1 if several did at once."""

    at: str
    term: str
    label: str
    words: str
    times: int = 1


@dataclass(frozen=True)
class Chance:
    """What one player can still reach, in words; `is_out` if the player can no longer win."""

    player: str
    words: str
    is_out: bool = False


@dataclass(frozen=True)
class Chances:
    """Who can still win or lose; `note` says how many points are still to be had."""

    note: str
    players: Sequence[Chance]
    headline: str = ""


@dataclass(frozen=True)
class Now:
    """The round being played: its number, the number of rounds `of` (0 if unknown), its content `about`, and in `doing`
    who has to act.
    """

    number: int
    of: int = 0
    about: str = ""
    doing: str = ""


class Display:
    """How a game presents a match. Methods that raise NotImplementedError must be overridden."""

    # The game's word for a round, whether the lowest total is circled on the sheet, and the terms of the call-outs for
    # one player overtaking another.
    round_word = "round"
    has_circle = False
    passing: Collection[str] = ()

    def length(self, state: MatchState) -> int:
        """Return how many rounds the match will have, as far as that is known."""
        raise NotImplementedError

    def state(self, state: MatchState) -> str:
        """Return the progress in a few words, for lists: `hand 4 of 20`."""
        raise NotImplementedError

    def standing(self, state: MatchState) -> str:
        """Return one or two sentences on the standings, for the head of the sheet."""
        raise NotImplementedError

    def sheet(self, state: MatchState) -> Screen:
        """Return the score sheet."""
        raise NotImplementedError

    def wall(self, state: MatchState) -> Screen:
        """Return the scoreboard for the wall page."""
        raise NotImplementedError

    def chances(self, state: MatchState) -> Chances | None:
        """Return who can still win or lose; None where the sheet does not determine it."""
        return None

    def callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        """Return the call-outs of the match, newest first."""
        return ()

    def ending(self, state: MatchState) -> Sequence[str]:
        """Return sentences on how ties were settled, where the sheet does not show it."""
        return ()

    def remarks(self, state: MatchState) -> Sequence[str]:
        """Return the sheet's warnings as sentences; Dogs of War names a card that was counted twice."""
        return [with_names(notice.message, shortened(state.names)) for notice in state.sheet.warnings]

    def goal(self, state: MatchState) -> int | None:
        """Return the total at which the game ends; None for a game that is not played to a total."""
        return None

    def now(self, state: MatchState) -> Now:
        """Return the round being played in an open match."""
        return Now(len(state.sheet.lines) + 1)

    def place(self, state: MatchState) -> str:
        """Return the position of an open match in words: `hand 4`, `game 2, round 6`."""
        return numbered(self.round_word, self.now(state).number)

    def go_on(self, state: MatchState) -> str:
        """Return the label of the button that leads to the table: `Continue: hand 4`."""
        is_over = state.sheet.finished and not state.sheet.needs
        return _("Continue") if is_over else _("Continue: {round}").format(round=self.place(state))
