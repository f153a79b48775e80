"""A person in the club who plays. Results belong to players, never to accounts."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.db.models.functions import Lower
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models.club import Club
from clubs.models.user import User
from clubs.names import check_name, folded, sort_key

# Fields made of a name whenever a row is saved: by what it is found, and by what it is sorted.

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField

NAMES = {"name", "nickname"}
KEYS = {"found_by", "sorted_by"}
LONGEST_KEY = 500  # one character of a name may be taken apart into eighteen


class NameKey(_Text):
    """A text made of the names of a row; it is compared by code points on every database."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": LONGEST_KEY, "editable": False, "default": "", "db_default": "", **options})

    def db_parameters(self, connection: Any) -> Any:
        """PostgreSQL would sort by the language of its server, and leave out blanks."""
        parameters = super().db_parameters(connection)
        return {**parameters, "collation": "C"} if connection.vendor == "postgresql" else parameters

    def pre_save(self, model_instance: Any, add: Any) -> str:
        value = self.made_of(model_instance)[:LONGEST_KEY]
        setattr(model_instance, self.attname, value)
        return value

    def made_of(self, row: Any) -> str:
        """Return the key of this row."""
        raise NotImplementedError


class FoundBy(NameKey):
    """The folded name, and after a line break the folded nickname, which no folded text has."""

    def made_of(self, row: Any) -> str:
        return found_by(row.name, row.nickname)


class SortedBy(NameKey):
    """The order of the name among others."""

    def made_of(self, row: Any) -> str:
        return sort_key(row.name)


def found_by(name: str, nickname: str = "") -> str:
    """Return the text in which a folded query is looked for."""
    return f"{folded(name)}\n{folded(nickname)}"


def with_keys(fields: Iterable[str] | None) -> set[str] | None:
    """Return the fields to save, with the keys if a name is among them."""
    if fields is None:
        return None
    return {*fields} | KEYS if NAMES.intersection(fields) else {*fields}


class Colour(models.TextChoices):
    """A player's colour; pages also show it as a word."""

    NONE = "", gettext_lazy("none")
    GREEN = "green", gettext_lazy("green")
    RED = "red", gettext_lazy("red")
    BLUE = "blue", gettext_lazy("blue")
    AMBER = "amber", gettext_lazy("amber")
    VIOLET = "violet", gettext_lazy("violet")
    GREY = "grey", gettext_lazy("grey")


class UnmergedPlayers(models.Manager["Player"]):
    """Players without those merged into another one, which are kept only for their old entries."""

    def get_queryset(self) -> models.QuerySet["Player"]:
        return super().get_queryset().filter(merged_into=None)


class Player(models.Model):
    """A player, found by `found_by` and listed by `sorted_by`, which are made of the names. `former` is the number of a
    former member, whose name was removed; the results stay. `photo` is the hash of the member's photo, or "" for none.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=60, validators=[check_name])
    nickname = models.CharField(max_length=30, blank=True)
    found_by = FoundBy()
    sorted_by = SortedBy()
    initials = models.CharField(max_length=4, blank=True)
    colour = models.CharField(max_length=10, choices=Colour.choices, blank=True)
    photo = models.CharField(max_length=16, blank=True, default="", db_default="")
    is_active = models.BooleanField(default=True)
    is_guest = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    former = models.PositiveSmallIntegerField(null=True, blank=True)
    merged_into = models.ForeignKey("self", models.RESTRICT, null=True, blank=True, related_name="merged")

    objects = UnmergedPlayers()
    everybody: ClassVar[models.Manager["Player"]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["sorted_by", "nickname", "pk"]
        indexes: ClassVar = [models.Index(fields=["club", "sorted_by"], name="players_by_name")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                "club",
                Lower("name"),
                Lower("nickname"),
                condition=models.Q(merged_into__isnull=True),
                name="players_can_be_told_apart",
                violation_error_message=gettext_lazy(
                    "The club has a player of this name. Add a nickname to tell them apart."
                ),
            ),
            models.UniqueConstraint(
                fields=["club", "former"],
                condition=models.Q(former__isnull=False, merged_into__isnull=True),
                name="former_members_can_be_told_apart",
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into__isnull=True) | ~models.Q(merged_into=models.F("pk")),
                name="nobody_is_merged_into_themselves",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    def save(self, *, update_fields: Iterable[str] | None = None, **how: Any) -> None:
        super().save(update_fields=with_keys(update_fields), **how)

    def get_absolute_url(self) -> str:
        return f"/c/{self.club.slug}/players/{self.pk}/"

    @property
    def is_former(self) -> bool:
        return self.former is not None

    @property
    def letters(self) -> str:
        """The letters in place of a photo: the initials, or those of the first and the last word of the name."""
        words = self.name.split()
        first = ["".join(sign for sign in word if sign.isalnum())[:1] for word in dict.fromkeys([words[0], words[-1]])]
        return self.initials or "".join(first).upper() or words[0][0]

    @property
    def label(self) -> str:
        """The name on sheets and in records; unique in the club."""
        return f"{self.name} ({self.nickname})" if self.nickname else self.name


# Former names of players, by which they are still found.


class FormerName(models.Model):
    """A former name; deleted when the player becomes a former member."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=60)
    nickname = models.CharField(max_length=30, blank=True)
    found_by = FoundBy()
    until = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-until", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.nickname})" if self.nickname else self.name


# Merges of two players who are the same person.


class Merge(models.Model):
    """A merge. `moved` has the rows that were changed, by name of the relation, so that undoing restores exactly
    those.
    """

    source = models.ForeignKey(Player, models.RESTRICT, related_name="merges_away")
    target = models.ForeignKey(Player, models.RESTRICT, related_name="merges")
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    moved = models.JSONField(default=dict)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["source"], condition=models.Q(undone_at__isnull=True), name="merged_into_one_only"
            ),
            models.CheckConstraint(condition=~models.Q(source=models.F("target")), name="nobody_merges_alone"),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} into {self.target_id}"


# A member's own photo in one club.


class MemberPhotos(models.Manager["MemberPhoto"]):
    """Defers the image data."""

    def get_queryset(self) -> models.QuerySet["MemberPhoto"]:
        return super().get_queryset().defer("large", "small")


class MemberPhoto(models.Model):
    """A square JPEG in two sizes. `player.photo` is the short hash of the large one."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="member_photo")
    large = models.BinaryField()
    small = models.BinaryField()

    objects: ClassVar[models.Manager["MemberPhoto"]] = MemberPhotos()

    def __str__(self) -> str:
        return _("Photo of player {player_id}").format(player_id=self.player_id)


# Signals for changes of who is ranked: guests may play, and the club decides whether they are ranked.

ranking_changed = Signal()  # sent with `club` when who is ranked there, or how, has changed


def announce_ranking_change(club: Club) -> None:
    """Send the signal after a change of a setting that affects the ranking."""
    ranking_changed.send(Club, club=club)


def note_guest_change(club: Club) -> None:
    """Send the signal after a player has become a guest or is one no longer; no effect if guests are ranked."""
    if not club.guests_rank:
        announce_ranking_change(club)
