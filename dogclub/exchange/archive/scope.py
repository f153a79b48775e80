"""The content of an archive: a whole club, or one season with every row that its matches and nights refer to.

The order of rows follows from their content, not from their keys, so that a restored club gives the same archive.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q
from msgspec.structs import FieldInfo, fields

from clubs.models import Attendance, Club, Night, NightAnswer, Player, Season
from dogclub.exchange.archive.lines import (
    Cover,
    Line,
    MatchLine,
    NightLine,
    PhotoLine,
    PlayerLine,
    PlayoffLine,
    SeasonLine,
    TagLine,
    TrophyLine,
)
from games.models import Comment, Confirmation, Entry, Match, Seat, SheetPhoto, Substitution, Tag
from leagues.models import Award, CutPull, DrawChange, Fixture, NightDraw, Playoff, Reseat, Trophy


@dataclass(frozen=True)
class Scope:
    """The content of an archive of a club, or of one season if given."""

    club: Club
    season: Season | None = None

    @cached_property
    def matches(self) -> list[Match]:
        """Oldest first. A play-off's matches are all included, or none."""
        rows = Match.objects.filter(club=self.club)
        if self.season:
            rows = rows.filter(Q(season=self.season) | Q(fixture__playoff__in=[each.pk for each in self.playoffs]))
        return sorted(rows, key=lambda match: (match.started_at, match.pk.hex))

    @cached_property
    def match_keys(self) -> set[UUID]:
        return {match.pk for match in self.matches}

    @cached_property
    def playoffs(self) -> list[Playoff]:
        rows = Playoff.objects.filter(club=self.club)
        if self.season:
            rows = rows.filter(Q(fixtures__match__season=self.season) | Q(night__season=self.season)).distinct()
        return sorted(rows, key=lambda playoff: (playoff.started_at, playoff.pk))

    @cached_property
    def seasons(self) -> list[Season]:
        rows = [self.season] if self.season else list(Season.objects.filter(club=self.club))
        return sorted(rows, key=lambda season: (season.starts_on, season.name, season.pk))

    @cached_property
    def nights(self) -> list[Night]:
        rows = Night.objects.filter(club=self.club)
        if self.season:
            named = {row.night_id for row in self.matches} | {row.night_id for row in self.playoffs}
            rows = rows.filter(Q(season=self.season) | Q(pk__in=named - {None}))
        return sorted(rows, key=lambda night: (night.starts_at, night.pk))

    @cached_property
    def trophies(self) -> list[Trophy]:
        rows = Trophy.objects.filter(club=self.club)
        if self.season:
            rows = rows.filter(pk__in={award.trophy_id for award in self.awards})
        return sorted(rows, key=lambda trophy: (trophy.created_at, trophy.game, trophy.rule, trophy.name, trophy.pk))

    @cached_property
    def awards(self) -> list[Award]:
        """All awards; of a season those of its matches and play-offs, and those made by hand at its nights."""
        rows = Award.objects.filter(trophy__club=self.club)
        if self.season:
            contests = Q(match__season=self.season) | Q(playoff__in=self.playoffs)
            rows = rows.filter(contests | Q(night__season=self.season))
        return sorted(rows, key=lambda award: (award.awarded_at, award.pk))

    @cached_property
    def tags(self) -> list[Tag]:
        rows = Tag.objects.filter(match__club=self.club)
        if self.season:
            rows = rows.filter(match__in=self.matches)
        return sorted(rows, key=lambda tag: (tag.tagged_at, tag.pk))

    @cached_property
    def photos(self) -> list[SheetPhoto]:
        """In the order of the matches, without image data."""
        rows = SheetPhoto.objects.filter(match__club=self.club, removed_at=None)
        place = {match.pk: at for at, match in enumerate(self.matches)}
        return sorted((row for row in rows if row.match_id in place), key=lambda row: place[row.match_id])

    @cached_property
    def attendances(self) -> list[Attendance]:
        return list(Attendance.objects.filter(night__in=[night.pk for night in self.nights]).order_by("night", "pk"))

    @cached_property
    def players(self) -> list[Player]:
        """Including players merged into others, since old entries may refer to them."""
        rows = Player.everybody.filter(club=self.club)
        players = list(rows) if self.season is None else _with_targets({row.pk: row for row in rows}, self._named())
        return sorted(players, key=lambda row: (row.created_at, row.name, row.nickname, row.pk))

    def _named(self) -> set[int]:
        """Return the keys of all players that the rows of a season refer to."""
        playoffs, matches = [row.pk for row in self.playoffs], [row.pk for row in self.matches]
        fixtures = Fixture.objects.filter(playoff__in=playoffs).values_list("players", flat=True)
        pulls = CutPull.objects.filter(playoff__in=playoffs).values_list("cards", flat=True)
        moved = Reseat.objects.filter(playoff__in=playoffs).values_list("went_up", "went_down")
        nights = [row.pk for row in self.nights]
        draws = NightDraw.objects.filter(night__in=nights)
        changed = DrawChange.objects.filter(draw__in=draws).values_list("player", "other")
        late = Entry.objects.filter(match__in=matches).exclude(player=None).values_list("player", flat=True)
        confirming = Confirmation.objects.filter(match__in=matches).values_list("player", flat=True)
        took_over = Substitution.objects.filter(match__in=matches).values_list("player", "instead_of")
        answering = NightAnswer.objects.filter(night__in=nights).values_list("player", flat=True)
        said = Q(night__in=nights) | Q(match__in=matches)
        named: list[Iterable[Any]] = [
            Seat.objects.filter(match__in=matches).values_list("player", flat=True),
            late,
            confirming,
            answering,
            Comment.objects.filter(said).values_list("player", flat=True),
            *took_over,
            *fixtures,
            *pulls,
            *moved,
            *changed,
            *((*row.seated, *row.resting) for row in draws),
            *((row.player_id, row.host_id) for row in self.attendances),
            [row.player_id for row in self.awards],
            [row.player_id for row in self.tags],
        ]
        return {int(key) for keys in named for key in keys if key is not None}


