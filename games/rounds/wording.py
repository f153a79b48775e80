"""What a game says about its rounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from games.base.display import CallOutLine, no_callouts
from games.entries.match_state import MatchState
from games.rounds.fields import Field

Payload = Mapping[str, Any]


def no_lead(_state: MatchState, _line: Any) -> str:
    """A round of which there is nothing more to say."""
    return ""


@dataclass(frozen=True)
class RoundWording:
    """`kind` is the entry a round is made of, or the last one of several, and the only one written about here.

    `fields` are a round's inputs as they stand in a payload (None: an empty round), each name with the prefix;
    `payload` reads them back and raises Unreadable. `entry_words` puts an entry into words, `figures` are the labelled
    figures of a seat in a scored round, the total last, `lead` is a sentence about that round, `callouts` all call-outs
    of a sheet. A game that `can_stop` may be stopped by agreement with a result.
    """

    kind: str
    word: str
    fields: Callable[[MatchState, Payload | None, str], Sequence[Field]]
    payload: Callable[[QueryDict, str], dict[str, Any]]
    entry_words: Callable[[Sequence[str], Any], str]
    figures: Callable[[Any, int], Sequence[tuple[str, str]]]
    callouts: Callable[[MatchState], Sequence[CallOutLine]] = no_callouts
    lead: Callable[[MatchState, Any], str] = no_lead
    can_stop: bool = False
