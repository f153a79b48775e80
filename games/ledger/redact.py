"""Erasure of a name from the notes on entries: the only change that an entry allows (ADR 39)."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.players.free_text import FreeText, register
from games.models import Confirmation, Entry, Match, Redaction, ScorekeeperLock, SheetPhoto, TabletPass


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
        FreeText(SheetPhoto, "device", "match__club", gettext_lazy("the device of a photo")),
        FreeText(SheetPhoto, "removed_device", "match__club", gettext_lazy("the device of a photo")),
        FreeText(TabletPass, "label", "match__club", gettext_lazy("the name of a tablet")),
        FreeText(ScorekeeperLock, "label", "match__club", gettext_lazy("the name of a tablet")),
    )
