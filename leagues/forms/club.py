"""What a club is called, and who may read its sheets."""

from django import forms

from leagues.forms.fields import NameField
from leagues.models import Club


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

    def save(self, club: Club) -> None:
        club.name = self.cleaned_data["name"]
        club.history_is_open = self.cleaned_data["history_is_open"]
        club.save(update_fields=["name", "history_is_open"])
