"""The page on which an owner deletes a club, and restores it within the week."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import account
from clubs.accounts.second_sign_in import require_second_sign_in
from clubs.deletion.club import cancel_deletion, schedule_deletion
from clubs.deletion.forms import TypedForm
from clubs.links.tokens import public_url
from clubs.models import Club, Membership, Role, User

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
