"""The preview of an import: its rows in the file's order, with runs of rows that need no attention summed up."""

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
FEW = 6  # longest run of plain rows that is shown in full
PAGE = 100


@dataclass(frozen=True)
class Question:
    """A name that is not matched to a player; asked once, at its first row. `like` are the keys of similar players."""

    name: str
    like: Sequence[int]


@dataclass(frozen=True)
class Line:
    """A row of the preview: one player's result. `at` is its index in the preview, `number` its line in the file."""

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
        """The file's text in place of the total, if that was not a number."""
        return self.cells.get("total", "")

    @property
    def day_written(self) -> str:
        """The file's text in place of the date, if that was not valid."""
        return self.cells.get("date", self.cells.get("played_at", ""))

    @property
    def is_plain(self) -> bool:
        """Whether the row needs no attention: fine, already in the club, or waiting for an answer asked elsewhere."""
        return not self.problems and not self.asked and (not self.note or self.happens == KNOWN)


@dataclass(frozen=True)
class Run:
    """A run of rows of one kind, summed up on the page; `first` and `last` are their lines in the file."""

    at: int
    first: int
    last: int
    count: int
    happens: str

    @property
    def words(self) -> str:
        return str(RUNS[self.happens])


class Preview:
    """The preview, computed from `found` and `answers` alone; no query."""

    def __init__(self, found: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        self.found, self.who = found, resolved(found, answers)
        self.names: Sequence[str] = found["names"]

    def happens(self, match: Mapping[str, Any]) -> str:
        """Return GOES, ASKS, STAYS or KNOWN for a match and all its rows: a match is never imported in part."""
        if match["problems"] or self.clash(match):
            return STAYS
        if any(self.who[name] is None for name, _total, _line in match["seats"]):
            return ASKS
        return KNOWN if match["here"] else GOES

    def clash(self, match: Mapping[str, Any]) -> str:
        """Return a sentence if two names of one match are the same player, else an empty string."""
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
        """All rows of the preview, in the file's order."""
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
        """The number of rows by what happens to them."""
        counts = dict.fromkeys((GOES, ASKS, STAYS, KNOWN), 0)
        for match in self.found["matches"]:
            counts[self.happens(match)] += max(len(match["seats"]), 1)
        return counts

    @cached_property
    def games(self) -> int:
        """The number of matches that will be imported."""
        return sum(self.happens(match) == GOES for match in self.found["matches"])

    @cached_property
    def questions(self) -> list[str]:
        """The names that still wait for an answer, each once."""
        return [name for name, who in zip(self.names, self.who, strict=True) if who is None]

    @cached_property
    def newcomers(self) -> list[str]:
        """The names of new members in matches that will be imported."""
        wanted = {n for match in self.found["matches"] if self.happens(match) == GOES for n, _, _ in match["seats"]}
        return [self.names[name] for name in sorted(wanted) if self.who[name] == NEW]

    @property
    def is_by_row(self) -> bool:
        """Whether every row of the file is one player's result: no match has rounds."""
        return not any(match["rounds"] for match in self.found["matches"])

    def short(self) -> Iterator[Line | Run]:
        """Yield the rows, with a `Run` in place of each long run of plain rows."""
        for key, group in groupby(self.lines, key=lambda line: line.happens if line.is_plain else line.at):
            run = list(group)
            if isinstance(key, int) or len(run) <= FEW:
                yield from run
            else:
                yield Run(run[0].at, run[0].number, run[-1].number, len(run), key)
