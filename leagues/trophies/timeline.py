"""The timeline of trophies as a drawing: a row for each trophy, a link for each holder, the newest on the right.

It has everything that a template needs for the drawing and for the same data in a table; numbers are SVG units.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from clubs.language.locales import date_format
from clubs.models.calendar import club_day
from games.base.names import listed, shortened
from leagues.models import Award, Trophy

SHOWN = 10  # columns; with more they would be too narrow for a name
WIDTH, LEFT, STEP, GAP = 880, 12, 86, 4
ROW, TALL, NAME = 90, 40, 24  # height of a row, height of a link, and its distance from the top of the row
LETTERS = 10  # that fit into one column


@dataclass(frozen=True)
class Tick:
    """A column below the rows: its day, "" if it is that of the column before."""

    at: float
    text: str

    @property
    def text_at(self) -> float:
        return self.at + 2


@dataclass(frozen=True)
class Link:
    """A player held the trophy from `since` until `until` (None: now) and kept it `defended` times; `dots` are the x of
    the defences.
    """

    name: str
    short: str
    since: datetime
    until: datetime | None
    defended: int
    x: float
    width: float
    dots: Sequence[float]

    @property
    def text_at(self) -> float:
        return self.x + 7

    @property
    def is_held(self) -> bool:
        return self.until is None

    @property
    def began(self) -> str:
        return _day(self.since)

    @property
    def ended(self) -> str:
        return _day(self.until) if self.until else _("holds it now")


@dataclass(frozen=True)
class TimelineRow:
    """A trophy with its links; `top` is its y."""

    trophy: Trophy
    links: Sequence[Link]
    top: int

    @property
    def is_cone(self) -> bool:
        return self.trophy.rule == Trophy.Rule.LOSER

    @property
    def name_at(self) -> int:
        return self.top + 14

    @property
    def box_at(self) -> int:
        return self.top + NAME

    @property
    def words_at(self) -> int:
        return self.top + NAME + 25

    @property
    def dots_at(self) -> int:
        return self.top + NAME + TALL


@dataclass(frozen=True)
class Timeline:
    """The context of `leagues/trophies/_timeline.html`."""

    rows: Sequence[TimelineRow]
    ticks: Sequence[Tick]
    width: int = WIDTH
    left: int = LEFT - 2

    @property
    def right(self) -> int:
        return LEFT + STEP * max(len(self.ticks), 1) - 2

    @property
    def axis(self) -> int:
        return ROW * len(self.rows) - 16

    @property
    def axis_at(self) -> int:
        return self.axis + 4

    @property
    def below(self) -> int:
        return self.axis + 8

    @property
    def days_at(self) -> int:
        return self.axis + 26

    @property
    def height(self) -> int:
        return self.axis + 46

    def __bool__(self) -> bool:
        return any(row.links for row in self.rows)


@dataclass(frozen=True)
class Event:
    """What one match, one play-off or one award by hand gave: its key, the moment, and the names."""

    key: tuple[str, Any]
    at: datetime
    names: Sequence[str]


def draw(trophies: Sequence[Trophy], awards: Sequence[Award], since: datetime | None = None) -> Timeline:
    """Return the timeline. `awards` are those not withdrawn, the oldest first; the newest SHOWN contests are drawn,
    none before `since`.
    """
    events = {trophy.pk: _events(awards, trophy) for trophy in trophies}
    columns = _columns([event for reign in events.values() for event in reign], since)
    held = [trophy for trophy in trophies if events[trophy.pk]]
    rows = [TimelineRow(each, list(_links(events[each.pk], columns)), ROW * place) for place, each in enumerate(held)]
    return Timeline(rows if columns else [], list(_ticks(columns)))


def _events(awards: Sequence[Award], trophy: Trophy) -> list[Event]:
    """Return the contests that gave the trophy; joint winners are in one."""
    by_event: dict[tuple[str, Any], list[Award]] = {}
    for award in awards:
        if award.trophy_id == trophy.pk:
            by_event.setdefault(_key(award), []).append(award)
    return [Event(key, them[0].awarded_at, [each.player.label for each in them]) for key, them in by_event.items()]


def _key(award: Award) -> tuple[str, Any]:
    if award.match_id:
        return "match", award.match_id
    return ("playoff", award.playoff_id) if award.playoff_id else ("hand", award.pk)


def _columns(events: Sequence[Event], since: datetime | None) -> list[Event]:
    shown = {event.key: event for event in sorted(events, key=lambda event: event.at) if not since or event.at >= since}
    return list(shown.values())[-SHOWN:]


def _ticks(columns: Sequence[Event]) -> Iterator[Tick]:
    days = [date_format(club_day(event.at), "j M") for event in columns]
    for place, day in enumerate(days):
        yield Tick(LEFT + STEP * place - 2, day if not place or day != days[place - 1] else "")


def _links(events: Sequence[Event], columns: Sequence[Event]) -> Iterator[Link]:
    """Yield a link each time the trophy changed hands, if it is within the drawing."""
    places = {column.key: place for place, column in enumerate(columns)}
    reigns = [list(group) for _, group in groupby(events, key=lambda event: event.names)]
    for place, reign in enumerate(reigns):
        after = reigns[place + 1][0] if place + 1 < len(reigns) else None
        end = len(columns) if after is None else places.get(after.key, 0)
        if end:
            yield _link(reign, after, places, end)


def _link(reign: Sequence[Event], after: Event | None, places: Mapping[Any, int], end: int) -> Link:
    start = places.get(reign[0].key, 0)
    lefts = [LEFT + STEP * places[event.key] - 2 for event in reign[1:] if places.get(event.key)]
    x, until = LEFT + STEP * start, after.at if after else None
    width = STEP * (end - start) - GAP
    names = listed(reign[0].names)
    short = _short(listed(shortened(reign[0].names)), end - start)
    return Link(names, short, reign[0].at, until, len(reign) - 1, x, width, lefts)


def _day(moment: datetime) -> str:
    """Return the day, with the year unless it is the current one."""
    day = club_day(moment)
    return date_format(day, "j M" if day.year == club_day().year else "j M Y")


def _short(name: str, columns: int) -> str:
    """Return as much of the name as fits into this many columns; the table has it in full."""
    game = LETTERS * columns + 2 * (columns - 1)
    return name if len(name) <= game else f"{name[: game - 1].rstrip()}…"
