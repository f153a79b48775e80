"""The pages for an invited person: the link, and the code to type."""

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import account
from clubs.links.tokens import by_code, sign, unsign
from clubs.members.membership import Closed
from clubs.members.membership import join as join_club
from clubs.models import Invitation, SpectatorLink


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
