"""What a new key is for, what it may do and how long."""

import uuid
from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.fields import NameField
from clubs.models import Scope

DAYS = [(365, "a year"), (90, "three months"), (30, "a month"), (0, "until I revoke it")]


class KeyForm(forms.Form):
    """`made` is the new row's id, so that sending the form twice does not make two keys."""

    label = NameField(label="Name", missing=gettext_lazy("Enter what the key is for."))
    scope = forms.ChoiceField(label="Access", choices=Scope.choices, initial=Scope.RESULTS)
    days = forms.TypedChoiceField(label="Valid for", coerce=int, choices=DAYS, initial=365)
    made = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)

    def until(self) -> datetime | None:
        days: int = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None
