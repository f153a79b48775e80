"""Where the main button of the finish page leads: to the play-off, the next match of the table, or the night."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.base.results.titles import game_name, table_of
from games.models import Match
from leagues.models import Fixture, Playoff


@dataclass(frozen=True)
class AfterMatch:
    """The label and the address of the main button of the finish page."""

    words: str
    url: str


def after(match: Match) -> AfterMatch | None:
    """Return the main button; None for a match that is at no night or at the only table of one. At most two queries."""
    fixture = Fixture.objects.filter(match=match).select_related("playoff__club").first()
    if fixture is not None:
        return _of_playoff(fixture)
    return _of_night(match) if match.night_id else None


def _of_playoff(fixture: Fixture) -> AfterMatch:
    playoff = fixture.playoff
    rows = list(Fixture.objects.filter(playoff=playoff).values_list("stage", "match__finished_at"))
    is_group, url = fixture.stage == Fixture.Stage.GROUP, playoff.get_absolute_url()
    open_tables = sum(over is None for stage, over in rows if (stage == Fixture.Stage.GROUP) == is_group)
    if playoff.kind != Playoff.Kind.GROUPS:
        return AfterMatch(gettext("Back to the {kind}").format(kind=playoff.get_kind_display()), url)
    if open_tables:
        return AfterMatch(_still_playing(open_tables), url)
    if is_group and any(stage != Fixture.Stage.GROUP for stage, _over in rows):
        return AfterMatch(gettext("Back to the play-off"), url)
    return AfterMatch(
        gettext("Next: seat the final tables") if is_group else gettext("Next: who won the play-off"), url
    )


def _still_playing(tables: int) -> str:
    words = ngettext(
        "Back to the play-off: {count} table still playing",
        "Back to the play-off: {count} tables still playing",
        tables,
    )
    return words.format(count=tables)


def _of_night(match: Match) -> AfterMatch | None:
    beside = list(Match.objects.filter(night=match.night_id).exclude(pk=match.pk).order_by("started_at", "pk"))
    undecided = [other for other in beside if other.is_undecided]
    waiting = next((other for other in undecided if other.table == match.table and not other.rounds), None)
    if waiting is not None:
        name = ", ".join(filter(None, (game_name(waiting), table_of(waiting))))
        return AfterMatch(gettext("Next table: {name}").format(name=name), reverse("table", args=[waiting.pk]))
    if not _is_another_table(match, beside):
        return None
    words = ngettext(
        "Back to the night: {count} table still playing",
        "Back to the night: {count} tables still playing",
        len(undecided),
    )
    if not undecided:
        words = gettext("Back to the night: all tables are done")
    return AfterMatch(
        words.format(count=len(undecided)),
        f"{match.club.get_absolute_url()}nights/{match.night_id}/",
    )


def _is_another_table(match: Match, beside: Sequence[Match]) -> bool:
    return any(other.table != match.table for other in beside)
