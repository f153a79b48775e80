"""Attendance on the page of the night: who came when, who is expected, who is away, and a drawn timeline."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.nights import is_late, late_by, midnight
from clubs.language.locales import comma_separated, date_format
from clubs.models import Attendance, Night, Player
from clubs.players.search import by_name, called, player_key
from games.base.names import listed, shortened, sitting
from games.base.wording import table_in_words, table_of
from games.models import Match
from leagues.trophies.holders import Holder

# The tiles to tap for attendance: who is here, late or away.


SHOWN = 60  # players at most; others are found by name
State = Attendance.State
NEXT = {State.HERE: "late", State.LATE: "away", State.AWAY: "here", State.LEFT: "here"}
PRESSED = {State.HERE: "true", State.LATE: "mixed"}


@dataclass(frozen=True)
class Tile:
    """One player; `row` is the attendance, `match` the open match where the player sits, `taken` the state that an
    answer gives to a player without attendance.
    """

    player: Player
    row: Attendance | None
    match: Match | None
    taken: str = ""

    @property
    def state(self) -> str:
        """The recorded attendance, or else the state that an answer gives, or else away."""
        return self.row.state if self.row else self.taken or State.AWAY

    @property
    def tap(self) -> str:
        """The state that the next tap sets; here, late and away follow one another."""
        return NEXT[State(self.state)]

    @property
    def pressed(self) -> str:
        """The value of `aria-pressed`."""
        return PRESSED.get(State(self.state), "false")

    @property
    def table(self) -> str:
        """The player's table as it stands in a sentence; "" if there is none or the match has no table."""
        return table_in_words(self.match) if self.match and self.match.table else ""

    @property
    def first(self) -> str:
        return shortened([self.player.label])[0]

    @property
    def is_free(self) -> bool:
        """Whether the player is here and at no table."""
        return self.state == State.HERE and self.match is None


@dataclass(frozen=True)
class AttendanceTiles:
    """The tiles by name, guests last; `more` is how many other players only the search shows."""

    tiles: Sequence[Tile]
    more: int = 0

    @property
    def free(self) -> list[Player]:
        return [tile.player for tile in self.tiles if tile.is_free]

    def count(self, state: str) -> int:
        return len([tile for tile in self.tiles if tile.state == state])

    @property
    def words(self) -> tuple[str, str]:
        """`12 here`, and the others: `1 late, 1 left, 3 away`."""
        others = [
            (self.count(State.LATE), _("{count} late")),
            (self.count(State.LEFT), _("{count} left")),
            (self.count(State.AWAY), _("{count} away")),
        ]
        here = _("{count} here").format(count=self.count(State.HERE))
        return here, comma_separated(words.format(count=many) for many, words in others if many)


def attendance_tiles(night: Night, form: QueryDict) -> AttendanceTiles:
    """Return the tiles of the night; `find` in the form searches by name. Guests of other nights are left out until
    they are named. Three queries, and those that read the tables.
    """
    rows = {row.player_id: row for row in night.attendances.select_related("player", "host")}
    seats = sitting(night)
    sought = form.get("find", "").replace("\x00", "")
    regulars = Q(is_active=True, is_guest=False) & called(sought)
    others = night.club.players.filter(regulars).exclude(pk__in=rows)
    shown = list(by_name(others)[: SHOWN + 1])
    tiles = sorted(_tiles(rows, shown[:SHOWN], seats), key=_order)
    return AttendanceTiles(tiles, others.count() - SHOWN if len(shown) > SHOWN else 0)


def _tiles(
    rows: Mapping[int, Attendance], others: Sequence[Player], seats: Mapping[int, tuple[Player, Match]]
) -> Iterator[Tile]:
    for player, row in [*((row.player, row) for row in rows.values()), *((player, None) for player in others)]:
        yield Tile(player, row, seats[player.pk][1] if player.pk in seats else None)


def _order(tile: Tile) -> tuple[bool, tuple[str, str, int]]:
    return tile.player.is_guest, player_key(tile.player)


HALF = timedelta(minutes=30)
LEFT, RIGHT, FLOOR, STEP = 30, 730, 44, 13
CLOSE, HIGH = 12, 3  # SVG units between two dots side by side; most dots on top of each other
SPARE = 5  # minutes


@dataclass(frozen=True)
class Arrival:
    """A player who came: the tile, a note such as “5 minutes late”, and the table."""

    tile: Tile
    note: str
    table: str


@dataclass(frozen=True)
class Dot:
    """A dot of the timeline, in SVG units."""

    x: float
    y: float
    css: str
    label: str = ""


@dataclass(frozen=True)
class Strip:
    """The timeline of the evening, in SVG units: `marks` (x, label) at round times, `start_x` for the start of the
    night, one dot for everybody who came or is expected.
    """

    marks: Sequence[tuple[float, str]]
    start_x: float
    dots: Sequence[Dot]

    @property
    def is_start_right(self) -> bool:
        return self.start_x > RIGHT - 80

    @property
    def start_label_x(self) -> float:
        """The x of its label, on whichever side of its line there is room."""
        return self.start_x - 8 if self.is_start_right else self.start_x + 8


