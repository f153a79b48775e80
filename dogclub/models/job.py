"""Background jobs. Their state is in this table; a queue only says that there is something to do."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, User
from games.models import Match


class Job(models.Model):
    """A background job.

    `lease` identifies the one run that may write to the row; `beat_at` is when that run last showed that it is alive.
    `urgency` is that of the kind of job, by which workers choose the next one. `steps` are dicts for the job's page:
    `label`, how much is `done` and `of` how much, `is_done`, and `words` once it is. `club` is None for work of the
    whole installation. `file` is a name in the default storage.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "waiting"
        RUNNING = "running", "running"
        DONE = "done", "done"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"

    class Urgency(models.IntegerChoices):
        """How urgent a job is: AWAITED, a person is waiting for it; FOLLOWS, it follows from a user's action; BULK, it
        takes minutes and can wait.
        """

        AWAITED = 0
        FOLLOWS = 1
        BULK = 2

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="jobs")
    kind = models.CharField(max_length=30)
    urgency = models.PositiveSmallIntegerField(choices=Urgency.choices, default=Urgency.FOLLOWS, db_default=1)
    asked = models.JSONField(default=dict)
    asked_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="jobs")
    asked_at = models.DateTimeField(default=timezone.now)
    wants_mail = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    due_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True, blank=True)
    beat_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    cancel_asked_at = models.DateTimeField(null=True, blank=True)
    percent = models.PositiveSmallIntegerField(default=0)
    steps = models.JSONField(default=list)
    now = models.CharField(max_length=120, blank=True)
    problem = models.CharField(max_length=300, blank=True)
    result = models.JSONField(default=dict)
    file = models.CharField(max_length=200, blank=True)
    file_name = models.CharField(max_length=120, blank=True)
    content_type = models.CharField(max_length=80, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["-asked_at", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["state", "due_at"], name="what_is_to_be_done"),
            models.Index(fields=["state", "urgency", "due_at"], name="what_is_to_be_done_first"),
            models.Index(fields=["club", "-asked_at"], name="jobs_of_a_club"),
            models.Index(
                fields=["finished_at"], condition=models.Q(finished_at__isnull=False), name="jobs_that_are_over"
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(percent__lte=100), name="a_job_ends_at_100"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.get_state_display()}"

    def get_absolute_url(self) -> str:
        assert self.club
        return f"{self.club.get_absolute_url()}jobs/{self.pk}/"

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.DONE, self.State.FAILED, self.State.CANCELLED)


# Matches imported from a file as one batch: read in a dry run, confirmed, written as a whole, and undone as a whole.


class ImportBatch(models.Model):
    """`found` is the result of the dry run, `answers` the user's answers to its questions, `made` the keys of the rows
    that were written.

    The primary key is the `batch` of the imported matches. `reading` is the job of the dry run, `writing` that of the
    import.
    """

    class State(models.TextChoices):
        READING = "reading", "being read"
        ASKING = "asking", "waiting to be confirmed"
        WRITING = "writing", "being written"
        DONE = "done", "done"
        REFUSED = "refused", "refused"
        UNDONE = "undone", "undone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="imports")
    source = models.CharField(max_length=20, blank=True)
    game = models.CharField(max_length=30, blank=True)
    state = models.CharField(max_length=7, choices=State.choices, default=State.READING)
    file = models.CharField(max_length=200, blank=True)
    file_name = models.CharField(max_length=120)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField(default=0)
    problem = models.CharField(max_length=300, blank=True)
    found = models.JSONField(default=dict)
    answers = models.JSONField(default=dict)
    made = models.JSONField(default=dict)
    reading = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+")
    writing = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "pk"]

    def __str__(self) -> str:
        return self.file_name

    @property
    def matches(self) -> models.QuerySet[Match]:
        """The imported matches that still exist."""
        return Match.objects.filter(batch=self.pk)


# Photos of paper sheets that are read, checked by a person, and saved as a match.


class ReadingManager(models.Manager["SheetReading"]):
    """Defers the pictures, which are only loaded on access."""

    def get_queryset(self) -> models.QuerySet["SheetReading"]:
        return super().get_queryset().defer("image", "flat")


class SheetReading(models.Model):
    """A photo of a paper sheet and what was read on it.

    `image` is the photo, an upright JPEG without metadata, larger than the one that a match keeps; `flat` the page
    alone, straightened.
    Both are None once the match is saved, which has the photo then. `found` is the document of `read-sheet`, `answers`
    what a person said: `figures` in the order of the answers, `players` in seat order, `on`, `at` and `table`.

    `page_of` is the photo of page 1 with which this one of page 2 is read; what is read and said is in that row.
    `taken_on` is the day on which the photo was taken, if it says so.

    `match` is the match it is read for or was saved as, `version` that of the match when it was saved.
    """

    class State(models.TextChoices):
        READING = "reading", "being read"
        CHECKING = "checking", "waiting to be checked"
        REFUSED = "refused", "cannot be read"
        SAVED = "saved", "saved"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="sheet_readings")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="+")
    page_of = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="further")
    taken_on = models.DateField(null=True, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.READING)
    image = models.BinaryField(null=True)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    flat = models.BinaryField(null=True)
    found = models.JSONField(default=dict)
    answers = models.JSONField(default=dict)
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+")
    version = models.PositiveIntegerField(null=True, blank=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    saved_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    saved_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[Any] = ReadingManager()

    class Meta:
        ordering: ClassVar = ["-created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.width} × {self.height}"

    def get_absolute_url(self) -> str:
        return f"/c/{self.club.slug}/sheet-photos/{self.pk}/"


# Keys of requests to the API that may be sent again, with the first response.


class IdempotencyKey(models.Model):
    """A POST that its client may send again: who sent it, under which key, and the response it gets each time.

    `requester` is the API key or account, `fingerprint` the SHA-256 of the method, the address and the body, `response`
    the encrypted status, headers and body: it may hold a secret that is shown only once.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    requester = models.CharField(max_length=60)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    response = models.TextField()
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["requester", "key"], name="one_request_a_key"),)

    def __str__(self) -> str:
        return self.key
