"""The form for a webhook."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext_lazy

from dogclub.webhooks.addresses import INSIDE, UNENCRYPTED, is_plainly_inside, is_plainly_outside
from dogclub.webhooks.events import EVENTS

NO_ADDRESS = gettext_lazy("Enter a URL that begins with https://, like https://dogs.example/hook.")


class WebhookForm(forms.Form):
    url = forms.URLField(
        label=gettext_lazy("Address"),
        max_length=300,
        assume_scheme="https",
        error_messages={"invalid": NO_ADDRESS, "required": NO_ADDRESS},
        help_text=gettext_lazy("Events are sent there as signed JSON."),
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Events"),
        choices=list(EVENTS.items()),
        initial=list(EVENTS),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one.")},
    )

    def clean_url(self) -> Any:
        import httpx

        url = self.cleaned_data["url"]
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.username or parts.password or not parts.hostname:
            raise forms.ValidationError(NO_ADDRESS)
        try:
            httpx.URL(url)
        except httpx.InvalidURL as error:  # a host name with characters that are not allowed
            raise forms.ValidationError(NO_ADDRESS) from error
        if is_plainly_inside(parts.hostname):
            raise forms.ValidationError(INSIDE)
        if parts.scheme != "https" and is_plainly_outside(parts.hostname):
            raise forms.ValidationError(UNENCRYPTED)
        return url
