"""The games whose sheet has one figure and a total of each seat in a row: which figures a row can have, what they are
worth, and how they are recorded.

Nothing here knows a photo. Seats and rows count from 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from games.paper.geometry import MOST_PILE, Kind, LayoutKey
from scoring.base import Engine
from scoring.clash_of_corgis import CLASH_OF_CORGIS
from scoring.clash_of_corgis import Options as CorgisOptions
from scoring.clash_of_corgis.play import HAND
from scoring.pack_o_dogs import PACK_O_DOGS
from scoring.top_dog import TOP_DOG
from scoring.top_dog import Options as TopDogOptions
from scoring.top_dog.sheet import hands_in

Json = dict[str, Any]
Figures = tuple[int, ...]  # of a row, by seat


class RowGame:
    """One layout of one game. `what` is the figure of a seat in a row, 0 to `most`; a blank sheet has `rows`."""

    engine: Engine[Any]
    layout: LayoutKey
    what: Kind
    most: int
    rows: int
    may_be_empty = False  # whether a cell can be left empty: that is the figure `most`

    @property
    def nothing(self) -> int | None:
        """The figure that says that nothing is written."""
        return self.most if self.may_be_empty else None

    def options(self, rows: int, written: int) -> Json:
        """The options of the record of a sheet with so many rows, of which so many are written."""
        return {}

    def ways(self, seats: int) -> Iterator[tuple[Figures, float]]:
        """All figures that a row can have, with their weights before anything is read."""
        raise NotImplementedError

    def points(self, figures: Figures) -> Figures:
        """What the figures of a row add to the totals."""
        raise NotImplementedError

    def is_legal(self, figures: Figures) -> bool:
        """Whether a row can have these figures."""
        raise NotImplementedError

    def round(self, figures: Figures, names: Sequence[str]) -> Json:
        """The round of the record."""
        raise NotImplementedError

    def agrees(self, options: Any, rows: int) -> bool:
        """Whether a match with these options is played on such a sheet with so many rows."""
        raise NotImplementedError

    def figure(self, said: Json, name: str) -> int | None:
        """The figure of a player in a round of a record; None where nothing is written."""
        raise NotImplementedError

    def plays(self, record: Json) -> bool:
        """Whether a record is of this game and on this layout."""
        return bool(record["game"] == self.engine.key)

    def fields(self, row: int, figures: Figures) -> Iterator[tuple[str, str]]:
        """The fields of a row in the form for a paper sheet."""
        raise NotImplementedError


class TopDogRows(RowGame):
    """Hands won, without variations: they add up to 13, or to 12 where the last hand was tied (TD-08, TD-09)."""

    engine = TOP_DOG
    layout: LayoutKey = "rounds"
    what: Kind = "won"
    most = hands_in(TopDogOptions())
    rows = 16
    weights: Mapping[int, float] = {most: 0.85, most - 1: 0.15}  # by how many hands somebody won

    def ways(self, seats: int) -> Iterator[tuple[Figures, float]]:
        for first in product(range(self.most + 1), repeat=seats - 1):
            for whole, weight in self.weights.items():
                if sum(first) <= whole:
                    yield (*first, whole - sum(first)), weight

    def points(self, figures: Figures) -> Figures:
        return figures

    def is_legal(self, figures: Figures) -> bool:
        return sum(figures) in self.weights

    def agrees(self, options: Any, rows: int) -> bool:
        return bool(options == TopDogOptions())

    def round(self, figures: Figures, names: Sequence[str]) -> Json:
        tied = {"last_hand_tied": True} if sum(figures) < self.most else {}
        return {"won": dict(zip(names, figures, strict=True)), **tied}

    def figure(self, said: Json, name: str) -> int | None:
        won: int = said["won"][name]
        return won

    def fields(self, row: int, figures: Figures) -> Iterator[tuple[str, str]]:
        for seat, won in enumerate(figures):
            yield f"r{row + 1}-won-{seat}", str(won)
        if sum(figures) < self.most:
            yield f"r{row + 1}-tied", "1"


class CorgisRows(RowGame):
    """Cards left, 0 to 12 and only the winner 0, as far as somebody counted them (CC-11, CC-32); a game won is a
    point.
    """

    engine = CLASH_OF_CORGIS
    layout: LayoutKey = "series"
    what: Kind = "left"
    most = HAND + 1
    rows = CorgisOptions().best_of
    may_be_empty = True

    def options(self, rows: int, written: int) -> Json:
        return {"best_of": rows} if rows != self.rows else {}

    def ways(self, seats: int) -> Iterator[tuple[Figures, float]]:
        for others in product(range(1, self.most + 1), repeat=seats - 1):
            for winner in range(seats):
                yield (*others[:winner], 0, *others[winner:]), 1.0

    def points(self, figures: Figures) -> Figures:
        return tuple(int(left == 0) for left in figures)

    def is_legal(self, figures: Figures) -> bool:
        return figures.count(0) == 1

    def agrees(self, options: Any, rows: int) -> bool:
        return bool(options.best_of == rows)

    def round(self, figures: Figures, names: Sequence[str]) -> Json:
        left = {name: cards for name, cards in zip(names, figures, strict=True) if 0 < cards < self.most}
        return {"winner": names[figures.index(0)]} | ({"cards_left": left} if left else {})

    def figure(self, said: Json, name: str) -> int | None:
        if name == said["winner"]:
            return 0
        left: int | None = said.get("cards_left", {}).get(name)
        return left

    def fields(self, row: int, figures: Figures) -> Iterator[tuple[str, str]]:
        for seat, cards in enumerate(figures):
            if cards == 0:
                yield f"r{row + 1}-winner", str(seat)
            elif cards < self.most:
                yield f"r{row + 1}-left-{seat}", str(cards)


class PilesRows(RowGame):
    """The cards in the piles of a base game of Pack o’ Dogs (PK-15), which nothing in the rules bounds."""

    engine = PACK_O_DOGS
    layout: LayoutKey = "base"
    what: Kind = "pile"
    most = MOST_PILE
    rows = 8

    def options(self, rows: int, written: int) -> Json:
        return {"mode": "base"} | ({"games": written} if written > 1 else {})

    def ways(self, seats: int) -> Iterator[tuple[Figures, float]]:
        for piles in product(range(self.most + 1), repeat=seats):
            yield piles, 1.0

    def points(self, figures: Figures) -> Figures:
        return figures

    def is_legal(self, figures: Figures) -> bool:
        return True

    def agrees(self, options: Any, rows: int) -> bool:
        return bool(options.mode == "base")

    def round(self, figures: Figures, names: Sequence[str]) -> Json:
        return {"piles": dict(zip(names, figures, strict=True))}

    def figure(self, said: Json, name: str) -> int | None:
        pile: int = said["piles"][name]
        return pile

    def plays(self, record: Json) -> bool:
        return super().plays(record) and record.get("options", {}).get("mode") == "base"

    def fields(self, row: int, figures: Figures) -> Iterator[tuple[str, str]]:
        for seat, pile in enumerate(figures):
            yield f"r{row + 1}-piles-{seat}", str(pile)


ROW_GAMES: Mapping[str, RowGame] = {each.layout: each for each in (TopDogRows(), CorgisRows(), PilesRows())}
