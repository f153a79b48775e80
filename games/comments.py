"""Comments on nights and matches: their rules and storage, shared with the API, and their pages."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubs.access import Access, account, club_view
from clubs.calendar.answers import NO_PLAYER, own_player
from clubs.calendar.nights import Refused
from clubs.language.locales import date_format
from clubs.models import Club, Night, Player
from clubs.models.calendar import club_day
from clubs.names import check_name, tidy_name
from clubs.players.anonymise import FreeText, player_anonymised, register
from clubs.queries import lock_club
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.wording import game_name, title
from games.models import Comment, Match
from games.models.comment import LONGEST_COMMENT

# Rules and storage of comments, shared by the pages and the API: writing, editing and deleting.


OPEN_FOR = timedelta(days=14)
MOST_AN_HOUR = 20
MOST_COMMENTS = 300  # on one night or match
Commented = Night | Match


def comments_on(about: Commented) -> QuerySet[Comment]:
    """The comments on a night or match with their authors, oldest first."""
    return about.comments.select_related("player")


def check_comments(club: Club) -> None:
    """Raise Http404 where the club has comments turned off."""
    if not club.has_comments:
        raise Http404(_("Comments are turned off."))


def find_comment(club: Club, pk: int) -> Comment:
    """Return a comment of the club. Raises Http404, also where the club has comments turned off."""
    rows = Comment.objects.select_related("player", "night", "match")
    row = get_object_or_404(rows.filter(Q(night__club=club) | Q(match__club=club)), pk=pk)
    check_comments(club)
    row.about.club = club
    return row


def closes_at(about: Commented) -> datetime:
    """When comments close: two weeks after the night or match ended, or after it began while it has not."""
    if isinstance(about, Night):
        over = about.closed_at or about.starts_at
    else:
        over = about.finished_at or about.abandoned_at or about.started_at
    return over + OPEN_FOR


def why_closed(about: Commented) -> str:
    """The reason why comments are closed, as a sentence; "" while they are open."""
    if closes_at(about) > timezone.now():
        return ""
    if isinstance(about, Night):
        return _("Comments on a night close {days} days after it.").format(days=OPEN_FOR.days)
    return _("Comments on a match close {days} days after it.").format(days=OPEN_FOR.days)


def is_own(row: Comment, access: Access) -> bool:
    """Whether the requester's player wrote the comment."""
    return access.player_id is not None and row.player_id == access.player_id


def may_edit(row: Comment, access: Access) -> bool:
    """Whether the requester may edit it: the author, while comments are open."""
    return is_own(row, access) and not why_closed(row.about)


def may_delete(row: Comment, access: Access) -> bool:
    """Whether the requester may delete it: the author or an organiser."""
    return is_own(row, access) or access.can_organise


@transaction.atomic
def add_comment(about: Commented, player: Player, text: str) -> Comment:
    """Save a comment and return it; the same text as the author's directly preceding comment is not saved again. Raises
    Refused.
    """
    _check_open(about)
    words = _checked(text)
    rows = comments_on(about)
    last = rows.last()
    if last and (last.player_id, last.text) == (player.pk, words):
        return last
    _check_limit(rows, player)
    return about.comments.create(player=player, text=words)


@transaction.atomic
def edit_comment(row: Comment, access: Access, text: str) -> Comment:
    """Change the text of a comment. Raises PermissionDenied for anybody but its author, and Refused."""
    if not is_own(row, access):
        raise PermissionDenied
    _check_open(row.about)
    words = _checked(text)
    if words != row.text:
        row.text, row.edited_at = words, timezone.now()
        row.save(update_fields=["text", "edited_at"])
    return row


def delete_comment(row: Comment, access: Access) -> None:
    """Delete a comment. Raises PermissionDenied for anybody but its author and organisers."""
    if not may_delete(row, access):
        raise PermissionDenied
    row.delete()


def _check_open(about: Commented) -> None:
    if not lock_club(about.club).has_comments:
        raise Refused(_("Comments are turned off in this club, so this was not posted."))
    if reason := why_closed(about):
        raise Refused(reason)


def _check_limit(rows: QuerySet[Comment], player: Player) -> None:
    recent = Comment.objects.filter(player=player, written_at__gt=timezone.now() - timedelta(hours=1))
    if recent.count() >= MOST_AN_HOUR:
        raise Refused(_("At most {most} comments an hour. Please try again later.").format(most=MOST_AN_HOUR))
    if rows.count() >= MOST_COMMENTS:
        raise Refused(_("There are {most} comments here already, and no room for more.").format(most=MOST_COMMENTS))


def _checked(text: str) -> str:
    """The text as one paragraph, line breaks replaced by spaces. Raises Refused."""
    words = tidy_name(text)
    if not words:
        raise Refused(_("Write a comment first."))
    if len(words) > LONGEST_COMMENT:
        raise Refused(
            _("A comment has at most {most} characters: this has {count}.").format(
                most=LONGEST_COMMENT, count=len(words)
            )
        )
    try:
        check_name(words)
    except ValidationError:
        raise Refused(
            _("The comment contains a character that cannot be seen or that reverses text. Please type it again.")
        ) from None
    return words


# Erasure of a name from comments: the text may contain it, and a comment left empty is deleted.


def connect() -> None:
    """Register comments as free text that may contain names, and connect the deletion of empty ones."""
    register(
        FreeText(Comment, "text", "night__club", gettext_lazy("a comment on a night")),
        FreeText(Comment, "text", "match__club", gettext_lazy("a comment on a match")),
    )
    player_anonymised.connect(_drop_empty, dispatch_uid="comments left empty")


def _drop_empty(club: Club, **_: Any) -> None:
    Comment.objects.filter(player__club=club, text="").delete()


# The comments on a night and its matches as plain text lines, for an email.


def comment_lines(night: Night) -> list[str]:
    """`Otto Pym: I want a recount.`, in the order of writing; empty where the club has comments turned off.

    One query. The line of a comment on a match names the match.
    """
    if not night.club.has_comments:
        return []
    on_match = Comment.objects.filter(match__night=night).order_by().values("pk")
    # A union uses the indexes, an OR would not.
    either = Comment.objects.filter(night=night).order_by().values("pk").union(on_match)
    rows = Comment.objects.filter(pk__in=either).select_related("player", "match")
    return [_line(row) for row in rows]


def _line(row: Comment) -> str:
    values = {"player": row.player.label, "comment": row.text}
    if row.match:
        return _("{player} on {match}: {comment}").format(match=title(row.match), **values)
    return _("{player}: {comment}").format(**values)


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
