"""Photos of paper sheets that are read, checked by a person, and saved as a match."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, User
from dogclub.models.job import Job
from games.models import Match


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
