"""Call-outs tagged on a round by hand, because only the players can see them. Tags are marked as removed, never
deleted.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.web.prepared_queries import Read, Slot
from games.models import Match, Seat, Tag
from games.registry import table_game

MATCH = Slot("match", Match._meta.pk)
STANDING = Read(
    lambda: (
        Tag.objects.filter(match=MATCH, removed_at__isnull=True)
        .select_related("player")
        .order_by("-round", "tagged_at", "pk")
    )
)


@dataclass(frozen=True)
class TagWords:
    """A tag in words: its round (from 1), the call-out's code and label, and whose it is."""

    round: int
    term: str
    label: str
    who: str


def tags_of(match: Match) -> list[Tag]:
    """The current tags of a match, newest round first; one query, none for a game without tags."""
    return STANDING.all(match=match.pk) if table_game(match.game).record_categories.tag_labels else []


def in_words(match: Match, tags: Sequence[Tag]) -> list[TagWords]:
    """Return each tag in words; a tag without player belongs to the whole table."""
    labels = table_game(match.game).record_categories.tags if tags else {}
    return [
        TagWords(
            tag.round,
            tag.term,
            labels.get(tag.term, tag.term),
            tag.player.label if tag.player else _("the whole table"),
        )
        for tag in tags
    ]


def last_round(match: Match) -> int:
    """The last round that can be tagged; in an open match, the one being played."""
    return match.rounds + (1 if match.is_open else 0)


def terms_on(tags: Collection[Tag], number: int, player: int | None) -> set[str]:
    """The codes tagged on a round for a player (primary key), or for the whole table if `player` is None."""
    return {tag.term for tag in tags if tag.round == number and tag.player_id == player}


def put(match: Match, number: int, term: str, seat: Seat | None, user: User | None) -> None:
    """Tag a round for the player at `seat`, or for the whole table if that is None; an existing tag is left alone."""
    player = seat.player if seat else None
    if Tag.objects.filter(match=match, round=number, term=term, player=player, removed_at=None).exists():
        return
    try:
        with transaction.atomic():
            Tag.objects.create(match=match, round=number, term=term, player=player, tagged_by=user)
    except IntegrityError:  # another tablet saved the same tag first
        return


def take(match: Match, number: int, term: str, seat: Seat | None) -> None:
    """Mark a tag as removed; nothing happens if there is none."""
    player = seat.player if seat else None
    rows = Tag.objects.filter(match=match, round=number, term=term, player=player, removed_at=None)
    rows.update(removed_at=timezone.now())
