"""The pages of comments on a night or match, and of a single comment."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, account, club_view
from clubs.calendar.answers import NO_PLAYER, own_player
from clubs.calendar.nights import Refused
from clubs.language.locales import date_format
from clubs.models import Club
from clubs.models.calendar import club_day
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.wording import game_name, title
from games.comments.writing import (
    Commented,
    add_comment,
    check_comments,
    comments_on,
    delete_comment,
    edit_comment,
    find_comment,
    is_own,
    may_delete,
    may_edit,
    why_closed,
)
from games.models import Comment, Match
from games.models.comment import LONGEST_COMMENT

# Text of a comment that was submitted after the session had ended: stored until the member has signed in again.


P = ParamSpec("P")
KEY = "unsent_comment"  # session key
LONGEST_INPUT = 4 * LONGEST_COMMENT  # characters; more than a comment may have, so that the author can shorten it


def keeps_unsent(
    view: Callable[[HttpRequest, *tuple[object, ...]], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Decorate a view with a form field `text`: if a POST is redirected to the sign-in page, store its text in the
    session.
    """

    @wraps(view)
    def inner(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        text = request.POST.get("text", "") if request.method == "POST" else ""
        if text and account(request) is None and isinstance(response, HttpResponseRedirect):
            request.session[KEY] = {"path": request.path, "text": text[:LONGEST_INPUT]}
        return response

    return inner


def take_unsent(request: HttpRequest) -> str:
    """Return the text stored for this page, "" if there is none, and remove it from the session."""
    kept = request.session.get(KEY)
    if not kept or kept["path"] != request.path:
        return ""
    del request.session[KEY]
    text: str = kept["text"]
    return text


# Pages for one comment: its author may edit it, the author or an organiser may delete it.


def address_of(row: Comment) -> str:
    """The URL of the page that shows the comment."""
    if row.night_id:
        return reverse("night-comments", args=[row.club.slug, row.night_id])
    return reverse("match-comments", args=[row.match_id])


@keeps_unsent
@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def comment_edit(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Edit a comment; if the change is refused, the form keeps the typed text."""
    row = find_comment(club, pk)
    if not is_own(row, access):
        raise PermissionDenied
    error, typed = "", take_unsent(request) or row.text
    if request.method == "POST":
        typed = request.POST.get("text", "")
        try:
            edit_comment(row, access, typed)
        except Refused as refused:
            error = str(refused)
        else:
            return redirect(f"{address_of(row)}#comment-{pk}")
    context = {"access": access, "row": row, "typed": typed, "error": error, "back": address_of(row)}
    context |= {"here": "nights" if row.night_id else "more", "longest": LONGEST_COMMENT}
    return render(request, "games/comments/edit.html", context, status=422 if error else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def comment_delete(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Ask for confirmation, or delete the comment."""
    row = find_comment(club, pk)
    if not may_delete(row, access):
        raise PermissionDenied
    if request.method == "POST":
        back = address_of(row)
        delete_comment(row, access)
        return redirect(back)
    context = {"access": access, "row": row, "back": address_of(row), "here": "nights" if row.night_id else "more"}
    return render(request, "games/comments/delete.html", context)


# The page of the comments on one night or match, with a form for a new one.


@dataclass(frozen=True)
class Heading:
    """The heading above the comments, with the `link` to their night or match. `excerpt` is from the night report;
    `here` is the active menu entry.
    """

    title: str
    lead: str
    link: str
    link_words: str
    excerpt: str = ""
    here: str = "nights"


@dataclass(frozen=True)
class ShownComment:
    """A comment, and whether the requester may edit or delete it."""

    row: Comment
    may_edit: bool
    may_delete: bool


def shown(about: Commented, access: Access) -> list[ShownComment]:
    """The comments as the requester sees them; one query. Empty where comments are turned off, and for non-members."""
    if not (about.club.has_comments and access.is_member):
        return []
    return [ShownComment(row, may_edit(row, access), may_delete(row, access)) for row in comments_on(about)]


def thread_page(
    request: HttpRequest, access: Access, about: Commented, heading: Callable[[], Heading]
) -> HttpResponseBase:
    """Show the comments, or save a new one and redirect.

    A refused comment stays in the form, even where comments were turned off in the meantime. Raises Http404 where they
    are off.
    """
    error, typed = "", take_unsent(request)
    if request.method == "POST":
        typed = request.POST.get("text", "")
        try:
            row = add_comment(about, own_player(access.club, access.player_id), typed)
        except Refused as refused:
            error = str(refused)
        else:
            return redirect(f"{request.path}#comment-{row.pk}")
    if not error:
        check_comments(access.club)
    closed = why_closed(about)
    context = {
        "access": access,
        "heading": (top := heading()),
        "here": top.here,
        "comments": shown(about, access),
        "closed": closed,
        "no_player": NO_PLAYER,
        "may_write": access.club.has_comments and not closed and access.player_id is not None,
        "error": error,
        "typed": typed,
        "longest": LONGEST_COMMENT,
    }
    return render(request, "games/comments/thread.html", context, status=422 if error else 200)


# The page of the comments on one match.


@keeps_unsent
@require_http_methods(["GET", "HEAD", "POST"])
@match_view("watch")
def match_comments(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """The comments on a match; for members only, even where anybody may read the sheet."""
    if account(request) is None:
        return redirect_to_login(request.get_full_path())
    if not access.club_access.is_member:
        raise Http404(_("Comments are for members."))
    return thread_page(request, access.club_access, match, lambda: _heading(match))


def _heading(match: Match) -> Heading:
    day = club_day(match.started_at)
    lead = f"{game_name(match)}, {date_format(day, 'j F Y')}."
    return Heading(title(match), lead, match.get_absolute_url(), _("The sheet of this match"), here="more")
