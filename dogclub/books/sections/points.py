"""How points grew over a season: for the charts of the standings, and for a dog's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.utils.formats import date_format

from clubs.models import Club
from games.charts.line_chart import Chart, Series, line_chart
from leagues.standings.results import Counted, results
from leagues.standings.tables import Schemes, Table, by_player, line_in_table, stored_schemes
from scoring.standings import Result

MOST = 24  # places along the axis, however many nights there were
NAMED = 6  # dates under it
BEST = 6  # lines
FEWEST = 4  # nights


@dataclass(frozen=True)
class Growth:
    """By player the points after each of these nights, in whole points."""

    dates: Sequence[str]
    points: Mapping[int, Sequence[int]]

    @property
    def has_shape(self) -> bool:
        """Fewer nights make no line worth looking at."""
        return len(self.dates) >= FEWEST

    def chart(self, players: Sequence[int], names: Mapping[int, str]) -> Chart:
        """The best first; nobody has points before the first night."""
        series = [Series(names[each], list(enumerate([0, *self.points[each]]))) for each in players]
        last = len(self.dates)
        step = max(1, -(-last // NAMED))
        return line_chart(series, "", last, {at: self.dates[at - 1] for at in range(1, last + 1, step)})


@dataclass(frozen=True)
class Season:
    """The results of one book, read once."""

    found: Sequence[Counted]
    schemes: Schemes

    def growth(self, table: Table) -> Growth:
        theirs = by_player(table.of(self.found))
        nights = _nights([each for played in theirs.values() for each in played])
        shown = _some(nights)
        return Growth(
            [_date(when) for _, when in shown],
            {player: self._of(table, player, played, shown) for player, played in theirs.items()},
        )

    def _of(self, table: Table, player: int, played: Sequence[Result], nights: Sequence[tuple[str, str]]) -> list[int]:
        until = [[each for each in played if each.when[:10] <= when[:10]] for _, when in nights]
        return [round(line_in_table(table, self.schemes, player, so_far).points / 100) for so_far in until]


def read(club: Club, season: int | None) -> Season:
    return Season(results(club, season=season), stored_schemes(club))


def _nights(played: Sequence[Result]) -> list[tuple[str, str]]:
    """Every night with the last moment of it, in order."""
    last: dict[str, str] = {}
    for each in played:
        last[each.night] = max(each.when, last.get(each.night, ""))
    return sorted(last.items(), key=lambda night: (night[1], night[0]))


def _some(nights: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """As many as a chart can show, the last one always among them."""
    if len(nights) <= MOST:
        return list(nights)
    ends = [round(at * len(nights) / MOST) for at in range(MOST + 1)]
    return [nights[end - 1] for _, end in pairwise(ends)]


def _date(when: str) -> str:
    return date_format(datetime.fromisoformat(when), "j M")
