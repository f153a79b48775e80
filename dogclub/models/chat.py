"""The chat room to which a club posts its nights."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Club, User
from dogclub.models.webhook import EncryptedText


class Chat(models.Model):
    """The chat of a club. `url` is the address of its incoming webhook: whoever has it can post, so it is a secret.

    Each post is a job. Once the chat refuses posts, or has not answered for hours, nothing more is posted (`paused_at`,
    with the reason) until an organiser saves the page again.
    """

    class Service(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MATRIX = "matrix", "Matrix"
        MATTERMOST = "mattermost", "Mattermost"

    class Post(models.TextChoices):
        NIGHT = "night", gettext_lazy("A night is open, and who is coming")
        DRAW = "draw", gettext_lazy("The draw")
        RESULTS = "results", gettext_lazy("Results, and trophies that changed hands")
        CALLOUTS = "callouts", gettext_lazy("Each call-out, while it is played")

    USUAL = (Post.NIGHT, Post.DRAW, Post.RESULTS)  # posted unless something else is chosen

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.OneToOneField(Club, models.CASCADE, related_name="chat")
    service = models.CharField(max_length=12, choices=Service.choices)
    url = EncryptedText()
    posts = models.JSONField(default=list)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_because = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.get_service_display()} of {self.club_id}"
