"""How a match looks to whoever only reads it. Each game has a value of `Display`; the pages are the same for all."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.base.entry.names import shortened
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


def next_round(state: MatchState) -> Now:
    """The round after those that are scored."""
    return Now(len(state.sheet.lines) + 1)


def no_callouts(_state: MatchState) -> Sequence[CallOutLine]:
    """A game that calls nothing out."""
    return ()


def no_ending(_state: MatchState) -> Sequence[str]:
    """A game whose sheet itself says how ties were settled."""
    return ()


def warnings(state: MatchState) -> Sequence[str]:
    """What the sheet remarks on: Dogs of War names a card that was counted twice."""
    return [spell(notice.message, shortened(state.names)) for notice in state.sheet.warnings]


def no_goal(_state: MatchState) -> int | None:
    """A game that is not played to a total."""
    return None


@dataclass(frozen=True)
class Display:
    """`state` is a few words for a list, `standing` a sentence or two for the head of the sheet.

    `round_word` is what the game calls a round and `length` how many there will be, as far as one knows; `callouts`
    come newest first; `ending` says how ties were settled and `remarks` what else belongs to the end; `goal` is the
    total a game is played to; `now` is the round on the table of a match that goes on, and `has_circle` says whether
    the lowest total wears one. `passing` are the terms of call-outs that say that somebody passed somebody.
    """

    round_word: str
    length: Callable[[MatchState], int]
    state: Callable[[MatchState], str]
    standing: Callable[[MatchState], str]
    sheet: Callable[[MatchState], Screen]
    chances: Callable[[MatchState], Chances | None]
    wall: Callable[[MatchState], Screen]
    callouts: Callable[[MatchState], Sequence[CallOutLine]] = no_callouts
    ending: Callable[[MatchState], Sequence[str]] = no_ending
    remarks: Callable[[MatchState], Sequence[str]] = warnings
    goal: Callable[[MatchState], int | None] = no_goal
    now: Callable[[MatchState], Now] = next_round
    has_circle: bool = False
    passing: Collection[str] = ()

    def go_on(self, state: MatchState) -> str:
        """`Continue: hand 4`, `Continue: game 2, round 6`: on the button that leads to the table."""
        at = re.sub(r"(?<!best) of \d+", "", self.state(state))
        is_over = state.sheet.finished and not state.sheet.needs
        return _("Continue") if is_over else _("Continue: {round}").format(round=at)
