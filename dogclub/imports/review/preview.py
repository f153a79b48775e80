"""What an import would do, as rows in the file’s own order: those that need an eye, and how many are fine between."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from dogclub.imports.review.duplicates import HERE, NEW, day_of, resolved

GOES, ASKS, STAYS, KNOWN = (
    *(gettext_noop("will be imported"), gettext_noop("question")),
    *(gettext_noop("left out"), gettext_noop("already here")),
)
NOTED = {
    HERE: gettext_lazy("Already here: same night, same total. It will be left out."),
    "twice": gettext_lazy("This is in the file twice. The second one will be left out."),
}
RUNS = {
    GOES: gettext_lazy("are fine"),
    ASKS: gettext_lazy("wait for an answer"),
    STAYS: gettext_lazy("are left out with the rest of their game"),
    KNOWN: gettext_lazy("are already here and will be left out"),
}
FEW = 6  # fine rows in a run that are shown rather than counted
PAGE = 100


@dataclass(frozen=True)
class Question:
    """A name nobody is sure of; it is asked about once, where it first stands."""

    name: str
    like: Sequence[int]


@dataclass(frozen=True)
class Line:
    """A row of the preview: a player’s result. `number` is where it stands in the file."""

    at: int
    number: int
    day: date | None
    name: str
    total: int | None
    happens: str
    problems: Sequence[Mapping[str, Any]] = ()
    asked: Question | None = None
    note: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)

    @property
    def written(self) -> str:
        """What stands where the total should."""
        return self.cells.get("total", "")

    @property
    def day_written(self) -> str:
        return self.cells.get("date", self.cells.get("played_at", ""))

    @property
    def is_plain(self) -> bool:
        """Nothing to look at: fine, here already, or waiting for an answer given elsewhere."""
        return not self.problems and not self.asked and (not self.note or self.happens == KNOWN)


@dataclass(frozen=True)
class Run:
    """Rows of one kind, left out of the page; `first` and `last` are their numbers in the file."""

    at: int
    first: int
    last: int
    count: int
    happens: str

    @property
    def words(self) -> str:
        return str(RUNS[self.happens])


class Preview:
    """Worked out from `found` and `answers` alone; no query."""

    def __init__(self, found: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        self.found, self.who = found, resolved(found, answers)
        self.names: Sequence[str] = found["names"]

    def happens(self, match: Mapping[str, Any]) -> str:
        """What becomes of a match; with all its rows, for half a match is none."""
        if match["problems"] or self.clash(match):
            return STAYS
        if any(self.who[name] is None for name, _total, _line in match["seats"]):
            return ASKS
        return KNOWN if match["here"] else GOES

    def clash(self, match: Mapping[str, Any]) -> str:
        """Two names of one table that are one player."""
        seen: dict[Any, str] = {}
        for name, _total, _line in match["seats"]:
            who = self.who[name]
            if isinstance(who, int) and who in seen:
                return _("{seen} and {names} are the same player, and sat at one table.").format(
                    seen=seen[who], names=self.names[name]
                )
            seen[who] = self.names[name]
        return ""

    @cached_property
    def lines(self) -> list[Line]:
        lines: list[Line] = []
        seen: set[int] = set()
        for match in self.found["matches"]:
            lines.extend(self._of(match, seen, len(lines)))
        return lines

    def _of(self, match: Mapping[str, Any], seen: set[int], at: int) -> Iterator[Line]:
        happens, day = self.happens(match), day_of(match) if match["at"] else None
        note = NOTED.get(match["here"], "") if happens == KNOWN else self.clash(match)
        seats = [(self.names[key], key, total, line) for key, total, line in match["seats"]]
        for place, (name, key, total, number) in enumerate(seats or [("", None, None, match["line"])]):
            problems = [each for each in match["problems"] if each.get("player", "") == name]
            if place == 0:
                known = {each[0] for each in seats} | {""}
                problems += [each for each in match["problems"] if name and each.get("player", "") not in known - {""}]
            question = self._question(happens, key, seen)
            written = {each.get("column", ""): each.get("value", "") for each in problems}
            yield Line(
                at + place, number, day, name, total, happens, problems, question, "" if place else str(note), written
            )

    def _question(self, happens: str, key: int | None, seen: set[int]) -> Question | None:
        if happens != ASKS or key is None or key in seen or self.who[key] is not None:
            return None
        seen.add(key)
        return Question(self.names[key], self.found["guesses"][key][1])

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Rows by what happens to them."""
        counts = dict.fromkeys((GOES, ASKS, STAYS, KNOWN), 0)
        for match in self.found["matches"]:
            counts[self.happens(match)] += max(len(match["seats"]), 1)
        return counts

    @cached_property
    def games(self) -> int:
        return sum(self.happens(match) == GOES for match in self.found["matches"])

    @cached_property
    def questions(self) -> list[str]:
        """Names that still wait for an answer, each once."""
        return [name for name, who in zip(self.names, self.who, strict=True) if who is None]

    @cached_property
    def newcomers(self) -> list[str]:
        """New members that matches which go in would bring."""
        wanted = {n for match in self.found["matches"] if self.happens(match) == GOES for n, _, _ in match["seats"]}
        return [self.names[name] for name in sorted(wanted) if self.who[name] == NEW]

    @property
    def is_by_row(self) -> bool:
        """Every row of the file is somebody’s result: there were no rounds."""
        return not any(match["rounds"] for match in self.found["matches"])

    def short(self) -> Iterator[Line | Run]:
        """Long runs of rows that nobody has to look at are one line."""
        for key, group in groupby(self.lines, key=lambda line: line.happens if line.is_plain else line.at):
            run = list(group)
            if isinstance(key, int) or len(run) <= FEW:
                yield from run
            else:
                yield Run(run[0].at, run[0].number, run[-1].number, len(run), key)
