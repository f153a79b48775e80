"""The pages and forms on which a user deletes the account, and an owner deletes or restores a club."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import account
from clubs.access import account as signed_in
from clubs.accounts.second_factors import require_second_sign_in
from clubs.deletion.deleting import DeletionBlocked, blocking_clubs, cancel_deletion, delete_account, schedule_deletion
from clubs.fields import WrittenField
from clubs.links.tokens import public_url
from clubs.models import Club, Membership, Role, User
from clubs.names import tidy_name

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
