"""The sheet of a Dirty Dog match so far, and its warnings."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from scoring.base import CallOut, Need, Notice, Sheet
from scoring.cards import pulled_twice
from scoring.dirty_dog.callouts import DirtyDogLine
from scoring.dirty_dog.entries import End, Options, Outcome
from scoring.dirty_dog.house_rules import NAME
from scoring.dirty_dog.plan import Plan, most_cards
from scoring.messages import Message, at, counted, listed

# The state of ties at the end of a Dirty Dog match: tie-break hands and card pulls (DD-36 to DD-42, HR-DD-07).


class TiebreakLine(Struct, frozen=True):
    """A tie-break hand: its `points` rank the seats that were tied and no others (DD-38, HR-DD-07). `number` counts
    from 1.
    """

    number: int
    cards: int
    dealer: int
    order: tuple[int, ...]
    bids: Mapping[int, int]
    tricks: Mapping[int, int]
    points: Mapping[int, int]


class SettledTie(Struct, frozen=True):
    """A tie of which only the outcome was written down: who were level (`seats`), and which `seat` took it, if one did
    (LG-07).
    """

    end: End
    outcome: Outcome
    seats: tuple[int, ...]
    seat: int | None = None


class Ending(Struct, frozen=True):
    """How ties are being settled once the last hand is played.

    `tied_top` are the seats still tied at the top (one: the winner), `tied_bottom` those still tied at the bottom (one:
    the loser; None while a tie at the top leaves open who can be the loser); they stay level where a tie is `settled`
    as shared or unknown. `shortened`: the table agreed to stop early. `adjust` are points added or taken by hand at the
    end of the match, with the reason.
    """

    tied_top: tuple[int, ...]
    tied_bottom: tuple[int, ...] | None
    hands: tuple[TiebreakLine, ...] = ()
    pulls: tuple[Mapping[int, str], ...] = ()
    shortened: bool = False
    settled: tuple[SettledTie, ...] = ()
    adjust: Mapping[int, int] = msgspec.field(default_factory=dict)
    adjust_note: str = ""

    def outcome(self, end: End) -> Outcome | None:
        """How the tie at this end was settled, where only the outcome was written down. Whoever is level at both ends
        where nobody knows who won may also be the loser, so nobody knows that either.
        """
        for tie in self.settled:
            if tie.end == end or (tie.outcome == "unknown" and set(tie.seats) & set(self.tied_bottom or ())):
                return tie.outcome
        return None


FEWEST_PLAYERS = 4


class DirtyDogSheet(Sheet, frozen=True, dict=True):
    """The state of a match.

    `seating_order` holds everybody who ever sat down, clockwise; `active_seats` those who are still there, `order`
    those in bidding order. `planned` are the agreed sizes of all hands, `hand_limit` the most cards the table allows
    now. `hand` counts the scored hands of the plan, `lowest` is the total a latecomer starts with (DD-43),
    `joined_or_left` are those who joined or left since the last round. `forms` are each seat's bids as bits: a leading
    1, then 0 for each made and 1 for each missed, newest last.
    """

    lines: tuple[DirtyDogLine, ...]
    options: Options
    planned: tuple[int, ...]
    hand_limit: int
    seating_order: tuple[int, ...]
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
    joined_or_left: tuple[int, ...]
    redeal: bool
    ending: Ending | None

    @property
    def number(self) -> int:
        """The number of the round in progress, from 1; void hands count."""
        return len(self.lines) + 1

    @property
    def cards(self) -> int:
        """How many cards the hand in progress has (DD-08, capped by DD-43)."""
        return min(self.planned[self.hand], self.hand_limit)

    def is_bare(self, ahead: int = 0) -> bool:
        """Whether a hand to come, 0 for the one in progress, has no trump whatever turns up: the whole deck is dealt
        (HR-DD-01), or it is one of the largest and these are agreed to have none (HR-DD-21).
        """
        planned, options = self.planned[self.hand + ahead], self.options
        if min(planned, self.hand_limit) * len(self.order) == options.deck:
            return True
        return options.no_trump == "largest" and planned == max(self.planned)

    @property
    def in_hand(self) -> bool:
        """Whether a bid or the trump of the hand in progress is written down."""
        return bool(self.bids) or self.trump is not None

    @property
    def remaining(self) -> tuple[int, ...]:
        """The sizes of the planned hands that are not scored, the one in progress first."""
        return tuple(min(cards, self.hand_limit) for cards in self.planned[self.hand :])

    @property
    def plan(self) -> Plan:
        """The plan: hands as they were played, then those to come, for the table as it is now (DD-11, DD-43)."""
        played = [line for line in self.lines if not line.void]
        cards = [line.cards for line in played]
        dealers = [line.dealer for line in played]
        first = [line.order[0] for line in played]
        for ahead, size in enumerate(self.remaining if self.order else ()):
            turn = ahead % len(self.order)
            cards.append(size)
            dealers.append(self.order[turn - 1])
            first.append(self.order[turn])
        top = max(self.planned, default=0)
        return Plan(tuple(cards), tuple(dealers), tuple(first), top, self.planned.count(top))

    @property
    def finished(self) -> bool:
        """Whether all hands are played, or the table agreed to stop."""
        return self.ending is not None

    @property
    def is_totals_alone(self) -> bool:
        """Whether only the totals of this match were recorded, no hands."""
        return not self.planned and not self.lines

    @property
    def never_played(self) -> tuple[int, ...]:
        """The seats that left before they had played a hand: from revision 1.4 on they have no place, and take no cone
        (HR-DD-19).
        """
        if self.options.rules == "1.3" or self.is_totals_alone:
            return ()
        return tuple(seat for seat in self.departed if self.forms[seat] == 1)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that takes the winner trophy (DD-34, DD-39), or all who share the top (LG-07); empty until decided,
        and where nobody knows.
        """
        if self.ending is None or (len(self.ending.tied_top) > 1 and self.ending.outcome("top") != "shared"):
            return ()
        return self.ending.tied_top

    @property
    def losers(self) -> tuple[int, ...]:
        """The seat that takes the loser trophy (DD-35, DD-40, DD-44), or all who share the bottom (LG-07); empty until
        decided, and where nobody knows.
        """
        if self.ending is None or self.ending.tied_bottom is None:
            return ()
        last = self.ending.tied_bottom
        return last if len(last) == 1 or self.ending.outcome("bottom") == "shared" else ()

    @property
    def needs(self) -> tuple[Need, ...]:
        """The ties still to be settled, the top first (DD-56)."""
        needs: list[Need] = []
        if self.top_is_open and self.ending is not None:
            cards = tiebreak_cards(len(self.active_seats), self.options.decks)
            needs.append(Need("tiebreak-hand", self.ending.tied_top, cards))
        if self.bottom_is_open and self.ending is not None and self.ending.tied_bottom is not None:
            needs.append(Need("card-pull", self.ending.tied_bottom))
        return tuple(needs)

    @property
    def top_is_open(self) -> bool:
        """Whether a tie at the top must be settled."""
        if self.ending is None or self.options.stakes != "both":
            return False
        return len(self.ending.tied_top) > 1 and self.ending.outcome("top") is None

    @property
    def bottom_is_open(self) -> bool:
        """Whether a tie at the bottom must be settled."""
        if self.ending is None or self.options.stakes == "nothing":
            return False
        return len(self.ending.tied_bottom or ()) > 1 and self.ending.outcome("bottom") is None

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """Notices about what is legal but unusual (HR-DD-03, DD-43, HR-DD-16, HR-DD-18)."""
        notices = (_few(self), _many(self), _capped(self), _last_dealer(self), _shortened(self))
        return (*(notice for notice in notices if notice is not None), *_same_card(self), *_settled(self))

    @property
    def first_place_losers(self) -> tuple[int, ...]:
        """The best seats after the winner: those who lost the tie-break, else the second-highest total (DD-G09).

        A leaver may have the second total, but a leaver's total above the winner's counts as equal to it (HR-DD-06).
        Nobody where several share the top.
        """
        if len(self.winners) != 1:
            return ()
        top = self.totals[self.winners[0]]
        others = [seat for seat in self.seating_order if seat not in (*self.winners, *self.never_played)]
        level = tuple(seat for seat in others if seat in self.active_seats and self.totals[seat] == top)
        second = max((min(self.totals[seat], top) for seat in others), default=0)
        return level or tuple(seat for seat in others if min(self.totals[seat], top) == second)

    @property
    def clean_runs(self) -> tuple[int, ...]:
        """The seats that played every hand of a finished match and made every bid; no latecomer, no leaver (DD-G02,
        DD-43).
        """
        hands = sum(not line.void for line in self.lines) if self.finished else 0
        return tuple(seat for seat in self.active_seats if self.forms[seat] == 1 << hands) if hands else ()

    @property
    def closing(self) -> tuple[CallOut, ...]:
        """The call-outs made when the winner is known; they belong to the last hand."""
        second = self.first_place_losers
        return (CallOut("first-place-loser", second),) if second else ()


