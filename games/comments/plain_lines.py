"""The comments on a night and its matches as plain text lines, for an email."""

from django.utils.translation import gettext as _

from clubs.models import Night
from games.base.results.titles import title
from games.models import Comment


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
