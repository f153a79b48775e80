"""The content of an archive: a whole club, or one season with every row that its matches and nights refer to.

The order of rows follows from their content, not from their keys, so that a restored club gives the same archive.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Q

from clubs.models import Attendance, Club, Night, NightAnswer, Player, Season
from games.models import Comment, Confirmation, Entry, Match, Seat, SheetPhoto, Tag
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
        answering = NightAnswer.objects.filter(night__in=nights).values_list("player", flat=True)
        said = Q(night__in=nights) | Q(match__in=matches)
        named: list[Iterable[Any]] = [
            Seat.objects.filter(match__in=matches).values_list("player", flat=True),
            late,
            confirming,
            answering,
            Comment.objects.filter(said).values_list("player", flat=True),
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
