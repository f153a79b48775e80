"""A scored hand with its trump, its call-outs, and the line of the sheet that they become (DD-13, DD-G01 to DD-G20)."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from itertools import combinations
from typing import Literal

import msgspec

from scoring.base import CallOut, Line, Malformed
from scoring.cards import RANKS, SUITS, no_card, suit_called
from scoring.dirty_dog.house_rules import NoTrump
from scoring.messages import Message, row

# The trump of a hand, from the card that was turned up (DD-13, DD-14).


TRUMPS = (*SUITS.values(), "none")


def trump_of(flip: str, no_trump: NoTrump = "ace") -> str:
    """The trump suit of a turned-up card, "none" for an ace where that is agreed (DD-13, DD-14, HR-DD-21); Malformed
    `card` where it is no card.

    >>> trump_of("7H"), trump_of("AC"), trump_of("AC", "never")
    ('hearts', 'none', 'clubs')
    """
    if flip[-1:] not in SUITS or flip[:-1] not in RANKS:
        raise no_card(flip, "flip")
    return "none" if flip[0] == "A" and no_trump == "ace" else SUITS[flip[-1]]


def settled_trump(trump: str | None, flip: str | None, no_trump: NoTrump = "ace") -> str | None:
    """The trump of a hand from the suit or the card that was written down, from both (they must agree, unless the table
    says which hands have none), or None from neither; Malformed `card` where they are wrong.

    >>> settled_trump(None, "10S"), settled_trump("none", "10S", "table")
    ('spades', 'none')
    """
    if trump is not None and trump not in TRUMPS:
        message = Message("“{trump}” is not a trump: choose one of {known}.", trump=trump, known=row(TRUMPS))
        raise Malformed("card", message, field="trump")
    turned = None if flip is None else trump_of(flip, no_trump)
    if trump == "none" and no_trump == "table":
        return trump
    if trump is not None and turned is not None and trump != turned:
        raise Malformed(
            "card",
            Message(
                "{card} turned up makes the trump {trump}, not {other}.",
                card=flip,
                trump=suit_called(turned),
                other=suit_called(trump),
            ),
            field="trump",
        )
    return trump or turned


# A scored hand, and the facts it provides for statistics.


class ScoredHand(Line, frozen=True, dict=True):
    """A hand as it was played, with its result. A void hand brings no points (DD-55).

    `hand` is its number in the plan, from 1, and `order` the bidding order. `before` are the totals before it, `forms`
    the bids made and missed up to and with it, as in `DirtyDogSheet.forms`. `barred` is the bid The Rule forbade the
    dealer (DD-18), None where it forbade none. `no_trump` is why the hand has no trump, if it has none: the whole deck
    is dealt, or what was agreed. Where it `counts_tricks`, a few points say that somebody is near (HR-DD-21). `adjust`
    are points added or taken by hand, which are among its `points`, with the reason.
    """

    hand: int
    cards: int
    dealer: int
    order: tuple[int, ...]
    trump: str | None
    flip: str | None
    bids: Mapping[int, int]
    tricks: Mapping[int, int]
    void: bool
    before: Mapping[int, int]
    forms: Mapping[int, int]
    barred: int | None
    no_trump: NoTrump | Literal["deck"] = "ace"
    counts_tricks: bool = True
    adjust: Mapping[int, int] = msgspec.field(default_factory=dict)
    adjust_note: str = ""

    @cached_property
    def seated(self) -> tuple[int, ...]:
        """Everybody at the table, in seat order."""
        return tuple(seat for seat in self.totals if seat in self.order)

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """In the box: the seats at the table with the highest total (DD-32)."""
        return self._holding(max(self.totals[seat] for seat in self.order)) if self.order else ()

    @cached_property
    def bottom(self) -> tuple[int, ...]:
        """In the circle: the seats at the table with the lowest total (DD-32)."""
        return self._holding(min(self.totals[seat] for seat in self.order)) if self.order else ()

    def _holding(self, value: int) -> tuple[int, ...]:
        return tuple(seat for seat, total in self.totals.items() if total == value and seat in self.order)

    @property
    def made(self) -> Mapping[int, bool]:
        """Whether each seat took exactly what it bid (DD-27, DD-28); empty for a void hand."""
        return {} if self.void else {seat: self.bids[seat] == tricks for seat, tricks in self.tricks.items()}

    @property
    def bid_total(self) -> int:
        """The sum of all bids."""
        return sum(self.bids.values())

    @property
    def is_scored(self) -> bool:
        """Whether this hand counts; does not compute the facts, which pages that only count hands do not need."""
        return bool(self.order) and not self.void

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Bid, tricks, whether it was made, and the circumstances, by seat; empty for a void hand.

        `position` is 0 for the first bidder; `barred` exists only for the dealer and only where The Rule forbade a
        value; `forced` is 1 where one legal bid was left (DD-G18); `streak` counts bids made in a row; `climb` is how
        many places the seat rose (DD-G20); `away` is the distance to the bottom in points; `off` is tricks minus bid;
        `from_dealer` counts the chairs to the left of the dealer's, `right` is the seat on the right; `trump` exists
        where it was written down (its index in TRUMPS).
        """
        if self.void:
            return {}
        trump = {} if self.trump is None else {"trump": TRUMPS.index(self.trump)}
        return {seat: _facts(self, seat, position) | trump for position, seat in enumerate(self.order)}


