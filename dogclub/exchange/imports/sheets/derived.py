"""Figures that follow from others: sums, averages, extremes, counts and running numbers. A column or row of other
figures is a player's, whatever its heading means.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from msgspec import to_builtins

from clubs.language.terms import name_of
from dogclub.exchange.exports.blocks import whole
from dogclub.exchange.imports.parsed_file import Problem
from dogclub.exchange.imports.sheets.cells import figure, words
from dogclub.exchange.imports.sheets.settings import (
    CARDS,
    POINTS,
    ROUND_COLUMN,
    RUNNING,
    SCORING,
    THE_RULE,
    TOTAL,
    TRICKS,
    Settings,
)
from scoring import engine
from scoring.base import Engine, RuleError
from scoring.dirty_dog.explain import ScoredBid, code_of, explaining, scoring_of
from scoring.dirty_dog.house_rules import NAMES, Agreed, Scoring, in_words
from scoring.messages import translated
from scoring.records import played

MANY_PLAYERS = 3
ENOUGH = 0.6  # the part of the figures that has to agree
CLOSE = 0.06  # an average is written with one figure after the sign
YEARS = range(1950, 2100)
STATISTICS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "sum": sum,
    "mean": lambda numbers: sum(numbers) / len(numbers),
    "max": max,
    "min": min,
}
OF_MANY: Mapping[str, Callable[[Sequence[float]], float]] = {  # in a row or two, these may agree by chance
    "count": len,
    "range": lambda numbers: max(numbers) - min(numbers),
    "lead": lambda numbers: sorted(numbers)[-1] - sorted([min(numbers), *numbers])[-2],
}


def number(value: Any) -> float | None:
    """Return a figure as people write it, or None.

    >>> number("42,5"), number("−3"), number(7), number("abs"), number("")
    (42.5, -3.0, 7.0, None, None)
    """
    text = figure(value, "").replace(",", ".") if words(value) else ""
    try:
        return float(text) if text[:1].isdigit() or text[1:2].isdigit() else None
    except ValueError:
        return None


def follows(figures: Sequence[float | None], others: Sequence[Sequence[float]], *, are_all: bool = True) -> bool:
    """Whether most figures are one statistic of the others in their place (`others` may be shorter: nothing there).
    Counts and differences are only compared if the others are surely players (`are_all`).
    """
    pairs = [(each, beside) for each, beside in zip(figures, others, strict=False) if each is not None and beside]
    statistics = [*STATISTICS.values(), *(OF_MANY.values() if are_all and len(pairs) >= MANY_PLAYERS else ())]
    return any(_agree(pairs, of) >= ENOUGH * len(pairs) for of in statistics) if pairs else False


@dataclass
class Running:
    """The statistics of figures that come one by one, however many there are."""

    count: int = 0
    total: float = 0
    highest: float = 0
    lowest: float = 0

    def add(self, figure: float) -> None:
        """Add a figure."""
        self.highest = max(self.highest, figure) if self.count else figure
        self.lowest = min(self.lowest, figure) if self.count else figure
        self.count, self.total = self.count + 1, self.total + figure

    def has(self, figure: float) -> bool:
        """Whether the figure is the sum, the average, the highest or the lowest of them."""
        if not self.count:
            return False
        mean = self.total / self.count
        return any(abs(figure - each) < CLOSE for each in (self.total, mean, self.highest, self.lowest, round(mean)))


def counts_others(figures: Sequence[float | None], others: Sequence[Sequence[float]]) -> bool:
    """Whether each figure is the number of the others in its place, as under “Players”."""
    pairs = [(each, beside) for each, beside in zip(figures, others, strict=False) if each is not None]
    return bool(pairs) and all(each == len(beside) for each, beside in pairs)


def _agree(pairs: Sequence[tuple[float, Sequence[float]]], of: Callable[[Sequence[float]], float]) -> int:
    return sum(abs(each - of(beside)) < CLOSE or each == round(of(beside)) for each, beside in pairs)


def is_running(figures: Sequence[float | None], others: Sequence[Sequence[float]]) -> bool:
    """Whether most figures are the sums of all others so far."""
    so_far, agree, count = 0.0, 0, 0
    for each, beside in zip(figures, others, strict=False):
        so_far += sum(beside)
        count += each is not None
        agree += each == so_far
    return count > 0 and agree >= ENOUGH * count


def counts_up(figures: Sequence[float | None], *, both_ways: bool = False) -> bool:
    """Whether these are the numbers of rows, rounds, tables or years: from one to the next by one at most, or again
    from one; or always the same in three rows. Numbers of cards go up and down (`both_ways`).

    >>> counts_up([1, 1, 2, 2, 1]), counts_up([2024, 2025]), counts_up([12, 55]), counts_up([13, 13, 13])
    (True, True, False, True)
    >>> counts_up([3, 2, 1]), counts_up([0, 1, 1, 0]), counts_up([1, 2, 3, 2, 1], both_ways=True)
    (True, False, True)
    """
    known = [each for each in figures if each is not None]
    if not known or any(not each.is_integer() or each < 0 for each in known):
        return False
    if all(each in YEARS for each in known):
        return True
    steps = [after - before for before, after in pairwise(known)]
    if len(known) > 2 and not any(steps):
        return True
    ways = {step for step, after in zip(steps, known[1:], strict=True) if after != 1}
    is_step = any(ways <= way for way in ({0, 1}, {0, -1}, {0, 1, -1} if both_ways else {0}))
    return is_step and (min(known) <= 1 or (len(known) > 2 and any(steps)))


# Points, running totals and numbers of cards beside bids and tricks: compared with what the rounds come to.


Cells = Mapping[str, Any]


@dataclass(frozen=True)
class Figure:
    """A figure of the sheet that follows from others: `comes_to` is what it should be, read as POINTS and as RUNNING
    totals.
    """

    line: int
    column: str
    player: str
    written: str
    comes_to: Mapping[str, int | None]

    def is_so(self, kind: str) -> bool:
        """Whether it is right if the column has figures of this kind; also for somebody who did not play the round."""
        return self.comes_to[kind] in (None, whole(self.written))


def differences(record: Mapping[str, Any], rows: Sequence[tuple[int, Cells]]) -> list[Problem]:
    """Return a problem for each figure that differs from what the rounds of the record come to."""
    if not record.get("rounds") or not any(key in cells for _line, cells in rows for key in (POINTS, TOTAL, CARDS)):
        return []
    problems = list(_dealt(record, rows))
    for column in (POINTS, TOTAL):
        figures = list(_figures(record, rows, column))
        kind = max((POINTS, RUNNING), key=lambda kind: (sum(each.is_so(kind) for each in figures), column == POINTS))
        problems += [_differs(each, kind) for each in figures if not each.is_so(kind)]
    return problems


def _numbered(rows: Sequence[tuple[int, Cells]]) -> Iterator[tuple[int, Cells, int]]:
    """Yield the rows with the index of their round."""
    numbers = {line: whole(str(cells.get(ROUND_COLUMN, "")).strip()) for line, cells in rows}
    order = {number: at for at, number in enumerate(sorted({each for each in numbers.values() if each is not None}))}
    for line, cells in rows:
        number = numbers[line]
        if number is not None:
            yield line, cells, order[number]


def _figures(record: Mapping[str, Any], rows: Sequence[tuple[int, Cells]], column: str) -> Iterator[Figure]:
    """Yield the figures of a column; none if the match breaks a rule, which is said elsewhere."""
    try:
        _engine, sheet, names = played(record)
    except RuleError:
        return
    seats = {name: seat for seat, name in enumerate(names)}
    for line, cells, number in _numbered(rows):
        seat = seats.get(str(cells.get("player", "")).strip())
        if column in cells and seat is not None and number < len(sheet.lines):
            comes_to = {POINTS: sheet.lines[number].points.get(seat), RUNNING: sheet.lines[number].totals.get(seat)}
            yield Figure(line, _column(cells, column), names[seat], str(cells[column]).strip(), comes_to)


def written_points(
    record: Mapping[str, Any], rows: Sequence[tuple[int, Cells]], *, is_running: bool
) -> list[tuple[int, int, int, int]]:
    """Return (bid, tricks, cards, points) of each seat and hand for which the sheet has points; they are the difference
    of two totals if its figures go on from hand to hand. [] if something else stands there.
    """
    try:
        _engine, sheet, names = played(record)
    except RuleError:
        return []
    seats, before = {name: seat for seat, name in enumerate(names)}, dict[str, int]()
    found = []
    for _line, cells, number in sorted(_numbered(rows), key=lambda row: row[2]):
        player = str(cells.get("player", "")).strip()
        column = next((each for each in (POINTS, TOTAL) if each in cells), None)
        hand: Any = sheet.lines[number] if number < len(sheet.lines) else None
        if column is None or player not in seats or hand is None or seats[player] not in hand.tricks:
            continue
        figure, seat = whole(str(cells[column]).strip()), seats[player]
        if figure is None:
            return []
        points = figure - before.get(player, 0) if is_running else figure
        before[player] = figure
        by_hand = hand.adjust.get(seat, 0)
        found.append((hand.bids[seat], hand.tricks[seat], hand.cards, points - by_hand))
    return found


def _column(cells: Cells, column: str) -> str:
    return f"{column} {of}" if (of := cells.get("of")) else column


def _differs(figure: Figure, kind: str) -> Problem:
    words = _(
        "The sheet says {written} for {player}, but the round comes to {points}. Correct the file, or choose Skip over "
        "this column."
    )
    if kind == RUNNING:
        words = _(
            "The sheet says {written} for {player}, but the rounds so far come to {points}. Correct the file, or "
            "choose Skip over this column."
        )
    message = words.format(written=figure.written[:20], player=figure.player, points=figure.comes_to[kind])
    return Problem(figure.line, message, figure.column, figure.written[:40], player=figure.player)


def _dealt(record: Mapping[str, Any], rows: Sequence[tuple[int, Cells]]) -> Iterator[Problem]:
    """Yield a problem for each round with another number of tricks than of cards."""
    seen = set()
    for line, cells, number in _numbered(rows):
        cards = whole(str(cells.get(CARDS, "")).strip())
        tricks = sum((record["rounds"][number].get(TRICKS) or {}).values())
        if cards is None or number in seen or not tricks or tricks == cards:
            continue
        seen.add(number)
        words = _("Cards dealt in this round: {cards}. Tricks taken: {tricks}. Both should be the same.")
        player = str(cells.get("player", "")).strip()
        yield Problem(line, words.format(cards=cards, tricks=tricks), CARDS, str(cards), player=player)


# By which rules a sheet was played, where its bids or its points are not those of the game as written: asked once for

AS_WRITTEN = "dirty-dog"


Record = Mapping[str, Any]


def agreed(record: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the record with the answers about rules, if its game has such options."""
    if not _can_differ(record):
        return record
    options = dict(record.get("options", {}))
    if (scoring := scoring_of(settings.scoring)) is not None:
        options["scoring"] = to_builtins(scoring)
    if settings.the_rule:
        options["the_rule"] = settings.the_rule
    return record | {"options": options} if options else record


