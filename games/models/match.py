"""Matches, their seats and entries, and the device that keeps their score."""

import uuid
from datetime import timedelta
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, Confirm, Night, Player, Season, User

# Matches, their seats and substitutes, and the device that keeps their score.


LEFT_AFTER = timedelta(
    hours=12
)  # since the last round; then nobody is at a table any more that only lacks a tie’s outcome


class Match(models.Model):
    """One playing of a game. `version` grows by one with every write; options, rule version and `confirm` are fixed at
    the start (LG-04).

    The season is found by the day again when the seasons' dates change, unless somebody chose it (`season_chosen_at`).

    `batch` is shared by the matches of one import, `confirm_token` is signed into the link for confirming. The fields
    under "figures" are derived by the ledger from entries and confirmations, and can be rebuilt: the sheet is complete
    since `played_at`, and final since `finished_at`; since `unsettled_at` all rounds are played, and a tie or a
    tally is left. Points of matches with the same `points_key` compare; it is `Engine.apart` of the
    options.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="matches")
    season = models.ForeignKey(Season, models.SET_NULL, null=True, blank=True, related_name="matches")
    season_chosen_at = models.DateTimeField(null=True, blank=True)
    night = models.ForeignKey(Night, models.SET_NULL, null=True, blank=True, related_name="matches")
    game = models.CharField(max_length=30)
    table = models.CharField(max_length=40, blank=True)
    options = models.JSONField(default=dict)
    rule_version = models.CharField(max_length=20)
    start_seats = models.PositiveSmallIntegerField()
    for_trophy = models.BooleanField(default=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    started_at = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=0)
    batch = models.UUIDField(null=True, blank=True, db_index=True)
    abandoned_at = models.DateTimeField(null=True, blank=True)
    confirm = models.PositiveSmallIntegerField(choices=Confirm.choices, default=Confirm.NOBODY)
    confirm_token = models.UUIDField(null=True, blank=True, unique=True)
    # figures
    played_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(default=0)
    unsettled_at = models.DateTimeField(null=True, blank=True)
    points_key = models.CharField(max_length=8, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["-started_at", "-id"]
        indexes: ClassVar = [
            models.Index(fields=["club", "-started_at", "-id"], name="a_page_of_matches"),
            models.Index(fields=["club", "game", "-finished_at"], name="the_last_holder"),
            models.Index(
                fields=["played_at"],
                condition=models.Q(finished_at=None, abandoned_at=None),
                name="what_is_to_be_confirmed",
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(start_seats__gte=1), name="somebody_sits"),
            models.CheckConstraint(condition=models.Q(confirm__in=Confirm.values), name="a_match_s_known_confirmation"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.started_at:%Y-%m-%d}"

    def get_absolute_url(self) -> str:
        return f"/m/{self.pk}/"

    @property
    def is_open(self) -> bool:
        """Whether the match is being played: rounds are still to come, or its players settle a tie right now."""
        return self.is_undecided and self.played_at is None and not self.is_left

    @property
    def is_left(self) -> bool:
        """Whether all rounds were played on an earlier evening, and nobody wrote down how the tie was settled."""
        is_left = self.unsettled_at is not None and self.unsettled_at < timezone.now() - LEFT_AFTER
        return self.is_undecided and is_left

    @property
    def is_waiting(self) -> bool:
        """Whether the sheet is complete, but confirmations are missing."""
        return self.is_undecided and self.played_at is not None

    @property
    def is_undecided(self) -> bool:
        """Whether the match is neither final nor abandoned, so that its scorekeeper may write."""
        return self.finished_at is None and self.abandoned_at is None


class Seat(models.Model):
    """A seat of a match; `position` is the engine's seat number, from 0. All fields but match, position and player are
    derived.

    `player` is whose result it is. `has_substitute` says that others played some of the rounds (`Substitution`); None
    is no. `feats` are named small integers about the whole match (bids made, longest run, largest deficit made up), for
    statistics and records; they are set once the result is final.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    total = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(default=1)
    is_winner = models.BooleanField(default=False)
    is_loser = models.BooleanField(default=False)
    feats = models.JSONField(default=dict)
    has_substitute = models.BooleanField(null=True)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "position"], name="one_seat_a_position"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_a_player"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="places_start_at_one"),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.position}"


# Substitutes: players who took over a seat in mid-match.


class Substitution(models.Model):
    """From line `number` of the sheet on, `player` plays the seat `position` in place of `instead_of` (ADR 90).

    With `takes_result` the result is the substitute's from then on, else it stays with whose it was. Only
    `withdrawn_at` ever changes, when it is taken back, and `number`, when a forgotten line is inserted before it.
    `version` is the match's after this row was written.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="substitutions")
    position = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    instead_of = models.ForeignKey(Player, models.PROTECT, related_name="+")
    takes_result = models.BooleanField(default=False)
    version = models.PositiveIntegerField()
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["version", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(number__gte=1), name="a_substitute_plays_a_line"),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("instead_of")), name="a_substitute_is_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} for {self.instead_of_id}, line {self.number}"


# The device that keeps the score of a match: its lock, and passes for tablets in which nobody is signed in.


# The lock that lets one device keep the score of a match, once scorekeeping was handed over.


class ScorekeeperLock(models.Model):
    """The scoring device of a match; without a `holder` any device may write. Pages show it by `user` and `label`.

    `unsaved_form` is the half-entered form of the holder, as the tablet's script stores it. It is not part of the
    match, and only the next holder receives it.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="scorekeeper_lock")
    holder = models.UUIDField(null=True, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    label = models.CharField(max_length=60, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    unsaved_form = models.JSONField(default=dict)
    unsaved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["match"]

    def __str__(self) -> str:
        return f"{self.user}’s {self.label.removeprefix('a ')}" if self.user else self.label

    @property
    def mark(self) -> str:
        """A string that changes each time the lock passes to another device; "" before it is first taken."""
        return str(self.taken_at.timestamp()) if self.taken_at else ""


# Passes that let a tablet keep the score of one match without signing in.


class TabletPass(models.Model):
    """A pass for one match, valid until it is revoked or the match ends, and only on the first device to accept it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="tablet_passes")
    label = models.CharField(max_length=60, blank=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    taken_by = models.UUIDField(null=True, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return self.label or f"tablet {self.pk.hex[:4]}"


# Entries of a match, and the rows that open its triggers: entries are written once, never changed or deleted. And
# removed matches, whose entries are in one row.


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

    `rows` are all its rows as JSON, as `games.ledger.lifetime` writes them: the match is in no other table, so that
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
