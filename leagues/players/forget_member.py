"""A member who leaves a club is no longer named as the person who gave, withdrew, tagged or decided something in it.

Entries keep their author permanently; `games.entries.drafts` names only those who are members.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_lazy

from clubs.members.membership import member_left
from clubs.models import Club, User
from clubs.players.anonymise import FreeText, register
from games.models import Match, Tag
from leagues.models import Award, CutPull, DrawChange, NightDraw, Playoff, PlayoffLeaver, Reseat, Trophy

# Every column that names the user who did something, as (model, column, lookup of its club).
USER_COLUMNS: Sequence[tuple[type[Model], str, str]] = (
    (Award, "given_by", "trophy__club"),
    (Award, "withdrawn_by", "trophy__club"),
    (Tag, "tagged_by", "match__club"),
    (CutPull, "recorded_by", "playoff__club"),
    (Reseat, "decided_by", "playoff__club"),
    (Match, "created_by", "club"),
    (Playoff, "created_by", "club"),
    (PlayoffLeaver, "decided_by", "playoff__club"),
    (NightDraw, "drawn_by", "night__club"),
    (DrawChange, "made_by", "draw__night__club"),
)


def clear_user(*, club: Club, user: User, **_: Any) -> None:
    """Set the user to NULL in every row of HANDS that belongs to the club."""
    for model, column, lookup in USER_COLUMNS:
        model._default_manager.filter(**{column: user, lookup: club}).update(**{column: None})


def connect_forgetting() -> None:
    member_left.connect(clear_user, dispatch_uid="users who left a club")


# Registers the free texts about trophies, awards, draws and play-offs, in which people may be named.


def connect_free_texts() -> None:
    register(
        FreeText(Trophy, "name", "club", gettext_lazy("the name of a trophy"), is_needed=True),
        FreeText(Trophy, "about", "club", gettext_lazy("the words on a trophy")),
        FreeText(Award, "reason", "trophy__club", gettext_lazy("the reason of an award"), is_needed=True),
        FreeText(Award, "withdrawn_because", "trophy__club", gettext_lazy("why an award was withdrawn")),
        FreeText(NightDraw, "reason", "night__club", gettext_lazy("why it was drawn again")),
        FreeText(Reseat, "note", "playoff__club", gettext_lazy("the note on a decision")),
    )
