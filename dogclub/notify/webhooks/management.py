"""Operations on a club's webhooks, for its pages and the API."""

from collections.abc import Sequence
from urllib.parse import urlsplit
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from clubs.models import Club, User
from dogclub.jobs.asking import enqueue
from dogclub.models import Job, Webhook
from dogclub.notify.webhooks.addresses import INSIDE, UNENCRYPTED, is_plainly_inside, is_plainly_outside
from dogclub.notify.webhooks.delivery import EVENTS, TEST, new_secret

# The form for a webhook.


CHOOSE = gettext_lazy("Choose at least one.")
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
        error_messages={"required": CHOOSE},
    )

    def clean_url(self) -> str:
        return callable_url(self.cleaned_data["url"])


def callable_url(url: str) -> str:
    """Return the URL if requests may be sent to it. Raise ValidationError."""
    import httpx

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


SHOWN_DELIVERIES = 20
MAX_WEBHOOKS = 10
TOO_MANY = format_lazy(gettext_lazy("That would be more than {most} webhooks. Remove one first."), most=MAX_WEBHOOKS)


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Return the webhooks that are not removed."""
    return Webhook.objects.filter(club=club, removed_at=None)


def find(club: Club, pk: UUID) -> Webhook:
    """Return a webhook that is not removed. Raise Http404."""
    return get_object_or_404(webhooks_of(club).select_related("club", "created_by"), pk=pk)


def is_full(club: Club) -> bool:
    """Whether the club has as many webhooks as are allowed."""
    return webhooks_of(club).count() >= MAX_WEBHOOKS


def add(club: Club, by: User | None, url: str, events: Sequence[str]) -> Webhook:
    """Create a webhook with a new secret."""
    return Webhook.objects.create(club=club, created_by=by, secret=new_secret(), url=url, events=list(events))


def deliveries(webhook: Webhook) -> QuerySet[Job]:
    """Return the latest deliveries, newest first."""
    return Job.objects.filter(club=webhook.club_id, kind="hook", asked__hook=str(webhook.pk))[:SHOWN_DELIVERIES]


def send_test(webhook: Webhook, by: User | None) -> Job:
    """Enqueue a test delivery."""
    return enqueue("hook", webhook.club, by, {"hook": str(webhook.pk), "event": TEST, "data": {"words": "Woof."}})


def resume(webhook: Webhook) -> None:
    """End the pause after failed deliveries."""
    Webhook.objects.filter(pk=webhook.pk).update(paused_at=None, paused_because="")


def remove(webhook: Webhook) -> None:
    """Mark the webhook as removed."""
    Webhook.objects.filter(pk=webhook.pk).update(removed_at=timezone.now())
