"""The entries of Top Dog, and the options agreed before the first round."""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, field

from scoring.messages import Term

NAME = Term("game-top-dog", "Top Dog")

ARRANGING: Final = ("none", "all", "rotating")
DUMMY_SCORING: Final = ("add", "replace")
SUITS: Final = (1, 2)
CARD_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
Arranging: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": ARRANGING})]
DummyScoring: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": DUMMY_SCORING})]
Suits: TypeAlias = Annotated[int, Meta(extra_json_schema={"enum": SUITS})]
CardSuit: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": CARD_SUITS})]
TakenSuits: TypeAlias = Annotated[tuple[CardSuit, ...], Meta(max_length=2)]
Note: TypeAlias = Annotated[str, Meta(max_length=200, description="Why the hands do not add up")]


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed (TD-13, TD-16 to TD-22); the defaults are the game without variations.

    `arranging` is variation 1 (`all`) or 2 (`rotating`, from the seat `first_arranger` on), `dummy` variation 3 with
    its points added to the hands won or in their place, `suits` a player plays: 2 is variation 4.
    """

    target: int = 35
    arranging: Arranging = "none"
    first_arranger: int = 0
    dummy: bool = False
    dummy_scoring: DummyScoring = "add"
    suits: Suits = 1


class Round(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round as it was counted: everybody's hands (`won`) or everybody's cards (`cards_taken`), never both (TD-10).

    `dummy` is the dummy's number in the same unit. `last_hand_tied` says that the last hand counts for nobody (TD-08);
    a `note` gives the reason where the hands do not add up (HR-TD-04). `suits` are those who took them, where somebody
    cares to note them (TD-04).
    """

    won: Mapping[int, int] | None = None
    cards_taken: Mapping[int, int] | None = None
    dummy: int | None = None
    last_hand_tied: bool = False
    note: Note = ""
    suits: Mapping[int, TakenSuits] = field(default_factory=dict)


ENTRIES: Mapping[str, type[Struct]] = {"round": Round}
