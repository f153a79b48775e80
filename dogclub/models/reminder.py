"""Which emails a member wants, and which were sent."""

from typing import ClassVar

from allauth.account.models import EmailAddress
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Membership

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
