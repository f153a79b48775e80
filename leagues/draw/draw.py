"""The draw of a night: who has met whom, and which players sit at which table, by chance, by that or by rating."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import combinations
from random import Random
from typing import TypeVar

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import clauses, comma_separated, date_format, labelled, ordinal
from clubs.language.terms import capital
from clubs.models import Night, Player
from clubs.names import sort_key
from games.base.names import listed, shortened
from games.base.wording import in_words
from games.models import Seat
from games.registry import table_game
from leagues.models import DrawChange, NightDraw, Rating
from scoring.competition.playoffs import letter
from scoring.competition.seating import ByChance, Meetings, Pair, Tables, by_chance, least_met, meetings

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


# The draw, stored, then changed by taps.


Item = TypeVar("Item")


@dataclass(frozen=True)
class Draw:
    """The drawn tables, each in seat order. Before the draw (`is_drawn` is False) only the sizes of the tables have a
    meaning.

    `resting` are here but sit this match out, `newcomers` arrived after the draw, `gone` were drawn and are no longer
    free, `picked` is the player whom the next tap swaps with another.
    """

    tables: Sequence[Sequence[Player]]
    resting: Sequence[Player] = ()
    newcomers: Sequence[Player] = ()
    gone: Sequence[Player] = ()
    picked: Player | None = None
    is_drawn: bool = True

    @property
    def seated(self) -> list[Player]:
        return [player for table in self.tables for player in table]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of players at each table."""
        return tuple(map(len, self.tables))


