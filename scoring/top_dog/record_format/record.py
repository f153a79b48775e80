"""The types of a Top Dog record; the JSON is read into them and the JSON Schema made from them."""

from typing import Annotated, Literal

from msgspec import Meta

from scoring.record_format.document import Document, Name
from scoring.top_dog.entries import Arranging, DummyScoring, Note, Suits, TakenSuits

DUMMY = "dummy"
Counted = Annotated[dict[str, int], Meta(description="A whole number for each player, and for “dummy” where one plays")]


class RecordOptions(Document, frozen=True):
    """What was agreed before the first round."""

    target: int = 35
    arranging: Arranging = "none"
    first_arranger: Name | None = None
    dummy: bool = False
    dummy_scoring: DummyScoring = "add"
    suits: Suits = 1


class RecordRound(Document, frozen=True):
    """A round as it was recorded: hands won, or cards taken in their place."""

    won: Counted | None = None
    cards_taken: Counted | None = None
    last_hand_tied: bool = False
    note: Note = ""
    suits: Annotated[dict[str, TakenSuits], Meta(description="Which suit a player took, or which two")] = {}


class Record(Document, frozen=True):
    """A match of Top Dog as it was played."""

    record: Literal[1]
    game: Literal["top-dog"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[RecordRound, ...], Meta(max_length=1000)] = ()
