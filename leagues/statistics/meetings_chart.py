"""The charts of two players: a tick for each meeting, bars on both sides of an axis; all lengths are percentages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.language.dates import date_format
from games.statistics.meetings import Balance, Meeting, longest, tally

MOST = 100  # ticks at most; on a phone they are then 3 px wide
LEAST = 24  # slots at least, so that a few ticks do not become wide bars
NARROW = 60  # percent of the width below which two months would overlap on a phone
BRACKET = 3  # meetings in a row for a run to be marked


@dataclass(frozen=True)
class Tick:
    """One meeting: `look` is "up" if the first player finished ahead, "down" if the second did, "level" for a shared
    place.
    """

    x: float
    width: float
    look: str


@dataclass(frozen=True)
class Bracket:
    """Marks the longest run of one of the two players, above or below the ticks."""

    start: float
    end: float
    length: int
    is_up: bool

    @property
    def anchor(self) -> str:
        middle = (self.start + self.end) / 2
        return "start" if middle < 12 else "end" if middle > 88 else "middle"

    @property
    def x(self) -> float:
        return {"start": self.start, "end": self.end}.get(self.anchor, round((self.start + self.end) / 2, 2))


@dataclass(frozen=True)
class Row:
    """The results of two players in one game, or at tables of one size; the bars are in percent of the widest bar of
    the table.
    """

    title: str
    tally: Balance
    left: float
    right: float

    @property
    def left_from(self) -> float:
        return round(100 - self.left, 2)


@dataclass(frozen=True)
class Month:
    """A label below the axis: the month of the first meeting shown, or of the last."""

    x: float
    text: str
    anchor: str


LOOKS = {1: "up", -1: "down", 0: "level"}


def ticks(met: Sequence[Meeting]) -> list[Tick]:
    """Return a tick for each of the last MOST meetings."""
    shown = met[-MOST:]
    slot = 100 / max(len(shown), LEAST)
    width = round(slot * 0.64, 2)
    return [Tick(round(at * slot + slot * 0.18, 2), width, LOOKS[each.result]) for at, each in enumerate(shown)]


def brackets(met: Sequence[Meeting]) -> list[Bracket]:
    """Return the longest run of each player among the meetings shown, if it is long enough."""
    shown = met[-MOST:]
    drawn = ticks(met)
    found = []
    for result in (1, -1):
        run = longest(shown, result)
        if run.length >= BRACKET:
            first, last = drawn[run.start], drawn[run.start + run.length - 1]
            found.append(Bracket(first.x, round(last.x + last.width, 2), run.length, result > 0))
    return found


def months(met: Sequence[Meeting]) -> list[Month]:
    """Return one label if both months are the same or there is no room for two."""
    shown, drawn = met[-MOST:], ticks(met)
    first, last = (date_format(club_day(each.started_at), "M Y") for each in (shown[0], shown[-1]))
    end = round(drawn[-1].x + drawn[-1].width, 2)
    if first == last:
        return [Month(drawn[0].x, first, "start")]
    if end < NARROW:
        return [Month(drawn[0].x, _("{first} to {last}").format(first=first, last=last), "start")]
    return [Month(drawn[0].x, first, "start"), Month(end, last, "end")]


def shares(balance: Balance) -> tuple[float, float, float, float]:
    """Return the bar of all meetings: width of the first player's part, width of the level part, start and width of the
    second player's.

    >>> shares(Balance(2, 1, 1))
    (50.0, 25.0, 75.0, 25.0)
    """
    widths = [round(100 * each / balance.matches, 2) for each in (balance.ahead, balance.level, balance.behind)]
    return widths[0], widths[1], round(widths[0] + widths[1], 2), widths[2]


def rows(parts: Mapping[str, Sequence[Meeting]]) -> list[Row]:
    """Return a row for each part, in their order."""
    tallies = {title: tally(part) for title, part in parts.items()}
    most = max((max(each.ahead, each.behind) for each in tallies.values()), default=0) or 1
    return [
        Row(title, each, round(each.ahead / most * 100, 2), round(each.behind / most * 100, 2))
        for title, each in tallies.items()
    ]
