"""The form for a season: name, first and last day."""

import re
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.calendar.seasons import days_of, overlapping
from clubs.fields import DayField as CalendarDayField
from clubs.fields import NameField
from clubs.models import Season
from clubs.names import looks

FIRST, LAST = date(1900, 1, 1), date(2999, 12, 31)
WRONG = {
    "required": gettext_lazy("Choose a day."),
    "invalid": gettext_lazy("Enter the day as year-month-day, like 2026-09-01."),
}


class DayField(CalendarDayField):
    """A day in the years 1900 to 2999."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(input_formats=["%Y-%m-%d"], widget=widget, error_messages=WRONG, **kwargs)

    def clean(self, value: Any) -> Any:
        day = super().clean(value)
        if day and not FIRST <= day <= LAST:
            raise ValidationError(_("Choose a day from {first} to {last}.").format(first=FIRST.year, last=LAST.year))
        return day


class SeasonForm(forms.Form):
    """A new season of the club, or an existing one."""

    name = NameField(
        label=gettext_lazy("Name"),
        missing=gettext_lazy("Enter the season’s name."),
        help_text=gettext_lazy("For example: Autumn 2026"),
    )
    starts_on = DayField(label=gettext_lazy("First day"))
    ends_on = DayField(label=gettext_lazy("Last day"))

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        self.season = season
        super().__init__(*args, **kwargs)
        self.initial = {name: getattr(season, name) for name in self.fields}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        others = self.season.club.seasons.exclude(pk=self.season.pk).values_list("name", flat=True)
        if name in others:
            raise ValidationError(
                _("The club already has a season called {name}. Choose another name.").format(name=name)
            )
        if name != self.season.name and (other := next((each for each in others if _look_alike(name, each)), None)):
            words = _("“{name}” looks like a season of the club, {other}. Choose a name that differs more.")
            raise ValidationError(words.format(name=name, other=other))
        return name

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The season would end before it begins: choose a later last day."))
        elif first and last and (other := overlapping(self.season.club, first, last, self.season.pk)):
            self.add_error(
                "starts_on",
                _("These days overlap {other}, {days_of}. Choose others, or change that season first.").format(
                    other=other.name, days_of=days_of(other)
                ),
            )
        return data

    def fill(self) -> Season:
        """Return the season with the values of the form; it is not saved."""
        for name in self.fields:
            setattr(self.season, name, self.cleaned_data[name])
        return self.season


def _look_alike(name: str, other: str) -> bool:
    """Whether two names differ only in how they are written. Figures count: 1/2 is not 12."""
    return bool(looks(name) & looks(other)) and re.findall(r"\d+", name) == re.findall(r"\d+", other)