def _facts(line: ScoredHand, seat: int, position: int) -> dict[str, int]:
    now = place(line.totals, line.order, seat)
    facts = {
        "bid": line.bids[seat],
        "tricks": line.tricks[seat],
        "made": int(line.bids[seat] == line.tricks[seat]),
        "cards": line.cards,
        "position": position,
        "dealer": int(seat == line.dealer),
        "forced": 0,
        "place": now,
        "climb": place(line.before, line.order, seat) - now,
        "streak": streak(line.forms[seat]),
        "away": line.totals[seat] - line.totals[line.bottom[0]],
        "off": line.tricks[seat] - line.bids[seat],
        "from_dealer": (position + 1) % len(line.order),
        "right": line.order[position - 1],
    }
    barred = line.barred if seat == line.dealer else None
    return facts if barred is None else facts | {"barred": barred, "forced": int(line.cards == 1)}


def place(totals: Mapping[int, int], among: tuple[int, ...], seat: int) -> int:
    """The place of a seat among others, from 1; tied seats share it.

    >>> place({0: 5, 1: 9, 2: 5}, (0, 1, 2), 2)
    2
    """
    return 1 + sum(totals[other] > totals[seat] for other in among)


def streak(form: int) -> int:
    """How many bids were made in a row up to now; `form` is as in `DirtyDogSheet.forms`.

    >>> streak(0b1_100), streak(0b1_00), streak(0b1_01)
    (2, 2, 0)
    """
    return (form & -form).bit_length() - 1


# Derives the call-outs of a hand from its bids, tricks and totals (DD-G01 to DD-G20).


SPOONING = 2
PROXIMITY = (5, 10)
BUDDIES_GAP = 10
DOOR_KNOB = (3, 4)


def of(line: ScoredHand, terms: Collection[str] | None = None) -> tuple[CallOut, ...]:
    """The call-outs of a hand in the glossary's order, all of them or those of `terms`; a void hand has none."""
    if line.void:
        return ()
    rules = [rule for rule, own in RULES.items() if terms is None or not own.isdisjoint(terms)]
    return tuple(call for rule in rules for call in rule(line))


def bid_term(cards: int, total: int) -> str | None:
    """The term for the total of all bids, by the number of cards; None for the total The Rule forbids (DD-G05 to
    DD-G07).

    >>> [bid_term(3, total) for total in range(5)]
    ['float-age', 'float-age', 'floater', None, 'overbid']
    """
    if total == cards:
        return None
    return "overbid" if total > cards else "floater" if total == cards - 1 else "float-age"


def misses(form: int, hands: int) -> int:
    """How many of the last `hands` bids were missed; `form` is as in `DirtyDogSheet.forms`.

    >>> misses(0b1_1011, 4), misses(0b1_01, 4)
    (3, 1)
    """
    played = form.bit_length() - 1
    return (form & ((1 << min(hands, played)) - 1)).bit_count()


def _named(term: str, seats: Iterable[int]) -> list[CallOut]:
    called = tuple(seats)
    return [CallOut(term, called)] if called else []


def _above(line: ScoredHand) -> dict[int, int]:
    floor = line.totals[line.bottom[0]]
    return {seat: line.totals[seat] - floor for seat in line.seated}


def clean_run(line: ScoredHand) -> list[CallOut]:
    """Call out seats that have made every bid of every hand so far; a latecomer has none (DD-G02, HR-DD-20)."""
    return _named("clean-run", (seat for seat in line.seated if line.forms[seat] == 1 << line.hand))


