"""Comments as they stand in the line of their night or match."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from dogclub.archive.format.alike import alike
from dogclub.archive.format.lines import CommentLine
from dogclub.archive.format.refs import Refs
from games.models import Comment


def comment_lines(refs: Refs, **about: Any) -> Mapping[Any, list[CommentLine]]:
    """By the key of what they are about, the oldest first. One query: `night__in=[…]` or `match__in=[…]`."""
    lines: dict[Any, list[CommentLine]] = defaultdict(list)
    for row in Comment.objects.filter(**about):
        line = CommentLine(player=refs.players[row.player_id], **alike(row, CommentLine, Comment))
        lines[row.night_id or row.match_id].append(line)
    return lines
