"""What a game defines about its rounds."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from games.base.display import CallOutLine
from games.entries.match_state import MatchState
from games.rounds.fields import Field

Payload = Mapping[str, Any]


class RoundWording:
    """A round's form, words and figures. Methods that raise NotImplementedError must be overridden."""

    # The kind of a round's entry (of its last one, if it has several); the game's word for a round; whether a match may
    # be stopped by agreement.
    kind: str
    word: str
    can_stop = False

    def fields(self, state: MatchState, payload: Payload | None, prefix: str) -> Sequence[Field]:
        """The form fields with the values of a payload (None: an empty round); every name begins with `prefix`."""
        raise NotImplementedError

    def payload(self, form: QueryDict, prefix: str) -> dict[str, Any]:
        """The payload of these fields. Raises Unreadable."""
        raise NotImplementedError

    def entry_words(self, names: Sequence[str], entry: Any) -> str:
        """An entry, as the engine's own type, in words."""
        raise NotImplementedError

    def figures(self, line: Any, seat: int) -> Sequence[tuple[str, str]]:
        """The figures of a seat in a scored round as (label, value), the total last."""
        raise NotImplementedError

    def lead(self, state: MatchState, line: Any) -> str:
        """A sentence about a scored round; "" if there is nothing to add."""
        return ""

    def callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        """All call-outs of the sheet."""
        return ()
