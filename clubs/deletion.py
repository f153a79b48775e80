"""Deletion of an account, and of a club that can be restored for a week, with its pages and forms."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import ProtectedError, QuerySet, RestrictedError
from django.dispatch import Signal
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import account
from clubs.access import account as signed_in
from clubs.accounts.second_factors import require_second_sign_in
from clubs.accounts.sessions import sessions_of
from clubs.fields import WrittenField
from clubs.language.choice import language_of
from clubs.links.tokens import public_url
from clubs.members.membership import leave_club
from clubs.models import ApiKey, Club, Membership, Role, User
from clubs.names import tidy_name
from clubs.players import anonymise
from clubs.players.anonymise import anonymise_player, names_in
from clubs.players.search import name_key
from clubs.queries import lock_club

# Deletion of an account: personal data are deleted; played matches stay, with the player's name or without.
# Entries are never deleted, so the row of an account with entries is emptied instead of deleted.


account_deleted = Signal()  # sent with `words`, the account's name and address, in the transaction that deletes it
NOBODY = "Somebody who has left"


class DeletionBlocked(Exception):
    """Raised if the account is the last owner of `clubs`, or belongs to a demo club."""

    def __init__(self, clubs: Sequence[Club]) -> None:
        super().__init__(_("A club needs an owner."))
        self.clubs = clubs


def blocking_clubs(user: User) -> list[Club]:
    """Return the clubs that would have no owner without this account, and demo clubs, whose accounts are deleted
    with them.
    """
    rows = user.memberships.select_related("club").filter(club__deletes_at=None)
    by_club = sorted(rows, key=lambda row: name_key(row.club.name))
    return [row.club for row in by_club if row.club.is_demo or _is_last_owner(row)]


def _is_last_owner(row: Membership) -> bool:
    others = Membership.objects.filter(club=row.club_id, role=Role.OWNER).exclude(pk=row.pk)
    return row.role == Role.OWNER and not others.exists()


@transaction.atomic
def delete_account(user: User, *, with_names: bool) -> None:
    """Delete an account. With `with_names` its players become former members and their names are removed from notes as
    well, else they keep their names.

    Raise DeletionBlocked, and nothing is changed.
    """
    memberships = list(user.memberships.select_related("club", "player", "user").order_by("club"))
    for row in memberships:
        lock_club(row.club)
    if clubs := blocking_clubs(user):
        raise DeletionBlocked(clubs)
    for row in memberships:
        leave_club(row)
        if with_names and row.player:
            anonymise_player(row.player, anonymise.unseen(row.club, names_in(row.player)))
    words = [user.email, *([user.name] if with_names and user.name else [])]
    _forget(user)
    account_deleted.send(User, words=words)


def _forget(user: User) -> None:
    sessions_of(user).delete()
    UserSession.objects.filter(user=user).delete()
    for log in (AccessAttempt, AccessFailureLog, AccessLog):
        log.objects.filter(username__iexact=user.email).delete()
    ApiKey.objects.filter(user=user).delete()
    try:
        user.delete()
    except (ProtectedError, RestrictedError):
        _empty(user)


def _empty(user: User) -> None:
    """Remove all personal data from the row, so that only its key is left on entries. allauth's rows, which are
    usually deleted with an account, are deleted here.
    """
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.name, user.email, user.last_login = NOBODY, f"deleted-{uuid4().hex}@deleted.invalid", None
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()


# Deletion of a club: it closes at once, an owner can restore it for a week, then it is erased.
# The rows are erased by `games.ledger.erase`, which knows how entries can be deleted; `dogclub.privacy.erasure` calls
# it when it is due.


WEEK = timedelta(days=7)


@transaction.atomic
def schedule_deletion(club: Club, by: User, address: str) -> Club:
    """Close a club to everybody, to be deleted in a week; no effect if it is closed. The owners get an email with
    the `address` of the page to restore it.
    """
    lock_club(club)
    club.refresh_from_db()
    if club.deletes_at is None:
        club.deletes_at = timezone.now() + WEEK
        club.save(update_fields=["deletes_at"])
        write_to(owners_of(club), "closed", club, by=by, address=address)
    return club


@transaction.atomic
def cancel_deletion(club: Club, by: User, address: str) -> bool:
    """Open a closed club again; False if it was not closed. The owners get an email."""
    lock_club(club)
    if not Club.objects.filter(pk=club.pk, deletes_at__isnull=False).exists():
        return False
    club.deletes_at = None
    club.save(update_fields=["deletes_at"])
    write_to(owners_of(club), "taken-back", club, by=by, address=address)
    return True


def due(now: datetime) -> QuerySet[Club]:
    """Return the clubs whose week is over."""
    return Club.objects.filter(deletes_at__lte=now).order_by("deletes_at")


def owners_of(club: Club) -> Sequence[User]:
    """Return the owners' accounts."""
    rows = club.memberships.filter(role=Role.OWNER, user__is_active=True).select_related("user")
    return [row.user for row in rows.order_by("pk")]


