"""Who has met whom: how often two players sat at one table this season, for the draw and the words beside it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import ordinal
from clubs.language.terms import capital
from clubs.models import Night, Player
from clubs.names import sort_key
from games.base.wording import in_words
from games.models import Seat
from scoring.competition.seating import ByChance, Meetings, Pair, Tables, by_chance, meetings

Evening = tuple[str, object]  # a night, or a match without one


@dataclass(frozen=True)
class Met:
    """How often each two of the players (primary keys, the smaller first) met, and on how many nights any of them
    played.
    """

    times: Mapping[Pair, int]
    nights: int


def met_before(night: Night, players: Sequence[Player]) -> Met:
    """Return who met whom in the matches of the night's season, of any game; two who sat at one table several times on
    one night met once. One query.
    """
    seats = Seat.objects.filter(
        player__in=players, match__club=night.club_id, match__season=night.season_id, match__abandoned_at=None
    )
    tables: dict[tuple[Evening, object], set[int]] = defaultdict(set)
    for match, on, player in seats.values_list("match", "match__night", "player"):
        evening: Evening = ("night", on) if on else ("match", match)
        tables[evening, match].add(player)
    together = {(evening, pair) for (evening, _), sat in tables.items() for pair in combinations(sorted(sat), 2)}
    return Met(Counter(pair for _, pair in together), len({evening for evening, _ in tables}))


def numbered(met: Met, players: Sequence[Player]) -> dict[Pair, int]:
    """Return the same by the places of the players in this list."""
    place = {player.pk: number for number, player in enumerate(players)}
    pairs = ((place[one], place[two], times) for (one, two), times in met.times.items())
    return {(min(one, two), max(one, two)): times for one, two, times in pairs}


@dataclass(frozen=True)
class Cell:
    """How often two met; `together` says whether they sit at one table now."""

    times: int
    together: bool


@dataclass(frozen=True)
class MatrixRow:
    """A player’s line of the matrix: everybody above them, then as many empty columns as are left."""

    player: Player
    name: str
    cells: Sequence[Cell]
    empty: int


@dataclass(frozen=True)
class WhoMetWhom:
    """The draw beside who met whom; `names` are short names by primary key, `seed` makes the figures of chance the same
    each time.
    """

    tables: Sequence[Sequence[Player]]
    met: Met
    names: Mapping[int, str]
    seed: int

    @property
    def players(self) -> list[Player]:
        """Everybody, table by table, in the order of their names."""
        return [each for table in self.tables for each in sorted(table, key=lambda player: sort_key(player.label))]

    @cached_property
    def _met(self) -> dict[Pair, int]:
        return numbered(self.met, self.players)

    @property
    def _seats(self) -> Tables:
        order = iter(range(len(self.players)))
        return [[next(order) for _ in table] for table in self.tables]

    @cached_property
    def now(self) -> Meetings:
        return meetings(self._seats, self._met)

    @cached_property
    def chance(self) -> ByChance:
        return by_chance([len(table) for table in self.tables], self._met, Random(self.seed))

    @property
    def why(self) -> str:
        """What the draw means, in one sentence."""
        first, most = self.now.first, self.now.most
        if most < 2:
            return _("All who sit together meet for the first time.")
        if not first:
            return _("Nobody meets for the first time, and nobody for more than the {most} time.").format(
                most=ordinal(most)
            )
        words = ngettext(
            "{count} pair meets for the first time, nobody for more than the {most} time.",
            "{count} pairs meet for the first time, nobody for more than the {most} time.",
            first,
        )
        return capital(words.format(count=in_words(first), most=ordinal(most)))

    @property
    def by_chance(self) -> str:
        """The same figures for chance, in one sentence; "" where nobody has met before."""
        if self.now.most < 2:
            return ""
        first, most, tenths = round(self.chance.first), ordinal(self.chance.most), self.chance.tenths
        count, is_alike = in_words(first), self.chance.most <= self.now.most
        if not first:
            return "" if is_alike else _("By chance: somebody for the {most} time.").format(most=most)
        if is_alike:
            return _("By chance: about {count}.").format(count=count)
        if tenths == 10:
            return _("By chance: about {count}, and in nearly every draw somebody for the {most} time.").format(
                count=count, most=most
            )
        return _("By chance: about {count}, and in {tenths} draws of 10 somebody for the {most} time.").format(
            count=count, tenths=tenths, most=most
        )

    @property
    def rows(self) -> list[MatrixRow]:
        """The lower half of the matrix, in the order of the tables."""
        table_of = [number for number, table in enumerate(self.tables) for _ in table]
        return [
            MatrixRow(
                player,
                self.names[player.pk],
                [Cell(self._met.get((other, place), 0), table_of[other] == table_of[place]) for other in range(place)],
                len(table_of) - place,
            )
            for place, player in enumerate(self.players)
        ]
