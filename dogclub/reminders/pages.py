"""The page of a member's email settings in one club, and the link in an email that turns its kind off."""

from http import HTTPStatus

from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view, private
from clubs.models import Club, Membership
from dogclub.models import EmailSettings, Reminder
from dogclub.reminders.address_check import send_check
from dogclub.reminders.forms import SWITCHES, EmailSettingsForm
from dogclub.reminders.members import settings_of, switch
from dogclub.reminders.refusals import address_of
from dogclub.reminders.unsubscribe import read_off_token


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def reminders(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    membership = Membership.objects.select_related("email_settings", "user", "club").get(club=club, user=access.user)
    asked = request.POST.get("do", "")
    if asked == "off":
        EmailSettings.objects.update_or_create(membership=membership, defaults=dict.fromkeys(SWITCHES, False))
        messages.success(request, _("All turned off."))
        return redirect("reminders", club.slug)
    if asked == "check":
        return _checked(request, membership)
    form = EmailSettingsForm(request.POST if request.method == "POST" else None, chosen=settings_of(membership))
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("reminders", club.slug)
    address = address_of(membership)
    context = {
        "access": access,
        "here": "more",
        "form": form,
        "problem": _problem(membership, address),
        "refusal": getattr(address, "refusal", None),
        "zone": timezone.get_current_timezone_name(),
        "is_all_off": not any(getattr(form.chosen, name) for name in SWITCHES),
    }
    return render(request, "dogclub/reminders/settings.html", context, status=422 if form.errors else 200)


def _checked(request: HttpRequest, membership: Membership) -> HttpResponseBase:
    """Send a confirmation link to a refused address; 429 for a user over the hourly limit."""
    too_many: HttpResponseBase | None = consume_or_429(request, action="check_address", user=membership.user)
    if too_many:
        return too_many
    address = address_of(membership)
    if address and hasattr(address, "refusal"):
        send_check(address)
        messages.success(request, _("Sent. Open the link in that email."))
    return redirect("reminders", membership.club.slug)


def _problem(membership: Membership, address: EmailAddress | None) -> str:
    """Return why no email would arrive: "not sent", "demo", "not confirmed", "refused", or an empty string."""
    if not settings.MAIL_IS_SENT:
        return "not sent"
    if membership.club.is_demo:
        return "demo"
    if address is None or not address.verified:
        return "not confirmed"
    return "refused" if hasattr(address, "refusal") else ""


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def reminders_off(request: HttpRequest, token: str) -> HttpResponseBase:
    """Turn a kind off. A one-click POST by a mailbox (RFC 8058) is authorised by the token alone; the page has a
    form with CSRF protection.
    """
    found = read_off_token(token)
    if request.method == "POST" and request.POST.get("List-Unsubscribe") == "One-Click" and found and found[0]:
        switch(found[0], found[1], on=False)
        return HttpResponse(_("Turned off."), content_type="text/plain")
    return _off_page(request, found)


@csrf_protect
def _off_page(request: HttpRequest, found: tuple[Membership | None, Reminder.Kind] | None) -> HttpResponseBase:
    """The page of the link. GET changes nothing; with `?do=off`, the link in the text, a script submits the form at
    once.
    """
    if found is None:
        return private(_shut(request, "wrong", HTTPStatus.NOT_FOUND))
    membership, kind = found
    if membership is None:
        return private(_shut(request, "left", HTTPStatus.GONE))
    if request.method == "POST":
        switch(membership, kind, on=request.POST.get("do") == "on")
        return redirect(request.path)
    is_on = getattr(settings_of(membership), kind)
    context = {
        "club": membership.club,
        "membership": membership,
        "kind": kind,
        "is_on": is_on,
        "tapped": is_on and request.GET.get("do") == "off",
    }
    return private(render(request, "dogclub/reminders/off.html", context))


def _shut(request: HttpRequest, why: str, status: int) -> HttpResponse:
    return render(request, "dogclub/reminders/shut.html", {"why": why}, status=status)
