"""The preview of an import: its matches in the file's order, with runs of those that need no attention summed up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext_lazy

from clubs.names import spelled
from dogclub.exchange.imports.parsed_file import sheet_and_row
from dogclub.exchange.imports.review.answers import waits_for_ties
from dogclub.exchange.imports.review.dry_run import HERE, day_of
from dogclub.exchange.imports.review.persons import lookalikes, persons

GOES, ASKS, STAYS, KNOWN = (
    *(gettext_noop("will be imported"), gettext_noop("question")),
    *(gettext_noop("left out"), gettext_noop("already here")),
)
NOTED = {
    HERE: gettext_lazy("Already here: same night, same total. It will be left out."),
    "twice": gettext_lazy("This is in the file twice. The second one will be left out."),
}
RUNS: Mapping[str, Promise] = {
    GOES: ngettext_lazy(
        "{count} more match, down to row {last}, is fine.",
        "{count} more matches, down to row {last}, are fine.",
        "count",
    ),
    ASKS: ngettext_lazy(
        "{count} more match, down to row {last}, waits for an answer.",
        "{count} more matches, down to row {last}, wait for an answer.",
        "count",
    ),
    KNOWN: ngettext_lazy(
        "{count} more match, down to row {last}, is already here and will be left out.",
        "{count} more matches, down to row {last}, are already here and will be left out.",
        "count",
    ),
}
SHORT_RUN = 6  # longest run of plain matches that is shown in full
SHOWN = 3  # of a longer one
PAGE = 100


@dataclass(frozen=True)
class Question:
    """A name that is not matched to a player; asked once, at its first match. `like` are the keys of similar players,
    `lookalike` another name of the file that may be the same person.
    """

    name: str
    like: Sequence[int]
    lookalike: str = ""


def place_in_file(found: Mapping[str, Any], line: int) -> str:
    """Return a row as it is called on the page: its number, after the name of its sheet where several were read."""
    sheet, row = sheet_and_row(line)
    read = found.get("layout", {}).get("read", ())
    return f"{read[sheet][:30]}, {row}" if len(read) > 1 else str(row)


@dataclass(frozen=True)
class Place:
    """A player in a match of the preview; `written` is the file's text in place of the total, if it is no number."""

    name: str
    total: int | None
    written: str = ""


@dataclass(frozen=True)
class Shown:
    """A match of the preview, as it will be written. `at` is its index in the preview, `number` its row in the file,
    with the name of the sheet where several were read;
    `day_written` is the file's text in place of the day, if that is none.
    """

    at: int
    number: str
    day: date | None
    match: Mapping[str, Any]
    places: Sequence[Place]
    happens: str
    asked: Sequence[Question] = ()
    note: str = ""
    day_written: str = ""

    @property
    def problems(self) -> Sequence[Mapping[str, Any]]:
        """What is wrong with it, or has to be answered; `row` is 0 in the match’s own."""
        mine = self.match["line"]
        return [
            {**each, "row": 0 if each["line"] == mine else sheet_and_row(each["line"])[1]}
            for each in self.match["problems"]
        ]

    @property
    def is_plain(self) -> bool:
        """Whether it needs no attention: fine, already in the club, or waiting for an answer asked elsewhere."""
        return not self.problems and not self.asked and (not self.note or self.happens == KNOWN)


@dataclass(frozen=True)
class Run:
    """The rest of a run of matches of one kind, summed up on the page; `last` is the line of the last."""

    at: int
    last: str
    count: int
    happens: str

    @property
    def words(self) -> str:
        return str(RUNS[self.happens] % {"count": self.count}).format(count=self.count, last=self.last)


