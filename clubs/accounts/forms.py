"""The person behind an account."""

from django import forms
from django.http import HttpRequest

from clubs.fields import NameField
from clubs.models import User


class PersonForm(forms.Form):
    """Asked when an account is made, and again whenever somebody wants another name."""

    name = NameField(
        label="You are called",
        help_text="As the others say it at the table.",
        missing="Write the name the others call you by.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("name", "email", "password1")

    def signup(self, request: HttpRequest, user: User) -> None:
        """allauth calls this once the account stands."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
