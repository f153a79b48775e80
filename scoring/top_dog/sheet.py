"""The options, entries and sheet of a Top Dog match, the arithmetic of a round, and when the match is decided."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, field

from scoring.base import Line, Notice, Sheet
from scoring.messages import Message, Term, at, counted, listed
from scoring.options import OneTable, Seat

# The entries of Top Dog, and the options agreed before the first round.


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
    first_arranger: OneTable[Seat] = 0
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


# The arithmetic of a round: how many hands it has, what the dummy brings, and which seat arranges.


SUIT = 13
MORE, LEVEL, FEWER = 1, 0, -2


def hands_in(options: Options, *, tied: bool = False) -> int:
    """How many hands of a round somebody wins: one for each card, less one where the last was tied (TD-08, TD-09,
    TD-21).

    >>> hands_in(Options()), hands_in(Options(suits=2)), hands_in(Options(), tied=True)
    (13, 26, 12)
    """
    return SUIT * options.suits - tied


def cards_in_hand(seats: int, options: Options) -> int:
    """How many cards the winner of a hand takes: one from everybody, one from the dummy (TD-10, TD-19).

    >>> cards_in_hand(3, Options()), cards_in_hand(3, Options(dummy=True))
    (3, 4)
    """
    return seats + options.dummy


def against(won: int, dummy: int) -> int:
    """The points for the hands won compared with the dummy's: more +1, fewer −2, equal 0 (TD-20).

    >>> against(5, 3), against(3, 3), against(2, 3)
    (1, 0, -2)
    """
    return LEVEL if won == dummy else MORE if won > dummy else FEWER


def points(won: int, dummy: int | None, scoring: DummyScoring = "add") -> int:
    """The points of a round: hands won, with those for the dummy added or, with `replace`, alone (TD-11, TD-20,
    HR-TD-05). `dummy` is None where none plays.

    >>> points(5, None), points(5, 3), points(5, 3, "replace"), points(1, 6)
    (5, 6, 1, -1)
    """
    if dummy is None:
        return won
    bonus = against(won, dummy)
    return bonus if scoring == "replace" else won + bonus


def arranger(seats: int, options: Options, number: int) -> int | None:
    """The seat that arranges its cards in round `number` (from 1), by turns clockwise in variation 2; None without it
    (TD-17).

    >>> [arranger(3, Options(arranging="rotating", first_arranger=2), number) for number in (1, 2, 3, 4)]
    [2, 0, 1, 2]
    """
    if options.arranging != "rotating":
        return None
    return (options.first_arranger + number - 1) % seats


def cycle(seats: int, options: Options) -> int:
    """How many rounds make a cycle in which all arrange equally often; 1 without variation 2 (TD-18).

    >>> cycle(4, Options()), cycle(4, Options(arranging="rotating"))
    (1, 4)
    """
    return seats if options.arranging == "rotating" else 1


# A scored round of Top Dog: the line of the sheet.


class TopDogLine(Line, frozen=True, dict=True):
    """One scored round.

    `hands` were dealt (13 or 26) and `counted` of them were won by somebody, the dummy included. `won` are the hands of
    each seat, `dummy` the dummy's (None where none plays) and `against` the points for comparing with it by seat: +1, 0
    or −2 (TD-20). `arranger` is the seat whose turn it was to arrange (None without variation 2); `cycle_end` means
    that by now everybody has arranged equally often, which without variation 2 is true of every round. `before` are the
    totals before the round, `suits` those each took, where noted.
    """

    hands: int
    counted: int
    won: Mapping[int, int]
    dummy: int | None
    against: Mapping[int, int]
    arranger: int | None
    cycle_end: bool
    last_hand_tied: bool
    note: str
    before: Mapping[int, int]
    suits: Mapping[int, Sequence[str]]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Hands won and the circumstances, by seat; statistics and history read exactly these.

        `won` of `hands` that counted; `most` is 1 for every seat that won the most hands, the dummy aside; `arranged`
        is 1 for the arranger of the round (variation 2); `dummy` is the points for comparing with the dummy, only where
        one plays; `climb` is how many places the seat rose.
        """
        most = max(self.won.values())
        return {seat: _facts(self, seat, most) for seat in self.won}


def _facts(line: TopDogLine, seat: int, most: int) -> dict[str, int]:
    now = _place(line.totals, seat)
    facts = {
        "won": line.won[seat],
        "hands": line.counted,
        "most": int(line.won[seat] == most),
        "arranged": int(line.arranger == seat),
        "place": now,
        "climb": _place(line.before, seat) - now,
    }
    return facts if line.dummy is None else facts | {"dummy": line.against[seat]}


