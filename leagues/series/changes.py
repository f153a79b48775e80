"""What a new pattern does to the upcoming nights of a series: previewed first, then saved."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from functools import cached_property
from uuid import UUID

from django.utils import timezone

from clubs.calendar.answers import Answer
from clubs.calendar.nights import call_off
from clubs.calendar.seasons import span_holding, spans_of
from clubs.models import Club, Night, NightAnswer
from leagues.series.pattern import Pattern, pattern_of, planned_start
from leagues.series.planning import IS_USED

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
