"""The sheet of a match so far, and how its end is being settled."""

from collections.abc import Mapping

from msgspec import Struct

from scoring.base import CallOut, Need, Notice, Sheet
from scoring.dirty_dog import notices
from scoring.dirty_dog.entries import Options
from scoring.dirty_dog.line import DirtyDogLine
from scoring.dirty_dog.plan import Plan, most_cards


class TiebreakLine(Struct, frozen=True):
    """A tie-break hand: it ranks those who were level and nobody else (DD-38, HR-DD-07)."""

    number: int
    cards: int
    dealer: int
    order: tuple[int, ...]
    bids: Mapping[int, int]
    tricks: Mapping[int, int]
    points: Mapping[int, int]


class Ending(Struct, frozen=True):
    """How the end is being settled, once the last hand is played.

    `level` are those still level at the top (one of them: the winner), `low` those still level at the bottom (one: the
    loser; None until the tie-break hand says who is left to lose).
    """

    level: tuple[int, ...]
    low: tuple[int, ...] | None
    hands: tuple[TiebreakLine, ...] = ()
    pulls: tuple[Mapping[int, str], ...] = ()
    shortened: bool = False


class DirtyDogSheet(Sheet, frozen=True, dict=True):
    """A match so far.

    `circle` holds everybody who ever sat down, clockwise; `around` those who are still there. `hand` counts the
    finished hands of the plan, `lowest` is what a latecomer takes (DD-43), `moved` who came or went since the last
    round, `forms` each seat's made and missed bids as bits (the newest last, a 1 for a miss, a 1 before them all).
    """

    lines: tuple[DirtyDogLine, ...]
    options: Options
    planned: tuple[int, ...]
    cap: int
    circle: tuple[int, ...]
    departed: tuple[int, ...]
    opening: Mapping[int, int]
    hand: int
    dealer: int
    last_dealer: int | None
    order: tuple[int, ...]
    bids: Mapping[int, int]
    trump: str | None
    flip: str | None
    forms: Mapping[int, int]
    lowest: int
    moved: tuple[int, ...]
    redeal: bool
    ending: Ending | None

    @property
    def number(self) -> int:
        """The number of the round in progress, from 1; void hands count."""
        return len(self.lines) + 1

    @property
    def cards(self) -> int:
        """How many cards the hand in progress has (DD-08, capped by DD-43)."""
        return min(self.planned[self.hand], self.cap)

    @property
    def in_hand(self) -> bool:
        """Something of the hand in progress is written down."""
        return bool(self.bids) or self.trump is not None

    @property
    def remaining(self) -> tuple[int, ...]:
        """The sizes of the planned hands that are not scored, the one in progress first."""
        return tuple(min(cards, self.cap) for cards in self.planned[self.hand :])

    @property
    def plan(self) -> Plan:
        """Played hands as they were, coming ones as the table is now."""
        return plan_of(self)

    @property
    def finished(self) -> bool:
        """All hands are played, or the table agreed to stop."""
        return self.ending is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """Who takes the winner trophy (DD-34, DD-39)."""
        return self.ending.level if self.ending is not None and len(self.ending.level) == 1 else ()

    @property
    def losers(self) -> tuple[int, ...]:
        """Who takes the loser trophy (DD-35, DD-40, DD-44)."""
        ending = self.ending
        return ending.low if ending is not None and ending.low is not None and len(ending.low) == 1 else ()

    @property
    def needs(self) -> tuple[Need, ...]:
        """The ties still to be settled, the top first (DD-56)."""
        needs: list[Need] = []
        if self.top_is_open and self.ending is not None:
            needs.append(Need("tiebreak-hand", self.ending.level, tiebreak_cards(len(self.around))))
        if self.bottom_is_open and self.ending is not None and self.ending.low is not None:
            needs.append(Need("card-pull", self.ending.low))
        return tuple(needs)

    @property
    def top_is_open(self) -> bool:
        """Several are level at the top, and it matters."""
        return self.ending is not None and len(self.ending.level) > 1 and self.options.stakes == "both"

    @property
    def bottom_is_open(self) -> bool:
        """Several are level at the bottom, and it matters."""
        low = self.ending.low if self.ending is not None else None
        return low is not None and len(low) > 1 and self.options.stakes != "nothing"

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """What is legal but unusual (HR-DD-03, DD-43, HR-DD-16, HR-DD-18)."""
        return notices.of(self)

    @property
    def first_place_losers(self) -> tuple[int, ...]:
        """The best of those the winner left behind: who lost the tie-break, else the second-highest total (DD-G09)."""
        if not self.winners:
            return ()
        others = [seat for seat in self.around if seat not in self.winners]
        second = max((self.totals[seat] for seat in others), default=0)
        return tuple(seat for seat in others if self.totals[seat] == second)

    @property
    def clean_runs(self) -> tuple[int, ...]:
        """Who played every hand of a finished match and made every bid; no latecomer, no leaver (DD-G02, DD-43)."""
        hands = sum(not line.void for line in self.lines) if self.finished else 0
        return tuple(seat for seat in self.around if self.forms[seat] == 1 << hands) if hands else ()

    @property
    def closing(self) -> tuple[CallOut, ...]:
        """What the table shouts when the winner is known; it belongs under the last hand."""
        second = self.first_place_losers
        return (CallOut("first-place-loser", second),) if second else ()


def tiebreak_cards(seats: int) -> int:
    """How many cards a tie-break hand has (DD-36, HR-DD-07).

    >>> [tiebreak_cards(seats) for seats in (5, 10, 11, 12, 13)]
    [5, 5, 4, 4, 3]
    """
    return min(5, most_cards(seats))


def plan_of(sheet: DirtyDogSheet) -> Plan:
    """The plan as it stands: what was played, then what is to come with the table as it is now (DD-11, DD-43)."""
    played = [line for line in sheet.lines if not line.void]
    cards = [line.cards for line in played]
    dealers = [line.dealer for line in played]
    first = [line.order[0] for line in played]
    for ahead, size in enumerate(sheet.remaining if sheet.order else ()):
        turn = ahead % len(sheet.order)
        cards.append(size)
        dealers.append(sheet.order[turn - 1])
        first.append(sheet.order[turn])
    top = max(sheet.planned, default=0)
    return Plan(tuple(cards), tuple(dealers), tuple(first), top, sheet.planned.count(top))
