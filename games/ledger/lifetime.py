"""Start, end and deletion of matches, including those of an import or a club."""

import uuid
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Club, Merge, Player
from clubs.models.calendar import club_day
from clubs.players.anonymise import FreeText, register
from games.entries.match_state import seat_rows
from games.ledger.rows import locked
from games.live.publish import access_topic, club_topic, publish, publish_match
from games.models import (
    CallOut,
    Confirmation,
    Entry,
    Erasure,
    Match,
    Redaction,
    RemovedMatch,
    ScorekeeperLock,
    Seat,
    SheetPhoto,
    Substitution,
    TabletPass,
    Tally,
    Withdrawal,
)
from scoring import engine as find_engine
from scoring.records import options_to_json


@transaction.atomic
def start(club: Club, game: str, players: Sequence[Player], options: Any = None, **about: Any) -> Match:
    """Seat the players in order and fix the options. Raises RuleError if they cannot be played. `about` are fields of
    Match. A match of an earlier day's night is entered afterwards: it started on that night, in the order of entry.
    """
    engine = find_engine(game)
    options = engine.options() if options is None else options
    sheet = engine.start(len(players), options)
    if (night := about.get("night")) and club_day(night.starts_at) < club_day():
        about = {"started_at": night.starts_at + timedelta(seconds=night.matches.count())} | about
    confirm = about.pop("confirm", club.confirm)
    stored = options_to_json(options)
    match = Match(
        club=club,
        game=game,
        options=stored,
        points_key=engine.apart(stored),
        rule_version=engine.version,
        start_seats=len(players),
        confirm=confirm,
        confirm_token=uuid.uuid4() if confirm else None,
        **about,
    )
    match.save(force_insert=True)
    figures = seat_rows(engine, sheet)
    Seat.objects.bulk_create(
        Seat(match=match, position=place, player=player, **asdict(figures[place]))
        for place, player in enumerate(players)
    )
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
    RemovedMatch.objects.filter(batch=batch).delete()


# Erasure of a name from the notes on entries: the only change that an entry allows (ADR 39).


def allow_redaction(rows: QuerySet[Any]) -> None:
    """Allow `note` and `device` of these entries to change until `end_redaction` is called.

    The versions of their matches grow, so that open pages reload.
    """
    matches = list(rows.order_by().values_list("match", flat=True).distinct())
    Redaction.objects.bulk_create((Redaction(match_id=match) for match in matches), ignore_conflicts=True)
    Match.objects.filter(pk__in=matches).update(version=F("version") + 1)


def end_redaction(club: Club, **_: Any) -> None:
    """End what `allow_redaction` allowed, in the same transaction. Half-entered forms are deleted too, since they may
    contain names.
    """
    Redaction.objects.filter(match__club=club).delete()
    ScorekeeperLock.objects.filter(match__club=club).exclude(unsaved_form={}).update(unsaved_form={})


def connect() -> None:
    """Register every text of a match that may contain a name."""
    register(
        FreeText(Match, "table", "club", gettext_lazy("the name of a table")),
        FreeText(Entry, "note", "match__club", gettext_lazy("the note on an entry"), unlock=allow_redaction),
        FreeText(Entry, "device", "match__club", gettext_lazy("the device of an entry"), unlock=allow_redaction),
        FreeText(Confirmation, "note", "match__club", gettext_lazy("the word on a confirmation")),
        FreeText(Confirmation, "device", "match__club", gettext_lazy("the device of a confirmation")),
        FreeText(Substitution, "device", "match__club", gettext_lazy("the device of a substitution")),
        FreeText(SheetPhoto, "device", "match__club", gettext_lazy("the device of a photo")),
        FreeText(SheetPhoto, "removed_device", "match__club", gettext_lazy("the device of a photo")),
        FreeText(TabletPass, "label", "match__club", gettext_lazy("the name of a tablet")),
        FreeText(ScorekeeperLock, "label", "match__club", gettext_lazy("the name of a tablet")),
    )
