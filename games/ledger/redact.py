"""Notes on entries, freed of a name: the one thing of an entry that may change, and only so (ADR 39)."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.players.free_text import FreeText, register
from games.models import Confirmation, Entry, Match, Redaction, ScorekeeperLock, SheetPhoto, TabletPass


def open_notes(rows: QuerySet[Any]) -> None:
    """Lets `note` and `device` of these entries change until `shut_notes`; whoever looks at their matches is told."""
    matches = list(rows.order_by().values_list("match", flat=True).distinct())
    Redaction.objects.bulk_create((Redaction(match_id=match) for match in matches), ignore_conflicts=True)
    Match.objects.filter(pk__in=matches).update(version=F("version") + 1)


def shut_notes(club: Club, **_: Any) -> None:
    """In the transaction that opened them. What is half entered at a table goes too, since it may ask by name."""
    Redaction.objects.filter(match__club=club).delete()
    ScorekeeperLock.objects.filter(match__club=club).exclude(unsaved_form={}).update(unsaved_form={})


def connect() -> None:
    register(
        FreeText(Match, "table", "club", gettext_lazy("the name of a table")),
        FreeText(Entry, "note", "match__club", gettext_lazy("the note on an entry"), opens=open_notes),
        FreeText(Entry, "device", "match__club", gettext_lazy("the device of an entry"), opens=open_notes),
        FreeText(Confirmation, "note", "match__club", gettext_lazy("the word on a confirmation")),
        FreeText(Confirmation, "device", "match__club", gettext_lazy("the device of a confirmation")),
        FreeText(SheetPhoto, "device", "match__club", gettext_lazy("the device of a photo")),
        FreeText(SheetPhoto, "removed_device", "match__club", gettext_lazy("the device of a photo")),
        FreeText(TabletPass, "label", "match__club", gettext_lazy("the name of a tablet")),
        FreeText(ScorekeeperLock, "label", "match__club", gettext_lazy("the name of a tablet")),
    )