def _with_targets(everybody: dict[int, Player], named: set[int]) -> list[Player]:
    """Return these players and those they were merged into."""
    by_id: dict[int, Player] = {}
    waiting = [everybody[key] for key in named if key in everybody]
    while waiting:
        player = waiting.pop()
        by_id[player.pk] = player
        if player.merged_into_id and player.merged_into_id not in by_id:
            waiting.append(everybody[player.merged_into_id])
    return list(by_id.values())


# The member files of an archive, in order, and their limits.
# The limits are about ten times what sixty players record in ten years.


COVER = "archive.json"
LARGEST_COVER = 1_000_000
LARGEST_FILE = 2_000_000_000  # bytes, nearly all of them photos
LONGEST_LINE = 4_000_000
MOST_ENTRIES = 2_000_000
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Member:
    """A member file: at most `most` lines of type `of` and `largest` bytes, unpacked. One that `may_be_missing` is left
    out where it would be empty.
    """

    key: str
    of: type[Line]
    most: int
    largest: int
    may_be_missing: bool = False

    @property
    def name(self) -> str:
        return f"{self.key}.jsonl"


MEMBERS = (
    Member("players", PlayerLine, 20_000, 60 * MEGABYTE),
    Member("seasons", SeasonLine, 2_000, 10 * MEGABYTE),
    Member("nights", NightLine, 50_000, 200 * MEGABYTE),
    Member("matches", MatchLine, 60_000, 1_500 * MEGABYTE),
    Member("playoffs", PlayoffLine, 10_000, 50 * MEGABYTE),
    Member("trophies", TrophyLine, 2_000, 100 * MEGABYTE),
    Member("tags", TagLine, 200_000, 60 * MEGABYTE),
    Member("photos", PhotoLine, 20_000, 1_900 * MEGABYTE, may_be_missing=True),
)


# The JSON Schema of an archive, generated from the types of its lines.
# It describes the archive as one object: each member by its name, a `.jsonl` member as the list of its lines.


DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFINITIONS = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """Return the whole schema.

    >>> list(schema()["properties"])[:2]
    ['archive.json', 'players.jsonl']
    """
    types: list[type[Line]] = [Cover, *(member.of for member in MEMBERS)]
    references, parts = msgspec.json.schema_components([_described(each) for each in types], ref_template=DEFINITIONS)
    lines = {
        member.name: {"type": "array", "items": reference, "maxItems": member.most}
        for member, reference in zip(MEMBERS, references[1:], strict=True)
    }
    properties = {COVER: references[0], **lines}
    whole = {
        "$schema": DIALECT,
        "title": "Archive of a club",
        "type": "object",
        "properties": properties,
        "required": [COVER, *(member.name for member in MEMBERS if not member.may_be_missing)],
        "additionalProperties": False,
        "$defs": parts,
    }
    return msgspec.json.decode(msgspec.json.encode(whole), type=dict[str, Any])


def _described(line: type[Line]) -> type[msgspec.Struct]:
    """Return the same type with raw fields as plain objects, since msgspec cannot describe the default of `Raw`."""
    told = [_field(each) for each in fields(line)]
    options: dict[str, Any] = {"kw_only": True, "forbid_unknown_fields": True, "namespace": {"__doc__": line.__doc__}}
    return msgspec.defstruct(line.__name__, told, **options)


def _field(field: FieldInfo) -> Any:
    if field.type is msgspec.Raw:
        return field.name, dict[str, Any] | None, None
    if field.default_factory is not msgspec.NODEFAULT:
        return field.name, field.type, msgspec.field(default_factory=field.default_factory)
    return (field.name, field.type) if field.default is msgspec.NODEFAULT else (field.name, field.type, field.default)
