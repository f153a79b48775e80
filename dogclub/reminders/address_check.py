"""New confirmation of an address that the mail server refused, by a link that only its mailbox gets."""

from http import HTTPStatus

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import private
from dogclub.models import RefusedAddress
from dogclub.reminders.email import address as url_of

SALT = "dogclub.reminders.address"
VALID = 24 * 60 * 60  # seconds


def send_check(address: EmailAddress) -> None:
    """Send the link; like emails about the account, it is sent whatever the settings."""
    token = TimestampSigner(salt=SALT).sign(str(address.pk))
    link = url_of("reminders-address", token)
    body = render_to_string("dogclub/reminders/mail/check.txt", {"link": link})
    EmailMessage(_("Confirm your email address"), body, to=[address.email]).send()


@require_http_methods(["GET", "HEAD", "POST"])
def reminders_address(request: HttpRequest, token: str) -> HttpResponseBase:
    """The link's page. GET changes nothing; its form, submitted at once by a script, confirms the address."""
    try:
        pk = TimestampSigner(salt=SALT).unsign(token, max_age=VALID)
    except BadSignature:
        return private(_page(request, "old", HTTPStatus.GONE))
    if request.method == "POST":
        RefusedAddress.objects.filter(address=pk).delete()
    is_waiting = RefusedAddress.objects.filter(address=pk).exists()
    return private(_page(request, "waiting" if is_waiting else "done"))


def _page(request: HttpRequest, state: str, status: int = HTTPStatus.OK) -> HttpResponse:
    return render(request, "dogclub/reminders/address.html", {"state": state}, status=status)
