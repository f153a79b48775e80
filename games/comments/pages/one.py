"""Pages for one comment: its author may edit it, the author or an organiser may delete it."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.calendar.nights import Refused
from clubs.models import Club
from games.comments.unsent import keeps_unsent, take_unsent
from games.comments.writing import delete_comment, edit_comment, find_comment, is_own, may_delete
from games.models import Comment
from games.models.comment import LONGEST_COMMENT


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
