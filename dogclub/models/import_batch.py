"""Matches imported from a file as one batch: read in a dry run, confirmed, written as a whole, and undone as a
whole.
"""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, User
from dogclub.models.job import Job
from games.models import Match


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
