"""Entries of a match, and the rows that open its triggers: entries are written once, never changed or deleted. And
removed matches, whose entries are in one row.
"""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, Player, User
from games.models.match import Match


class Entry(models.Model):
    """One entry. A correction has the same number and the next revision; an undo is a revision without payload.

    `id` is made by the client and is the idempotency key for ever. `version` is the match's after the write of this
    row. `player` is who joins with an entry that opens a seat. A trigger refuses UPDATE and DELETE, except with a row
    of `Withdrawal`, `Erasure` or `Redaction`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    payload = models.JSONField(null=True)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    note = models.CharField(max_length=300, blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["number", "revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number", "revision"], name="one_entry_a_revision"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="numbers_start_at_one"),
            models.CheckConstraint(condition=models.Q(revision__gte=1), name="revisions_start_at_one"),
            models.CheckConstraint(
                condition=models.Q(revision__gt=1) | models.Q(payload__isnull=False),
                name="only_a_revision_may_be_empty",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}.{self.revision}"


class Withdrawal(models.Model):
    """A batch of imported matches being deleted. Only while its row exists may their entries be deleted."""

    batch = models.UUIDField(primary_key=True)

    def __str__(self) -> str:
        return f"withdrawing {self.batch}"


class RemovedMatchManager(models.Manager["RemovedMatch"]):
    """Defers `rows`, which may contain a photo and are only needed to take the match back."""

    def get_queryset(self) -> models.QuerySet["RemovedMatch"]:
        return super().get_queryset().defer("rows")


class RemovedMatch(models.Model):
    """A match that an organiser removed, with the key it had; `erased_at` is when nothing of it is left.

    `rows` are all its rows as JSON, as `games.ledger.removal` writes them: the match is in no other table, so that
    nothing can show or count it. `batch` is that of its import.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="removed_matches")
    game = models.CharField(max_length=30)
    table = models.CharField(max_length=40, blank=True)
    started_at = models.DateTimeField()
    rounds = models.PositiveSmallIntegerField(default=0)
    players = models.ManyToManyField(Player, related_name="+")
    batch = models.UUIDField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    removed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    removed_at = models.DateTimeField(default=timezone.now)
    erased_at = models.DateTimeField(db_index=True)
    rows = models.JSONField(default=dict)

    objects: ClassVar[Any] = RemovedMatchManager()

    class Meta:
        ordering: ClassVar = ["-removed_at", "pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["batch"], condition=models.Q(batch__isnull=False), name="removed_matches_of_an_import"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.started_at:%Y-%m-%d}, removed"


class Redaction(models.Model):
    """A match from whose notes a name is being removed.

    Only while its row exists may `note` and `device` of its entries change, and nothing else of them.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True)

    def __str__(self) -> str:
        return f"redacting {self.match_id}"


class Erasure(models.Model):
    """A club being deleted. Only while its row exists does the trigger allow deleting that club's entries."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True)

    def __str__(self) -> str:
        return f"erasing {self.club_id}"


# Players' answers about a complete sheet: that it is right, or that it has a mistake.


class Confirmation(models.Model):
    """One answer. Apart from erased names only `withdrawn_at` ever changes: it is set when the answer ceases to count.

    `sheet` is the version of the newest entry on the sheet that was seen, `totals` are its totals by seat, and
    `version` is the match's after this row was written. A seat has at most one answer at a time. Rows without a seat
    are an organiser's: `settled` makes the match final as it is, `kept` keeps it final after a correction. `browser`
    identifies the device; one device may answer for several seats.
    """

    class Kind(models.TextChoices):
        CONFIRMED = "confirmed", "it is right"
        OBJECTED = "objected", "something is wrong"
        SETTLED = "settled", "an organiser settled it"
        KEPT = "kept", "corrected by an organiser, and final still"

    OF_A_SEAT = (Kind.CONFIRMED, Kind.OBJECTED)

    match = models.ForeignKey(Match, models.CASCADE, related_name="confirmations")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    sheet = models.PositiveIntegerField()
    totals = models.JSONField(default=list)
    version = models.PositiveIntegerField()
    note = models.CharField(max_length=300, blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    browser = models.UUIDField(null=True, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["version", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(kind__in=("confirmed", "objected"), position__isnull=False, player__isnull=False)
                | models.Q(kind__in=("settled", "kept"), position__isnull=True, player__isnull=True),
                name="a_seat_or_an_organiser",
            ),
            models.UniqueConstraint(
                fields=["match", "position"],
                condition=models.Q(withdrawn_at__isnull=True),
                name="a_seat_says_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.position}"
