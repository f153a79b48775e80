"""The page of a member's notifications: turn this browser on or off, what is sent, quiet hours, a test; and the page on
which an organiser reminds those who have not answered for a night.
"""

from collections.abc import Sequence
from typing import Any

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.calendar.answers import remind, silent_players, why_no_reminder
from clubs.calendar.nights import Refused
from clubs.models import Club, Membership, Night, Role
from clubs.queries import serialised
from clubs.responses import saved
from dogclub.models import Chat, EmailSettings, PushDevice, PushSettings, Reminder
from dogclub.notify.push import devices
from dogclub.notify.push.delivery import members_with_device, send_test
from dogclub.notify.push.devices import SWITCHES, DeviceForm, PushSettingsForm, fingerprint, server_key
from dogclub.notify.reminders.email import by_player, reachable, settings_of, that_want
from dogclub.notify.reminders.pages import SWITCHES as EMAIL_SWITCHES
from dogclub.notify.reminders.pages import EmailKindsForm
from games.base.names import listed, shortened

EMAILS = "emails"  # the prefix of the fields for emails, and the field that says that they are in the form
KINDS = (
    (gettext_lazy("Nights"), ("night", "seat")),
    (gettext_lazy("Results"), ("confirmation", "report", "trophy")),
)
Way = tuple[Any, Any, Sequence[BoundField | None]]


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def phone(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    membership = Membership.objects.select_related("user", "club").get(club=club, user=access.user)
    asked = request.POST.get("do", "")
    if asked:
        return _done(request, membership, asked)
    data = request.POST if request.method == "POST" else None
    form = PushSettingsForm(data, chosen=devices.settings_of(membership))
    has_emails = data is None or EMAILS in data
    emails = EmailKindsForm(data if has_emails else None, chosen=settings_of(membership), prefix=EMAILS)
    if form.is_valid() and (emails.is_valid() or not has_emails):
        form.save()
        if has_emails:
            emails.save()
        messages.success(request, saved())
        return redirect("phone", club.slug)
    return _page(request, access, membership, form, emails)


def _page(
    request: HttpRequest, access: Access, membership: Membership, form: PushSettingsForm, emails: EmailKindsForm
) -> HttpResponse:
    chat = Chat.objects.filter(club=membership.club, paused_at=None).first()
    rows = list(PushDevice.objects.filter(user=membership.user))
    context = {
        "access": access,
        "here": "more",
        "form": form,
        "emails": EMAILS,
        "groups": [(heading, [_ways(name, emails, form) for name in names]) for heading, names in KINDS],
        "chat": chat.get_service_display() if chat and Chat.Post.RESULTS in chat.posts else "",
        "devices": rows,
        "known": " ".join(row.fingerprint for row in rows),
        "server_key": server_key(),
        "zone": timezone.get_current_timezone_name(),
        "is_all_off": not any(
            getattr(each.chosen, name) for each, names in ((form, SWITCHES), (emails, EMAIL_SWITCHES)) for name in names
        ),
    }
    return render(request, "dogclub/notify/push/phone.html", context, status=422 if form.errors else 200)


def _ways(name: str, emails: EmailKindsForm, form: PushSettingsForm) -> Way:
    """Return a row of the table: what, when, and its boxes, None where it is not sent that way."""
    boxes = [each[name] if name in each.fields else None for each in (emails, form)]
    about = next(box for box in reversed(boxes) if box)
    label, hint = about.label, about.help_text
    for box in filter(None, boxes):
        box.help_text = ""  # it stands once, in the heading of the row
    return label, hint, boxes


def _done(request: HttpRequest, membership: Membership, asked: str) -> HttpResponseBase:
    if asked == "on":
        form = DeviceForm(request.POST)
        if not form.is_valid():
            raise BadRequest("The browser’s subscription is incomplete.")
        devices.add(membership.user, form.cleaned_data, devices.browser_of(request.headers.get("User-Agent", "")))
        messages.success(request, _("Turned on for this browser. Send yourself a test."))
    elif asked == "forget":
        devices.forget(membership.user, request.POST.get("endpoint", ""))
        messages.success(request, _("Turned off for this browser."))
    elif asked == "off":
        PushSettings.objects.filter(membership=membership).update(**dict.fromkeys(SWITCHES, False))
        EmailSettings.objects.update_or_create(membership=membership, defaults=dict.fromkeys(EMAIL_SWITCHES, False))
        messages.success(request, _("No kind is sent any more."))
    elif asked == "test":
        return _tested(request, membership)
    else:
        raise BadRequest("“do” is one of on, forget, off, test.")
    return redirect("phone", membership.club.slug)


def _tested(request: HttpRequest, membership: Membership) -> HttpResponseBase:
    too_many: HttpResponseBase | None = consume_or_429(request, action="push_test", user=membership.user)
    if too_many:
        return too_many
    mark = fingerprint(request.POST.get("endpoint", ""))
    device = PushDevice.objects.filter(user=membership.user, fingerprint=mark).first()
    if device:
        send_test(device, membership)
        messages.info(request, _("Test sent: it arrives in a moment, unless the browser is silenced."))
    return redirect("phone", membership.club.slug)


# Reminding those who have not answered.


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def night_remind(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """GET says who gets it and who cannot be reached; POST asks for it."""
    night = get_object_or_404(Night.objects.select_related("club"), club=club, pk=pk)
    if request.method == "POST":
        try:
            remind(night)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("The reminder is on its way."))
        return redirect("night", club.slug, pk)
    reached = _reached(club)
    silent = list(silent_players(night))
    names = dict(zip((player.pk for player in silent), shortened([player.label for player in silent]), strict=True))
    context = {
        "access": access,
        "here": "nights",
        "night": night,
        "why": why_no_reminder(night),
        "gets": listed([name for key, name in names.items() if key in reached]),
        "missed": listed([name for key, name in names.items() if key not in reached]),
    }
    return render(request, "dogclub/notify/push/night_reminder.html", context)


def _reached(club: Club) -> set[int]:
    """Return the players whom the reminder reaches, by email or on a phone. Two queries."""
    by_email = that_want(reachable(club), Reminder.Kind.NIGHT)
    by_phone = members_with_device(club, push_settings__night=True)
    return {*by_player([*by_email, *by_phone])}
