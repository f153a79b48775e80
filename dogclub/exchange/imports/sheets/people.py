"""Which columns are players although their headings have a meaning: Max, Lance, Rok, Won, or the initials N and P."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from clubs.names import folded
from dogclub.exchange.exports.layout import Part, fields_of
from dogclub.exchange.imports.moments import SKIP, is_sum, is_summary, meaning_of
from dogclub.exchange.imports.parsed_file import MOST_DOUBTS, Doubt
from dogclub.exchange.imports.sheets.cells import DAY, NOTHING, NUMBER, WORDS, from_serial, kind, words
from dogclub.exchange.imports.sheets.derived import Running, counts_others, counts_up, follows, is_running, number
from dogclub.exchange.imports.sheets.settings import (
    BIDS,
    CARDS,
    GAME_COLUMN,
    MATCH_COLUMN,
    PLAYER_ROW,
    POINTS,
    ROUND_COLUMN,
    ROW,
    SCORES,
    TOTAL,
    TRICKS,
)
from scoring import ENGINES

NUMBERED = {ROUND_COLUMN, GAME_COLUMN, MATCH_COLUMN, CARDS, "table", "seat", "venue", "player"}
OF_A_PLAYER = {key for engine in ENGINES for key, part in fields_of(engine.key).items() if part is Part.EACH} | {POINTS}
MOST_OTHERS = 5  # columns of statistics that are tried in all combinations
SURE_ROWS = 3  # rows without one right sum, after which a heading such as “Suma” is a name


@dataclass(frozen=True)
class Columns:
    """The columns of a sheet as they are weighed: their headings, first meanings, kinds of cells, and first rows."""

    texts: Sequence[str]
    means: Sequence[str]
    kinds: Sequence[str]
    body: Sequence[Sequence[Any]]
    seen: dict[int, list[float | None]] = field(default_factory=dict)  # figures by column

    def figures(self, at: int) -> list[float | None]:
        """The figures of a column."""
        if at not in self.seen:
            self.seen[at] = [number(values[at]) if at < len(values) else None for values in self.body]
        return self.seen[at]

    def side_by_side(self, columns: Sequence[int]) -> list[list[float]]:
        """The figures of these columns, by row."""
        each = [self.figures(at) for at in columns]
        return [[value for value in row if value is not None] for row in zip(*each, strict=True)] if each else []

    @property
    def unknown(self) -> list[int]:
        """The columns of figures below a word that means nothing."""
        return [at for at, mean in enumerate(self.means) if mean == SCORES]

    @property
    def doubtful(self) -> list[int]:
        """The columns of figures below a word that means something else than a player."""
        return [
            at
            for at, (text, mean, each) in enumerate(zip(self.texts, self.means, self.kinds, strict=True))
            if each == NUMBER and kind(text) not in (DAY, NUMBER) and mean and mean != SCORES and mean[0] != "?"
        ]


def with_players(columns: Columns, members: Collection[str]) -> list[str]:
    """Return the meanings, with SCORES for headings that are players because the rest of the sheet says so. `members`
    are the folded names of the club's players.
    """
    known = [at for at in columns.doubtful if folded(columns.texts[at]) in members]
    if not _has_a_column_for_each(columns, known):
        return list(columns.means)
    rest = [at for at in columns.doubtful if at not in known]
    players = {*columns.unknown, *known, *(at for at in rest if _is_no_number(columns, at))}
    statistics = [at for at in rest if columns.means[at] in (SKIP, TOTAL)]
    players |= {at for at in statistics if not _is_statistic(columns, at, players, statistics)}
    counts = {
        at
        for at in rest
        if columns.means[at] in NUMBERED and counts_others(columns.figures(at), columns.side_by_side([*players - {at}]))
    }
    means = [SCORES if at in players else mean for at, mean in enumerate(columns.means)]
    return ["" if at in counts else mean for at, mean in enumerate(means)]


def _has_a_column_for_each(columns: Columns, known: Sequence[int]) -> bool:
    """Whether the sheet has a column for each player, rather than a row."""
    is_words = [each == WORDS for each in columns.kinds]
    players = [at for at, mean in enumerate(columns.means) if mean == "player"]
    if any(is_words[at] or (ROUND_COLUMN in columns.means and counts_up(columns.figures(at))) for at in players):
        return False
    if any(words and _is_full(columns, at) for at, words in enumerate(is_words) if columns.means[at][:1] == "?"):
        return len(columns.unknown) > 1
    return bool(columns.unknown or known) or (len(columns.doubtful) > 1 and not {BIDS, TRICKS} <= {*columns.means})


def _is_full(columns: Columns, at: int) -> bool:
    filled = [kind(values[at]) == WORDS for values in columns.body if at < len(values)]
    return sum(filled) > 0.9 * len(columns.body)


def _is_no_number(columns: Columns, at: int) -> bool:
    """Whether a column below “Round”, “Bids” or “Day” holds neither numbers that count up nor days."""
    mean = columns.means[at]
    if mean == "date":
        days = [kind(from_serial(values[at])) == DAY for values in columns.body if at < len(values)]
        return not any(days) and (DAY, "date") in zip(columns.kinds, columns.means, strict=True)
    return mean in OF_A_PLAYER or (mean in NUMBERED and not counts_up(columns.figures(at), both_ways=mean == CARDS))


def _is_statistic(columns: Columns, at: int, players: Collection[int], statistics: Sequence[int]) -> bool:
    """Whether a column below “Max”, “Rank” or “Total” follows from the players: those that are sure, with or without
    others of its kind.
    """
    figures = columns.figures(at)
    others = [other for other in statistics if other != at and not _is_total(columns, other)]
    if counts_up(figures):
        return True
    sizes = range(len(others) + 1) if len(others) <= MOST_OTHERS else (0, len(others))
    for some in (some for size in sizes for some in combinations(others, size)):
        beside = columns.side_by_side([*players, *some])
        if follows(figures, beside, are_all=not some) or is_running(figures, beside):
            return True
    return _is_total(columns, at) and sum(each is not None for each in figures) < SURE_ROWS


def _is_total(columns: Columns, at: int) -> bool:
    return columns.means[at] == TOTAL or is_sum(columns.texts[at])


# Which rows are players although their labels have a meaning, such as Max or Best, and which rows are left out.


Cells = Mapping[str, Any]
Kept = tuple[int, Sequence[Any], dict[str, Any]]  # line, values, cells
ATTRIBUTES = ("table", "venue")  # what a row below the days of a sheet may say of each day


@dataclass
class Labels:
    """Decides about the rows of a sheet. `members` are the folded names of the club's players, `answers` what was said
    about rows, `doubts` get the rows that are left out, and those of players whose names have a meaning.
    """

    is_own: bool
    members: Collection[str]
    answers: Mapping[str, str]
    doubts: list[Doubt]
    group: Running = field(default_factory=Running)  # of this match so far
    column: Running = field(default_factory=Running)  # of all rows so far
    days: Counter[bool] = field(default_factory=Counter)  # how many rows have a day of their own
    day: str = ""

    def fresh(self) -> "Labels":
        """Return a copy for another table of the sheet, which has seen no row yet."""
        return Labels(self.is_own, self.members, self.answers, self.doubts)

    def new_match(self) -> None:
        """Forget the figures of the match: an empty row follows."""
        self.group = Running()

    def leave_out(self, line: int, values: Sequence[Any], *, can_change: bool = True, is_player: bool = False) -> None:
        """Note a row that is left out, or (`is_player`) one that might have been."""
        if len(self.doubts) >= MOST_DOUBTS:
            return
        text = next((words(value) for value in values if is_summary(words(value))), "")
        text = text or next((words(value) for value in values if words(value)), "")
        sample = ", ".join(word[:20] for value in values if (word := words(value)) and word != text)
        self.doubts.append(Doubt(line, 0, text[:40], sample[:80], is_player=is_player, can_change=can_change))

    def is_left_out(self, line: int, values: Sequence[Any], cells: Cells, *, has_day: bool) -> bool:
        """Whether a row of a sheet with a row for each player is no player's; note it, if there is a doubt."""
        player = words(cells.get("player"))
        if self.is_own:
            return False
        if not player and any(is_summary(words(value)) for value in values):
            self.leave_out(line, values, can_change=False)
            return True
        figure = number(cells.get(TOTAL, cells.get(POINTS)))
        if has_day and words(cells.get("date")) != self.day:
            self.day, self.group = words(cells.get("date")), Running()
        is_left_out = False
        if is_summary(player) and folded(player) not in self.members:
            answer = self.answers.get(f"{ROW}{line}", "")
            is_left_out = not self._is_player(player, figure, has_day=has_day) if not answer else answer != PLAYER_ROW
            self.leave_out(line, values, is_player=not is_left_out)
        if not is_left_out:
            self._remember(figure, has_day=has_day)
        return is_left_out

    def _is_player(self, player: str, figure: float | None, *, has_day: bool) -> bool:
        """Whether a row labelled “Max” has what the rows of players have: a day of its own, and a figure that does
        not follow from theirs.
        """
        has_days = self.days[True] > self.days[False]
        if figure is None or (has_days and not has_day) or (is_sum(player) and not has_days):
            return False
        return not (self.group.has(figure) or self.column.has(figure) or figure == self.column.count)

    def _remember(self, figure: float | None, *, has_day: bool) -> None:
        self.days[has_day] += 1
        if figure is not None:
            self.group.add(figure)
            self.column.add(figure)

    def by_day(self, rows: Sequence[Kept], days: Sequence[int]) -> tuple[dict[int, dict[str, Any]], list[Kept]]:
        """Return what rows say of each day ({column: {"table": …}}), and the rows of players, of a sheet with a column
        for each day.
        """
        about: dict[int, dict[str, Any]] = {at: {} for at in days}
        named = [row for row in rows if words(row[2].get("player"))]
        for line, values, _cells in (row for row in rows if not words(row[2].get("player"))):
            self.leave_out(line, values, can_change=False)
        doubtful = {row[0]: Figures.of(row, days) for row in named if self._has_meaning(row)}
        sure = [Figures.of(row, days) for row in named if row[0] not in doubtful] if doubtful else []
        players = []
        for row in named:
            line, values, _cells = row
            answer = self.answers.get(f"{ROW}{line}", "")
            if line in doubtful and not answer and (mean := _attribute(row, days)):
                for at in days:
                    about[at][mean] = words(values[at]) if at < len(values) else ""
                continue
            is_player = line not in doubtful or answer == PLAYER_ROW
            is_player = is_player or (not answer and not _is_statistic_row(doubtful[line], sure, [*doubtful.values()]))
            if is_player:
                players.append(row)
            if line in doubtful:
                self.leave_out(line, values, is_player=is_player)
        return about, players

    def _has_meaning(self, row: Kept) -> bool:
        label = words(row[2].get("player"))
        return folded(label) not in self.members and (is_summary(label) or meaning_of(label) in ATTRIBUTES)


