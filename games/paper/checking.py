"""A sheet read from a photo while a person checks it: what is still to be asked, with the figures to choose from.

Bids and tricks are checked, as totals follow from them. Nothing here knows a photo: a sheet is the document of
`read-sheet` with the answers so far.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.dirty_dog import Options
from scoring.dirty_dog.hand import forbidden, points
from scoring.dirty_dog.plan import planned_cards

Json = Mapping[str, Any]
Place = tuple[int, int, str]  # hand and seat from 1, "bid" or "tricks"
BID, TRICKS, TOTAL = "bid", "tricks", "total"
SECOND_PAGE = "second-page"  # the problem that page 2 is missing
FIELDS = {BID: "bids", TRICKS: "tricks"}
BLACKED = "#"
MOST_KEYS = 3
LIKELY = 0.5  # the probability from which a total counts as written


@dataclass(frozen=True)
class Figure:
    """A bid or the tricks of a player: `read` is what stands there by itself, with # for a figure that was blacked out.

    `is_answered`: somebody said so; `is_settled`: the rules decided what is written unclearly.
    """

    place: Place
    value: int
    read: str
    likely: tuple[int, ...]
    cards: int
    is_doubtful: bool
    is_settled: bool
    is_answered: bool

    @property
    def hand(self) -> int:
        return self.place[0]

    @property
    def seat(self) -> int:
        return self.place[1]

    @property
    def what(self) -> str:
        return self.place[2]

    @property
    def key(self) -> str:
        """How forms and addresses name the cell."""
        return "-".join(map(str, self.place))

    @property
    def written(self) -> int | None:
        """The number that stands there, if one does that can be meant."""
        value = int(self.read) if self.read.isdecimal() else None
        return value if value is not None and value <= self.cards else None

    @property
    def is_empty(self) -> bool:
        return not self.read

    @property
    def is_blacked(self) -> bool:
        return BLACKED in self.read


@dataclass(frozen=True)
class Key:
    """A figure to choose. `sum` is what the hand adds up to with it, `total` the player's total, None where another
    one is written; `fits` with the rules and the written total; `is_barred` by The Rule; `is_written` on the sheet.
    """

    value: int
    sum: int
    total: int | None
    fits: bool
    is_barred: bool
    is_written: bool


@dataclass(frozen=True)
class Cell:
    """The figures of a player in a hand, with the total they make; tricks are None in a hand that was only bid.

    `written_total` is the one on the sheet where it is another. `mark` is "top" for the highest, "low" for the lowest.
    """

    bid: Figure
    tricks: Figure | None
    total: int | None
    written_total: str
    mark: str


@dataclass(frozen=True)
class Hand:
    """A row of the sheet."""

    number: int
    cards: int
    cells: Sequence[Cell]


class CheckedSheet:
    """A read sheet with the answers, which are {"cell": "7-2-tricks", "value": 2} in the order in which they came."""

    def __init__(self, document: Json, answers: Sequence[Json] = ()) -> None:
        self.document = document
        self.players: int = document["sheet"]["players"]
        self.options = Options(**document["record"].get("options", {}))
        self.plan = planned_cards(self.players, self.options)
        self.answers = {answer["cell"]: int(answer["value"]) for answer in answers}
        self._other_totals = {(each["hand"], each["seat"]) for each in document["problems"] if each["code"] == TOTAL}
        self._totals = {(each["hand"], each["seat"]): each for each in document["cells"] if each["what"] == TOTAL}
        figures = (
            _figure(each, self.answers, self.cards(each["hand"])) for each in document["cells"] if each["what"] != TOTAL
        )
        self.figures: dict[Place, Figure] = {figure.place: figure for figure in figures}

    @cached_property
    def to_check(self) -> list[Figure]:
        """What is to be asked, from the top: doubtful figures without an answer, then the answers of a hand that do
        not agree with the rules together.
        """
        unanswered = [each for each in self.figures.values() if each.is_doubtful and not each.is_answered]
        waiting = {(each.hand, each.what) for each in unanswered}
        again = [
            each
            for each in self.figures.values()
            if each.is_answered and (each.hand, each.what) not in waiting and not self._is_legal(each.hand, each.what)
        ]
        return [*unanswered, *again]

    @property
    def settled(self) -> int:
        """How many figures the rules decided."""
        return sum(each.is_settled for each in self.figures.values())

    def cards(self, hand: int) -> int:
        return self.plan[hand - 1]

    def sum(self, hand: int, what: str) -> int:
        """The sum of all bids, or of all tricks, of a hand."""
        return sum(each.value for each in self.figures.values() if (each.hand, each.what) == (hand, what))

    def _is_legal(self, hand: int, what: str) -> bool:
        if what == TRICKS:
            return self.sum(hand, what) == self.cards(hand)
        first = self.figures[hand, 1, BID].value
        return forbidden(self.options, self.cards(hand), self.sum(hand, BID) - first) != first

    def keys(self, figure: Figure) -> list[Key]:
        """The figures to choose from, those that fit first, then the one that is written, then what is likely."""
        proposed = [*figure.likely, figure.value, *([figure.written] if figure.written is not None else [])]
        others = self.sum(figure.hand, figure.what) - figure.value
        if figure.what == TRICKS:
            proposed.append(self.cards(figure.hand) - others)
        barred = forbidden(self.options, self.cards(figure.hand), others) if figure.what == BID else None
        if figure.is_empty and barred is not None:
            proposed.append(barred)
        legal = [value for value in dict.fromkeys(proposed) if 0 <= value <= self.cards(figure.hand)]
        keys = [self.key(figure, value) for value in legal]
        keys.sort(key=lambda key: (not key.fits, not key.is_written, key.is_barred))
        return keys[:MOST_KEYS]

    def every_key(self, figure: Figure) -> list[Key]:
        """All figures that a player can bid or take in the hand."""
        return [self.key(figure, value) for value in range(self.cards(figure.hand) + 1)]

    def key(self, figure: Figure, value: int) -> Key:
        others = self.sum(figure.hand, figure.what) - figure.value
        cards = self.cards(figure.hand)
        is_barred = figure.what == BID and forbidden(self.options, cards, others) == value
        is_legal = others + value == cards if figure.what == TRICKS else not is_barred
        total = self._total_with(figure, value)
        written = self._written_total(figure.hand, figure.seat)
        follows = total is not None and written == total
        return Key(
            value,
            others + value,
            total if follows else None,
            is_legal and (follows or written is None),
            is_barred,
            figure.written == value,
        )

    def _written_total(self, hand: int, seat: int) -> int | None:
        """The total on the sheet; None where it is not written clearly."""
        cell = self._totals.get((hand, seat))
        if cell is None:
            return None
        if (hand, seat) in self._other_totals:
            return _number(cell["read"])
        return int(cell["value"]) if cell["probability"] >= LIKELY else None

    def _total_with(self, figure: Figure, value: int) -> int | None:
        """The player's total after the hand with this value; None where the hand has no tricks yet."""
        other = self.figures.get((figure.hand, figure.seat, TRICKS if figure.what == BID else BID))
        if other is None:
            return None
        bid, took = (value, other.value) if figure.what == BID else (other.value, value)
        before = self.totals[figure.hand - 2][figure.seat - 1] if figure.hand > 1 else 0
        return before + points(self.options, bid, took, self.cards(figure.hand))

    @cached_property
    def totals(self) -> list[list[int]]:
        """The totals after each played hand, by seat."""
        now, out = [0] * self.players, []
        for hand in range(1, len(self.plan) + 1):
            if (hand, 1, TRICKS) not in self.figures:
                break
            for seat in range(1, self.players + 1):
                bid, took = self.figures[hand, seat, BID].value, self.figures[hand, seat, TRICKS].value
                now[seat - 1] += points(self.options, bid, took, self.cards(hand))
            out.append([*now])
        return out

    @cached_property
    def hands(self) -> list[Hand]:
        """The rows of the sheet."""
        return [
            Hand(number, self.cards(number), [self._cell(number, seat) for seat in range(1, self.players + 1)])
            for number in dict.fromkeys(hand for hand, _seat, _what in self.figures)
        ]

    def _cell(self, hand: int, seat: int) -> Cell:
        bid, tricks = self.figures[hand, seat, BID], self.figures.get((hand, seat, TRICKS))
        if tricks is None:
            return Cell(bid, None, None, "", "")
        totals = self.totals[hand - 1]
        total = totals[seat - 1]
        mark = "top" if total == max(totals) else "low" if total == min(totals) else ""
        is_other = (hand, seat) in self._other_totals
        return Cell(bid, tricks, total, self._totals[hand, seat]["read"] if is_other else "", mark)

    def fields(self) -> Iterator[tuple[str, int]]:
        """The figures as fields of the form for a paper sheet, whose rounds are numbered from 1 and seats from 0."""
        for figure in self.figures.values():
            yield f"{FIELDS[figure.what]}-{figure.hand}-{figure.seat - 1}", figure.value


def _figure(cell: Json, answers: Mapping[str, int], cards: int) -> Figure:
    place = (cell["hand"], cell["seat"], cell["what"])
    answer = answers.get("-".join(map(str, place)))
    return Figure(
        place,
        cell["value"] if answer is None else answer,
        cell["read"],
        tuple(cell["likely"]),
        cards,
        cell["doubtful"],
        cell["settled"],
        answer is not None,
    )


def _number(text: str) -> int | None:
    bare = text.replace("\N{MINUS SIGN}", "-")
    return int(bare) if bare.removeprefix("-").isdecimal() else None
