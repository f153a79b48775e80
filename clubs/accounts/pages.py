"""The account page (name, ways to sign in, clubs), and the sign-out of other browsers."""

from collections.abc import Iterable
from typing import Any

from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from clubs.access import account as signed_in
from clubs.accounts.adapter import refuse_names
from clubs.accounts.second_factors import second_sign_in
from clubs.accounts.sessions import end_other_sessions
from clubs.fields import NameField
from clubs.language.choice import UNKNOWN, account_choices, choose, learn_language
from clubs.models import Membership, Role, ShowPhotos, User
from clubs.players.search import name_key
from clubs.responses import saved

# The form for the name of an account's person.


class PersonForm(forms.Form):
    """Shown at sign-up, and to change the name."""

    name = NameField(
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("What the others call you at the table."),
        missing=gettext_lazy("Enter the name the others call you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("name", "email", "password1")

    def clean(self) -> dict[str, Any]:
        """Compare the password with the names in the form: at sign-up there is no user yet whose names could be
        compared.
        """
        super().clean()
        try:
            refuse_names(
                self.cleaned_data.get("password1", ""), [self.cleaned_data.get("name", ""), self.data.get("club", "")]
            )
        except ValidationError as error:
            self.add_error("password1", error)
        return self.cleaned_data

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth after the account is created."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
        learn_language(request, user)


class AccountForm(PersonForm):
    """The name and the language of an existing account."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        required=False,
        choices=account_choices,
        help_text=gettext_lazy("Of your pages, and of emails, PDFs and calendars for you."),
        error_messages={"invalid_choice": UNKNOWN},
    )


@login_required
def account(request: HttpRequest) -> HttpResponse:
    user = _me(request)
    form = AccountForm(request.POST or None, initial={"name": user.name, "language": user.language})
    if form.is_valid():
        user.name, user.language = form.cleaned_data["name"], form.cleaned_data["language"]
        user.save(update_fields=["name", "language"])
        messages.success(request, saved())
        response = redirect("account")
        choose(request, response, user.language, is_signed_in=True)
        return response
    memberships = sorted(user.memberships.select_related("club", "player"), key=lambda row: name_key(row.club.name))
    context = {"form": form, "memberships": memberships, "owner": Role.OWNER, "photos": _with_photos(memberships)}
    return render(request, "clubs/accounts/account.html", context)


def _with_photos(memberships: Iterable[Membership]) -> list[Membership]:
    """Return the memberships in which the user has a photo, or may add one."""
    return [
        row
        for row in memberships
        if row.player and not row.club.deletes_at and (row.player.photo or row.club.photos != ShowPhotos.NOBODY)
    ]


@require_POST
@login_required
@second_sign_in
def session_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign one browser out, and end its open streams."""
    get_object_or_404(UserSession, pk=pk, user=_me(request)).end()
    messages.success(request, _("Signed out there."))
    return redirect("usersessions_list")


@require_POST
@login_required
@second_sign_in
def sessions_end_others(request: HttpRequest) -> HttpResponse:
    ended = end_other_sessions(request, _me(request))
    messages.success(request, _("Signed out everywhere else.") if ended else _("You were signed in nowhere else."))
    return redirect("usersessions_list")


def _me(request: HttpRequest) -> User:
    user = signed_in(request)
    if user is None:
        raise Http404
    return user
