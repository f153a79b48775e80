"""The page of a member's email settings in one club, and the link in an email that turns its kind off."""

from http import HTTPStatus
from typing import Any

from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume_or_429
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view, private
from clubs.models import Club, Membership
from clubs.responses import saved
from dogclub.models import EmailSettings, Reminder
from dogclub.models.notify import FIRST_HOUR, LAST_HOUR, Weekday
from dogclub.notify.reminders.delivery import send_check
from dogclub.notify.reminders.email import address_of, read_off_token, settings_of, switch

# The form for a member's email settings.


SWITCHES = ("night", "confirmation", "report", "trophy", "digest")
FIELDS = (*SWITCHES, "digest_day", "digest_hour")
HOURS = [(hour, f"{hour:02}:00") for hour in range(FIRST_HOUR, LAST_HOUR + 1)]


class EmailSettingsForm(forms.Form):
    night = forms.BooleanField(
        label=gettext_lazy("A night is coming up and I haven’t answered"),
        required=False,
        help_text=gettext_lazy(
            "From 10:00 on the day before, or on an earlier day if answers close before 16:00 on the day before. "
            "Yes, Maybe and No are in the email. Not sent once you have answered."
        ),
    )
    confirmation = forms.BooleanField(
        label=gettext_lazy("A sheet waits for my confirmation"),
        required=False,
        help_text=gettext_lazy("Once, an hour after the match."),
    )
    report = forms.BooleanField(
        label=gettext_lazy("The night report is out"),
        required=False,
        help_text=gettext_lazy("Once the night is closed, or half a day later."),
    )
    trophy = forms.BooleanField(
        label=gettext_lazy("My trophy was taken"),
        required=False,
        help_text=gettext_lazy("Who took it, and with what total."),
    )
    digest = forms.BooleanField(
        label=gettext_lazy("Last night, standings, next night"),
        required=False,
        help_text=gettext_lazy("One email a week instead of the report emails; none in a week without a night."),
    )
    digest_day = forms.TypedChoiceField(label=gettext_lazy("Sent on"), choices=Weekday.choices, coerce=int)
    digest_hour = forms.TypedChoiceField(label=pgettext_lazy("a time", "At"), choices=HOURS, coerce=int)

    def __init__(self, data: Any = None, *, chosen: EmailSettings, prefix: str | None = None) -> None:
        super().__init__(data, initial={name: getattr(chosen, name) for name in FIELDS}, prefix=prefix)
        self.chosen = chosen
        if chosen.digest:
            self.fields["report"].help_text = _("With the weekly digest it is in that instead.")

    def save(self) -> None:
        for name in self.fields:
            setattr(self.chosen, name, self.cleaned_data[name])
        self.chosen.save()


class EmailKindsForm(EmailSettingsForm):
    """The kinds of emails that stand beside the notifications, without the weekly digest."""

    digest = digest_day = digest_hour = None  # type: ignore[assignment]


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
    if asked:
        raise BadRequest("“do” is one of off, check.")
    form = EmailSettingsForm(request.POST if request.method == "POST" else None, chosen=settings_of(membership))
    if form.is_valid():
        form.save()
        messages.success(request, saved())
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
    return render(request, "dogclub/notify/reminders/settings.html", context, status=422 if form.errors else 200)


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
    """The page of the link. GET changes nothing; its button does."""
    if found is None:
        return private(_shut(request, "wrong", HTTPStatus.NOT_FOUND))
    membership, kind = found
    if membership is None:
        return private(_shut(request, "left", HTTPStatus.GONE))
    if request.method == "POST":
        if request.POST.get("do") not in ("on", "off"):
            raise BadRequest("“do” is one of on, off.")
        switch(membership, kind, on=request.POST["do"] == "on")
        return redirect(request.path)
    is_on = getattr(settings_of(membership), kind)
    context = {"club": membership.club, "membership": membership, "kind": kind, "is_on": is_on}
    return private(render(request, "dogclub/notify/reminders/off.html", context))


def _shut(request: HttpRequest, why: str, status: int) -> HttpResponse:
    return render(request, "dogclub/notify/reminders/shut.html", {"why": why}, status=status)
