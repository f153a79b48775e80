"""The comments on a night as plain lines, for an email: on the night itself and on its matches."""

from django.utils.translation import gettext as _

from clubs.models import Night
from games.base.results.titles import title
from games.models import Comment


def comment_lines(night: Night) -> list[str]:
    """`Otto Pym: I want a recount.`, in the order they were written; none where the club has comments turned off.

    One query. A comment on a match says which.
    """
    if not night.club.has_comments:
        return []
    on_match = Comment.objects.filter(match__night=night).order_by().values("pk")
    either = Comment.objects.filter(night=night).order_by().values("pk").union(on_match)  # for which there are indexes
    rows = Comment.objects.filter(pk__in=either).select_related("player", "match")
    return [_line(row) for row in rows]


def _line(row: Comment) -> str:
    values = {"player": row.player.label, "comment": row.text}
    if row.match:
        return _("{player} on {match}: {comment}").format(match=title(row.match), **values)
    return _("{player}: {comment}").format(**values)
