"""Spectator links, for watching without an account: create, open, revoke."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import WATCHING, Access, club_view, remember_link
from clubs.links.tokens import code_of, public_url, sign, unsign
from clubs.members.forms import WatchForm
from clubs.models import Club, Role, SpectatorLink


@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Open the link: remember it in the session and redirect to the club."""
    pk = unsign(token, "watch")
    row = SpectatorLink.objects.select_related("club").filter(pk=pk).first() if pk else None
    if row is None:
        return render(request, "clubs/links/closed.html", {"reason": "unknown"}, status=404)
    if row.revoked_at or row.club.deletes_at:
        return render(request, "clubs/links/closed.html", {"reason": "watch"}, status=410)
    remember_link(request, WATCHING, row.pk)
    return redirect(row.club)


@club_view(Role.ORGANISER)
def watch_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    form = WatchForm(request.POST or None)
    if form.is_valid():
        row = SpectatorLink.objects.create(club=club, created_by=access.user, label=form.cleaned_data["label"])
        return redirect("watch-link", club.slug, row.pk)
    return render(request, "clubs/links/watch_new.html", {"access": access, "here": "manage", "form": form})


@require_safe
@club_view(Role.ORGANISER)
def watch_link(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    row = get_object_or_404(SpectatorLink, club=club, pk=pk)
    link = public_url(request, reverse("watch", args=[sign(row.pk, "watch")]))
    context = {"access": access, "here": "manage", "row": row, "link": link, "code": code_of(row.pk, "watch")}
    return render(request, "clubs/links/watch_link.html", context)


@require_POST
@club_view(Role.ORGANISER)
def watch_revoke(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    row = get_object_or_404(SpectatorLink, club=club, pk=pk)
    row.revoked_at = row.revoked_at or timezone.now()
    row.save(update_fields=["revoked_at"])
    messages.success(request, _("Link revoked. Everybody who used it has lost access."))
    return redirect("people", club.slug)
