"""Pages of a club's webhooks: organisers add, test, resume and remove them."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Role
from dogclub.models import Webhook
from dogclub.notify.webhooks.delivery import EVENTS
from dogclub.notify.webhooks.management import (
    TOO_MANY,
    WebhookForm,
    add,
    deliveries,
    find,
    is_full,
    remove,
    resume,
    send_test,
    webhooks_of,
)

TRIED = gettext_lazy("Test sent. Reload this page in a moment.")


@require_safe
@club_view(Role.ORGANISER)
def webhooks(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return _list(request, access, WebhookForm())


def _list(request: HttpRequest, access: Access, form: WebhookForm, status: int = 200) -> HttpResponse:
    context = {
        "access": access,
        "here": "manage",
        "webhooks": list(webhooks_of(access.club)),
        "form": form,
    }
    return render(request, "dogclub/notify/webhooks/webhooks.html", context, status=status)


@require_POST
@club_view(Role.ORGANISER)
def webhook_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """The response shows the secret, which no other page does."""
    form = WebhookForm(request.POST)
    if form.is_valid() and is_full(club):
        form.add_error(None, str(TOO_MANY))
    if not form.is_valid():
        return _list(request, access, form, status=422)
    webhook = add(club, access.user, **form.cleaned_data)
    response = _one(request, access, webhook, secret=webhook.secret)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@require_safe
@club_view(Role.ORGANISER)
def webhook(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    return _one(request, access, find(club, pk))


def _one(request: HttpRequest, access: Access, webhook: Webhook, secret: str = "") -> HttpResponse:
    context = {
        "access": access,
        "here": "manage",
        "webhook": webhook,
        "secret": secret,
        "sent_events": [words for event, words in EVENTS.items() if event in webhook.events],
        "deliveries": [(job, EVENTS.get(job.asked.get("event", ""), _("A test"))) for job in deliveries(webhook)],
    }
    return render(request, "dogclub/notify/webhooks/webhook.html", context)


@require_POST
@club_view(Role.ORGANISER)
def webhook_remove(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    remove(find(club, pk))
    messages.success(request, _("Webhook removed."))
    return redirect("webhooks", club.slug)


@require_POST
@club_view(Role.ORGANISER)
def webhook_resume(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    webhook = find(club, pk)
    resume(webhook)
    messages.success(request, _("Resumed. Events from the meantime are not sent."))
    return redirect("webhook", club.slug, webhook.pk)


@require_POST
@club_view(Role.ORGANISER)
def webhook_test(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    webhook = find(club, pk)
    send_test(webhook, access.user)
    messages.info(request, TRIED)
    return redirect("webhook", club.slug, webhook.pk)
