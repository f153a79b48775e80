"""What a game says about its rounds."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from games.base.display import CallOutLine
from games.entries.match_state import MatchState
from games.rounds.fields import Field

Payload = Mapping[str, Any]


class RoundWording:
    """A round's form, its words and its figures; what has no default is needed."""

    # The entry a round is made of, or the last one of several, and the only one written about here; what the game calls
    # a round; whether it may be stopped by agreement with a result.
    kind: str
    word: str
    can_stop = False

    def fields(self, state: MatchState, payload: Payload | None, prefix: str) -> Sequence[Field]:
        """The inputs as they stand in a payload (None: an empty round), each name with the prefix."""
        raise NotImplementedError

    def payload(self, form: QueryDict, prefix: str) -> dict[str, Any]:
        """What these inputs say. Raises Unreadable."""
        raise NotImplementedError

    def entry_words(self, names: Sequence[str], entry: Any) -> str:
        """An entry as the engine reads it, in words."""
        raise NotImplementedError

    def figures(self, line: Any, seat: int) -> Sequence[tuple[str, str]]:
        """The figures of a seat in a scored round, each with its label, the total last."""
        raise NotImplementedError

    def lead(self, state: MatchState, line: Any) -> str:
        """A sentence about a scored round, where there is more to say."""
        return ""

    def callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        """All call-outs of the sheet."""
        return ()
