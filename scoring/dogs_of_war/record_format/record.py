"""The types of a Dogs of War record; the JSON is read into them and the JSON Schema made from them."""

from typing import Annotated, Literal

from msgspec import Meta

from scoring.dogs_of_war.entries import Count, House, Words
from scoring.record_format.document import Document, Name, Numbers

HouseNumbers = Annotated[dict[str, int], Meta(description="A whole number for each house")]
Side = Annotated[dict[str, Numbers], Meta(description="For each house of the battle, whose captains stand there")]


class RecordOptions(Document, frozen=True):
    """What was agreed before the first year."""

    variants: tuple[Literal["crushing-at-12", "sudden-death", "decisive-fourth-year", "cutthroat"], ...] = ()
    houses: Annotated[tuple[House, ...] | None, Meta(description="Six houses, or four with cutthroat")] = None
    dogs: Annotated[dict[str, House], Meta(description="Which dog of war a player plays")] = {}


class RecordedPlay(Document, frozen=True):
    """A soldier with his captain, or a bare move of the tracker."""

    player: Name
    house: House
    soldier: Literal["footman", "arquebuser", "knight", "war_machine"] | None = None
    spaces: Annotated[int | None, Meta(description="A bare move towards the house")] = None
    space: Annotated[Literal["arquebuser", "knight"] | None, Meta(description="What the captain's space asks for")] = (
        None
    )


class RecordedBattle(Document, frozen=True):
    """A battle: final tracker and captains, or its plays; neither while it is not fought yet."""

    houses: tuple[House, House]
    tracker: Annotated[int | None, Meta(description="-15 to 15, positive for the first house")] = None
    captains: Side | None = None
    plays: Annotated[tuple[RecordedPlay, ...], Meta(max_length=200)] | None = None
    bonus: Annotated[Words, Meta(description="“captain” and “2 captains” count for next year")] = ""
    betrayal: Annotated[tuple[Name, ...], Meta(description="Who played Betrayal on this battle")] = ()


class RecordedYear(Document, frozen=True):
    """A year as it was recorded; the last one may be unfinished.

    A year is over when each of its battles has a tracker or plays, unless `open` says that plays are still to come.
    """

    first_player: Name | None = None
    battles: tuple[RecordedBattle, ...] = ()
    first_to_pass: Name | None = None
    passed: Annotated[tuple[Name, ...], Meta(description="All who passed so far, in order, in an open year")] = ()
    captains_gained: Annotated[dict[str, int], Meta(description="Captains beyond the year's, by player")] = {}
    open: bool = False


class RecordedTally(Document, frozen=True):
    """What one player holds at the end."""

    vp: Count
    influence: Annotated[dict[str, Count], Meta(description="Influence tokens of each house")]
    support: Annotated[str, Meta(description="The house of the support card")]
    coins: Count
    tactics: Count
    soldiers: Count
    adjust: Count = 0
    adjust_note: Words = ""


class Finish(Document, frozen=True):
    """The final values and tallies."""

    tally: dict[str, RecordedTally] = {}
    house_values: HouseNumbers | None = None
    note: Annotated[Words, Meta(description="Why the house values are not what the battles come to")] = ""
    confirmed: Annotated[bool, Meta(description="A support card named twice, or more coins than the box holds")] = False


class Record(Document, frozen=True):
    """A match of Dogs of War as it was played."""

    record: Literal[1]
    game: Literal["dogs-of-war"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[RecordedYear, ...], Meta(max_length=1000)] = ()
    finish: Finish = Finish()