SUBJECTS = {
    "closed": gettext_lazy("Dog Club: your club will be deleted in a week"),
    "taken-back": gettext_lazy("Dog Club: your club has been restored"),
    "gone": gettext_lazy("Dog Club: your club is deleted"),
}


def write_to(owners: Sequence[User], step: str, club: Club, **about: object) -> None:
    """Send one email to each owner, in their language, so that nobody sees the others' addresses. The subject does not
    name the club. `step` is a key of SUBJECTS.
    """
    for owner in owners:
        with language_of(owner, club):
            body = render_to_string(f"clubs/deletion/{step}.txt", {"club": club, **about})
            EmailMessage(str(SUBJECTS[step]), body, to=[owner.email]).send()


# Forms that confirm a deletion by typing a text.


class TypedForm(forms.Form):
    """`expected` is the text to type; case does not matter."""

    typed = WrittenField(
        label=gettext_lazy("Type it here"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, expected: str, label: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = expected
        self.fields["typed"].label = label
        self.fields["typed"].error_messages["required"] = _("Type “{expected}” first.").format(expected=expected)

    def clean_typed(self) -> str:
        typed = tidy_name(self.cleaned_data["typed"])
        if typed.casefold() != tidy_name(self.expected).casefold():
            raise ValidationError(
                _("That doesn’t match “{expected}”. Type it exactly like that.").format(expected=self.expected)
            )
        return typed


class AccountForm(TypedForm):
    """`with_names` removes the players' names too; it is only asked if the account has players."""

    with_names = forms.BooleanField(
        label=gettext_lazy("Remove my name too"),
        required=False,
        help_text=gettext_lazy(
            "Each of your players becomes “Former member” and a number, also in reasons and notes. This cannot "
            "be undone. Otherwise the players keep their names."
        ),
    )
    field_order = ("with_names", "typed")

    def __init__(self, *args: Any, plays: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not plays:
            del self.fields["with_names"]


# The page on which an owner deletes a club, and restores it within the week.


NOTHING = gettext_lazy("This club is not being deleted.")


def _owned(club: str, user: User) -> Club:
    """Return the club for its owner, even if it is closed to everybody else. Raise Http404 or PermissionDenied."""
    row = Membership.objects.select_related("club").filter(club__slug=club, club__is_demo=False, user=user).first()
    if row is None:
        raise Http404
    if row.role < Role.OWNER:
        raise PermissionDenied
    return row.club


def _address(request: HttpRequest, club: Club) -> str:
    return public_url(request, reverse("club-delete", args=[club.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
def club_delete(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The page asks for the club's name; once closed, it says until when the club can be restored."""
    user = account(request)
    if user is None:
        return redirect_to_login(request.get_full_path())
    club = _owned(slug, user)
    if club.deletes_at:
        return render(request, "clubs/deletion/closed_owner.html", {"club": club})
    form = TypedForm(request.POST if request.method == "POST" else None, expected=club.name, label=_("The club’s name"))
    if form.is_valid():
        require_second_sign_in(request)
        schedule_deletion(club, user, _address(request, club))
        return redirect("club-delete", club.slug)
    context = {"club": club, "form": form, "people": club.memberships.count(), "matches": club.matches.count()}
    status = 422 if request.method == "POST" else 200
    response: HttpResponse = render(request, "clubs/deletion/delete_club.html", context, status=status)
    return response


@require_POST
def club_take_back(request: HttpRequest, slug: str) -> HttpResponseBase:
    user = account(request)
    if user is None:
        return redirect_to_login(request.get_full_path())
    club = _owned(slug, user)
    if cancel_deletion(club, user, public_url(request, club.get_absolute_url())):
        messages.success(request, _("{club} is open again, with everything in it.").format(club=club.name))
    else:
        messages.info(request, NOTHING)
    return redirect(club)


# The page on which a user deletes the account.


GONE = gettext_lazy("Your account is deleted. The results of your matches stay with their clubs.")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account_delete(request: HttpRequest) -> HttpResponse:
    """The page says what is deleted and what stays, or which clubs would have no owner, and what to do about it."""
    user = signed_in(request)
    if user is None:
        raise Http404
    players = [row.player for row in user.memberships.select_related("player") if row.player]
    blocked = blocking_clubs(user)
    data = request.POST if request.method == "POST" and not blocked else None
    form = AccountForm(data, expected=user.email, label=_("Your email"), plays=bool(players))
    if form.is_valid():
        require_second_sign_in(request)
        try:
            _delete(request, user, with_names=form.cleaned_data.get("with_names", False))
        except DeletionBlocked as error:
            blocked = list(error.clubs)
        else:
            messages.success(request, GONE)
            return redirect("front")
    context = {
        "form": form,
        "blocked": blocked,
        "players": players,
        "keys": user.keys.filter(revoked_at=None).count(),
        "owned": user.memberships.filter(role=Role.OWNER).count(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "clubs/deletion/delete_account.html", context, status=status)


def _delete(request: HttpRequest, user: User, *, with_names: bool) -> None:
    """Delete the account and log out, as its session is deleted too."""
    delete_account(user, with_names=with_names)
    logout(request)