def tiebreak_cards(seats: int, decks: int = 1) -> int:
    """How many cards each gets in a tie-break hand (DD-36, HR-DD-07).

    >>> [tiebreak_cards(seats) for seats in (5, 10, 11, 12, 13)]
    [5, 5, 4, 4, 3]
    """
    return min(5, most_cards(seats, decks=decks))


def _few(sheet: DirtyDogSheet) -> Notice | None:
    if len(sheet.active_seats) >= FEWEST_PLAYERS:
        return None
    return Notice(
        "few-players",
        Message("With fewer than four players bids are hard to place; {game} is best with 4 to 10.", game=NAME),
    )


def _many(sheet: DirtyDogSheet) -> Notice | None:
    if len(sheet.active_seats) <= 10:
        return None
    return Notice(
        "many-players", Message("More than ten players at one table: two tables and a play-off are the usual way.")
    )


def _capped(sheet: DirtyDogSheet) -> Notice | None:
    """A warning where a latecomer leaves fewer cards for everybody (DD-43, HR-DD-05)."""
    cards = sheet.plan.cards
    smaller = [hand for hand, (now, agreed) in enumerate(zip(cards, sheet.planned, strict=False), 1) if now < agreed]
    if not smaller:
        return None
    first, last = smaller[0], smaller[-1]
    message = Message("Hand {hand} has fewer cards than planned, because more players sit at the table.", hand=first)
    if first != last:
        message = Message(
            "Hands {first} to {last} have fewer cards than planned, because more players sit at the table.",
            first=first,
            last=last,
        )
    return Notice("plan-capped", message)