@dataclass(frozen=True)
class Figures:
    """The figures of a row below the days of a sheet, and whether its label is a word for totals."""

    by_day: Sequence[float | None]
    is_total: bool

    @classmethod
    def of(cls, row: Kept, days: Sequence[int]) -> "Figures":
        """Return the figures of a row."""
        by_day = [number(row[1][at]) if at < len(row[1]) else None for at in days]
        return cls(by_day, is_sum(words(row[2].get("player"))))


def _attribute(row: Kept, days: Sequence[int]) -> str:
    """Return "table" or "venue" if the row says that of each day: words, or numbers that count up; else ""."""
    mean = meaning_of(words(row[2].get("player")))
    kinds = {kind(row[1][at]) for at in days if at < len(row[1])} - {NOTHING}
    is_so = mean in ATTRIBUTES and (kinds == {WORDS} or counts_up(Figures.of(row, days).by_day))
    return mean if is_so else ""


def _is_statistic_row(row: Figures, sure: Sequence[Figures], doubtful: Sequence[Figures]) -> bool:
    """Whether a row labelled “Best” or “Total” follows from the rows of the players: those that are sure, with or
    without others of its kind.
    """
    known = sum(each is not None for each in row.by_day)
    others = [each for each in doubtful if each is not row and not each.is_total]
    sizes = range(len(others) + 1) if len(others) <= MOST_OTHERS else (0, len(others))
    for some in (some for size in sizes for some in combinations(others, size)):
        columns = zip(*(each.by_day for each in (*sure, *some)), strict=True)
        beside = [[each for each in column if each is not None] for column in columns]
        if not known or follows(row.by_day, beside, are_all=not some) or is_running(row.by_day, beside):
            return True
    return row.is_total and known < SURE_ROWS
