"""Erasure of a name from comments: the text may contain it, and a comment left empty is deleted."""

from typing import Any

from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.players.anonymise import player_anonymised
from clubs.players.free_text import FreeText, register
from games.models import Comment


def connect() -> None:
    """Register comments as free text that may contain names, and connect the deletion of empty ones."""
    register(
        FreeText(Comment, "text", "night__club", gettext_lazy("a comment on a night")),
        FreeText(Comment, "text", "match__club", gettext_lazy("a comment on a match")),
    )
    player_anonymised.connect(_drop_empty, dispatch_uid="comments left empty")


def _drop_empty(club: Club, **_: Any) -> None:
    Comment.objects.filter(player__club=club, text="").delete()