def _place(totals: Mapping[int, int], seat: int) -> int:
    """The place of a seat, from 1; tied seats share it."""
    return 1 + sum(total > totals[seat] for total in totals.values())


# The sheet of a Top Dog match so far, and when it is decided.


ONE_DECK = 4


class TopDogSheet(Sheet, frozen=True, dict=True):
    """The state of a match. The dummy is no seat and not in `totals`, since it cannot win (HR-TD-05)."""

    lines: tuple[TopDogLine, ...]
    options: Options

    @property
    def number(self) -> int:
        """The number of the round in progress, from 1."""
        return len(self.lines) + 1

    @property
    def hands(self) -> int:
        """How many hands a round has: 13, or 26 with two suits each (TD-09, TD-21)."""
        return hands_in(self.options)

    @property
    def cards_in_hand(self) -> int:
        """How many cards the winner of a hand takes, the dummy's included (TD-10)."""
        return cards_in_hand(self.seats, self.options)

    @property
    def arranger(self) -> int | None:
        """The seat that arranges in the round in progress; None without variation 2 (TD-17)."""
        return arranger(self.seats, self.options, self.number)

    @property
    def cycle_complete(self) -> bool:
        """Whether everybody has arranged equally often, so that the match may end here (TD-18)."""
        return len(self.lines) % cycle(self.seats, self.options) == 0

    @property
    def at_target(self) -> tuple[int, ...]:
        """The seats at the target or beyond, in seat order (TD-13)."""
        return tuple(seat for seat, total in self.totals.items() if total >= self.options.target)

    @property
    def top(self) -> tuple[int, ...]:
        """The seats with the highest total, if that is the target or more: one wins, several play on (HR-TD-01)."""
        best = max(self.totals.values())
        return tuple(seat for seat in self.at_target if self.totals[seat] == best)

    @property
    def finished(self) -> bool:
        """Whether one seat alone is highest, with the target or more, after a whole cycle (TD-13, TD-18, HR-TD-01)."""
        return len(self.top) == 1 and self.cycle_complete

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner, called the top dog; empty until decided."""
        return self.top if self.finished else ()

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """Notices about what is legal but unusual."""
        return (*_decks(self), *_missing(self), *_running(self))


def _decks(sheet: TopDogSheet) -> Iterator[Notice]:
    """Yield a warning where two suits for each of three or more hands of cards need a second deck (TD-22)."""
    if sheet.cards_in_hand * sheet.options.suits > ONE_DECK:
        yield Notice(
            "two-decks",
            counted(
                "Two suits for each of {count} hand take two decks of cards.",
                "Two suits for each of {count} hands take two decks of cards.",
                sheet.cards_in_hand,
            ),
        )


def _missing(sheet: TopDogSheet) -> Iterator[Notice]:
    """Yield a warning for each round whose hands do not add up and whose note explains why (HR-TD-04)."""
    for line in sheet.lines:
        due = hands_in(sheet.options, tied=line.last_hand_tied)
        if line.counted != due:
            message = counted(
                "Only {counted} of {count} hand count in round {round}: the note says why.",
                "Only {counted} of {count} hands count in round {round}: the note says why.",
                due,
                counted=line.counted,
                round=line.number,
            )
            yield Notice("hands-sum", message, round=line.number)


def level(names: str, points: int | str) -> Message:
    """The sentence for a match that goes on because several lead (TD-18)."""
    return Message("{names} are level with {points}: play on until one leads.", names=names, points=points)


def _running(sheet: TopDogSheet) -> Iterator[Notice]:
    """Yield a warning where a seat has reached the target but the match goes on (TD-18, HR-TD-01)."""
    if not sheet.top or sheet.finished:
        return
    rounds, played = cycle(sheet.seats, sheet.options), len(sheet.lines)
    if sheet.cycle_complete:
        message = level(listed([at(seat) for seat in sheet.top]), sheet.totals[sheet.top[0]])
        yield Notice("level", message, round=played)
    else:
        last = -(-played // rounds) * rounds
        message = counted(
            "{names} has reached {target}, but the match runs to round {round}.",
            "{names} have reached {target}, but the match runs to round {round}.",
            len(sheet.at_target),
            names=listed([at(seat) for seat in sheet.at_target]),
            target=sheet.options.target,
            round=last,
        )
        yield Notice("cycle", message, round=played)
