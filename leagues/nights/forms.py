"""Forms for a night of the calendar: when, where, its name."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubs.calendar.answers import announce_moved_up, waiting_players
from clubs.calendar.nights import Refused, check_day, season_of, why_start_is_fixed
from clubs.fields import TOO_LONG, DayField, NameField
from clubs.models import Night
from clubs.models.calendar import CLOSINGS, MOST_PLACES
from clubs.names import check_name, tidy_name
from leagues.series.changes import note_move
from leagues.series.form import CHOOSE, LastDayField, StartField
from leagues.series.pattern import check_span, days_of, why_skipped


def closing_words(minutes: int) -> str:
    """Return `2 hours before the start`."""
    if minutes == 0:
        return _("When the night begins")
    hours, days = minutes // 60, minutes // (24 * 60)
    if days and days * 24 * 60 == minutes:
        return ngettext("{count} day before the start", "{count} days before the start", days).format(count=days)
    if hours * 60 == minutes:
        return ngettext("{count} hour before the start", "{count} hours before the start", hours).format(count=hours)
    words = ngettext("{count} minute before the start", "{count} minutes before the start", minutes)
    return words.format(count=minutes)


def _closings() -> list[tuple[int, str]]:
    return [(minutes, closing_words(minutes)) for minutes in CLOSINGS]


class NightForm(forms.Form):
    """A new night, or an existing one; the start cannot be changed once somebody is here."""

    day = DayField(
        label=gettext_lazy("Day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": gettext_lazy("Enter the day."),
            "invalid": gettext_lazy("Enter the day as 2026-11-26."),
        },
    )
    time = StartField(help_text=gettext_lazy("Cannot be changed once somebody is here."))
    place = NameField(label=pgettext_lazy("where", "Place"), required=False, max_length=80)
    name = NameField(
        label=gettext_lazy("Name"),
        required=False,
        help_text=gettext_lazy("For a special night: the cup final, the summer party."),
    )
    places = forms.IntegerField(
        label=pgettext_lazy("how many can come", "Places"),
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        help_text=gettext_lazy(
            "How many can come, guests included. Empty: no limit. Whoever says yes later is on a waiting list."
        ),
        error_messages={
            "invalid": gettext_lazy("Enter a whole number, or leave it empty."),
            "min_value": gettext_lazy("A night has at least one place."),
            "max_value": gettext_lazy("At most %(limit_value)d places, please."),
        },
    )
    answers_close = forms.TypedChoiceField(
        label=gettext_lazy("Answers close"),
        coerce=int,
        empty_value=cast("Any", 0),  # the type of the stored number, with which it is compared
        choices=_closings,
        required=False,
        error_messages=CHOOSE,
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=300,
        error_messages={"max_length": TOO_LONG},
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("What everybody should know beforehand."),
    )

    def __init__(self, *args: Any, night: Night, **kwargs: Any) -> None:
        self.night = night
        super().__init__(*args, **kwargs)
        if night.starts_at:
            local = timezone.localtime(night.starts_at)
            self.initial = {"day": local.date(), "time": local.time().replace(second=0, microsecond=0)}
        self.initial = {**self.initial, **{name: getattr(night, name) for name in Night.ABOUT}}

    def clean_day(self) -> Any:
        day = self.cleaned_data["day"]
        try:
            check_day(day)
        except Refused as refused:
            raise ValidationError(str(refused)) from refused
        return day

    def clean_note(self) -> str:
        note = tidy_name(self.cleaned_data["note"])
        if note:
            check_name(note)
        return note

    def clean(self) -> dict[str, Any]:
        """Add `starts_at`, which cannot be changed once somebody is here."""
        data = self.cleaned_data
        if data.get("day") and data.get("time"):
            data["starts_at"] = timezone.make_aware(datetime.combine(data["day"], data["time"]))
            self._check_clock([data["day"]])
            self._check_start(data["starts_at"])
        return data

    def _check_clock(self, days: Sequence[date]) -> None:
        if problem := why_skipped(days, self.cleaned_data["time"]):
            self.add_error("time", problem)

    def _check_start(self, starts_at: datetime) -> None:
        before = self.night.starts_at
        moved = self.night.pk and starts_at != before.replace(second=0, microsecond=0)
        if moved and (reason := why_start_is_fixed(self.night)):
            self.add_error("time", reason)
        others = self.night.club.nights.filter(starts_at=starts_at, called_off_at=None).exclude(pk=self.night.pk)
        if others.exists():
            self.add_error("time", _("The club already has a night at that time."))

    def save(self) -> Night:
        """Save the night; a higher limit of places can move players up from the waiting list."""
        waited = waiting_players(self.night) if self.night.pk else set()
        night, data, was = self.night, self.cleaned_data, self.night.starts_at if self.night.pk else None
        for name in Night.ABOUT:
            setattr(night, name, data[name])
        if "day" in self.changed_data or "time" in self.changed_data or not night.pk:
            night.starts_at = data["starts_at"]
            night.season = season_of(night.club, data["day"])
            note_move(night, was)
        if night.pk and self.has_changed():
            night.revise()
        night.save()
        announce_moved_up(night, waited)
        return night


class NewNightForm(NightForm):
    """A new night, or a whole series of nights."""

    field_order = ("day", "time", "repeat", "until")

    repeat = forms.ChoiceField(
        label=gettext_lazy("Repeats"),
        choices=[
            ("", gettext_lazy("Never")),
            ("weekly", gettext_lazy("Every week")),
            ("two-weekly", gettext_lazy("Every two weeks")),
            ("monthly", gettext_lazy("Every month, such as the first Thursday")),
            ("last", gettext_lazy("Every month, the last such weekday")),
        ],
        required=False,
    )
    until = LastDayField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("repeat") and data.get("day") and "until" not in self.errors:
            self._check_days(data["day"], data.get("until"))
        return data

    def _check_days(self, first: date, until: date | None) -> None:
        if until is None:
            self.add_error("until", self.fields["until"].error_messages["required"])
            return
        if until < first:
            self.add_error("until", _("The last night is before the first. Choose a later date."))
            return
        try:
            check_span(first, until)
        except Refused as refused:
            self.add_error("until", str(refused))
            return
        self.days = days_of(first, self.cleaned_data["repeat"], until)
        if len(self.days) < 2:
            self.add_error("until", _("There is no second night by then. Choose a later date, or no repeat."))
        elif self.cleaned_data.get("time"):
            super()._check_clock(self.days)

    def _check_clock(self, days: Sequence[date]) -> None:
        """For a series this is checked for all its nights, once the days are known."""
        if not self.data.get("repeat"):
            super()._check_clock(days)

    def _check_start(self, starts_at: datetime) -> None:
        """For a series there is no error: nights that the club already has are skipped."""
        if not self.data.get("repeat"):
            super()._check_start(starts_at)
