"""Start, end, removal and deletion of matches."""

import base64
import json
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import CASCADE, BinaryField, F, Field, ForeignKey, Model, Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Merge, Player
from clubs.models.calendar import club_day
from clubs.players.anonymise import SOURCES, FreeText, eraser, player_anonymised, register
from clubs.queries import lock_club
from games.consequences.follow import rebuild_by_player
from games.consequences.league import league
from games.entries.drafts import Author
from games.entries.match_state import load, seat_rows
from games.ledger.rows import locked, resolve_merged_player
from games.live import access_topic, club_topic, match_topic, publish, publish_match
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
from scoring.base import Illegal
from scoring.records import options_to_json

# Start, end and deletion of matches, including those of an import or a club.


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
        FreeText(RemovedMatch, "table", "club", gettext_lazy("the name of a table")),
        FreeText(RemovedMatch, "reason", "club", gettext_lazy("the reason why a match was removed")),
    )
    player_anonymised.connect(forget_name, dispatch_uid="names in removed matches")


# Removal of one match: its rows leave their tables at once, and are kept as JSON until it is taken back or erased.


TWO_WEEKS = timedelta(days=14)
# Who may write on an open match ends with its removal.
NOT_KEPT: tuple[type[Model], ...] = (Redaction, ScorekeeperLock, TabletPass)
REMOVED = gettext_lazy("the match was removed")
TAKEN_BACK = gettext_lazy("the match was taken back")

# Both are sent in the transaction, when all consequences are updated: `state` is that of the match.
match_removed = Signal()
match_taken_back = Signal()
# Sent in the transaction that erases removed matches: `club`, and `until`, when the last of them was removed.
matches_erased = Signal()


@transaction.atomic
def remove(match_id: uuid.UUID, reason: str, by: Author) -> RemovedMatch:
    """Remove a match, to be erased in two weeks. Raises Illegal if something that cannot be undone depends on it."""
    match = locked(match_id)
    lock_club(match.club)
    if wrong := league().holds(match):
        raise Illegal("removal", wrong)
    state = load(match)
    now = timezone.now()
    removed: RemovedMatch = RemovedMatch.objects.create(
        pk=match.pk,
        club=match.club,
        game=match.game,
        table=match.table,
        started_at=match.started_at,
        rounds=match.rounds,
        batch=match.batch,
        reason=reason,
        removed_by=by.user,
        removed_at=now,
        erased_at=now + TWO_WEEKS,
        rows=_rows_of(match),
    )
    took_over = [key for row in state.substitutes.rows for key in (row.player_id, row.instead_of_id)]
    removed.players.set({seat.player_id for seat in state.seats}.union(took_over))
    with league().passing(match, str(REMOVED)):
        Match.objects.filter(pk=match.pk).update(batch=match.pk)
        withdraw(match.pk, match.club)
        rebuild_by_player(match.club)
    publish_match(match)
    publish({access_topic(match.pk): None, match_topic(match.pk): match.version + 1})
    match_removed.send(Match, state=state)
    return removed


@transaction.atomic
def take_back(removed: RemovedMatch) -> Match:
    """Put a removed match back as it was, and update all that follows from its result.

    Raises Illegal if one of its players is gone, two of them are one by now, or its place in a play-off was taken.
    """
    lock_club(removed.club)
    row = RemovedMatch.objects.select_for_update().defer(None).filter(pk=removed.pk).first()
    if row is None:
        raise Illegal("removal", _("This match is not among the removed ones any more."))
    rows: Mapping[str, Any] = row.rows
    try:
        with transaction.atomic():
            _insert(row.club, rows)
    except IntegrityError as error:
        raise Illegal(
            "removal", _("This match cannot be put back: two of its players are one by now, or its id is in use.")
        ) from error
    _link(row.pk, rows)
    row.delete()
    match = Match.objects.get(pk=removed.pk)
    match.version += 1
    match.save(update_fields=["version"])
    with league().passing(match, str(TAKEN_BACK)):
        rebuild_by_player(match.club)
    publish_match(match)
    match_taken_back.send(Match, state=load(match))
    return match


def erase_removed(now: datetime) -> int:
    """Erase the removed matches whose two weeks are over, and return their number."""
    due = set(RemovedMatch.objects.filter(erased_at__lte=now).values_list("club", flat=True))
    return sum(_erase(club, now) for club in Club.objects.in_bulk(due).values())


@transaction.atomic
def _erase(club: Club, now: datetime) -> int:
    lock_club(club)
    rows = club.removed_matches.filter(erased_at__lte=now)
    until = [*rows.values_list("removed_at", flat=True)]
    if until:
        rows.delete()
        matches_erased.send(RemovedMatch, club=club, until=max(until))
    return len(until)


