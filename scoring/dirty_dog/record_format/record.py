"""The types of a Dirty Dog record; the JSON is read into them and the JSON Schema made from them."""

from typing import Annotated, Literal

from msgspec import Meta

from scoring.dirty_dog.entries import Stakes
from scoring.record_format.document import Document, Name, Numbers

Card = Annotated[str, Meta(description="A card: rank and suit, such as 7H, 10S or AC")]
Total = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class RecordOptions(Document, frozen=True):
    """What was agreed before the first deal."""

    first_dealer: Name | None = None
    max_cards: int | None = None
    max_hands: int | None = None
    full_deck_hand: bool = False
    plan: tuple[int, ...] | None = None
    opening: Annotated[dict[str, Total], Meta(description="Points carried in")] = {}
    over_ten: Annotated[bool, Meta(description="More than ten at one table were agreed outright")] = False
    stakes: Annotated[Stakes, Meta(description="Which ties are settled at the end")] = "both"
    first_jack: Annotated[bool, Meta(description="The first dealer got the first Jack")] = False


class Arrival(Document, frozen=True):
    """A player who joins to the left of another, or as the eleventh or later at one table."""

    player: Name
    after: Name | None = None
    over_ten: Annotated[bool, Meta(description="More than ten at one table were agreed outright")] = False


class Round(Document, frozen=True):
    """A hand as it was recorded; the last one may be unfinished."""

    bids: Numbers | None = None
    tricks: Numbers | None = None
    flip: Card | None = None
    trump: Literal["clubs", "diamonds", "hearts", "spades", "none"] | None = None
    arrivals: tuple[Name | Arrival, ...] = ()
    departures: tuple[Name, ...] = ()
    void: bool = False


class RecordedTiebreak(Document, frozen=True):
    """A tie-break hand as it was recorded."""

    bids: Numbers
    tricks: Numbers


class Finish(Document, frozen=True):
    """How ties at the end were decided, whether the match was stopped early, and who left."""

    tiebreak_hands: tuple[RecordedTiebreak, ...] = ()
    pulls: tuple[dict[str, Card], ...] = ()
    shortened: bool = False
    departed: tuple[Name, ...] = ()


class Record(Document, frozen=True):
    """A match of Dirty Dog as it was played."""

    record: Literal[1]
    game: Literal["dirty-dog"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[Round, ...], Meta(max_length=1000)] = ()
    finish: Finish = Finish()
