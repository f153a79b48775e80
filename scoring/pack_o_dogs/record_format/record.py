"""The types of a Pack o' Dogs record; the JSON is read into them and the JSON Schema made from them."""

from typing import Annotated, Literal

from msgspec import Meta

from scoring.record_format.document import Document, Name, Numbers


class RecordOptions(Document, frozen=True):
    """What was agreed before the first deal."""

    mode: Literal["complex", "base"] = "complex"
    games: Annotated[int, Meta(description="Games in the match; points carry over")] = 1


class RecordedCapture(Document, frozen=True):
    """A turn of the base game, where a running log was kept."""

    winner: Name
    pack: bool = False
    low_cat: bool = False
    treat: bool = False


class RecordedRound(Document, frozen=True):
    """A round of the complex game (`winner` and `pack`), or a whole base game (`piles`), as it was recorded."""

    winner: Name | None = None
    pack: bool | None = None
    turns: Annotated[int, Meta(description="2 or 3")] | None = None
    treat: bool = False
    piles: Numbers | None = None
    captures: tuple[RecordedCapture, ...] = ()


class RecordFinish(Document, frozen=True):
    """Whether the match was stopped early."""

    shortened: Annotated[bool, Meta(description="Stopped early by agreement: the totals so far count")] = False


class Record(Document, frozen=True):
    """A match of Pack o' Dogs as it was played."""

    record: Literal[1]
    game: Literal["pack-o-dogs"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[RecordedRound, ...], Meta(max_length=1000)] = ()
    finish: RecordFinish = RecordFinish()
