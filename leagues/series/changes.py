"""Creating and ending a series of nights, and what a new pattern does to its upcoming ones: previewed, then saved."""

import hashlib
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from functools import cached_property
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from clubs.calendar.answers import Answer
from clubs.calendar.nights import Refused, call_off, has_begun, season_of, why_start_is_fixed
from clubs.calendar.seasons import span_holding, spans_of
from clubs.language.locales import date_format
from clubs.models import Attendance, Club, Night, NightAnswer
from clubs.models.calendar import club_day
from leagues.series.pattern import Pattern, pattern_of, planned_start

# Creating and ending a series of nights, such as every Thursday until May. Each is a night of its own, and can be
# skipped or moved alone.


IS_USED = Q(attendances__isnull=False) | Q(matches__isnull=False) | Q(draws__isnull=False) | Q(answers__isnull=False)


@dataclass(frozen=True)
class PlannedNight:
    """`is_taken` means that the club already has a night at that moment."""

    starts_at: datetime
    is_taken: bool


def plan(club: Club, days: Sequence[date], at: time) -> list[PlannedNight]:
    """Return the nights to create, all at the same time by the club’s clock, even across a clock change."""
    starts = [timezone.make_aware(datetime.combine(day, at)) for day in days]
    taken = {*club.nights.filter(starts_at__in=starts, called_off_at=None).values_list("starts_at", flat=True)}
    return [PlannedNight(start, start in taken) for start in starts]


def save_planned(club: Club, planned: Sequence[PlannedNight], **about: str | int | None) -> Night:
    """Create the planned nights that are not taken, each in the season of its day, and return the first one. `about`
    are further columns. Raises Refused where all are taken.
    """
    if all(each.is_taken for each in planned):
        raise Refused(_("The club already has a night on each of these days."))
    series, spans = uuid.uuid4(), spans_of(club)
    rows = []
    for each in planned:
        span = span_holding(spans, each.starts_at)
        season = span.season if span else None
        if not each.is_taken:
            rows.append(Night(club=club, series=series, starts_at=each.starts_at, season_id=season, **about))
    return Night.objects.bulk_create(rows)[0]


def coming_of(nights: Sequence[Night]) -> list[Night]:
    """Return the nights that can still change: upcoming, not closed, and nobody has arrived. One query."""
    rows = Attendance.objects.filter(night__in=nights, arrived_at__isnull=False)
    begun, now = {*rows.values_list("night", flat=True)}, timezone.now()
    return [each for each in nights if each.starts_at > now and each.closed_at is None and each.pk not in begun]


def after(night: Night, *, whole: bool = False) -> QuerySet[Night]:
    """Return the upcoming nights of the series after this one; if `whole`, all upcoming nights of the series."""
    rows = Night.objects.filter(club=night.club_id, series=night.series)
    now = timezone.now()
    return rows.filter(starts_at__gt=now if whole else max(night.starts_at, now))


def end_after(night: Night, *, whole: bool = False) -> tuple[int, int]:
    """Delete the nights of `after`, or call off those that have attendance, matches, draws or answers. Returns (number
    deleted, number called off); nights that were called off before, or have begun, stay as they are.
    """
    used = list(after(night, whole=whole).filter(IS_USED).distinct())
    unused = after(night, whole=whole).exclude(pk__in=[row.pk for row in used])
    off = [row for row in used if row.called_off_at is None and not has_begun(row)]
    for row in off:
        call_off(row, gettext("The series has ended"))
    count = unused.count()
    unused.delete()
    return count, len(off)


# Moving one night of a series alone: its planned start is stored, so that it can be moved back.


def note_move(night: Night, was: datetime | None) -> None:
    """Set `moved_from` before a night of a series is saved with a start other than `was`; later moves keep the first
    planned start.
    """
    if night.series is None or was is None or night.starts_at == was:
        return
    planned = night.moved_from or was
    night.moved_from = None if night.starts_at == planned else planned


