"""The form for a member's email settings."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from dogclub.models import EmailSettings
from dogclub.models.reminder import FIRST_HOUR, LAST_HOUR, Weekday

SWITCHES = ("night", "confirmation", "report", "trophy", "digest")
FIELDS = (*SWITCHES, "digest_day", "digest_hour")
HOURS = [(hour, f"{hour:02}:00") for hour in range(FIRST_HOUR, LAST_HOUR + 1)]


class EmailSettingsForm(forms.Form):
    night = forms.BooleanField(
        label=gettext_lazy("A night is coming up and I haven’t answered"),
        required=False,
        help_text=gettext_lazy(
            "From 10:00 on the day before, or on an earlier day if answers close before 16:00 on the day before. "
            "Yes, Maybe and No are in the email. Not sent once you have answered."
        ),
    )
    confirmation = forms.BooleanField(
        label=gettext_lazy("A sheet waits for my confirmation"),
        required=False,
        help_text=gettext_lazy("Once, an hour after the match."),
    )
    report = forms.BooleanField(
        label=gettext_lazy("The night report is out"),
        required=False,
        help_text=gettext_lazy("Once the night is closed, or half a day later."),
    )
    trophy = forms.BooleanField(
        label=gettext_lazy("My trophy was taken"),
        required=False,
        help_text=gettext_lazy("Who took it, and with what total."),
    )
    digest = forms.BooleanField(
        label=gettext_lazy("Last night, standings, next night"),
        required=False,
        help_text=gettext_lazy("One email a week instead of the report emails; none in a week without a night."),
    )
    digest_day = forms.TypedChoiceField(label=gettext_lazy("Sent on"), choices=Weekday.choices, coerce=int)
    digest_hour = forms.TypedChoiceField(label=pgettext_lazy("a time", "At"), choices=HOURS, coerce=int)

    def __init__(self, data: Any = None, *, chosen: EmailSettings) -> None:
        super().__init__(data, initial={name: getattr(chosen, name) for name in FIELDS})
        self.chosen = chosen
        if chosen.digest:
            self.fields["report"].help_text = _("With the weekly digest it is in that instead.")

    def save(self) -> None:
        for name in FIELDS:
            setattr(self.chosen, name, self.cleaned_data[name])
        self.chosen.save()