def door_knob(line: ScoredHand) -> list[CallOut]:
    """Call out seats set in at least three of the last four hands, once they have played four (DD-G03)."""
    least, window = DOOR_KNOB
    ready = (seat for seat in line.seated if line.forms[seat].bit_length() > window)
    return _named("door-knob", (seat for seat in ready if misses(line.forms[seat], window) >= least))


def dog_pile(line: ScoredHand) -> list[CallOut]:
    """Call out seats that bid nothing and took tricks; the value is the number of tricks (DD-G04)."""
    piles = (seat for seat in line.seated if line.bids[seat] == 0 and line.tricks[seat] > 0)
    return [CallOut("dog-pile", (seat,), line.tricks[seat]) for seat in piles]


def bid_total(line: ScoredHand) -> list[CallOut]:
    """Call out overbid, floater or float-age: every hand is exactly one of them (DD-G05 to DD-G07)."""
    term = bid_term(line.cards, line.bid_total)
    return [] if term is None else [CallOut(term)]


def in_the_box(line: ScoredHand) -> list[CallOut]:
    """Call out the seats with the highest total (DD-G08)."""
    return _named("in-the-box", line.leaders)


def spooning(line: ScoredHand) -> list[CallOut]:
    """Call out two or more seats within two points of the bottom (DD-G11); silent where a trick is worth more."""
    if not line.counts_tricks:
        return []
    close = [seat for seat, gap in _above(line).items() if gap <= SPOONING]
    return _named("spooning", close if len(close) > 1 else ())


def proximity_alert(line: ScoredHand) -> list[CallOut]:
    """Call out seats five to ten points above the bottom (DD-G12); silent where a trick is worth more."""
    if not line.counts_tricks:
        return []
    least, most = PROXIMITY
    return _named("proximity-alert", (seat for seat, gap in _above(line).items() if least <= gap <= most))


def bottom_buddies(line: ScoredHand) -> list[CallOut]:
    """Call out two or more seats, half the table at most, at least ten points below the rest (DD-G13); silent where a
    trick is worth more.
    """
    if not line.counts_tricks:
        return []
    up = sorted(line.totals[seat] for seat in line.order)
    gaps = [(up[size] - up[size - 1], -size) for size in range(2, len(up) // 2 + 1)]
    gap, size = max(gaps, default=(0, 0))
    if gap < BUDDIES_GAP:
        return []
    return _named("bottom-buddies", (seat for seat in line.seated if line.totals[seat] <= up[-size - 1]))


def sbr(line: ScoredHand) -> list[CallOut]:
    """Call out a dealer who took exactly as many tricks as The Rule did not allow the dealer to bid (DD-G14); silent in
    a hand without The Rule.
    """
    return _named("sbr", (seat for seat in (line.dealer,) if line.tricks[seat] == line.barred))


def easy_chico(line: ScoredHand) -> list[CallOut]:
    """Call out every pair of seats that changed order in this hand, the one that was passed first (DD-G16)."""
    calls = []
    for one, other in combinations(line.seated, 2):
        was, now = line.before[one] - line.before[other], line.totals[one] - line.totals[other]
        if was * now < 0:
            calls.append(CallOut("easy-chico", (one, other) if was > 0 else (other, one)))
    return calls


def no_trump(line: ScoredHand) -> list[CallOut]:
    """Call out a hand without trump: an ace was turned up, or what else was agreed (DD-G17)."""
    return [CallOut("no-trump")] if line.trump == "none" else []


RULES: Mapping[Callable[[ScoredHand], list[CallOut]], frozenset[str]] = {
    clean_run: frozenset({"clean-run"}),
    door_knob: frozenset({"door-knob"}),
    dog_pile: frozenset({"dog-pile"}),
    bid_total: frozenset({"overbid", "floater", "float-age"}),
    in_the_box: frozenset({"in-the-box"}),
    spooning: frozenset({"spooning"}),
    proximity_alert: frozenset({"proximity-alert"}),
    bottom_buddies: frozenset({"bottom-buddies"}),
    sbr: frozenset({"sbr"}),
    easy_chico: frozenset({"easy-chico"}),
    no_trump: frozenset({"no-trump"}),
}


# The line of a Dirty Dog sheet: a scored hand with its call-outs.


class DirtyDogLine(ScoredHand, frozen=True, dict=True):
    """A scored or void hand with its call-outs. A void hand brings no points (DD-55)."""

    @cached_property
    def callouts(self) -> tuple[CallOut, ...]:
        """The call-outs after this hand (DD-G01 to DD-G20)."""
        return of(self)
