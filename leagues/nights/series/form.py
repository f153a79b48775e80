"""The form for the pattern of a series: repetition, weekday, time, last day."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.fields import DayField
from clubs.language.dates import date_format
from clubs.language.locales import ordinal
from leagues.nights.series.clocks import why_skipped
from leagues.nights.series.days import LONGEST, WEEK, days_of
from leagues.nights.series.pattern import Pattern

LAST = "last"
MONDAY = date(2024, 1, 1)
REPEATS = {
    "weekly": gettext_lazy("Weekly"),
    "two-weekly": gettext_lazy("Every 2 weeks"),
    "monthly": gettext_lazy("Monthly"),
}
CHOOSE = {"required": gettext_lazy("Choose one of these."), "invalid_choice": gettext_lazy("Choose one of these.")}


def _weeks() -> list[tuple[str, str]]:
    return [*((str(number), ordinal(number)) for number in range(1, 5)), (LAST, _("last"))]


def _weekdays() -> list[tuple[str, str]]:
    return [(str(number), date_format(MONDAY + timedelta(days=number), "l")) for number in range(7)]


class SeriesForm(forms.Form):
    """`now` is the current pattern, which gives the initial values. `new_pattern` is set once the form is valid."""

    repeat = forms.ChoiceField(
        label=gettext_lazy("Repeats"), choices=list(REPEATS.items()), widget=forms.RadioSelect, error_messages=CHOOSE
    )
    week = forms.ChoiceField(label=gettext_lazy("Week of the month"), choices=_weeks, error_messages=CHOOSE)
    weekday = forms.ChoiceField(label=gettext_lazy("On"), choices=_weekdays, error_messages=CHOOSE)
    time = forms.TimeField(
        label=gettext_lazy("Starts"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={
            "required": gettext_lazy("Enter the start time."),
            "invalid": gettext_lazy("Enter the time as 19:30."),
        },
    )
    until = DayField(
        label=gettext_lazy("Until"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": gettext_lazy("Enter the date of the last night."),
            "invalid": gettext_lazy("Enter the date as 2027-05-27."),
        },
    )
    new_pattern: Pattern

    def __init__(self, data: Any, *, now: Pattern) -> None:
        self.now = now
        day = now.first
        number = LAST if now.repeat == LAST or day.day > 4 * WEEK.days else str((day.day - 1) // WEEK.days + 1)
        initial = {
            "repeat": "monthly" if now.repeat == LAST else now.repeat,
            "week": number,
            "weekday": str(day.weekday()),
            "time": now.at,
            "until": now.until,
        }
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            repeat = LAST if data["repeat"] == "monthly" and data["week"] == LAST else data["repeat"]
            self.new_pattern = Pattern(repeat, self._first(data), data["time"], data["until"])
            if problem := why_not(self.new_pattern):
                self.add_error("until", problem)
            elif problem := why_skipped(self.new_pattern.days, self.new_pattern.at):
                self.add_error("time", problem)
        return data

    def _first(self, data: dict[str, Any]) -> date:
        """Return the first day: in the week or month of the next night, or a later one if that day is past."""
        today, weekday = timezone.localdate(), int(data["weekday"])
        if data["repeat"] == "monthly":
            return _in_a_month(max(self.now.first.replace(day=1), today.replace(day=1)), weekday, data["week"])
        first = self.now.first + (weekday - self.now.first.weekday()) * WEEK / WEEK.days
        while first < today:
            first += 2 * WEEK if data["repeat"] == "two-weekly" else WEEK
        return first


def _in_a_month(month: date, weekday: int, week: str) -> date:
    """Return the first such day, from this month on, that is not past."""
    same = month.replace(day=1 + (weekday - month.weekday()) % WEEK.days)
    first = same if week == LAST else same + (int(week) - 1) * WEEK
    days = days_of(first, LAST if week == LAST else "monthly", first + LONGEST)
    return next(day for day in days if day >= timezone.localdate())


def why_not(new_pattern: Pattern) -> str:
    """Return why a series cannot have this pattern; "" if it can."""
    if new_pattern.until < new_pattern.first:
        words = _("The last night is before {day}. Choose a later date, or end the series.")
        return words.format(day=date_format(new_pattern.first, "j F Y"))
    if new_pattern.until - new_pattern.first > LONGEST:
        return _("At most a year at once. Choose an earlier date, and plan on when it is over.")
    return ""
