"""The tiles to tap for attendance: who is here, late or away."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext as _

from clubs.models import Attendance, Night, Player
from games.base.entry.names import shortened
from games.base.entry.open_seats import sitting
from games.base.results.titles import table_in_words
from games.models import Match

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
        """`12 here`, and the others: `1 late, 3 away`."""
        away = self.count(State.AWAY) + self.count(State.LEFT)
        others = [(self.count(State.LATE), _("{count} late")), (away, _("{count} away"))]
        here = _("{count} here").format(count=self.count(State.HERE))
        return here, ", ".join(words.format(count=many) for many, words in others if many)


def attendance_tiles(night: Night, form: QueryDict) -> AttendanceTiles:
    """Return the tiles of the night; `find` in the form searches by name. Guests of other nights are left out until
    they are named. Three queries, and those that read the tables.
    """
    rows = {row.player_id: row for row in night.attendances.select_related("player", "host")}
    seats = sitting(night)
    sought = form.get("find", "").replace("\x00", "")
    regulars = Q(is_active=True, is_guest=False) & (Q(name__icontains=sought) | Q(nickname__icontains=sought))
    others = night.club.players.filter(regulars).exclude(pk__in=rows)
    shown = list(others[: SHOWN + 1])
    tiles = sorted(_tiles(rows, shown[:SHOWN], seats), key=_order)
    return AttendanceTiles(tiles, others.count() - SHOWN if len(shown) > SHOWN else 0)


def _tiles(
    rows: Mapping[int, Attendance], others: Sequence[Player], seats: Mapping[int, tuple[Player, Match]]
) -> Iterator[Tile]:
    for player, row in [*((row.player, row) for row in rows.values()), *((player, None) for player in others)]:
        yield Tile(player, row, seats[player.pk][1] if player.pk in seats else None)


def _order(tile: Tile) -> tuple[bool, str, str, int]:
    return tile.player.is_guest, tile.player.name.casefold(), tile.player.nickname, tile.player.pk
