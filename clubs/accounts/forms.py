"""The person behind an account."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from clubs.accounts.passwords import refuse_names
from clubs.fields import NameField
from clubs.models import User


class PersonForm(forms.Form):
    """Asked when an account is made, and again whenever somebody wants another name."""

    name = NameField(
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("What the others call you at the table."),
        missing=gettext_lazy("Enter the name the others call you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("name", "email", "password1")

    def clean(self) -> dict[str, Any]:
        """At sign-up there is no person yet whose names a password could be compared with."""
        super().clean()
        try:
            refuse_names(
                self.cleaned_data.get("password1", ""), [self.cleaned_data.get("name", ""), self.data.get("club", "")]
            )
        except ValidationError as error:
            self.add_error("password1", error)
        return self.cleaned_data

    def signup(self, request: HttpRequest, user: User) -> None:
        """allauth calls this once the account stands."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
