"""Rows derived from entries: figures by round, call-outs, forecasts, and sums over finished matches."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from clubs.models import Club, Player, Season, User
from games.models.match import Match, Seat

# Stored sums over finished matches, so that a page reads a few rows, however much was played.


class Aggregate(models.Model):
    """Derived sums of one player (None: the whole club) in one season (None: all time); can be rebuilt at any time.

    `games.statistics.sums.Sums` documents the four figures. The rows of a club and game exist completely or not at all;
    the club's all-time row is always among them.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="aggregates")
    season = models.ForeignKey(Season, models.CASCADE, null=True, blank=True, related_name="aggregates")
    game = models.CharField(max_length=30)
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="aggregates")
    # figures
    results = models.JSONField(default=dict)
    best = models.JSONField(default=dict)
    rounds = models.JSONField(default=dict)
    callouts = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["club", "season", "game", "player"], name="sums_of_a_player")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                F("club"), F("game"), F("season"), Coalesce("player", 0),
                condition=Q(season__isnull=False), name="one_aggregate_a_season",
            ),
            models.UniqueConstraint(
                F("club"), F("game"), Coalesce("player", 0),
                condition=Q(season__isnull=True), name="one_aggregate_of_all_time",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.game}, player {self.player_id}"


# Call-outs: found by the engines when a match is over, and tagged by hand.


class CallOut(models.Model):
    """Derived: a call-out of one match, how often it occurred and in which round last. Without player: the whole
    table's.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="shouts")
    term = models.CharField(max_length=30)
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="shouts")
    times = models.PositiveSmallIntegerField(default=1)
    round = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["match", "term", "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "term", "player"],
                condition=models.Q(player__isnull=False),
                name="one_shout_a_player",
            ),
            models.UniqueConstraint(
                fields=["match", "term"], condition=models.Q(player__isnull=True), name="one_shout_a_table"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["term", "match"], name="where_it_was_shouted")]

    def __str__(self) -> str:
        return self.term


class Tag(models.Model):
    """A call-out that a person tagged on one round, as only the players can see it. Marked as removed, not deleted."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="tags")
    round = models.PositiveSmallIntegerField()
    term = models.CharField(max_length=30)
    player = models.ForeignKey(Player, models.RESTRICT, null=True, blank=True, related_name="tags")
    tagged_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    tagged_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["tagged_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "round", "term", "player"],
                condition=models.Q(removed_at__isnull=True, player__isnull=False),
                name="one_tag_a_player",
            ),
            models.UniqueConstraint(
                fields=["match", "round", "term"],
                condition=models.Q(removed_at__isnull=True, player__isnull=True),
                name="one_tag_a_table",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["term", "match"], condition=models.Q(removed_at=None), name="where_it_was_tagged")
        ]

    def __str__(self) -> str:
        return f"{self.term}, round {self.round}"


# Stored figures of one seat in one round, for statistics and cell histories.


class Tally(models.Model):
    """Derived from a line of the sheet; `facts` are named small integers (bid, tricks, made …).

    `player` is who played the round where that is not the seat's player; rounds count for who played them.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="tallies")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tallies")
    number = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    total = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    facts = models.JSONField(default=dict)
    player = models.ForeignKey(Player, models.PROTECT, null=True, db_index=False, related_name="+")

    class Meta:
        ordering: ClassVar = ["number", "seat"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "number"], name="one_tally_a_round")]
        indexes: ClassVar = [
            models.Index(fields=["match", "number"]),
            models.Index(fields=["player"], condition=Q(player__isnull=False), name="rounds_of_substitutes"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}, round {self.number}: {self.points}"


# Forecasts: how likely each player of a match was to win and to finish last, after each round. Derived.


class Forecast(models.Model):
    """The forecast of a match.

    `history` is the game's data from the club's matches before this one, as JSON; `points` is the curve, one before the
    first round and one after each. `version` grows when the curve changes. Players are seat numbers, without names.
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="forecast", primary_key=True)
    version = models.PositiveIntegerField(default=1)
    history = models.JSONField(default=dict)
    points = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["match"]

    def __str__(self) -> str:
        return f"{self.match_id}, version {self.version}"
