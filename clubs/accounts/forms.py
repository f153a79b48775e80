"""The form for the name of an account's person."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from clubs.accounts.passwords import refuse_names
from clubs.fields import NameField
from clubs.models import User


class PersonForm(forms.Form):
    """Shown at sign-up, and to change the name."""

    name = NameField(
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("What the others call you at the table."),
        missing=gettext_lazy("Enter the name the others call you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("name", "email", "password1")

    def clean(self) -> dict[str, Any]:
        """Compare the password with the names in the form: at sign-up there is no user yet whose names could be
        compared.
        """
        super().clean()
        try:
            refuse_names(
                self.cleaned_data.get("password1", ""), [self.cleaned_data.get("name", ""), self.data.get("club", "")]
            )
        except ValidationError as error:
            self.add_error("password1", error)
        return self.cleaned_data

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth after the account is created."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