@dataclass(frozen=True)
class Attending:
    """The attendance of a night; `away` lists names in one text."""

    waiting: Sequence[Tile]
    came: Sequence[Arrival]
    away: str
    strip: Strip | None


def attending(
    night: Night, people: AttendanceTiles, tables: Mapping[int, Match], holders: Sequence[Holder]
) -> Attending:
    """Return the attendance as the page shows it; `tables` are matches by player."""
    came = sorted((tile for tile in people.tiles if tile.row and tile.row.arrived_at), key=_arrived)
    waiting = [tile for tile in people.tiles if tile.state == State.LATE]
    away = [tile.player.label for tile in people.tiles if tile.state == State.AWAY]
    cone_holders = {holder.player.pk for holder in holders if holder.is_cone}
    last_on_time = max((_arrived(tile) for tile in came if _arrived(tile) <= night.starts_at), default=None)
    arrivals = [
        Arrival(tile, _note(night, tile, cone_holders, last_on_time), _where(tables.get(tile.player.pk)))
        for tile in came
    ]
    return Attending(waiting, arrivals, _away(away), strip(night, came, waiting))


def _arrived(tile: Tile) -> datetime:
    assert tile.row
    assert tile.row.arrived_at
    return tile.row.arrived_at


def _where(match: Match | None) -> str:
    return table_of(match) if match else ""


def _away(names: Sequence[str]) -> str:
    """Return first names in one text, a dozen at most."""
    short = shortened(names)
    return (
        listed([*short[:11], _("{count} more").format(count=len(short) - 11)] if len(short) > 12 else short)
        if short
        else ""
    )


def _note(night: Night, tile: Tile, cone_holders: set[int], last_on_time: datetime | None) -> str:
    """Return a note in words: whose guest it is, who holds the cone, the minutes late, who came last in time."""
    row = tile.row
    assert row
    guest = _("guest") if tile.player.is_guest else ""
    if row.host:
        guest = _("guest of {player}").format(player=shortened([row.host.label])[0])
    if not night.has_times:
        return guest
    notes = [guest] if guest else []
    notes += [_("with the cone")] if tile.player.pk in cone_holders else []
    moment = _arrived(tile)
    minutes = late_by(night, moment)
    if is_late(night, moment):
        words = ngettext("{count} minute late", "{count} minutes late", minutes)
        notes.append(words.format(count=minutes))
    elif moment == last_on_time and -minutes <= SPARE:
        words = ngettext("{count} minute to spare", "{count} minutes to spare", -minutes)
        notes.append(_("just in time") if minutes >= 0 else words.format(count=-minutes))
    if row.left_at:
        notes.append(_("left at {time}").format(time=date_format(timezone.localtime(row.left_at), "H:i")))
    return comma_separated(notes)


def strip(night: Night, came: Sequence[Tile], waiting: Sequence[Tile]) -> Strip | None:
    """Return the timeline; None before the first player has come, or if the times of the night are not known."""
    if not came or not night.has_times:
        return None
    expected = [(tile, tile.row.expected_at) for tile in waiting if tile.row and tile.row.expected_at]
    moments = [_arrived(tile) for tile in came] + [moment for _tile, moment in expected] + [night.starts_at]
    first, last = min(moments) - HALF / 2, max(moments) + HALF / 2

    def at(moment: datetime) -> float:
        return round(LEFT + (RIGHT - LEFT) * ((moment - first) / (last - first)), 1)

    return Strip(
        [(at(mark), date_format(timezone.localtime(mark), "H:i")) for mark in _marks(first, last)],
        at(night.starts_at),
        [*_stacked([at(_arrived(tile)) for tile in came]), *_to_come([(tile, at(when)) for tile, when in expected])],
    )


def _marks(first: datetime, last: datetime) -> list[datetime]:
    """Return the times to mark: every half hour, or fewer in a long evening."""
    every = HALF * max(1, -(-(last - first) // (HALF * 8)))
    start = first + (midnight(first) - first) % every
    return [start + every * step for step in range(int((last - start) / every) + 1)]


def _stacked(places: Sequence[float]) -> list[Dot]:
    """Return a dot for each x. A dot that would cover another goes on top of it; above three, it moves sideways."""
    dots: list[Dot] = []
    for place in places:
        spots = (
            (place + CLOSE * column, FLOOR - STEP * level) for column in range(len(places)) for level in range(HIGH)
        )
        x, y = next(spot for spot in spots if not any(_covers(dot, *spot) for dot in dots))
        dots.append(Dot(round(x, 1), y, "came"))
    return dots


def _covers(dot: Dot, x: float, y: float) -> bool:
    return abs(dot.x - x) < CLOSE and dot.y == y


def _to_come(expected: Sequence[tuple[Tile, float]]) -> list[Dot]:
    names, expected_words = shortened([tile.player.label for tile, _at in expected]), _("{player}, expected")
    return [
        Dot(at, FLOOR, "expected", expected_words.format(player=name))
        for (_tile, at), name in zip(expected, names, strict=True)
    ]
