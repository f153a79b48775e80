"""Inserts the comments of an archive, after the nights and matches they are about."""

from collections.abc import Iterable, Mapping, Sequence

from dogclub.archive.format.alike import alike
from dogclub.archive.format.lines import CommentLine, NightLine
from dogclub.archive.restoring.insert import A_BATCH, Placed
from games.models import Comment


def restore_comments(
    placed: Placed, nights: Iterable[NightLine], on_matches: Mapping[str, Sequence[CommentLine]]
) -> None:
    """Insert the comments; `on_matches` are those of each match by its reference. Raises Unusable."""
    rows = [_row(placed, line, night_id=placed.find(night.id)) for night in nights for line in night.comments]
    rows += [_row(placed, line, match_id=placed.find(ref)) for ref, lines in on_matches.items() for line in lines]
    Comment.objects.bulk_create(rows, batch_size=A_BATCH)


def _row(placed: Placed, line: CommentLine, **about: object) -> Comment:
    return Comment(player_id=placed.find(line.player), **about, **alike(line, CommentLine, Comment))
