"""What a member wants to be told by email, and what each was told already."""

from typing import ClassVar

from allauth.account.models import EmailAddress
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Membership

LONGEST_WHY = 200
FIRST_HOUR, LAST_HOUR = 8, 20  # in which an email may leave, by the club's clock


class Weekday(models.IntegerChoices):
    MONDAY = 0, gettext_lazy("Monday")
    TUESDAY = 1, gettext_lazy("Tuesday")
    WEDNESDAY = 2, gettext_lazy("Wednesday")
    THURSDAY = 3, gettext_lazy("Thursday")
    FRIDAY = 4, gettext_lazy("Friday")
    SATURDAY = 5, gettext_lazy("Saturday")
    SUNDAY = 6, gettext_lazy("Sunday")


class EmailSettings(models.Model):
    """The emails one member of one club gets; whoever never chose has these defaults, and no row.

    On is what asks something of the member; what only tells is off until it is chosen.
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
    """One email for one member about one thing: `subject` is the key of a night, a match, an award, or a day.

    Written with the job that is to send it. `sent_at` is when it was handed to the mail server, or just before that:
    whatever happens then, it is not sent again.
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
    """The mail server will not deliver to it, and says `why`; confirmed again, or taken away, it is forgotten."""

    address = models.OneToOneField(EmailAddress, models.CASCADE, related_name="refusal")
    refused_at = models.DateTimeField(default=timezone.now)
    why = models.CharField(max_length=LONGEST_WHY, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return f"{self.address_id} since {self.refused_at}"