def even(players: int, tables: int) -> tuple[int, ...]:
    """Return the sizes of this many tables, as even as possible; the first tables are the larger ones."""
    return tuple(players // tables + (place < players % tables) for place in range(tables))


def undrawn(present: Sequence[Player], tables: int) -> Draw:
    """Return the state before the draw: everybody present, cut into this many tables; no seat is assigned yet."""
    return Draw(cut(present, even(len(present), tables)) if present else [], is_drawn=False)


def as_stored(row: NightDraw, present: Sequence[Player], picked: str) -> Draw:
    """Return the stored draw compared with the players present now; `picked` is a primary key as text, or "". One
    query, only if a drawn player is no longer present.
    """
    free = {player.pk: player for player in present}
    drawn = {*row.seated, *row.resting}
    missing = Player.everybody.in_bulk(drawn - free.keys()) if drawn - free.keys() else {}
    known = {**free, **missing}
    tables = [[known[key] for key in table if key in known] for table in row.tables]
    return Draw(
        [table for table in tables if table],
        resting=[free[key] for key in row.resting if key in free],
        newcomers=[player for player in present if player.pk not in drawn],
        gone=[missing[key] for key in row.seated if key in missing],
        picked=next((player for table in tables for player in table if str(player.pk) == picked), None),
    )


def cut(order: Sequence[Item], sizes: Sequence[int]) -> list[list[Item]]:
    """Return consecutive slices of `order` with these sizes."""
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [list(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def drawn_tables(
    players: Sequence[Player], sizes: Sequence[int], how: str, night: Night, game: str, seed: int
) -> list[list[Player]]:
    """Return the players of each table, in random seat order; the same seed, ratings and meetings give the same draw.

    `how` is one of HOW: by chance alone; those together who have met least this season; the strong ones spread over the
    tables, so that the tables are alike; or the strongest together.
    """
    chance = Random(seed)
    order = sorted(players, key=lambda player: player.pk)
    if how == MET:
        met = numbered(met_before(night, order), order)
        return [[order[place] for place in table] for table in least_met(sizes, met, chance)]
    order = chance.sample(order, len(order))
    if how in (SPREAD, RATING) and order:
        mine = strengths(order, game)
        order.sort(key=lambda player: -mine[player.pk])
    tables = spread(order, sizes) if how == SPREAD else cut(order, sizes)
    return [chance.sample(table, len(table)) for table in tables]


HOW = (CHANCE, MET, SPREAD, RATING) = ("random", "met", "spread", "rating")


def way_of(row: NightDraw) -> str:
    """Return in which of these ways the draw was made."""
    return str(row.answers.get("how", [CHANCE])[0])


def spread(order: Sequence[Item], sizes: Sequence[int]) -> list[list[Item]]:
    """Deal `order` out over the tables, forwards and backwards in turn, skipping tables that are full."""
    tables: list[list[Item]] = [[] for _ in sizes]
    turns = _there_and_back(sizes)
    for item in order:
        tables[next(turns)].append(item)
    return tables


def _there_and_back(sizes: Sequence[int]) -> Iterator[int]:
    for turn in range(max(sizes, default=0)):
        open_tables = [place for place, size in enumerate(sizes) if size > turn]
        yield from open_tables[:: -1 if turn % 2 else 1]


def strengths(players: Sequence[Player], game: str) -> Mapping[int, float]:
    """Return each player's latest rating (`mu`) by primary key; an unrated player gets the average of the others. One
    query.
    """
    last = Rating.objects.filter(player=OuterRef("player"), game=game).order_by("-number").values("number")[:1]
    rows = Rating.objects.filter(player__in=players, game=game, number=Subquery(last))
    known = dict(rows.values_list("player_id", "mu"))
    average = sum(known.values()) / len(known) if known else 0.0
    return {player.pk: known.get(player.pk, average) for player in players}


# The draws of a night in words, for every reader: the open draw, the earlier ones, and changes made by hand.


Kind = DrawChange.Kind


@dataclass(frozen=True)
class DrawnTable:
    """A table of a draw: full players and their `short` names, both in seat order."""

    name: str
    players: Sequence[Player]
    short: Sequence[str]


@dataclass(frozen=True)
class ShownDraw:
    """One draw in words. `changes` are sentences about changes made by hand, `why` says why it was drawn again ("" if
    it was not), `resting` are the short names of those who sit out.
    """

    row: NightDraw
    about: str
    tables: Sequence[DrawnTable]
    changes: Sequence[str]
    why: str
    resting: Sequence[str] = ()

    @property
    def is_open(self) -> bool:
        """Whether the draw is neither dealt nor withdrawn."""
        return self.row.dealt_at is None and self.row.withdrawn_at is None

    @property
    def lines(self) -> list[str]:
        """Who sits where, a text for each table: `Table 1: Bea, Otto`."""
        return [labelled(table.name, comma_separated(table.short)) for table in self.tables]

    @property
    def words(self) -> str:
        """Who sits where, as one text: `Table 1: Bea, Otto; Table 2: …`."""
        return clauses(self.lines)


def draws_of(night: Night) -> list[ShownDraw]:
    """Return the draws of the night, the open one first, then the others from the earliest on. Three queries, or one if
    there are none.
    """
    rows = list(night.draws.select_related("drawn_by").prefetch_related("changes__made_by"))
    keys = {key for row in rows for key in [*row.seated, *row.resting]}
    keys |= {key for row in rows for each in row.changes.all() for key in (each.player_id, each.other_id) if key}
    players = Player.everybody.in_bulk(keys) if keys else {}
    short = dict(zip(players, shortened([player.label for player in players.values()]), strict=True))
    shown = [_shown(row, players, short) for row in rows]
    return sorted(shown, key=lambda draw: not draw.is_open)


CHANGED = {
    Kind.SWAP: gettext_lazy("{names} swapped seats at {time}."),
    Kind.SEATED: gettext_lazy("{player} was given a seat after the draw at {time}."),
    Kind.OUT: gettext_lazy("{player} was taken out at {time}."),
}
CHANGED_BY = {
    Kind.SWAP: gettext_lazy("{names} swapped seats at {time}, by {by}."),
    Kind.SEATED: gettext_lazy("{player} was given a seat after the draw at {time}, by {by}."),
    Kind.OUT: gettext_lazy("{player} was taken out at {time}, by {by}."),
}


def is_play_off(row: NightDraw) -> bool:
    """Whether the tables of this draw are the groups of a play-off."""
    kind = row.answers.get("kind", [""])[0]
    return len(row.tables) > 1 and table_game(row.game).groups is not None and kind != "apart"


def _shown(row: NightDraw, players: Mapping[int, Player], short: Mapping[int, str]) -> ShownDraw:
    groups = is_play_off(row)
    tables = [
        DrawnTable(
            _("Group {letter}").format(letter=letter(number)) if groups else _("Table {number}").format(number=number),
            [players[key] for key in keys if key in players],
            [short[key] for key in keys if key in short],
        )
        for number, keys in enumerate(row.tables, 1)
    ]
    resting = [short[key] for key in row.resting if key in short]
    return ShownDraw(row, about(row), tables, list(_changes(row, short)), _why(row), resting)


def about(row: NightDraw) -> str:
    """Return `Drawn at 19:24 by Bea`. The name is left out if the account has none: an email address is never shown."""
    if row.drawn_by and row.drawn_by.name:
        return _("Drawn at {time} by {name}").format(time=_clock(row.drawn_at), name=row.drawn_by.name)
    return _("Drawn at {time}").format(time=_clock(row.drawn_at))


def _changes(row: NightDraw, short: Mapping[int, str]) -> Iterator[str]:
    for change in row.changes.all():
        one, other = (short.get(key or 0, _("somebody")) for key in (change.player_id, change.other_id))
        by = change.made_by.name if change.made_by else ""
        words = (CHANGED_BY if by else CHANGED)[Kind(change.kind)]
        yield str(words).format(names=listed((one, other)), player=one, time=_clock(change.made_at), by=by)


def _why(row: NightDraw) -> str:
    return (
        _("Drawn again at {time}: {reason}").format(time=_clock(row.withdrawn_at), reason=row.reason)
        if row.withdrawn_at
        else ""
    )


def _clock(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "H:i")
