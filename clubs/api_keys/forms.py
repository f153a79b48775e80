"""The form for a new API key."""

import uuid
from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.fields import NameField
from clubs.models import Scope

DAYS = [
    (365, gettext_lazy("a year")),
    (90, gettext_lazy("three months")),
    (30, gettext_lazy("a month")),
    (0, gettext_lazy("until I revoke it")),
]


class KeyForm(forms.Form):
    """`made` is the new row's id, so that submitting the form twice does not make two keys."""

    label = NameField(label=gettext_lazy("Name"), missing=gettext_lazy("Enter what the key is for."))
    scope = forms.ChoiceField(label=gettext_lazy("Access"), choices=Scope.choices, initial=Scope.RESULTS)
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), coerce=int, choices=DAYS, initial=365)
    made = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)

    def until(self) -> datetime | None:
        """Return when the key expires, or None for never."""
        days: int = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None