def move_back(night: Night) -> None:
    """Move the night back to the start that its series planned. Raises Refused."""
    if night.moved_from is None:
        raise Refused(_("This night was not moved."))
    if reason := why_start_is_fixed(night):
        raise Refused(reason)
    if night.club.nights.filter(starts_at=night.moved_from, called_off_at=None).exclude(pk=night.pk).exists():
        local = timezone.localtime(night.moved_from)
        words = _("The club already has a night on {day} at {time}.")
        raise Refused(words.format(day=date_format(local, "j F"), time=date_format(local, "H:i")))
    night.starts_at, night.moved_from = night.moved_from, None
    night.season = season_of(night.club, club_day(night.starts_at))
    night.revise()
    night.save(update_fields=["starts_at", "moved_from", "season", "revision", "changed_at"])


# What a new pattern does to the upcoming nights of a series: previewed first, then saved.


STAY, MOVE, NEW, REMOVE, CALL_OFF = "stay", "move", "new", "remove", "call-off"


@dataclass(frozen=True)
class Change:
    """What happens to one night (`kind`: STAY, MOVE, NEW, REMOVE or CALL_OFF); `night` is None for a new one,
    `starts_at` is the start after the change.

    `yes` and `maybe` are the names of those who answered. `clash` means that it stays because another night of the club
    has that start, or it is past.
    """

    night: Night | None
    kind: str
    starts_at: datetime
    yes: Sequence[str] = ()
    maybe: Sequence[str] = ()
    clash: bool = False

    @property
    def takes_place(self) -> bool:
        """Whether the night takes place once this is saved."""
        return self.kind in (STAY, MOVE, NEW) and not (self.night and self.night.called_off_at)

    @property
    def counting_on_it(self) -> Sequence[str]:
        """Who said yes or maybe for a start that is dropped; nobody if the night stays."""
        return () if self.kind == STAY else [*self.yes, *self.maybe]


@dataclass(frozen=True)
class Changes:
    """`rows` are in the order of their starts; `pattern` is the new one, or the current one if no other was given."""

    club: Club
    series: UUID
    pattern: Pattern
    rows: Sequence[Change]

    @property
    def coming(self) -> int:
        """How many nights take place."""
        return sum(each.takes_place for each in self.rows)

    @property
    def skipped(self) -> int:
        """How many nights stay called off."""
        return sum(each.kind == STAY and not each.takes_place for each in self.rows)

    @property
    def changed(self) -> list[Change]:
        return [each for each in self.rows if each.kind != STAY]

    @property
    def counting_on_all(self) -> list[str]:
        """Everybody who said yes or maybe for one of these nights, each once."""
        return [*dict.fromkeys(name for each in self.rows for name in [*each.yes, *each.maybe])]

    @property
    def seen(self) -> str:
        """A hash of the preview: it differs as soon as anything else would be changed, or another player counts on a
        night that is dropped.
        """
        parts = [
            f"{each.night and each.night.pk} {each.kind} {each.starts_at.timestamp()} {[*each.counting_on_it]}"
            for each in self.changed
        ]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def changes(club: Club, nights: Sequence[Night], new_pattern: Pattern | None = None) -> Changes:
    """Return what happens to the upcoming `nights` (at least one) with this pattern. Three queries."""
    now_pattern = pattern_of(nights)
    plan = _Plan(club, nights, now_pattern, new_pattern or now_pattern, _answers(nights))
    assert nights[0].series
    rows = sorted(plan.rows(), key=lambda each: each.starts_at)
    return Changes(club, nights[0].series, new_pattern or now_pattern, rows)


def _answers(nights: Sequence[Night]) -> Mapping[int, Sequence[NightAnswer]]:
    found: dict[int, list[NightAnswer]] = {night.pk: [] for night in nights}
    rows = NightAnswer.objects.filter(night__in=nights, player__former=None, player__is_active=True)
    for row in rows.exclude(answer=Answer.NO).select_related("player"):
        found[row.night_id].append(row)
    return found


