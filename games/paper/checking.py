"""A sheet read from a photo while a person checks it: what is still to be asked, with the figures to choose from.

Totals are not checked, as they follow from the other figures. Nothing here knows a photo: a sheet is the document of
`read-sheet` with the answers so far.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Json = Mapping[str, Any]
Place = tuple[int, int, str]  # hand (or round, or game) and seat from 1, and what it is, as "bid"
BID, TRICKS, TOTAL = "bid", "tricks", "total"
SECOND_PAGE = "second-page"  # the problem that page 2 is missing
FIELDS = {BID: "bids", TRICKS: "tricks"}
BLACKED = "#"
MOST_KEYS = 3
LIKELY = 0.5  # the probability from which a total counts as written


@dataclass(frozen=True)
class Figure:
    """A figure of a player, such as a bid: `read` is what stands there by itself, with # for one that was blacked out,
    `most` the largest it can be; `nothing` is the value that says that nothing is written, where that can be meant.

    `is_answered`: somebody said so; `is_settled`: the rules decided what is written unclearly.
    """

    place: Place
    value: int
    read: str
    likely: tuple[int, ...]
    most: int
    is_doubtful: bool
    is_settled: bool
    is_answered: bool
    nothing: int | None = None

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
        return value if value is not None and value <= self.most and value != self.nothing else None

    @property
    def text(self) -> str:
        """The value as it is shown."""
        return in_words(self.value, self.nothing)

    @property
    def is_empty(self) -> bool:
        return not self.read

    @property
    def is_blacked(self) -> bool:
        return BLACKED in self.read


@dataclass(frozen=True)
class Key:
    """A figure to choose. `sum` is what the row adds up to with it, `total` the player's total, None where another
    one is written; `fits` with the rules and the written total; `is_barred` by The Rule; `is_written` on the sheet.
    """

    value: int
    sum: int
    total: int | None
    fits: bool
    is_barred: bool
    is_written: bool
    nothing: int | None = None

    @property
    def text(self) -> str:
        """The value as it is shown."""
        return in_words(self.value, self.nothing)


def in_words(value: int, nothing: int | None) -> str:
    """A figure, or a dash where nothing is written."""
    return "\N{EN DASH}" if value == nothing else str(value)


@dataclass(frozen=True)
class Cell:
    """The figures of a player in a row, with the total they make; it is None in a hand that was only bid.

    `is_set`: the tricks are not those that were bid. `written_total` is the one on the sheet where it is another.
    `mark` is "top" for the highest, "low" for the lowest.
    """

    figures: Sequence[Figure]
    is_set: bool
    total: int | None
    written_total: str
    mark: str


@dataclass(frozen=True)
class Row:
    """A row of the sheet, counted from 1."""

    number: int
    cells: Sequence[Cell]


class CheckedSheet:
    """A read sheet with the answers, which are {"cell": "7-2-tricks", "value": 2} in the order in which they came.

    Each game says what its rows can have, and what that is worth.
    """

    has_lowest = False  # whether the lowest total is marked too
    nothing: int | None = None  # the figure that says that nothing is written

    def __init__(self, document: Json, answers: Sequence[Json] = ()) -> None:
        self.document = document
        self.players: int = document["sheet"]["players"]
        self.answers = {answer["cell"]: int(answer["value"]) for answer in answers}
        self._other_totals = {(each["hand"], each["seat"]) for each in document["problems"] if each["code"] == TOTAL}
        self._totals = {(each["hand"], each["seat"]): each for each in document["cells"] if each["what"] == TOTAL}
        figures = (
            _figure(each, self.answers, self.most(each["hand"]), self.nothing)
            for each in document["cells"]
            if each["what"] != TOTAL
        )
        self.figures: dict[Place, Figure] = {figure.place: figure for figure in figures}

    @property
    def options(self) -> Any:
        """What the match was agreed to be, as the engine has it."""
        raise NotImplementedError

    def most(self, row: int) -> int:
        """The largest figure of a row."""
        raise NotImplementedError

    def label(self, row: int) -> str:
        """What stands before a row."""
        return str(row)

    def is_legal(self, row: int, what: str, other: Figure | None = None, value: int = 0) -> bool:
        """Whether a row can have these figures, with `value` in place of one other."""
        raise NotImplementedError

    def barred(self, figure: Figure) -> int | None:
        """The figure that The Rule bars there."""
        return None

    def completing(self, figure: Figure) -> Sequence[int]:
        """The figures that make the row add up."""
        raise NotImplementedError

    def points_with(self, row: int, seat: int, figure: Figure | None = None, value: int = 0) -> int | None:
        """The points of a seat in a row, with `value` in place of one figure; None where the row is not complete."""
        raise NotImplementedError

    def fields(self) -> Iterator[tuple[str, str]]:
        """The figures as fields of the form for a paper sheet, whose rounds are numbered from 1 and seats from 0."""
        raise NotImplementedError

    @cached_property
    def to_check(self) -> list[Figure]:
        """What is to be asked, from the top: doubtful figures without an answer, then the answers of a row that do not
        agree with the rules together.
        """
        unanswered = [each for each in self.figures.values() if each.is_doubtful and not each.is_answered]
        waiting = {(each.hand, each.what) for each in unanswered}
        again = [
            each
            for each in self.figures.values()
            if each.is_answered and (each.hand, each.what) not in waiting and not self.is_legal(each.hand, each.what)
        ]
        return [*unanswered, *again]

    @property
    def settled(self) -> int:
        """How many figures the rules decided."""
        return sum(each.is_settled for each in self.figures.values())

    def sum(self, row: int, what: str) -> int:
        """The sum of all figures of one kind in a row."""
        return sum(each.value for each in self.figures.values() if (each.hand, each.what) == (row, what))

    def values(self, row: int, what: str, other: Figure | None = None, value: int = 0) -> tuple[int, ...]:
        """The figures of one kind in a row by seat, with `value` in place of one other."""
        found = (self.figures[row, seat, what] for seat in range(1, self.players + 1))
        return tuple(value if figure == other else figure.value for figure in found)

    def keys(self, figure: Figure) -> list[Key]:
        """The figures to choose from, those that fit first, then the one that is written, then what is likely."""
        proposed = [*figure.likely, figure.value, *([figure.written] if figure.written is not None else [])]
        proposed += self.completing(figure)
        legal = [value for value in dict.fromkeys(proposed) if 0 <= value <= figure.most]
        keys = [self.key(figure, value) for value in legal]
        keys.sort(key=lambda key: (not key.fits, not key.is_written, key.is_barred))
        return keys[:MOST_KEYS]

    def every_key(self, figure: Figure) -> list[Key]:
        """All figures that can stand there."""
        return [self.key(figure, value) for value in range(figure.most + 1)]

    def key(self, figure: Figure, value: int) -> Key:
        total = self._total_with(figure, value)
        written = self._written_total(figure.hand, figure.seat)
        follows = total is not None and written == total
        return Key(
            value,
            self.sum(figure.hand, figure.what) - figure.value + value,
            total if follows else None,
            self.is_legal(figure.hand, figure.what, figure, value) and (follows or written is None),
            self.barred(figure) == value,
            figure.written == value,
            figure.nothing,
        )

    def _written_total(self, row: int, seat: int) -> int | None:
        """The total on the sheet; None where it is not written clearly."""
        cell = self._totals.get((row, seat))
        if cell is None:
            return None
        if (row, seat) in self._other_totals:
            return _number(cell["read"])
        return int(cell["value"]) if cell["probability"] >= LIKELY else None

    def _total_with(self, figure: Figure, value: int) -> int | None:
        """The player's total after the row with this value; None where the hand has no tricks yet."""
        points_now = self.points_with(figure.hand, figure.seat, figure, value)
        if points_now is None:
            return None
        return points_now + (self.totals[figure.hand - 2][figure.seat - 1] if figure.hand > 1 else 0)

    @cached_property
    def totals(self) -> list[list[int]]:
        """The totals after each complete row, by seat."""
        now, out = [0] * self.players, []
        for row in self.numbers:
            more = [self.points_with(row, seat) for seat in range(1, self.players + 1)]
            if None in more:
                break
            now = [total + (points_now or 0) for total, points_now in zip(now, more, strict=True)]
            out.append(now)
        return out

    @property
    def numbers(self) -> list[int]:
        """The numbers of the rows with figures."""
        return list(dict.fromkeys(hand for hand, _seat, _what in self.figures))

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of the sheet."""
        return [
            Row(number, [self._cell(number, seat) for seat in range(1, self.players + 1)]) for number in self.numbers
        ]

    def _cell(self, row: int, seat: int) -> Cell:
        figures = [each for each in self.figures.values() if (each.hand, each.seat) == (row, seat)]
        if row > len(self.totals):
            return Cell(figures, is_set=False, total=None, written_total="", mark="")
        totals = self.totals[row - 1]
        total = totals[seat - 1]
        mark = "top" if total == max(totals) else "low" if self.has_lowest and total == min(totals) else ""
        is_other = (row, seat) in self._other_totals
        is_set = len({figure.value for figure in figures}) > 1
        return Cell(figures, is_set, total, self._totals[row, seat]["read"] if is_other else "", mark)


def _figure(cell: Json, answers: Mapping[str, int], most: int, nothing: int | None) -> Figure:
    place = (cell["hand"], cell["seat"], cell["what"])
    answer = answers.get("-".join(map(str, place)))
    value: int | None = cell["value"] if answer is None else answer
    if value is None:
        assert nothing is not None  # the document says so of such a sheet alone
        value = nothing
    return Figure(
        place,
        value,
        cell["read"],
        tuple(cell["likely"]),
        most,
        cell["doubtful"],
        cell["settled"],
        answer is not None,
        nothing,
    )


def _number(text: str) -> int | None:
    bare = text.replace("\N{MINUS SIGN}", "-")
    return int(bare) if bare.removeprefix("-").isdecimal() else None
