"""Pages of invitations and of spectator links, for those who make them and those who open them."""

from uuid import UUID

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import WATCHING, Access, account, club_view, remember_link
from clubs.accounts.second_factors import require_second_sign_in
from clubs.language.choice import learn_language
from clubs.links.tokens import by_code, code_of, public_url, sign, unsign
from clubs.members.membership import Closed
from clubs.members.membership import join as join_club
from clubs.members.pages import InvitationForm, WatchForm
from clubs.models import Club, Invitation, Role, SpectatorLink

# Pages that create, show and revoke invitations.


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
    row.revoked_at, row.email = row.revoked_at or timezone.now(), ""
    row.save(update_fields=["revoked_at", "email"])
    messages.success(request, _("That invitation is no longer valid."))
    return redirect("people", club.slug)


def _invitation(access: Access, pk: UUID) -> Invitation:
    """Return an invitation, unless its role is higher than the organiser's own, who could use it."""
    rows = Invitation.objects.select_related("player").filter(club=access.club, role__lte=access.role or 0)
    return get_object_or_404(rows, pk=pk)


# The pages for an invited person: the link, and the code to type.


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    pk = unsign(token, "join")
    row = Invitation.objects.select_related("club", "player").filter(pk=pk).first() if pk else None
    if row is None:
        return render(request, "clubs/links/closed.html", {"reason": "unknown"}, status=404)
    user = account(request)
    if not row.is_open or row.club.deletes_at:
        if user and row.club.memberships.filter(user=user).exists():
            return redirect(row.club)
        return render(request, "clubs/links/closed.html", {"reason": "join", "row": row}, status=410)
    if request.method != "POST" or user is None:
        return render(request, "clubs/links/join.html", {"row": row})
    learn_language(request, user)
    try:
        join_club(row, user)
    except Closed:
        return render(request, "clubs/links/closed.html", {"reason": "join", "row": row}, status=410)
    messages.success(request, _("Welcome to {name}.").format(name=row.club.name))
    return redirect(row.club)


@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponseBase:
    """The form for the code of an invitation or spectator link, for devices without a camera."""
    too_many: HttpResponseBase | None = consume_or_429(request, action="code")
    if too_many:
        return too_many
    typed = request.POST.get("code", "")
    for purpose, rows in (("join", Invitation.objects.all()), ("watch", SpectatorLink.objects.all())):
        row = by_code(typed, purpose, rows.filter(revoked_at=None)) if typed else None
        if row:
            return redirect(purpose, sign(row.pk, purpose))
    return render(request, "clubs/links/code.html", {"typed": typed, "wrong": request.method == "POST"})


# Spectator links, for watching without an account: create, open, revoke.


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
