"""Seasons, nights, who said they would come, and who was there."""

from datetime import date, datetime, time, timedelta
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models.club import Club
from clubs.models.player import Player

# The club's day, which lasts until 05:00, so that an evening past midnight is one day.

BEGINS = time(5)


def club_day(moment: datetime | None = None) -> date:
    """Return the day of a moment, by default of now."""
    local = timezone.localtime(moment)
    return local.date() if local.time() >= BEGINS else local.date() - timedelta(days=1)


def start_of(day: date) -> datetime:
    """Return when a club day begins."""
    return timezone.make_aware(datetime.combine(day, BEGINS))


# Seasons and nights.


LONGEST_REASON = 80
MOST_PLACES = 600  # of a night that has a limit


class Season(models.Model):
    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    schemes = models.JSONField(default=dict)  # schemes by game; "" is for all games together
    closed_at = models.DateTimeField(null=True, blank=True)  # from then on its days and schemes are fixed

    class Meta:
        ordering: ClassVar = ["-starts_on"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="one_season_a_name"),
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")), name="a_season_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Night(models.Model):
    """One evening of play; once a player is there its start cannot change (DD-42).

    Its form asks for the fields of ABOUT, besides the start; the nights of a series share them.
    `series` is shared by nights that were planned together, `moved_from` is the start by the series of a night that was
    moved alone, `reason` why the night was called off. `known_times` says which of its times are known: of a night from
    an old sheet often only the day. `revision` and `changed_at` change with whatever calendars show of the night.
    """

    class KnownTimes(models.TextChoices):
        BOTH = "both", gettext_lazy("start and end")
        START = "start", gettext_lazy("the start alone")
        NONE = "none", gettext_lazy("only the day")

    ABOUT: ClassVar = ("place", "name", "note", "places", "answers_close")

    club = models.ForeignKey(Club, models.CASCADE, related_name="nights")
    season = models.ForeignKey(Season, models.SET_NULL, null=True, blank=True, related_name="nights")
    starts_at = models.DateTimeField()
    place = models.CharField(max_length=80, blank=True)
    name = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=300, blank=True)
    places = models.PositiveSmallIntegerField(null=True, blank=True)  # the limit of places; None for no limit
    answers_close = models.PositiveSmallIntegerField(default=0)  # minutes before the start
    series = models.UUIDField(null=True, blank=True, db_index=True)
    moved_from = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    known_times = models.CharField(max_length=5, choices=KnownTimes, default=KnownTimes.BOTH)
    answers_taken_at = models.DateTimeField(null=True, blank=True)  # when all who had said yes were marked as here
    reminded_at = models.DateTimeField(null=True, blank=True)  # when an organiser last reminded those without an answer
    called_off_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-starts_at"]
        indexes: ClassVar = [
            models.Index(fields=["club", "-starts_at"], name="nights_of_a_club"),
            # For reminders: nights of all clubs are queried every five minutes.
            models.Index(fields=["starts_at"], name="nights_by_their_start"),
            models.Index(fields=["closed_at"], condition=models.Q(closed_at__isnull=False), name="nights_by_their_end"),
        ]

    def __str__(self) -> str:
        return f"{self.starts_at:%d %B %Y}"

    def get_absolute_url(self) -> str:
        return f"/c/{self.club.slug}/nights/{self.pk}/"

    def revise(self) -> None:
        """Raise the revision, before a change of what calendars show is saved."""
        self.revision += 1
        self.changed_at = timezone.now()

    @property
    def about(self) -> tuple[Any, ...]:
        """The values of ABOUT."""
        return tuple(getattr(self, name) for name in self.ABOUT)

    @property
    def has_start(self) -> bool:
        return self.known_times != self.KnownTimes.NONE

    @property
    def has_times(self) -> bool:
        """Whether the times of arrival and of the end are known."""
        return self.known_times == self.KnownTimes.BOTH

    @property
    def answers_close_at(self) -> datetime:
        return self.starts_at - timedelta(minutes=self.answers_close)

    @property
    def title(self) -> str:
        """The night's own name, else a text such as `Thursday night`."""
        return self.name or evening(self.starts_at)


def evening(moment: datetime) -> str:
    """Return a text such as `Thursday night`, by the club's clock; the night lasts until 05:00."""
    hour = timezone.localtime(moment).hour
    if hour in range(BEGINS.hour, 12):
        words = _("{day} morning")
    else:
        words = _("{day} afternoon") if hour in range(12, 17) else _("{day} night")
    return capfirst(words.format(day=date_format(club_day(moment), "l")))


# Answers to whether a player comes to a night.


LONGEST_NOTE, LONGEST_GUESTS = 120, 200
ARRIVALS = (0, 15, 30, 45, 60, 90, 120)  # minutes after the start
CLOSINGS = (0, 30, 60, 90, 120, 180, 360, 720, 1440, 2880)  # minutes before the start


class NightAnswer(models.Model):
    """A player's answer for one night. `number` counts the yes answers of the night in order: who said yes first has
    a place first; None for other answers. `guests` are names with commas between them, `arrives_after` is in minutes
    after the start.
    """

    class Answer(models.TextChoices):
        YES = "yes", gettext_lazy("Yes")
        MAYBE = "maybe", gettext_lazy("Maybe")
        NO = "no", gettext_lazy("No")

    night = models.ForeignKey(Night, models.CASCADE, related_name="answers")
    player = models.ForeignKey(Player, models.CASCADE, related_name="night_answers")
    answer = models.CharField(max_length=5, choices=Answer.choices)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    guests = models.CharField(max_length=LONGEST_GUESTS, blank=True)
    arrives_after = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveIntegerField(null=True, blank=True)
    answered_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["number", "answered_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["night", "player"], name="one_answer_a_night"),
            models.UniqueConstraint(fields=["night", "number"], name="one_yes_a_number"),
            models.CheckConstraint(
                condition=models.Q(answer="yes", number__gte=1) | (~models.Q(answer="yes") & models.Q(number=None)),
                name="only_a_yes_has_a_number",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.answer}"

    @property
    def guest_names(self) -> list[str]:
        return [name.strip() for name in self.guests.split(",") if name.strip()]

    @property
    def arrives_at(self) -> datetime | None:
        """When the player expects to arrive; None if on time."""
        return self.night.starts_at + timedelta(minutes=self.arrives_after) if self.arrives_after else None

    def is_late(self, now: datetime) -> bool:
        """Whether the player is expected after this moment."""
        return self.arrives_at is not None and self.arrives_at > now

    @property
    def places(self) -> int:
        """The number of seats needed, guests included."""
        return 1 + len(self.guest_names)


# Attendance of players at nights.


class Attendance(models.Model):
    """One player on one night. A player without a row counts as away."""

    class State(models.TextChoices):
        HERE = "here", gettext_lazy("here")
        LATE = "late", gettext_lazy("late")
        AWAY = "away", gettext_lazy("away")
        LEFT = "left", gettext_lazy("left early")

    night = models.ForeignKey(Night, models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="attendances")
    state = models.CharField(max_length=5, choices=State.choices, default=State.HERE)
    host = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    expected_at = models.DateTimeField(null=True, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["arrived_at", "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["night", "player"], name="one_attendance_a_night"),
            models.CheckConstraint(
                condition=models.Q(left_at__isnull=True) | models.Q(left_at__gte=models.F("arrived_at")),
                name="nobody_leaves_before_coming",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.state}"
