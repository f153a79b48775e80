"""The summary of a finished night: trophies that changed hands, tables by place, and the leaders of the season."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import ordinal
from clubs.models import Night, Player
from games.base.entry.names import shortened
from games.base.results.titles import in_words
from games.models import Match
from leagues.models import Fixture, Standing
from leagues.nights.tables import TableNow
from leagues.standings.update import keep_current
from leagues.standings.wording import leaders
from leagues.trophies.of_night import Before, before_each, last_of_each

GROUP = Fixture.Stage.GROUP


@dataclass(frozen=True)
class TrophyOutcome:
    """A trophy of the night: who has it now, how that came about in words, and whether the holder is new."""

    trophy: str
    player: Player
    words: str
    is_new: bool


@dataclass(frozen=True)
class NightOver:
    """`finals` and `groups` are tables by place; without a play-off all tables are `finals`."""

    trophies: Sequence[TrophyOutcome]
    finals: Sequence[TableNow]
    groups: Sequence[TableNow]
    standings: str

    @property
    def changes(self) -> str:
        """`two change hands`."""
        new = sum(each.is_new for each in self.trophies)
        if not new:
            return _("none changes hands")
        return ngettext("one changes hands", "{number} change hands", new).format(number=in_words(new))


def trophy_outcomes(night: Night) -> list[TrophyOutcome]:
    """Return the trophies as they stand after the night; four queries, or one if no trophy was played for."""
    awards: list[Any] = list(last_of_each(night))
    before = before_each(awards)
    return [_trophy_outcome(award, before[award.trophy_id]) for award in awards]


def _trophy_outcome(award: Any, before: Before) -> TrophyOutcome:
    is_new = before.player != award.player
    return TrophyOutcome(award.trophy.name, award.player, _words(before, is_new=is_new), is_new)


def _words(before: Before, *, is_new: bool) -> str:
    if before.player is None:
        return _("the first to have it")
    if not is_new:
        return _("keeps it, for the {place} time running").format(place=ordinal(before.defended + 2))
    words = _("takes it from {player}")
    if before.defended:
        words = _("takes it from {player}, who had kept it {times}")
    times = {1: _("once"), 2: _("twice")}.get(before.defended, _("{count} times").format(count=before.defended))
    return words.format(player=shortened([before.player.label])[0], times=times)


def season_leaders(night: Night, matches: Sequence[Match]) -> str:
    """Return a sentence about the leaders of the standings that the night counts for; one query."""
    keep_current(night.club)
    games = [match.game for match in matches]
    rows = Standing.objects.filter(club=night.club_id, place__isnull=False)
    rows = rows.filter(season=night.season_id) if night.season_id else rows.filter(season__isnull=True)
    return leaders(list(rows.filter(game=max(games, key=games.count)).select_related("player").order_by("place")[:4]))


def night_over(tables: Sequence[TableNow], trophies: Sequence[TrophyOutcome], standings: str) -> NightOver:
    """Return the summary; `tables` are in seat order, their matches with fixtures."""
    stages = {table.match.pk: getattr(getattr(table.match, "fixture", None), "stage", "") for table in tables}
    placed = [replace(table, rows=sorted(table.rows, key=lambda row: row.place or len(table.rows))) for table in tables]
    groups = [table for table in placed if stages.get(table.match.pk) == GROUP]
    finals = [table for table in placed if table not in groups]
    return NightOver(trophies, finals or groups, groups if finals else [], standings)
