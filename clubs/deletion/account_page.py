"""The page on which a user deletes the account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubs.access import account as signed_in
from clubs.accounts.second_sign_in import require_second_sign_in
from clubs.deletion.account import DeletionBlocked, blocking_clubs, delete_account
from clubs.deletion.forms import AccountForm
from clubs.models import Role, User

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
