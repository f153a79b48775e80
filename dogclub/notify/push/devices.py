"""The browsers that a member turned notifications on for, and what the member chose; for pages and the API."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Membership, User
from dogclub.models import PushDevice, PushSettings
from dogclub.models.push import HOURS
from dogclub.notify.push.encryption import BadKey, check_keys, fingerprint
from dogclub.notify.webhooks.management import callable_url

SWITCHES = ("night", "seat", "confirmation", "trophy")
FIELDS = (*SWITCHES, "quiet_from", "quiet_until")
MOST_DEVICES, LONGEST_ENDPOINT, LONGEST_LABEL = 10, 500, 80
CHOICES = [(hour, f"{hour:02}:00") for hour in HOURS]


class PushSettingsForm(forms.Form):
    night = forms.BooleanField(
        label=gettext_lazy("My night is tomorrow, and I haven’t answered"),
        required=False,
        help_text=gettext_lazy("The day before, from 10:00, with a page to answer on."),
    )
    seat = forms.BooleanField(
        label=gettext_lazy("A place came free for me"),
        required=False,
        help_text=gettext_lazy("At once, when you were next on the waiting list."),
    )
    confirmation = forms.BooleanField(
        label=gettext_lazy("A sheet waits for my confirmation"),
        required=False,
        help_text=gettext_lazy("An hour after the match, if it is yours to confirm."),
    )
    trophy = forms.BooleanField(
        label=gettext_lazy("My trophy was taken"),
        required=False,
        help_text=gettext_lazy("An hour after the match: who has it now."),
    )
    quiet_from = forms.TypedChoiceField(label=gettext_lazy("Quiet from"), choices=CHOICES, coerce=int)
    quiet_until = forms.TypedChoiceField(label=gettext_lazy("Quiet until"), choices=CHOICES, coerce=int)

    def __init__(self, data: Any = None, *, chosen: PushSettings) -> None:
        super().__init__(data, initial={name: getattr(chosen, name) for name in FIELDS})
        self.chosen = chosen

    def save(self) -> None:
        for name in FIELDS:
            setattr(self.chosen, name, self.cleaned_data[name])
        self.chosen.save()


class DeviceForm(forms.Form):
    """What the browser says of its subscription."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
    server_key = forms.CharField(max_length=100)

    def clean_endpoint(self) -> str:
        return callable_url(self.cleaned_data["endpoint"])

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        if "p256dh" in found and "auth" in found:
            try:
                check_keys(found["p256dh"], found["auth"])
            except BadKey as error:
                raise forms.ValidationError("keys", code="keys") from error
        return found


def settings_of(membership: Membership) -> PushSettings:
    """Return the member's settings, or the defaults unsaved."""
    try:
        return membership.push_settings
    except PushSettings.DoesNotExist:
        return PushSettings(membership=membership)


def add(user: User, given: dict[str, str], browser: str) -> PushDevice:
    """Store the browser's subscription, as this user's from now on. The oldest beyond the limit are forgotten."""
    fields = {name: given[name] for name in ("endpoint", "auth", "p256dh", "server_key")}
    row, _is_new = PushDevice.objects.update_or_create(
        fingerprint=fingerprint(given["endpoint"]), defaults={**fields, "user": user, "label": browser[:LONGEST_LABEL]}
    )
    newest = PushDevice.objects.filter(user=user).order_by("-created_at", "-pk").values_list("pk", flat=True)
    PushDevice.objects.filter(pk__in=list(newest[MOST_DEVICES:])).delete()
    return row


def forget(user: User, endpoint: str) -> None:
    """Send nothing more to this browser."""
    PushDevice.objects.filter(user=user, fingerprint=fingerprint(endpoint)).delete()


BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"))


def browser_of(agent: str) -> str:
    """Return a name such as `Firefox, Android` for a User-Agent.

    >>> browser_of("Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0")
    'Firefox, Android'
    """
    browser = next((name for mark, name in BROWSERS if mark in agent), _("a browser"))
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return f"{browser}, {system}" if system else browser
