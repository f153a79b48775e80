"""Start, end and deletion of matches, including those of an import or a club."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Merge, Player
from games.ledger.rows import locked
from games.live.publish import access_topic, club_topic, publish, publish_match
from games.models import CallOut, Entry, Erasure, Match, Seat, Tally, Withdrawal
from scoring import engine as find_engine
from scoring.records import options_to_json


@transaction.atomic
def start(club: Club, game: str, players: Sequence[Player], options: Any = None, **about: Any) -> Match:
    """Seat the players in order and fix the options. Raises RuleError if they cannot be played. `about` are fields of
    Match.
    """
    engine = find_engine(game)
    options = engine.options() if options is None else options
    engine.start(len(players), options)
    confirm = about.pop("confirm", club.confirm)
    match = Match(
        club=club,
        game=game,
        options=options_to_json(options),
        rule_version=engine.version,
        start_seats=len(players),
        confirm=confirm,
        confirm_token=uuid.uuid4() if confirm else None,
        **about,
    )
    match.save(force_insert=True)
    Seat.objects.bulk_create(Seat(match=match, position=place, player=player) for place, player in enumerate(players))
    publish_match(match)
    return match


@transaction.atomic
def abandon(match_id: uuid.UUID) -> Match:
    """End a match without a result; its entries stay."""
    return _mark(locked(match_id), timezone.now())


@transaction.atomic
def reopen(match_id: uuid.UUID) -> Match:
    """Reopen an abandoned match."""
    return _mark(locked(match_id), None)


def _mark(match: Match, moment: Any) -> Match:
    match.abandoned_at = moment
    match.version += 1
    match.save(update_fields=["abandoned_at", "version"])
    publish_match(match)
    return match


@transaction.atomic
def erase(club: Club) -> None:
    """Delete a club with everything recorded in it: one of two ways to delete entries (ADR 1)."""
    Erasure.objects.create(club=club)
    Entry.objects.filter(match__club=club).delete()
    Match.objects.filter(club=club).delete()
    Merge.objects.filter(target__club=club).delete()
    publish({access_topic(club.pk): None})
    club.delete()


@transaction.atomic
def withdraw(batch: uuid.UUID, club: Club) -> None:
    """Delete the matches of one import with all their rows: the other way to delete entries (ADR 21).

    The caller has checked that nobody has written on them since, and rebuilds what follows from results.
    """
    Withdrawal.objects.create(batch=batch)
    for rows in (Tally, CallOut, Entry, Seat):
        rows.objects.filter(match__batch=batch).delete()
    Match.objects.filter(batch=batch).delete()
    publish({club_topic(club.pk): None})
    Withdrawal.objects.filter(batch=batch).delete()
