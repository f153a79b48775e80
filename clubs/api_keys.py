"""API keys of a club and of a person: created, shown once, found by fingerprint, revoked."""

import hashlib
import uuid
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.access import account as signed_in
from clubs.accounts.second_factors import must_prove, second_sign_in
from clubs.fields import NameField
from clubs.models import ApiKey, Club, Role, Scope, User
from clubs.security import report_event

KEY_HEAD = "dk_live_"
LETTERS, GROUP = 28, 4  # characters of 62: 166 bits, which cannot be guessed
USED_EVERY = timedelta(minutes=1)  # between two updates, so that not every request writes


def make(
    label: str, scope: Scope, *, of: User | Club, by: User | None, until: datetime | None = None, pk: UUID | None = None
) -> tuple[ApiKey, str]:
    """Return the new key's row and the key itself, which cannot be shown again."""
    letters = get_random_string(LETTERS)
    token = KEY_HEAD + "_".join(letters[at : at + GROUP] for at in range(0, LETTERS, GROUP))
    owner = {"user": of} if isinstance(of, User) else {"club": of}
    row = ApiKey.objects.create(
        pk=pk or uuid4(),
        label=label,
        scope=scope,
        fingerprint=fingerprint(token),
        tail=token[-GROUP:],
        created_by=by,
        expires_at=until,
        **owner,
    )
    report_event("key-made", key=row)
    return row, token


def fingerprint(token: str) -> str:
    """Return the SHA-256 of a key, by which it is found; the key cannot be derived from it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def find(token: str) -> ApiKey | None:
    """Return the row of a key with its person, valid or not, or None. One query."""
    return ApiKey.objects.select_related("user").filter(fingerprint=fingerprint(token)).first()


def note_use(key: ApiKey, now: datetime) -> None:
    """Record the use, at most once a minute."""
    if key.last_used_at is None or now - key.last_used_at >= USED_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)


def revoke(key: ApiKey) -> None:
    """Revoke a key for good."""
    if ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now()):
        report_event("key-revoked", key=key)


def made_by(user: User, club: Club) -> QuerySet[ApiKey]:
    """Return the club's keys that this person made and that are not revoked."""
    return club.keys.filter(created_by=user, revoked_at=None)


# The form for a new API key.


DAYS = [
    (365, gettext_lazy("a year")),
    (90, gettext_lazy("three months")),
    (30, gettext_lazy("a month")),
    (0, gettext_lazy("until I revoke it")),
]


class KeyForm(forms.Form):
    """`made` is the new row's id, so that submitting the form twice does not make two keys."""

    label = NameField(label=gettext_lazy("Name"), missing=gettext_lazy("Enter what the key is for."))
    scope = forms.ChoiceField(label=gettext_lazy("Access"), choices=Scope.choices, initial=Scope.RESULTS)
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), coerce=int, choices=DAYS, initial=365)
    made = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)

    def __init__(self, *args: Any, access: Access | None = None, **kwargs: Any) -> None:
        """`access` is that to the club of the key, None for a key of one's own. Only owners may read the archive."""
        super().__init__(*args, **kwargs)
        if access and not access.can_own:
            scope = cast("forms.ChoiceField", self.fields["scope"])
            scope.choices = [each for each in Scope.choices if each[0] != Scope.ARCHIVE]

    def until(self) -> datetime | None:
        """Return when the key expires, or None for never."""
        days: int = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None


MOST_KEYS = 50
FULL = gettext_lazy("That would be more than {most} keys. Revoke an unused one, then try again.")
TWICE = gettext_lazy("This key exists already, and is shown only once. If you lost it, revoke it and create another.")
UNPROVEN = gettext_lazy(
    "Confirm your email first: otherwise a key could outlive somebody who only borrowed the address."
)
REVOKED = gettext_lazy("Revoked. Programs using that key no longer have access.")


@require_safe
@club_view(Role.ORGANISER)
def keys(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return _page(request, club, access=access)


@require_POST
@club_view(Role.ORGANISER)
@second_sign_in
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
@second_sign_in
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
    context = {
        "form": form or KeyForm(access=more.get("access")),
        "keys": owner.keys.filter(revoked_at=None),
        "now": timezone.now(),
        "here": "manage",
        "unproven": UNPROVEN if must_prove(_me(request)) else "",
        **more,
    }
    return render(request, "clubs/api_keys/keys.html", context, status=status)


def _made(request: HttpRequest, owner: Club | User, **more: Any) -> HttpResponse:
    form = KeyForm(request.POST, access=more.get("access"))
    if must_prove(_me(request)):
        return _page(request, owner, form, 403, **more)
    if form.is_valid() and owner.keys.filter(revoked_at=None).count() >= MOST_KEYS:
        form.add_error(None, str(FULL).format(most=MOST_KEYS))
    if not form.is_valid():
        return _page(request, owner, form, 422, **more)
    data = form.cleaned_data
    if data["made"] and ApiKey.objects.filter(pk=data["made"]).exists():
        messages.error(request, TWICE)
        return redirect("keys", owner.slug) if isinstance(owner, Club) else redirect("my-keys")
    key, token = make(
        data["label"], Scope(data["scope"]), of=owner, by=_me(request), until=form.until(), pk=data["made"]
    )
    response = _page(request, owner, made=key, token=token, **more)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _revoke(request: HttpRequest, owner: Club | User, pk: UUID) -> None:
    revoke(get_object_or_404(owner.keys, pk=pk))
    messages.success(request, REVOKED)
