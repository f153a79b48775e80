"""Pages that add members by a pasted list, and send invitations that were not sent at once."""

from collections.abc import Sequence
from hashlib import sha256

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.language.choice import code_of
from clubs.models import Club, Role
from clubs.queries import serialised
from dogclub.new_members.add import (
    Line,
    Outcome,
    PasteForm,
    add_members,
    answers_in,
    letter,
    preview,
    send_invitations,
    sends_invitations,
    unsent,
)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def members_add(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Show what a list would do, and do it once exactly that was shown."""
    form = PasteForm(request.POST or None)
    lines: list[Line] = []
    answers = answers_in(request.POST)
    if form.is_valid():
        lines = preview(club, form.cleaned_data["people"], answers)
        if request.POST.get("seen") == _digest(lines) and "add" in request.POST and _does_something(lines):
            try:
                return _add(request, access, form, lines)
            except ValidationError as error:
                form.add_error(None, error)
    subject, body = letter(club, None, access.user)
    context = {
        "access": access,
        "here": "manage",
        "form": form,
        "lines": lines,
        "answers": answers,
        "seen": _digest(lines),
        "does": _does_something(lines),
        "adds": sum(line.is_new for line in lines),
        "invites": _count(lines, Outcome.INVITED),
        "questions": _count(lines, Outcome.QUESTION),
        "sends": sends_invitations(club),
        "mail_language": dict(settings.LANGUAGES)[code_of(None, club)],
        "subject": subject,
        "body": body,
    }
    status = 422 if request.method == "POST" and not form.is_valid() else 200
    return render(request, "dogclub/new_members/add.html", context, status=status)


def _add(request: HttpRequest, access: Access, form: PasteForm, lines: Sequence[Line]) -> HttpResponse:
    send = form.cleaned_data["send"]
    made = add_members(access.club, lines, by=access.user, role=form.role, send=send)
    added, invited = sum(line.is_new for line in lines), len(made)
    if added:
        words = ngettext("{count} player added.", "{count} players added.", added)
        messages.success(request, words.format(count=added))
    if invited and send:
        words = ngettext("{count} invitation is being sent.", "{count} invitations are being sent.", invited)
        messages.success(request, words.format(count=invited))
    if left := _count(lines, Outcome.QUESTION):
        words = ngettext(
            "{count} person with an open question was not added.",
            "{count} people with an open question were not added.",
            left,
        )
        messages.warning(request, words.format(count=left))
    return redirect("people", access.club.slug)


def _count(lines: Sequence[Line], outcome: Outcome) -> int:
    return sum(line.outcome == outcome for line in lines)


def _does_something(lines: Sequence[Line]) -> bool:
    return any(line.is_new or line.outcome == Outcome.INVITED for line in lines)


def _digest(lines: Sequence[Line]) -> str:
    """Return what identifies a preview, so that nothing is done that was not shown."""
    shown = [(line.person.key, line.outcome.value, line.player, line.is_new) for line in lines]
    return sha256(repr(shown).encode()).hexdigest()[:32]


@require_POST
@club_view(Role.ORGANISER)
@serialised
def invitations_send(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Send all invitations that were not sent when they were made."""
    waiting = list(unsent(club)) if sends_invitations(club) else []
    try:
        send_invitations(club, waiting)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        words = ngettext("{count} invitation is being sent.", "{count} invitations are being sent.", len(waiting))
        messages.success(request, words.format(count=len(waiting)) if waiting else _("No invitation waits."))
    return redirect("people", club.slug)