# Rows as JSON: by model, each a mapping of columns to values.


def models_of_matches() -> list[tuple[type[Model], str]]:
    """The models whose rows are removed with a match, and their field for it."""
    return [
        (relation.related_model, relation.field.name)
        for relation in Match._meta.related_objects
        if relation.on_delete is CASCADE and relation.related_model not in NOT_KEPT
    ]


def _rows_of(match: Match) -> dict[str, Any]:
    """`rows` by model, in the order in which they can be inserted, and `links`: rows that only referred to it."""
    rows = {Match._meta.label: [_as_json(match)]}
    for model, field in models_of_matches():
        found = model._base_manager.filter(**{field: match.pk}).order_by("pk")
        rows[model._meta.label] = [_as_json(each) for each in found]
    links = {
        relation.related_model._meta.label: [*_naming(relation.field, match).values_list("pk", flat=True)]
        for relation in Match._meta.related_objects
        if relation.on_delete is not CASCADE
    }
    return {"rows": rows, "links": links}


def _naming(field: Any, match: Match) -> Any:
    return field.model._base_manager.filter(**{field.name: match.pk})


def _as_json(row: Model) -> dict[str, Any]:
    return {field.attname: _value(getattr(row, field.attname)) for field in row._meta.concrete_fields}


def _value(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    return base64.b64encode(value).decode("ascii") if isinstance(value, bytes | memoryview) else value


def _models() -> dict[str, type[Model]]:
    return {Match._meta.label: Match} | {model._meta.label: model for model, _field in models_of_matches()}


def _insert(club: Club, kept: Mapping[str, Any]) -> None:
    models = _models()
    for label, rows in kept["rows"].items():
        models[label]._base_manager.bulk_create([row for each in rows if (row := _row(models[label], each, club))])


def _row(model: type[Model], values: Mapping[str, Any], club: Club) -> Model | None:
    """The unsaved row; None if what it cannot do without was deleted meanwhile."""
    made = {}
    for field in model._meta.concrete_fields:
        value = _read(field, values[field.attname])
        if value is not None and isinstance(field, ForeignKey) and field.related_model is not Match:
            value = _now(field, value, club, model)
            if value is None and model is Seat:
                raise Illegal("removal", _("This match cannot be put back: one of its players was deleted since."))
            if value is None and not field.null:
                return None
        made[field.attname] = value
    return model(**made)


def _read(field: "Field[Any, Any]", value: Any) -> Any:
    if value is None or field.get_internal_type() == "JSONField":
        return value
    return base64.b64decode(value) if isinstance(field, BinaryField) else field.to_python(value)


def _now(field: Any, key: Any, club: Club, model: type[Model]) -> Any:
    """The key of the row that the field refers to by now; None if it is gone. Entries keep the player they name."""
    if field.related_model is Player and model._meta.label != "games.Entry":
        player = resolve_merged_player(club.pk, key)
        return player.pk if player else None
    if field.related_model is Seat:
        return key
    return key if field.related_model._base_manager.filter(pk=key).exists() else None


def _link(key: uuid.UUID, kept: Mapping[str, Any]) -> None:
    for relation in Match._meta.related_objects:
        keys = kept["links"].get(relation.related_model._meta.label, [])
        name = relation.field.name
        rows = relation.related_model._base_manager.filter(pk__in=keys)
        if rows.filter(~Q(**{name: None})).exists():
            raise Illegal(
                "removal", _("This match cannot be put back: its table in the play-off was dealt again meanwhile.")
            )
        rows.update(**{name: key})


# Erasure of a name from the rows of removed matches, and of photos that may show it.


def forget_name(club: Club, names: Iterable[str], players: Iterable[Player], **_: Any) -> None:
    """Remove a name from the texts of the club's removed matches, and the photos of those in which the player sat."""
    sat = {*RemovedMatch.objects.filter(players__in=list(players)).values_list("pk", flat=True)}
    erased = eraser(club, names)
    for removed in RemovedMatch.objects.filter(club=club).defer(None):
        before = json.dumps(removed.rows)
        for source in SOURCES:
            for row in removed.rows["rows"].get(source.model._meta.label, ()):
                row[source.field] = erased(row[source.field], source)
        if removed.pk in sat:
            removed.rows["rows"][SheetPhoto._meta.label] = [*_without_images(removed)]
        if json.dumps(removed.rows) != before:
            removed.save(update_fields=["rows"])


def _without_images(removed: RemovedMatch) -> Iterator[dict[str, Any]]:
    for row in removed.rows["rows"][SheetPhoto._meta.label]:
        yield row | {"image": None, "removed_at": row["removed_at"] or timezone.now().isoformat()}
