"""What a club is called, who may read its sheets, and who confirms and corrects them."""

from django import forms

from clubs.fields import NameField
from clubs.models import Club, Confirm
from clubs.models.club import LONGEST

SETTINGS = ["name", "history_is_open", "confirm", "correction_hours"]


class FoundingForm(forms.Form):
    club = NameField(
        label="The club is called",
        max_length=80,
        help_text="It stands at the top of every sheet.",
        missing="Write what the club is called.",
    )


class SettingsForm(forms.Form):
    name = NameField(label="The club is called", max_length=80, missing="Write what the club is called.")
    history_is_open = forms.BooleanField(
        label="Anybody may read the sheets",
        required=False,
        help_text="Otherwise sheets and statistics are for members who have signed in.",
    )

    confirm = forms.TypedChoiceField(
        label="Who confirms a sheet",
        choices=[(each.value, each.label.capitalize()) for each in Confirm],
        coerce=int,
        help_text="From a phone, by a code on the tablet. Until then its result counts nowhere. "
        "This is for matches that begin from now on.",
    )
    correction_hours = forms.IntegerField(
        label="Hours in which scorekeepers may correct a final sheet",
        required=False,
        min_value=0,
        max_value=LONGEST,
        help_text="After that only organisers do. Leave it empty, and only organisers correct what is final.",
        error_messages={
            "invalid": "Write the hours as a whole number.",
            "min_value": "Write 0 or more hours.",
            "max_value": "A year has 8760 hours; more is not needed.",
        },
    )

    def save(self, club: Club) -> None:
        for name in SETTINGS:
            setattr(club, name, self.cleaned_data[name])
        club.save(update_fields=SETTINGS)
