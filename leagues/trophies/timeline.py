"""The chain of custody as a drawing: a row for each trophy, a link for whoever held it, the newest to the right.

Everything a template needs to draw it, and to say the same in a table; the numbers are the geometry of the picture.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.language.dates import date_format
from games.base.entry.names import listed, shortened
from leagues.models import Award, Trophy

SHOWN = 10  # matches side by side; more would be too narrow for a name
WIDTH, LEFT, STEP, GAP = 880, 12, 86, 4
ROW, TALL, NAME = 90, 40, 24  # from row to row, a link's height, and how far it hangs below its trophy's name
LETTERS = 10  # that fit into one link


@dataclass(frozen=True)
class Tick:
    """A match below the rows: its day, where that is another than the one before."""

    at: float
    text: str

    @property
    def text_at(self) -> float:
        return self.at + 2


@dataclass(frozen=True)
class Link:
    """Somebody held it from `since` until `until`, None for now, and kept it `defended` times."""

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
    """Everything `leagues/trophies/_timeline.html` draws."""

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
    """What one match, play-off or hand gave: the names, a moment, and which it was."""

    key: tuple[str, Any]
    at: datetime
    names: Sequence[str]


def draw(trophies: Sequence[Trophy], awards: Sequence[Award], since: datetime | None = None) -> Timeline:
    """`awards` are those that stand, the oldest first; the newest matches are drawn, none from before `since`."""
    events = {trophy.pk: _events(awards, trophy) for trophy in trophies}
    columns = _columns([event for reign in events.values() for event in reign], since)
    held = [trophy for trophy in trophies if events[trophy.pk]]
    rows = [TimelineRow(each, list(_links(events[each.pk], columns)), ROW * place) for place, each in enumerate(held)]
    return Timeline(rows if columns else [], list(_ticks(columns)))


def _events(awards: Sequence[Award], trophy: Trophy) -> list[Event]:
    """Joint winners took it together."""
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
    """One for each time it changed hands, as far as it can be seen."""
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
    """With the year where it is not this one."""
    day = club_day(moment)
    return date_format(day, "j M" if day.year == club_day().year else "j M Y")


def _short(name: str, columns: int) -> str:
    """As much of the name as fits; the whole of it stands in the table."""
    game = LETTERS * columns + 2 * (columns - 1)
    return name if len(name) <= game else f"{name[: game - 1].rstrip()}…"
