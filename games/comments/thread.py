"""The page of the comments on one night or match, with a form for a new one."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.calendar.answers import own_player
from clubs.calendar.nights import Refused
from games.comments.unsent import take_unsent
from games.comments.writing import Commented, add_comment, comments_on, may_delete, may_edit, why_closed
from games.models import Comment
from games.models.comment import LONGEST_COMMENT


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
    if not (access.club.has_comments or error):
        raise Http404(_("Comments are turned off."))
    closed = why_closed(about)
    context = {
        "access": access,
        "heading": (top := heading()),
        "here": top.here,
        "comments": shown(about, access),
        "closed": closed,
        "may_write": access.club.has_comments and not closed and access.player_id is not None,
        "error": error,
        "typed": typed,
        "longest": LONGEST_COMMENT,
    }
    return render(request, "games/comments/thread.html", context, status=422 if error else 200)
