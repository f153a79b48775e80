"""The next step for a scorekeeper: the main button on the pages of the night, of its play-off, and of the club.
Once a night is over, it leads to the next one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.calendar.answers import why_closed
from clubs.calendar.nights import AROUND
from clubs.language.locales import comma_separated, date_format
from clubs.language.terms import as_subject
from clubs.models import Attendance, Club, Night
from clubs.models.calendar import club_day
from games.base.wording import game_name, table_in_words, table_of
from games.models import Match
from leagues.attendance.strip import AttendanceTiles
from leagues.draw.draw import ShownDraw
from leagues.draw.stored_draw import open_draw
from leagues.models import Fixture, Playoff
from leagues.nights.tables import holds_lock, last_entry_at, order
from leagues.playoffs import state as playoff_state
from leagues.playoffs.line import next_words, unfinished, waiting
from leagues.playoffs.wording import verdicts


@dataclass(frozen=True)
class NextStep:
    """The label and address of the button; if `closes`, it posts and closes the night."""

    words: str
    url: str
    closes: bool = False


def next_step(night: Night, access: Access, matches: Sequence[Match], device: UUID | None) -> NextStep | None:
    """Return the next of: draw, deal, play, pull cards, deal the finals, finish, read the report; None for who may only
    watch. To play is at the table whose score this `device` keeps, else at the one that waits longest; the matches are
    `watched`.

    Two queries, or eight if a play-off waits for something to be settled.
    """
    slug = access.club.slug
    if night.called_off_at:
        return None
    if night.closed_at:
        is_told = matches and access.can_read_history
        return NextStep(_("Read the night report"), reverse("night-report", args=[slug, night.pk])) if is_told else None
    return _next(night, slug, matches, device) if access.can_record else None


def is_long_over(night: Night) -> bool:
    """Whether the night started more than AROUND ago, whether or not it was closed."""
    return night.starts_at < timezone.now() - AROUND


def _next(night: Night, slug: str, matches: Sequence[Match], device: UUID | None) -> NextStep:
    setup = reverse("night-setup", args=[slug, night.pk])
    if open_draw(night):
        return NextStep(_("Deal what is drawn"), setup)
    if playing := [match for match in matches if match.is_open]:
        first = min(playing, key=lambda match: (not holds_lock(match, device), last_entry_at(match), order(match)))
        return NextStep(
            _("Enter scores for {table}").format(table=table_in_words(first)),
            reverse("table", args=[first.pk]),
        )
    if left := unfinished(night):
        step = waiting(left[0])
        return NextStep(step.words, step.url)
    if not matches:
        return NextStep(_("Start the night"), setup)
    if is_long_over(night):
        return NextStep(_("Read the night report"), reverse("night-report", args=[slug, night.pk]))
    if night.playoffs.filter(called_off_at=None).exists():
        return NextStep(_("Finish the night"), reverse("night-close", args=[slug, night.pk]), closes=True)
    return NextStep(_("Draw the next tables"), setup)


# Where the main button of the finish page leads: to the play-off, the next match of the table, or the night.


@dataclass(frozen=True)
class AfterMatch:
    """The label and the address of the main button of the finish page."""

    words: str
    url: str


def after(match: Match) -> AfterMatch | None:
    """Return the main button; None for a match that is at no night or at the only table of one. At most two queries."""
    fixture = Fixture.objects.filter(match=match).select_related("playoff__club").first()
    if fixture is not None:
        return _playoff_after_match(fixture)
    return _of_night(match) if match.night_id else None


def _playoff_after_match(fixture: Fixture) -> AfterMatch:
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
    return AfterMatch(gettext("Next: seat the final tables") if is_group else gettext("See who won the night"), url)


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
        name = comma_separated((game_name(waiting), table_of(waiting)))
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


# The steps of a night (coming, here, draw, tables, over), drawn as a strip at the head of its pages.


COMING, HERE, DRAW, OVER = "coming", "here", "draw", "over"
GROUPS, TABLES = ("groups", "finals"), ("tables",)
STEP_NAMES = {
    COMING: gettext_lazy("Coming"),
    HERE: gettext_lazy("Here"),
    DRAW: pgettext_lazy("of the tables", "Draw"),
    GROUPS[0]: gettext_lazy("Groups"),
    GROUPS[1]: gettext_lazy("Finals"),
    TABLES[0]: gettext_lazy("Tables"),
    OVER: gettext_lazy("Over"),
}
FINALS = {Fixture.Stage.WINNERS, Fixture.Stage.LOSERS}


@dataclass(frozen=True)
class Step:
    """One step; `is_past` means finished, `is_now` the current one."""

    name: str | Promise
    is_past: bool
    is_now: bool


def steps_of(night: Night, matches: Sequence[Match], people: AttendanceTiles, draws: Sequence[ShownDraw]) -> list[Step]:
    """Return five steps, or six if there are groups; [] for a night that was called off. No queries."""
    if night.called_off_at:
        return []
    stages = {getattr(getattr(match, "fixture", None), "stage", "") for match in matches}
    tables = GROUPS if stages & {Fixture.Stage.GROUP, *FINALS} else TABLES
    if night.closed_at or (is_long_over(night) and not any(match.is_open for match in matches)):
        now = OVER
    elif any(draw.is_open for draw in draws):
        now = DRAW
    elif matches:
        now = tables[-1] if stages & FINALS else tables[0]
    else:
        now = HERE if people.count(Attendance.State.HERE) else COMING
    return _steps(tables, now)


def setup_steps(*, is_drawn: bool, is_playoff: bool) -> list[Step]:
    """Return the steps for the page on which the tables are set up."""
    return _steps(GROUPS if is_playoff else TABLES, DRAW if is_drawn else HERE)


def playoff_steps(night: Night, *, has_finals: bool) -> list[Step]:
    """Return the steps for the page of the play-off."""
    return _steps(GROUPS, OVER if night.closed_at else GROUPS[has_finals])


def _steps(tables: Sequence[str], now: str) -> list[Step]:
    steps = (COMING, HERE, DRAW, *tables, OVER)
    at = steps.index(now)
    return [Step(STEP_NAMES[step], place < at, place == at) for place, step in enumerate(steps)]


# What comes next in the play-offs of a night, in sentences: who is above the line of each group, then who would take
# which trophy.


def playoffs_of(night: Night) -> list[Playoff]:
    """Return the play-offs of the night in the order they began, annotated for `decisions`."""
    decided = (
        Count("pulls", distinct=True)
        + Count("pulls__withdrawn_at", distinct=True)
        + Count("leavers", distinct=True)
        + Count("leavers__withdrawn_at", distinct=True)
    )
    return list(night.playoffs.select_related("club").annotate(decided=decided).order_by("pk"))


def decisions(playoffs: Sequence[Playoff]) -> list[tuple[Any, ...]]:
    """Return a value that changes with every card pull, with every leaver who goes or returns, and with the bottom
    count.
    """
    return [(each.pk, each.bottom, vars(each)["decided"]) for each in playoffs]


def outlook(playoffs: Sequence[Playoff]) -> list[str]:
    """Return the sentences for all open play-offs with groups; five queries for each."""
    return [words for playoff in playoffs if _goes_on(playoff) for words in _outlook_of_playoff(playoff)]


def _goes_on(playoff: Playoff) -> bool:
    return playoff.kind == Playoff.Kind.GROUPS and not (playoff.finished_at or playoff.called_off_at)


def _outlook_of_playoff(playoff: Playoff) -> Iterator[str]:
    state = playoff_state.read(playoff)
    if not (state.winners or state.losers):
        yield from next_words(state)
    elif state.trophies:
        words = _("{trophy} to {player}")
        taken = [words.format(trophy=as_subject(each.prize), player=each.who) for each in verdicts(state) if each.who]
        if taken:
            yield _("If it ended now: {names}.").format(names=comma_separated(taken))


# The way on once a night is over: answer for the next night, or plan one.

USUAL_HOUR, WEEK = 19, timedelta(days=7)
READ, KEPT = "reports_read", 20  # session key of the nights whose reports were read, the last so many


def has_read(request: HttpRequest, night: Night) -> bool:
    """Whether the night’s report was opened in this session."""
    return night.pk in request.session.get(READ, ())


def mark_read(request: HttpRequest, night: Night) -> None:
    """Remember that the night’s report was opened, so that the page of the night leads on from it."""
    if not has_read(request, night):
        request.session[READ] = [*request.session.get(READ, ()), night.pk][-KEPT:]


def next_start(club: Club) -> datetime:
    """Return when the next night would start: weeks after the last one, at the same hour; one query."""
    last = last_night(club)
    now = timezone.localtime()
    if last is None:
        return now.replace(hour=USUAL_HOUR, minute=30, second=0, microsecond=0)
    start = timezone.localtime(last.starts_at)
    weeks = max((now.date() - start.date()) // WEEK + 1, 1)
    return timezone.make_aware(start.replace(tzinfo=None) + weeks * WEEK)


def last_night(club: Club) -> Night | None:
    """Return the last night of the calendar that was not called off."""
    return club.nights.filter(called_off_at=None).order_by("-starts_at").first()


def way_on(access: Access) -> NextStep | None:
    """Return the main button after a night: `Answer for 3 December`, for organisers without a night ahead `Plan the
    next night: 3 December`; None if there is nothing to do. Four queries at most.
    """
    club = access.club
    ahead = club.nights.filter(starts_at__gt=timezone.now(), called_off_at=None, closed_at=None)
    night = ahead.select_related("club").order_by("starts_at", "pk").first()
    if night is None:
        if not access.can_organise:
            return None
        day = date_format(club_day(next_start(club)), "j F")
        return NextStep(_("Plan the next night: {day}").format(day=day), reverse("night-new", args=[club.slug]))
    if access.player_id is None or why_closed(night) or night.answers.filter(player=access.player_id).exists():
        return None
    day = date_format(club_day(night.starts_at), "j F")
    return NextStep(_("Answer for {day}").format(day=day), night.get_absolute_url())