def _last_dealer(sheet: DirtyDogSheet) -> Notice | None:
    """A warning where the last hand is not dealt at the first dealer's right (DD-11); equally many hands matter more
    (HR-DD-16).
    """
    dealers = sheet.plan.dealers
    if not dealers or (sheet.ending is not None and sheet.ending.shortened):
        return None
    there = sheet.lines[-1].order if sheet.finished and sheet.lines else sheet.active_seats
    start = sheet.seating_order.index(dealers[0])
    right = [seat for seat in sheet.seating_order[start:] + sheet.seating_order[:start] if seat in there][-1]
    if dealers[-1] == right:
        return None
    message = Message(
        "{player} deals the last hand, not {other} at the first dealer’s right.",
        player=at(dealers[-1]),
        other=at(right),
    )
    return Notice("final-dealer", message, round=len(sheet.lines) + len(sheet.remaining))


def _shortened(sheet: DirtyDogSheet) -> Notice | None:
    if sheet.ending is None or not sheet.ending.shortened:
        return None
    message = counted(
        "Stopped early by agreement: {count} planned hand was not played.",
        "Stopped early by agreement: {count} planned hands were not played.",
        len(sheet.planned) - sheet.hand,
    )
    return Notice("shortened", message)


def _same_card(sheet: DirtyDogSheet) -> Iterator[Notice]:
    for cards in sheet.ending.pulls if sheet.ending is not None else ():
        for card, seats in pulled_twice(cards):
            yield Notice("same-card", same_card(card, [at(seat) for seat in seats]))


def _settled(sheet: DirtyDogSheet) -> Iterator[Notice]:
    """A notice for each tie of which only the outcome is told, or not even that (LG-07)."""
    for tie in sheet.ending.settled if sheet.ending is not None else ():
        yield Notice(f"tie-{tie.outcome}", settled_in_words(tie))


def settled_in_words(tie: SettledTie) -> Message:
    """How a tie was settled, or that nobody knows."""
    names = listed([at(seat) for seat in tie.seats])
    if tie.seat is not None:
        player = at(tie.seat)
        if tie.end == "top":
            return Message("{names} were level at the top. {player} won.", names=names, player=player)
        return Message("{names} were level at the bottom. {player} lost.", names=names, player=player)
    match tie.end, tie.outcome:
        case "top", "shared":
            return Message("{names} were level at the top and share the win.", names=names)
        case "bottom", "shared":
            return Message("{names} were level at the bottom and share the last place.", names=names)
        case "top", _:
            return Message("{names} were level at the top. How that was settled is not known.", names=names)
    return Message("{names} were level at the bottom. How that was settled is not known.", names=names)


def same_card(card: str, names: Sequence[str]) -> Message:
    """The warning that several players pulled the same card."""
    return Message(
        "{names} pulled {card}: one deck has it once, two decks have it twice.", names=listed(names), card=card
    )
