"""Background jobs. Their state is in this table; a queue only says that there is something to do."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, User


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
