"""Webhooks: URLs that receive a request when a match is finished or a trophy changes hands."""

import uuid
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Club, Membership, User
from clubs.security import decrypt, encrypt

# A text field that is encrypted in the database: docs/developers/adr/0041.


HEAD, PURPOSE = "fernet:", "dogclub.models.encrypted_text"


class EncryptedText(models.TextField):  # type: ignore[type-arg]  # the class takes none when it runs
    """Text that is encrypted with SECRET_KEY in the database and in backups, and plain in Python.

    A row from before the encryption, without the prefix, is read as it is and encrypted when saved. A value encrypted
    with another SECRET_KEY is read as "". Each encryption differs, so rows cannot be filtered by such a field.
    """

    def get_prep_value(self, value: Any) -> Any:
        text = super().get_prep_value(value)
        return HEAD + encrypt(text, PURPOSE) if text else text

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        if not value or not value.startswith(HEAD):
            return value
        return decrypt(value.removeprefix(HEAD), PURPOSE) or ""


class Webhook(models.Model):
    """A webhook of a club; each delivery is a job. After days of failures it is paused (`paused_at`, with the reason)
    until an organiser resumes it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="hooks")
    url = models.URLField(max_length=300)
    secret = EncryptedText()
    events = models.JSONField(default=list)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_because = models.CharField(max_length=200, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "pk"]

    def __str__(self) -> str:
        return self.url


# The chat room to which a club posts its nights.


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


# Phones and other browsers that are notified, and of what.

QUIET_FROM, QUIET_UNTIL, HOURS = 22, 8, range(24)


class PushDevice(models.Model):
    """A browser that asked for notifications. Whoever has its `endpoint` and `auth` can send to it: both are encrypted,
    and it is found by the SHA-256 of the endpoint. `p256dh` is the browser's public key, `server_key` that of this
    server by which it subscribed.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="push_devices")
    fingerprint = models.CharField(max_length=64, unique=True)
    endpoint = EncryptedText()
    auth = EncryptedText()
    p256dh = models.CharField(max_length=100)
    server_key = models.CharField(max_length=100)
    label = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.label or 'a browser'} of {self.user_id}"


class PushSettings(models.Model):
    """What a member of a club is notified of on all own devices: nothing, until chosen. From `quiet_from` until
    `quiet_until` o'clock by the club's clock nothing is sent; if they are equal there are no such hours.
    """

    membership = models.OneToOneField(Membership, models.CASCADE, related_name="push_settings")
    night = models.BooleanField(default=False)
    seat = models.BooleanField(default=False)
    confirmation = models.BooleanField(default=False)
    trophy = models.BooleanField(default=False)
    quiet_from = models.PositiveSmallIntegerField(default=QUIET_FROM)
    quiet_until = models.PositiveSmallIntegerField(default=QUIET_UNTIL)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(quiet_from__range=(0, 23), quiet_until__range=(0, 23)), name="quiet_hours_of_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"notifications of {self.membership_id}"


# Which emails a member wants, and which were sent.

LONGEST_WHY = 200
FIRST_HOUR, LAST_HOUR = 8, 20  # hours between which emails are sent, in the club's time zone


class Weekday(models.IntegerChoices):
    MONDAY = 0, gettext_lazy("Monday")
    TUESDAY = 1, gettext_lazy("Tuesday")
    WEDNESDAY = 2, gettext_lazy("Wednesday")
    THURSDAY = 3, gettext_lazy("Thursday")
    FRIDAY = 4, gettext_lazy("Friday")
    SATURDAY = 5, gettext_lazy("Saturday")
    SUNDAY = 6, gettext_lazy("Sunday")


class EmailSettings(models.Model):
    """The emails that a member of a club gets. Members who never changed them have no row and these defaults.

    Emails that ask for an action are on by default; those that only inform are off.
    """

    membership = models.OneToOneField(Membership, models.CASCADE, related_name="email_settings")
    night = models.BooleanField(default=True)
    confirmation = models.BooleanField(default=True)
    report = models.BooleanField(default=False)
    trophy = models.BooleanField(default=False)
    digest = models.BooleanField(default=False)
    digest_day = models.PositiveSmallIntegerField(choices=Weekday.choices, default=Weekday.FRIDAY)
    digest_hour = models.PositiveSmallIntegerField(default=9)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["membership"], condition=models.Q(digest=True), name="who_reads_a_digest"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(digest_day__in=Weekday.values), name="a_digest_has_a_day"),
            models.CheckConstraint(
                condition=models.Q(digest_hour__range=(FIRST_HOUR, LAST_HOUR)), name="no_digest_at_night"
            ),
        ]

    def __str__(self) -> str:
        return f"emails of {self.membership_id}"


class Reminder(models.Model):
    """An email to a member about one subject: `subject` is the key of a night, match or award, or a date.

    Created together with the job that sends it. `sent_at` is set just before the email is handed to the mail server, so
    that it is never sent twice.
    """

    class Kind(models.TextChoices):
        NIGHT = "night", gettext_lazy("A night is coming up and I haven’t answered")
        CONFIRMATION = "confirmation", gettext_lazy("A sheet waits for my confirmation")
        REPORT = "report", gettext_lazy("The night report is out")
        TROPHY = "trophy", gettext_lazy("My trophy was taken")
        DIGEST = "digest", gettext_lazy("Weekly digest")

    membership = models.ForeignKey(Membership, models.CASCADE, related_name="reminders")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    subject = models.CharField(max_length=60)
    asked_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-asked_at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["asked_at"], condition=models.Q(sent_at=None), name="reminders_not_sent_yet"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["membership", "kind", "subject"], name="one_reminder_a_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} for {self.membership_id}"


class RefusedAddress(models.Model):
    """An address to which the mail server cannot deliver, with the reason. Deleted when the address is confirmed again
    or removed.
    """

    address = models.OneToOneField(EmailAddress, models.CASCADE, related_name="refusal")
    refused_at = models.DateTimeField(default=timezone.now)
    why = models.CharField(max_length=LONGEST_WHY, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return f"{self.address_id} since {self.refused_at}"
