"""The page of what is said of one night or match, with a field to add to it."""

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
    """What stands over the comments, and the `link` to what they are about. `excerpt` is of the report."""

    title: str
    lead: str
    link: str
    link_words: str
    excerpt: str = ""
    here: str = "nights"


@dataclass(frozen=True)
class ShownComment:
    row: Comment
    may_edit: bool
    may_delete: bool


def shown(about: Commented, access: Access) -> list[ShownComment]:
    """One query; none where comments are turned off, or for whoever is no member."""
    if not (about.club.has_comments and access.is_member):
        return []
    return [ShownComment(row, may_edit(row, access), may_delete(row, access)) for row in comments_on(about)]


def thread_page(
    request: HttpRequest, access: Access, about: Commented, heading: Callable[[], Heading]
) -> HttpResponseBase:
    """A refused comment leaves what was typed on the page, also where comments were turned off meanwhile."""
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
