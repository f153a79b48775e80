"""Keys for machines: those of a club, and one's own. A new one is on the page that answers the form, and nowhere else.

Whoever keeps the club’s keys is an organiser already, so that no key can do more than the person who made it.
"""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.access import account as signed_in
from clubs.api_keys import keys as ring
from clubs.api_keys.forms import KeyForm
from clubs.models import ApiKey, Club, Role, Scope, User

MOST = 50
FULL = f"That makes more than {MOST} keys. Revoke one that nobody uses, then make this one."
TWICE = "This key was made already, and is shown once. If it was lost, revoke it and make another."
REVOKED = "Revoked. Whatever used that key is locked out from now on."


@require_safe
@club_view(Role.ORGANISER)
def keys(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return _page(request, club, access=access)


@require_POST
@club_view(Role.ORGANISER)
def key_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return _made(request, club, access=access)


@require_POST
@club_view(Role.ORGANISER)
def key_revoke(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    _revoke(request, club, pk)
    return redirect("keys", club.slug)


@require_safe
@login_required
def my_keys(request: HttpRequest) -> HttpResponse:
    return _page(request, _me(request))


@require_POST
@login_required
def my_key_new(request: HttpRequest) -> HttpResponse:
    return _made(request, _me(request))


@require_POST
@login_required
def my_key_revoke(request: HttpRequest, pk: UUID) -> HttpResponse:
    _revoke(request, _me(request), pk)
    return redirect("my-keys")


def _me(request: HttpRequest) -> User:
    user = signed_in(request)
    if user is None:
        raise Http404
    return user


def _page(
    request: HttpRequest, owner: Club | User, form: KeyForm | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    rows = owner.keys.filter(revoked_at=None)
    context = {"form": form or KeyForm(), "keys": rows, "now": timezone.now(), "here": "people", **more}
    return render(request, "clubs/api_keys/keys.html", context, status=status)


def _made(request: HttpRequest, owner: Club | User, **more: Any) -> HttpResponse:
    form = KeyForm(request.POST)
    if form.is_valid() and owner.keys.filter(revoked_at=None).count() >= MOST:
        form.add_error(None, FULL)
    if not form.is_valid():
        return _page(request, owner, form, 422, **more)
    data = form.cleaned_data
    if data["made"] and ApiKey.objects.filter(pk=data["made"]).exists():
        messages.error(request, TWICE)
        return redirect("keys", owner.slug) if isinstance(owner, Club) else redirect("my-keys")
    key, token = ring.make(
        data["label"], Scope(data["scope"]), of=owner, by=_me(request), until=form.until(), pk=data["made"]
    )
    response = _page(request, owner, made=key, token=token, **more)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _revoke(request: HttpRequest, owner: Club | User, pk: UUID) -> None:
    ring.revoke(get_object_or_404(owner.keys, pk=pk))
    messages.success(request, REVOKED)