@dataclass(frozen=True)
class _Plan:
    """Matches the nights to the days of a pattern: by the same day first, then by the same week or month."""

    club: Club
    nights: Sequence[Night]
    was: Pattern
    new_pattern: Pattern
    answers: Mapping[int, Sequence[NightAnswer]]
    target: dict[int, date] = field(default_factory=dict)

    def rows(self) -> list[Change]:
        if self.was == self.new_pattern:
            return [self._change(night, STAY) for night in self.nights]
        self._pair(lambda day: day)
        self._pair(self.new_pattern.group)
        fixed = {night.pk: self._fixed(night) for night in self.nights}
        rows = [fixed[night.pk] or self._moved(night) for night in self.nights]
        return [*rows, *self._new()]

    def _pair(self, key: Callable[[date], object]) -> None:
        free = [day for day in self.new_pattern.days if day not in self.target.values()]
        for night in self.nights:
            if night.pk in self.target:
                continue
            day = planned_start(night).date()
            found = next((each for each in free if key(each) == key(day)), None)
            if found:
                self.target[night.pk] = found
                free.remove(found)

    def _fixed(self, night: Night) -> Change | None:
        """Return the change of a night that does not move, or None. A night outside the current pattern was added by
        hand and stays; so does one that was skipped or moved alone, and one before the first week or month of the new
        pattern.
        """
        if planned_start(night).date() not in self.was_days:
            return self._change(night, STAY)
        if night.pk not in self.target:
            if self.new_pattern.group(planned_start(night)) < self.new_pattern.group(self.new_pattern.first):
                return self._change(night, STAY)
            used = night.pk in self.used
            return self._change(night, STAY if used and night.called_off_at else CALL_OFF if used else REMOVE)
        return self._change(night, STAY) if night.called_off_at or night.moved_from else None

    def _moved(self, night: Night) -> Change:
        start = _start(self.target[night.pk], self.new_pattern.at)
        if start == night.starts_at:
            return self._change(night, STAY)
        if start in self.taken or start <= timezone.now():
            return self._change(night, STAY, clash=True)
        return self._change(night, MOVE, start)

    def _new(self) -> list[Change]:
        """Return the nights to add. Days that were in the current pattern and have no night stay free."""
        paired, now = {*self.target.values()}, timezone.now()
        starts = [
            _start(day, self.new_pattern.at) for day in self.new_pattern.days if day not in paired | self.was_days
        ]
        return [Change(None, NEW, start) for start in starts if start > now and start not in self.taken]

    def _change(self, night: Night, kind: str, start: datetime | None = None, *, clash: bool = False) -> Change:
        said = {
            answer: [row.player.label for row in self.answers[night.pk] if row.answer == answer]
            for answer in (Answer.YES, Answer.MAYBE)
        }
        return Change(night, kind, start or night.starts_at, said[Answer.YES], said[Answer.MAYBE], clash)

    @cached_property
    def was_days(self) -> set[date]:
        return {*self.was.days}

    @cached_property
    def used(self) -> set[int]:
        rows = Night.objects.filter(IS_USED, pk__in=[night.pk for night in self.nights])
        return {*rows.values_list("pk", flat=True)}

    @cached_property
    def taken(self) -> set[datetime]:
        """The starts of the club's other nights, and of nights of the series that were moved alone."""
        others = self.club.nights.filter(called_off_at=None).exclude(pk__in=[night.pk for night in self.nights])
        alone = {night.starts_at for night in self.nights if night.moved_from and not night.called_off_at}
        return alone | {*others.filter(starts_at__gt=timezone.now()).values_list("starts_at", flat=True)}


def _start(day: date, at: time) -> datetime:
    return timezone.make_aware(datetime.combine(day, at))


def save(found: Changes) -> None:
    """Save the changes, within a transaction that holds the club's lock (`clubs/queries.py`). Nights that move keep
    their answers.
    """
    spans = spans_of(found.club)
    like = next((each.night for each in reversed(found.rows) if each.night and not each.night.called_off_at), None)
    about = {name: getattr(like, name) for name in Night.ABOUT} if like else {}
    fresh = []
    for each in found.changed:
        span = span_holding(spans, each.starts_at)
        start = {"starts_at": each.starts_at, "season_id": span.season if span else None}
        if each.night is None:
            fresh.append(Night(club=found.club, series=found.series, **start, **about))
        else:
            _apply(each.night, each.kind, start)
    Night.objects.bulk_create(fresh)


def _apply(night: Night, kind: str, start: Mapping[str, object]) -> None:
    if kind == REMOVE:
        night.delete()
    elif kind == CALL_OFF:
        call_off(night)
    else:
        for name, value in start.items():
            setattr(night, name, value)
        night.revise()
        night.save(update_fields=[*start, "revision", "changed_at"])
