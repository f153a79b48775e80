"""Pages of a club's memberships and roles."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.accounts.second_sign_in import second_sign_in
from clubs.api_keys.keys import made_by
from clubs.locks import serialised
from clubs.members.forms import MembershipForm
from clubs.members.membership import LAST_OWNER, LastOwner, change_role, hand_over, leave_club
from clubs.models import Club, Membership, Role
from clubs.web.paging import page_of


@require_safe
@club_view(Role.ORGANISER)
def people(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    rows = club.memberships.select_related("user", "player").order_by("-role", "user__name", "pk")
    invitations = club.invitations.filter(revoked_at=None, uses_left__gt=0).select_related("player")
    context = {
        "access": access,
        "here": "manage",
        "page": page_of(request, rows),
        "invitations": [each for each in invitations[:50] if each.is_open],
        "links": club.spectator_links.filter(revoked_at=None)[:50],
    }
    return render(request, "clubs/members/people.html", context)


def _keeps_keys(request: HttpRequest) -> bool:
    """Whether keys are to be kept, which must be explicit: a key kept by mistake would give a removed member access."""
    return "keep_keys" in request.POST


def _membership(club: Club, pk: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("club", "user", "player"), club=club, pk=pk)


@club_view(Role.OWNER)
@second_sign_in
@serialised
def membership(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    row = _membership(club, pk)
    form = MembershipForm(request.POST or None, membership=row)
    if form.is_valid():
        row.player = form.cleaned_data["player"]
        try:
            change_role(row, Role(form.cleaned_data["role"]), keep_keys=_keeps_keys(request))
        except LastOwner:
            form.add_error("role", LAST_OWNER)
        else:
            messages.success(request, _("{user}: saved.").format(user=row.user))
            return redirect("people", club.slug)
    context = {
        "access": access,
        "here": "manage",
        "form": form,
        "membership": row,
        "is_me": row.user == access.user,
        "keys": made_by(row.user, club),
    }
    return render(request, "clubs/members/membership.html", context)


@require_POST
@club_view(Role.OWNER)
@second_sign_in
def membership_end(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    row = _membership(club, pk)
    try:
        leave_club(row, keep_keys=_keeps_keys(request))
    except LastOwner:
        messages.error(request, LAST_OWNER)
        return redirect("people", club.slug)
    messages.success(request, _("{person} was removed from the club. The results stay.").format(person=row.user))
    return redirect("account") if row.user == access.user else redirect("people", club.slug)


@require_POST
@club_view(Role.OWNER)
@second_sign_in
def club_hand_over(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Make another member the owner; the previous owner stays as organiser."""
    heir = _membership(club, pk)
    if heir.user != access.user:
        hand_over(club, club.memberships.get(user=access.user), heir)
        messages.success(request, _("{person} owns the club now. You are an organiser.").format(person=heir.user))
    return redirect("people", club.slug)
