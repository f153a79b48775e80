"""What only the table can see, tagged on a round by hand. A tag is taken away, never deleted."""

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
    """A tag in words: the round, the call-out, and whose it is."""

    round: int
    term: str
    label: str
    who: str


def tags_of(match: Match) -> list[Tag]:
    """What stands, the newest round first; one query."""
    return STANDING.all(match=match.pk) if table_game(match.game).record_categories.tag_labels else []


def in_words(match: Match, tags: Sequence[Tag]) -> list[TagWords]:
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
    """The round that is being played can be tagged too."""
    return match.rounds + (1 if match.is_open else 0)


def terms_on(tags: Collection[Tag], number: int, player: int | None) -> set[str]:
    return {tag.term for tag in tags if tag.round == number and tag.player_id == player}


def put(match: Match, number: int, term: str, seat: Seat | None, user: User | None) -> None:
    """Twice is once."""
    player = seat.player if seat else None
    if Tag.objects.filter(match=match, round=number, term=term, player=player, removed_at=None).exists():
        return
    try:
        with transaction.atomic():
            Tag.objects.create(match=match, round=number, term=term, player=player, tagged_by=user)
    except IntegrityError:  # another tablet was quicker with the same
        return


def take(match: Match, number: int, term: str, seat: Seat | None) -> None:
    player = seat.player if seat else None
    rows = Tag.objects.filter(match=match, round=number, term=term, player=player, removed_at=None)
    rows.update(removed_at=timezone.now())
