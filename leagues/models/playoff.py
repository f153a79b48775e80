"""Play-offs, knock-outs and round robins, their tables and matches, and the draws of nights."""

import uuid
from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models.calendar import Night
from clubs.models.club import Club
from clubs.models.player import Player
from clubs.models.user import User
from games.models.match import Match

# Contests of several matches: groups with a cut, knock-outs, round robins. Their matches are linked by fixtures.


class Playoff(models.Model):
    """A contest. `advance` of each group go up, as agreed before the first card (DD-46); `bottom` of each group play
    for the loser trophy, None means all who do not go up (DD-47); `options` are shared by all its matches;
    `first_jacks` are the keys of those who got the first Jack, by final table, until it is dealt.

    The fields below "figures" are derived from its matches and can be rebuilt.
    """

    class Kind(models.TextChoices):
        GROUPS = "groups", gettext_lazy("groups and final tables")
        KNOCKOUT = "knockout", gettext_lazy("knock-out")
        ROUND_ROBIN = "round-robin", gettext_lazy("round robin")

    club = models.ForeignKey(Club, models.CASCADE, related_name="playoffs")
    night = models.ForeignKey(Night, models.SET_NULL, null=True, blank=True, related_name="playoffs")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    game = models.CharField(max_length=30)
    advance = models.PositiveSmallIntegerField(default=1)
    bottom = models.PositiveSmallIntegerField(null=True, blank=True)
    options = models.JSONField(default=dict)
    first_jacks = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    for_trophy = models.BooleanField(default=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    started_at = models.DateTimeField(default=timezone.now)
    called_off_at = models.DateTimeField(null=True, blank=True)
    # figures
    finished_at = models.DateTimeField(null=True, blank=True)
    winner = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    loser = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["-started_at", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(advance__gte=1), name="somebody_advances"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.started_at:%d %B %Y}"

    def get_absolute_url(self) -> str:
        return reverse("playoff" if self.kind == self.Kind.GROUPS else "tournament", args=[self.club.slug, self.pk])


# The tables of play-offs and their matches, and the decisions made between stages.


class Fixture(models.Model):
    """One table of a play-off. `players` are keys in seat order; `match` is set when the table is dealt."""

    class Stage(models.TextChoices):
        GROUP = "group", "group"
        WINNERS = "winners", gettext_lazy("winners’ table")
        LOSERS = "losers", gettext_lazy("losers’ table")
        ROUND = "round", "round"

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="fixtures")
    stage = models.CharField(max_length=7, choices=Stage.choices)
    round = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField(default=1)
    players = models.JSONField(default=list)
    match = models.OneToOneField(Match, models.SET_NULL, null=True, blank=True, related_name="fixture")

    class Meta:
        ordering: ClassVar = ["playoff", "round", "stage", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["playoff", "stage", "round", "number"], name="one_fixture_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.get_stage_display()} {self.number}"


class CutPull(models.Model):
    """Cards pulled by players level on the cut line (DD-50), as `cards` by player key. Never modified; a wrong one is
    withdrawn and pulled again.
    """

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="pulls")
    group = models.PositiveSmallIntegerField()
    cards = models.JSONField()
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["recorded_at", "pk"]

    def __str__(self) -> str:
        return f"group {self.group}: {self.cards}"


class Reseat(models.Model):
    """The organiser's decision when a correction would have moved players whose final table had begun."""

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="reseats")
    went_up = models.ForeignKey(Player, models.RESTRICT, null=True, related_name="+")
    went_down = models.ForeignKey(Player, models.RESTRICT, null=True, related_name="+")
    is_kept = models.BooleanField()
    note = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["decided_at", "pk"]

    def __str__(self) -> str:
        return "as seated" if self.is_kept else "reseated"

    @property
    def is_level(self) -> bool:
        """Whether the decision was that those level on the line of their group stay where they sit, without naming
        anybody.
        """
        return self.is_kept and self.went_up_id is None and self.went_down_id is None


class PlayoffLeaver(models.Model):
    """A player who went home between the groups and the final tables (DD-44); the next in the group takes the place."""

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="leavers")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="+")
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    left_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["left_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["playoff", "player"], condition=models.Q(withdrawn_at=None), name="one_leaving_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} went home"


# The draws of nights: who sits where, stored from the draw on and kept after the tables are dealt.


class NightDraw(models.Model):
    """A draw. `tables` are lists of player keys in seat order, `answers` are the other choices by form field, each a
    list of texts (the plan, how many go up).

    A night has at most one open draw. Drawing again withdraws the earlier one with a `reason`; a draw that was dealt
    stays.
    """

    night = models.ForeignKey(Night, models.CASCADE, related_name="draws")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # gives its matches their keys
    game = models.CharField(max_length=30)
    tables = models.JSONField(default=list)
    resting = models.JSONField(default=list)
    first_jacks = models.JSONField(default=list)
    answers = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    drawn_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    drawn_at = models.DateTimeField(default=timezone.now)
    dealt_at = models.DateTimeField(null=True, blank=True)
    playoff = models.ForeignKey(Playoff, models.SET_NULL, null=True, blank=True, related_name="draws")
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["drawn_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["night"],
                condition=models.Q(dealt_at=None, withdrawn_at=None),
                name="one_open_draw_a_night",
            ),
        ]

    def __str__(self) -> str:
        return f"draw of {self.drawn_at:%d %B %Y, %H:%M}"

    @property
    def seated(self) -> list[int]:
        """The keys of all seated players, table by table."""
        return [key for table in self.tables for key in table]


class DrawChange(models.Model):
    """A change made in a draw by hand. Never modified."""

    class Kind(models.TextChoices):
        SWAP = "swap", "swapped"
        SEATED = "seated", "seated after the draw"
        OUT = "out", "taken out"

    draw = models.ForeignKey(NightDraw, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="+")
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.player}"