def _can_differ(record: Record) -> bool:
    return bool(record.get("rounds")) and "scoring" in engine(record["game"]).options.__struct_fields__


def wrong(record: Record, rows: Sequence[tuple[int, Cells]], settings: Settings) -> list[Problem]:
    """Return a problem for each question about the rules of this match; without one, for each figure that differs."""
    line = rows[0][0]
    if not _can_differ(record):
        return differences(record, rows)
    asked = [] if settings.the_rule else list(the_rule_asked(record, line))
    if asked:
        record = {**record, "options": {**record.get("options", {}), "the_rule": "off"}}
    differ = differences(record, rows)
    found = _explained(record, rows) if differ and not settings.scoring else []
    if found and AS_WRITTEN not in found:
        return [*asked, scoring_asked(engine(record["game"]), found[0], line)]
    return [*asked, *differ]


def explained(bids: Sequence[ScoredBid]) -> Agreed | None:
    """Return the likeliest scoring that gives these points; None where the game as written does, or none."""
    found = explaining(bids) if bids else []
    return found[0] if found and AS_WRITTEN not in found else None


def scoring_asked(game: Engine[Any], scoring: Agreed, line: int) -> Problem:
    """Return the question whether a match was scored so."""
    words = _("The points of this match are not those of {game} as written. By these they are: {rules}")
    named = words.format(game=name_of(game), rules=in_short(scoring))
    return Problem(line, named, mend=code_of(scoring), asks=SCORING)


def the_rule_asked(record: Record, line: int) -> Iterator[Problem]:
    """Yield the question whether The Rule held, where a bid broke it."""
    try:
        played(record)
    except RuleError as error:
        if error.code == "the-rule":
            yield Problem(line, str(error.message), asks=THE_RULE)


def _explained(record: Record, rows: Sequence[tuple[int, Cells]]) -> list[Agreed]:
    """Return the scorings that give the points of the sheet, whether they are those of each round or go on."""
    readings = (written_points(record, rows, is_running=is_running) for is_running in (False, True))
    found = [explaining([ScoredBid(*each) for each in reading]) for reading in readings if reading]
    return min(filter(None, found), key=lambda each: isinstance(each[0], Scoring), default=[])


def in_short(scoring: Agreed) -> str:
    """Return a preset by its name, and other points in words."""
    return translated(in_words(scoring) if isinstance(scoring, Scoring) else NAMES[scoring])
