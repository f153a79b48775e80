"""Pages that create, show and revoke invitations."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.accounts.second_sign_in import require_second_sign_in
from clubs.links.tokens import code_of, public_url, sign
from clubs.members.forms import InvitationForm
from clubs.models import Club, Invitation, Role


@club_view(Role.ORGANISER)
def invitation_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    form = InvitationForm(request.POST or None, initial={"player": request.GET.get("player")}, access=access)
    if form.is_valid():
        if int(form.cleaned_data["role"]) >= Role.ORGANISER:
            require_second_sign_in(request)  # as for a change of role
        return redirect("invitation", club.slug, form.save().pk)
    return render(request, "clubs/links/invitation_new.html", {"access": access, "here": "manage", "form": form})


@require_safe
@club_view(Role.ORGANISER)
def invitation(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    row = _invitation(access, pk)
    link = public_url(request, reverse("join", args=[sign(row.pk, "join")]))
    context = {"access": access, "here": "manage", "row": row, "link": link, "code": code_of(row.pk, "join")}
    return render(request, "clubs/links/invitation.html", context)


@require_POST
@club_view(Role.ORGANISER)
def invitation_revoke(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    row = _invitation(access, pk)
    row.revoked_at = row.revoked_at or timezone.now()
    row.save(update_fields=["revoked_at"])
    messages.success(request, _("That invitation is no longer valid."))
    return redirect("people", club.slug)


def _invitation(access: Access, pk: UUID) -> Invitation:
    """Return an invitation, unless its role is higher than the organiser's own, who could use it."""
    rows = Invitation.objects.select_related("player").filter(club=access.club, role__lte=access.role or 0)
    return get_object_or_404(rows, pk=pk)
