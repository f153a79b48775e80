"""Clubs, memberships, roles, and the choices of a club's settings."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.contrast import dark, light
from clubs.models.user import User
from clubs.names import check_name


class Confirm(models.IntegerChoices):
    """Who must confirm a sheet before its result counts."""

    NOBODY = 0, gettext_lazy("nobody: it is final with its last line")
    OPPONENT = 1, gettext_lazy("one player who did not keep the score")
    EVERY_SEAT = 2, gettext_lazy("everybody who still sits at the table")


class AllTime(models.TextChoices):
    """How all-time standings are counted."""

    WINS = "wins", gettext_lazy("wins: one point for each")
    PLACES = "places", gettext_lazy("points by place")


class Sharing(models.TextChoices):
    """Who may make share links, which show something of the club to anybody who has them."""

    OFF = "off", gettext_lazy("nobody: no link works")
    ORGANISERS = "organisers", gettext_lazy("organisers")
    MEMBERS = "members", gettext_lazy("every member")


class ShowChances(models.TextChoices):
    """Where a club shows the chances of a match."""

    NOWHERE = "off", gettext_lazy("nowhere")
    MATCH = "match", gettext_lazy("on the page of the match")
    WALL = "wall", gettext_lazy("on the page of the match and on the wall")


class ShowPhotos(models.TextChoices):
    """Who sees the photos that members upload of themselves."""

    NOBODY = "off", gettext_lazy("nobody")
    MEMBERS = "members", gettext_lazy("members")
    GUESTS = "guests", gettext_lazy("members and guests who watch")


MOST_HOURS = 8760  # hours: a year
MOST_GRACE = 120  # minutes


class Club(models.Model):
    """A club with its settings.

    * `confirm` applies to matches that begin from now on.
    * `correction_hours`: hours after its end in which scorekeepers may still correct a sheet; None: only organisers.
    * `one_device_one_seat`: a device that has confirmed for one seat cannot confirm for another.
    * `guests_rank`: without it, guests are below the standings. `all_time` is PLACES in clubs created now.
    * `time_zone`: "" for the server’s. `language`: of what is sent and shared; "" for English.
    * `grace_minutes`: arriving within these after a night’s start is on time.
    * `sharing` is who may make share links, which last a month at most if `links_expire`.
    * `chances` is where chances are shown, `photos` who sees members’ photos.
    * `colour` is `#rrggbb` as chosen, `logo` the hash of the image; both may be "".
    * `terms` are own words by code of term; `house_rules` is, by key of a game, what `AgreedRules` holds.
    * `recap_page`: a scored hand or round has a page of its own; else its points stand on the page of the next.
    * `deletes_at`: the club is closed to everybody, and erased at that time unless an owner restores it.
    * `standings_clock`: time zone and start of the club’s day by which its standings were ranked; "" before any.
    """

    slug = models.SlugField(unique=True, max_length=60)
    name = models.CharField(max_length=80, validators=[check_name])
    created_at = models.DateTimeField(default=timezone.now)
    is_demo = models.BooleanField(default=False)
    history_is_open = models.BooleanField(gettext_lazy("anybody with the link may read the sheets"), default=False)
    confirm = models.PositiveSmallIntegerField(choices=Confirm.choices, default=Confirm.NOBODY)
    correction_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    one_device_one_seat = models.BooleanField(default=False)
    recap_page = models.BooleanField(default=False, db_default=False)
    guests_rank = models.BooleanField(default=True)
    all_time = models.CharField(max_length=6, choices=AllTime.choices, default=AllTime.WINS)
    grace_minutes = models.PositiveSmallIntegerField(default=10)
    time_zone = models.CharField(max_length=64, blank=True, default="")
    language = models.CharField(max_length=12, blank=True, default="", db_default="")
    sharing = models.CharField(max_length=10, choices=Sharing.choices, default=Sharing.MEMBERS)
    links_expire = models.BooleanField(default=True)
    chances = models.CharField(max_length=5, choices=ShowChances.choices, default=ShowChances.MATCH)
    has_comments = models.BooleanField(gettext_lazy("members comment on nights and matches"), default=False)
    photos = models.CharField(
        max_length=7, choices=ShowPhotos.choices, default=ShowPhotos.NOBODY, db_default=ShowPhotos.NOBODY
    )
    colour = models.CharField(max_length=7, blank=True, default="")
    logo = models.CharField(max_length=16, blank=True, default="")
    terms = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    house_rules = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    deletes_at = models.DateTimeField(null=True, blank=True)
    standings_clock = models.CharField(max_length=80, blank=True, default="", db_default="")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=models.Q(is_demo=True), name="the_demo_club"),
            models.Index(
                fields=["deletes_at"], condition=models.Q(deletes_at__isnull=False), name="clubs_to_be_deleted"
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(confirm__in=Confirm.values), name="a_known_confirmation"),
            models.CheckConstraint(
                condition=models.Q(correction_hours__isnull=True) | models.Q(correction_hours__lte=MOST_HOURS),
                name="corrections_end",
            ),
            models.CheckConstraint(condition=models.Q(all_time__in=AllTime.values), name="all_time_counts"),
            models.CheckConstraint(condition=models.Q(chances__in=ShowChances.values), name="a_known_place_of_chances"),
            models.CheckConstraint(condition=models.Q(grace_minutes__lte=MOST_GRACE), name="grace_ends"),
            models.CheckConstraint(condition=models.Q(sharing__in=Sharing.values), name="a_known_sharing"),
            models.CheckConstraint(condition=models.Q(photos__in=ShowPhotos.values), name="known_viewers_of_photos"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"/c/{self.slug}/"

    @property
    def branding(self) -> tuple[str, str, str]:
        """The name, colour and logo: whatever is drawn with them depends on this."""
        return self.name, self.colour, self.logo

    @property
    def light_colour(self) -> str:
        """The colour as used on light pages, on paper and in pictures; "" if none is chosen."""
        return light(self.colour).used if self.colour else ""

    @property
    def dark_colour(self) -> str:
        return dark(self.colour).used if self.colour else ""

    @property
    def logo_url(self) -> str:
        return f"{self.get_absolute_url()}logo/{self.logo}.png" if self.logo else ""


class Role(models.IntegerChoices):
    """Ordered: each role may do what the ones below it may."""

    MEMBER = 1, gettext_lazy("member")
    SCOREKEEPER = 2, gettext_lazy("scorekeeper")
    ORGANISER = 3, gettext_lazy("organiser")
    OWNER = 4, gettext_lazy("owner")


class Membership(models.Model):
    """A user's role in a club, and the player they play as, if any."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.PositiveSmallIntegerField(choices=Role.choices, default=Role.MEMBER)
    player = models.OneToOneField("clubs.Player", models.SET_NULL, null=True, blank=True, related_name="membership")
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_club"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="a_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


class ClubLogo(models.Model):
    """The image as sent: a PNG of at most 256 by 256 pixels. `club.logo` is the short hash of its content."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="logo_picture")
    content = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.width} × {self.height} pixels, {len(self.content) / 1000:.1f} kB"
