"""A link with which a member who forgot the password sets a new one, made by an owner where no mail is sent (ADR 76).

Whoever has the link has the account: so there is none for an account that is more than this club's.
"""

from datetime import timedelta
from http import HTTPStatus

from allauth.account.adapter import get_adapter
from allauth.account.forms import SetPasswordForm
from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view, private
from clubs.accounts.adapter import is_mail_sent
from clubs.accounts.second_factors import has_proof, revoke_keys, second_sign_in
from clubs.accounts.sessions import end_sessions
from clubs.links.tokens import public_url
from clubs.models import Club, Membership, Role, User
from clubs.security import report_event

SALT = "clubs.members.password"
VALID = timedelta(days=1)


def why_none(row: Membership) -> str:
    """Return why an owner may make no link for this member; "" if they may.

    One sentence for whatever concerns other clubs and the mailbox, so that an owner learns nothing about either.
    """
    if is_mail_sent():
        return _("“Forgot password?” on the sign-in page sends a link by email.")
    if row.club.is_demo:
        return _("Accounts of the demo belong to nobody.")
    if row.role == Role.OWNER:
        return _("For an owner only whoever runs Dog Club sets a new password, with ./run changepassword.")
    if _is_more_than_of_the_club(row):
        return _("For this account only whoever runs Dog Club sets a new password, with ./run changepassword.")
    return ""


def _is_more_than_of_the_club(row: Membership) -> bool:
    user = row.user
    is_elsewhere = user.memberships.exclude(pk=row.pk).exists()
    return is_elsewhere or user.is_staff or user.is_superuser or not user.is_active or has_proof(user)


def password_token(row: Membership, maker: User) -> str:
    """Return the token of a link; it ends with the next password, sign-in or change of address."""
    report_event("password-link-made", subject=row.user)
    return TimestampSigner(salt=SALT).sign(f"{row.pk}-{maker.pk}-{_state(row.user)}")


def read_password_token(token: str) -> Membership | None:
    """Return the membership, or None: wrong, older than a day, used, or not allowed any more."""
    try:
        pk, maker, state = TimestampSigner(salt=SALT).unsign(token, max_age=VALID).split("-")
    except (BadSignature, ValueError):
        return None
    row = Membership.objects.select_related("club", "user").filter(pk=pk, club__deletes_at=None).first()
    if row is None or why_none(row) or not constant_time_compare(state, _state(row.user)):
        return None
    is_still_owner = Membership.objects.filter(club=row.club, user__pk=maker, role=Role.OWNER).exists()
    return row if is_still_owner else None


@transaction.atomic
def set_password(token: str, password: str) -> bool:
    """Set the password of a link that still holds, end its account's keys and sessions; return whether it held. Second
    factors stay.
    """
    found = read_password_token(token)
    if found is None:
        return False
    user = User.objects.select_for_update().get(pk=found.user_id)
    if read_password_token(token) is None:  # another request with the same link was first
        return False
    get_adapter().set_password(user, password)
    revoke_keys(user)
    end_sessions(user)
    report_event("password-reset", subject=user, detail="link")
    return True


def _state(user: User) -> str:
    return salted_hmac(SALT, f"{user.password} {user.last_login} {user.email}", algorithm="sha256").hexdigest()[:32]


# The pages of an owner's link for a new password: for the owner who makes it, and for the member who opens it.


@require_POST
@club_view(Role.OWNER)
@second_sign_in
def membership_password(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Make the link and show it once."""
    row = get_object_or_404(Membership.objects.select_related("club", "user"), club=club, pk=pk)
    if access.user is None or row.user == access.user:
        raise PermissionDenied
    if why := why_none(row):
        messages.error(request, why)
        return redirect("membership", club.slug, pk)
    link = public_url(request, reverse("password-link", args=[password_token(row, access.user)]))
    context = {"access": access, "here": "manage", "membership": row, "link": link, "hours": VALID.days * 24}
    page = render(request, "clubs/members/password_link.html", context)
    page["Cache-Control"] = "no-store"
    return page


@require_http_methods(["GET", "HEAD", "POST"])
def password_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """The page of the link. It does not sign in: a second factor is asked for as ever."""
    too_many: HttpResponseBase | None = consume_or_429(request, action="confirm")
    if too_many:
        return too_many
    row = read_password_token(token)
    if row is None:
        return private(_page(request, None, HTTPStatus.GONE))
    form = SetPasswordForm(row.user, request.POST or None)
    if form.is_valid():
        if not set_password(token, form.cleaned_data["password1"]):
            return private(_page(request, None, HTTPStatus.GONE))
        messages.success(request, _("Your new password is set. Sign in with it."))
        return redirect("account_login")
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return private(_page(request, row, status, form))


def _page(
    request: HttpRequest, row: Membership | None, status: int, form: SetPasswordForm | None = None
) -> HttpResponse:
    context = {"membership": row, "form": form}
    return render(request, "clubs/members/new_password.html", context, status=status)