class Preview:
    """The preview, computed from `found` and `answers` alone; no query."""

    def __init__(self, found: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        self.found, self.who = found, persons(found, answers)
        self.names: Sequence[str] = found["names"]

    def happens(self, match: Mapping[str, Any]) -> str:
        """Return GOES, ASKS, STAYS or KNOWN for a match and all its rows: a match is never imported in part."""
        if self.clash(match) or not waits_for_ties(match):
            return STAYS
        if any(self.who[name] is None for name, _total, _line in match["seats"]):
            return ASKS
        if match["here"]:
            return KNOWN
        return ASKS if match["problems"] else GOES

    def clash(self, match: Mapping[str, Any]) -> str:
        """Return a sentence if two names of one match are the same player, else an empty string."""
        seen: dict[Any, str] = {}
        for name, _total, _line in match["seats"]:
            who = self.who[name]
            if who is not None and who in seen:
                return _("{seen} and {names} are the same player, and sat at one table.").format(
                    seen=seen[who], names=self.names[name]
                )
            seen[who] = self.names[name]
        return ""

    @cached_property
    def shown(self) -> list[Shown]:
        """All matches of the preview, in the file's order."""
        seen: set[int] = set()
        return [self._shown(at, match, seen) for at, match in enumerate(self.found["matches"])]

    def _shown(self, at: int, match: Mapping[str, Any], seen: set[int]) -> Shown:
        happens, day = self.happens(match), day_of(match) if match["at"] else None
        note = NOTED.get(match["here"], "") if happens == KNOWN else self.clash(match)
        written = {each.get("column", "").split(" ")[0]: each.get("value", "") for each in match["problems"]}
        places = [self._place(match, name, total) for name, total, _line in match["seats"]]
        asked = [
            question for name, _total, _line in match["seats"] if (question := self._question(happens, name, seen))
        ]
        day_written = "" if day else written.get("date", written.get("played_at", ""))
        return Shown(
            at, place_in_file(self.found, match["line"]), day, match, places, happens, asked, str(note), day_written
        )

    def _place(self, match: Mapping[str, Any], key: int, total: int | None) -> Place:
        name = self.names[key]
        wrong = (each for each in match["problems"] if each.get("player") == name)
        texts = [each.get("value", "") for each in wrong if each.get("column", "").split(" ")[0] in ("total", "score")]
        return Place(name, total, texts[0] if texts and total is None else "")

    def _question(self, happens: str, key: int | None, seen: set[int]) -> Question | None:
        if happens != ASKS or key is None or key in seen or self.who[key] is not None:
            return None
        seen.add(key)
        return Question(self.names[key], self.found["guesses"][key][1], self.lookalike(key))

    def lookalike(self, name: int) -> str:
        """Return the earlier name that may be the same person as this one, by its index; "" if there is none."""
        return self.names[self._lookalikes[name]] if name in self._lookalikes else ""

    @cached_property
    def _lookalikes(self) -> Mapping[int, int]:
        return lookalikes(self.found)

    @cached_property
    def match_counts(self) -> Mapping[str, int]:
        """The number of matches by what happens to them."""
        counts = dict.fromkeys((GOES, ASKS, STAYS, KNOWN), 0)
        for match in self.found["matches"]:
            counts[self.happens(match)] += 1
        return counts

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """The number of results by what happens to them."""
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
        open_names = [name for name, who in zip(self.names, self.who, strict=True) if who is None]
        return list({spelled(name): name for name in reversed(open_names)}.values())[::-1]

    @cached_property
    def newcomers(self) -> list[str]:
        """The names of new members in matches that will be imported."""
        wanted = {n for match in self.found["matches"] if self.happens(match) == GOES for n, _, _ in match["seats"]}
        first = {who: name for name, who in reversed([*enumerate(self.who)]) if isinstance(who, str)}
        return [
            self.names[first[who]] for who in dict.fromkeys(self.who[name] for name in sorted(wanted)) if who in first
        ]

    def short(self) -> Iterator[Shown | Run]:
        """Yield the matches, with a `Run` in place of the rest of each long run of plain ones."""
        for key, group in groupby(self.shown, key=lambda shown: shown.happens if shown.is_plain else shown.at):
            run = list(group)
            if isinstance(key, int) or len(run) <= SHORT_RUN:
                yield from run
            else:
                yield from run[:SHOWN]
                yield Run(run[SHOWN].at, run[-1].number, len(run) - SHOWN, key)
