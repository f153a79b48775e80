"""The types of a Clash of Corgis record; the JSON is read into them and the JSON Schema made from them."""

from typing import Annotated, Literal

from msgspec import Meta

from scoring.record_format.document import Document, Name, Numbers


class RecordOptions(Document, frozen=True):
    """What was agreed before the first game."""

    best_of: int = 5
    first_starter: Name | None = None


class RecordGame(Document, frozen=True):
    """A game as it was recorded."""

    winner: Name
    cards_left: Numbers = {}


class RecordFinish(Document, frozen=True):
    """Whether the match was stopped early."""

    shortened: Annotated[bool, Meta(description="Stopped early by agreement: the games so far count")] = False


class Record(Document, frozen=True):
    """A series of Clash of Corgis as it was played."""

    record: Literal[1]
    game: Literal["clash-of-corgis"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[RecordGame, ...], Meta(max_length=1000)] = ()
    finish: RecordFinish = RecordFinish()
