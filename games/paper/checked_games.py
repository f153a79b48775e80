"""The sheets of each game as people check them: which figures the rules allow, and the points they make."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.paper.checking import BID, FIELDS, MOST_KEYS, TRICKS, CheckedSheet, Figure, Json
from games.paper.geometry import TIE_BID, TIE_TRICKS
from games.paper.row_games import ROW_GAMES, RowGame
from scoring.dirty_dog import Options
from scoring.dirty_dog.hand import forbidden, points
from scoring.dirty_dog.plan import planned_cards
from scoring.dirty_dog.sheet import tiebreak_cards
from scoring.records import options_from_json


class HandSheet(CheckedSheet):
    """A sheet of Dirty Dog: a bid and the tricks of each player in a hand."""

    has_lowest = True

    def __init__(self, document: Json, answers: Sequence[Json] = ()) -> None:
        self._options = Options(**document["record"].get("options", {}))
        self.plan = planned_cards(document["sheet"]["players"], self._options)
        super().__init__(document, answers)

    @property
    def options(self) -> Options:
        return self._options

    def most(self, row: int) -> int:
        if row > len(self.plan):
            return tiebreak_cards(self.players, self._options.decks)
        return self.plan[row - 1]

    def label(self, row: int) -> str:
        return str(row) if row <= len(self.plan) else "+"

    @property
    def tie_hand(self) -> dict[str, dict[str, int]] | None:
        """The tie-break hand as an entry, by seat from 0; None where it is not on the sheet."""
        row = len(self.plan) + 1
        if (row, 1, TIE_BID) not in self.figures:
            return None
        bids, tricks = self.values(row, TIE_BID), self.values(row, TIE_TRICKS)
        return {
            "bids": {str(seat): bid for seat, bid in enumerate(bids)},
            "tricks": {str(seat): took for seat, took in enumerate(tricks)},
        }

    def is_legal(self, row: int, what: str, other: Figure | None = None, value: int = 0) -> bool:
        first, *others = self.values(row, what, other, value)
        if what in (TRICKS, TIE_TRICKS):
            return first + sum(others) == self.most(row)
        return forbidden(self.options, self.most(row), sum(others)) != first

    def barred(self, figure: Figure) -> int | None:
        if figure.what not in (BID, TIE_BID):
            return None
        others = self.sum(figure.hand, figure.what) - figure.value
        return forbidden(self.options, self.most(figure.hand), others)

    def completing(self, figure: Figure) -> Sequence[int]:
        if figure.what in (TRICKS, TIE_TRICKS):
            return [self.most(figure.hand) - self.sum(figure.hand, figure.what) + figure.value]
        barred = self.barred(figure)
        return [barred] if figure.is_empty and barred is not None else []

    def points_with(self, row: int, seat: int, figure: Figure | None = None, value: int = 0) -> int | None:
        bid, tricks = self.figures.get((row, seat, BID)), self.figures.get((row, seat, TRICKS))
        if bid is None or tricks is None:
            return None
        made, took = (value if each == figure else each.value for each in (bid, tricks))
        return points(self.options, made, took, self.most(row))

    def fields(self) -> Iterator[tuple[str, str]]:
        for figure in (each for each in self.figures.values() if each.what in FIELDS):
            yield f"{FIELDS[figure.what]}-{figure.hand}-{figure.seat - 1}", str(figure.value)


class RowSheet(CheckedSheet):
    """A sheet with one figure of each player in a row."""

    def __init__(self, document: Json, answers: Sequence[Json] = ()) -> None:
        self.game: RowGame = ROW_GAMES[document["sheet"]["layout"]]
        self.nothing = self.game.nothing
        super().__init__(document, answers)

    @property
    def options(self) -> Any:
        return options_from_json(self.game.engine, self.document["record"].get("options", {}))

    def most(self, row: int) -> int:
        return self.game.most

    def is_legal(self, row: int, what: str, other: Figure | None = None, value: int = 0) -> bool:
        return self.game.is_legal(self.values(row, what, other, value))

    def completing(self, figure: Figure) -> Sequence[int]:
        return [
            value
            for value in range(figure.most + 1)
            if value not in figure.likely and self.is_legal(figure.hand, figure.what, figure, value)
        ][-MOST_KEYS:]

    def points_with(self, row: int, seat: int, figure: Figure | None = None, value: int = 0) -> int | None:
        return self.game.points(self.values(row, self.game.what, figure, value))[seat - 1]

    def fields(self) -> Iterator[tuple[str, str]]:
        for row in self.numbers:
            yield from self.game.fields(row - 1, self.values(row, self.game.what))


def checked_sheet(document: Json, answers: Sequence[Json] = ()) -> CheckedSheet:
    """The sheet of a document of `read-sheet`."""
    kind = RowSheet if document["sheet"]["layout"] in ROW_GAMES else HandSheet
    return kind(document, answers)
