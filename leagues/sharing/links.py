"""Share links: create, find by hash, list, revoke."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.models import Club, Player, User
from leagues.models import ShareLink
from leagues.models.share_link import MONTH, may_share

LETTERS = 22  # out of 62 characters: 131 bits, so that tokens cannot be guessed
EXPIRES: Mapping[str, timedelta | None] = {"week": timedelta(days=7), "month": MONTH, "never": None}
SHOWN = ("club", "match__club", "night", "season", "player", "opponent", "created_by")
MOST_LINKS = 100  # links that one person can have in a club at the same time
FULL = gettext_lazy("That would be more than {most} links. Revoke some you no longer need, then try again.")
NEVER = gettext_lazy("The club allows a month at most.")


class NotAllowed(Exception):
    """The club’s policy or the limit forbids the link; the message says which."""


@dataclass(frozen=True)
class Listed:
    """A working link in a list: its maker's name ("" for the user's own), and whether the user may revoke it."""

    row: ShareLink
    maker: str
    can_revoke: bool


def fingerprint(token: str) -> str:
    """Return the hash by which a token is found; the token cannot be recovered from it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def make(access: Access, columns: Mapping[str, Any], expires: str) -> tuple[ShareLink, str]:
    """Create a link and return (row, token); the token is not stored, so that it can be shown only now. `columns` say
    what it shows, `expires` is a key of EXPIRES.

    Raises NotAllowed.
    """
    if why := refusal(access, expires):
        raise NotAllowed(why)
    token, length, now = get_random_string(LETTERS), EXPIRES[expires], timezone.now()
    row = ShareLink.objects.create(
        club=access.club,
        fingerprint=fingerprint(token),
        created_by=access.user,
        created_at=now,
        expires_at=now + length if length else None,
        **columns,
    )
    return row, token


def refusal(access: Access, expires: str) -> str:
    """Return why this person may not make this link; "" if that is allowed."""
    if access.user is None:
        return _("A link names who shared it: use a key of your own.")
    if not may_share(access.club, access.role):
        return why_not(access.club)
    if EXPIRES[expires] is None and access.club.links_expire:
        return str(NEVER)
    words = str(FULL).format(most=MOST_LINKS)
    return words if opened(access.club).filter(created_by=access.user).count() >= MOST_LINKS else ""


def why_not(club: Club) -> str:
    """Return the club's policy in a sentence, for those who may not share."""
    return _("Sharing is off in this club.") if club.sharing == "off" else _("Only organisers may share in this club.")


def opened(club: Club, **about: Any) -> QuerySet[Any]:
    """Return the links that are neither revoked nor expired, the newest first; `about` are further filters."""
    rows = with_maker(club.share_links.filter(revoked_at=None, **about).select_related(*SHOWN))
    return rows.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))


def with_maker(rows: QuerySet[ShareLink]) -> QuerySet[Any]:
    """Annotate each row with `maker_role` (None if the maker has left the club), `maker_player`, `maker_name` and
    `maker_nickname`.
    """
    mine = FilteredRelation("club__memberships", condition=Q(club__memberships__user=F("created_by")))
    annotated: QuerySet[Any] = rows.annotate(
        maker=mine,
        maker_role=F("maker__role"),
        maker_player=F("maker__player"),
        maker_name=F("maker__player__name"),
        maker_nickname=F("maker__player__nickname"),
    )
    return annotated


def find(token: str) -> Any | None:
    """Return the row of a working link, with its club and what it shows; otherwise None. One query."""
    row = with_maker(ShareLink.objects.select_related(*SHOWN)).filter(fingerprint=fingerprint(token)).first()
    return row if row and works(row, timezone.now()) else None


def works(row: Any, now: datetime) -> bool:
    """Whether the link works at this moment. The link to a player's page works only while its maker's account is linked
    to that player.
    """
    is_own = row.kind != ShareLink.Kind.PLAYER or row.player_id == row.maker_player
    return is_own and bool(row.is_open(row.maker_role, now))


def listed(access: Access, now: datetime, **about: Any) -> Sequence[Listed]:
    """Return the working links, to one thing (`about` are its columns) or of the whole club. One query."""
    me = access.user.pk if access.user else None
    return [
        Listed(row, "" if row.created_by_id == me else maker_of(row), access.can_organise or row.created_by_id == me)
        for row in opened(access.club, **about)
        if works(row, now)
    ]


def maker_of(row: Any) -> str:
    """Return the maker's name: that of the linked player, or else of the account; never an email address."""
    if row.maker_name:
        return Player(name=row.maker_name, nickname=row.maker_nickname).label
    return row.created_by.name or gettext("a member")


def revocable(access: Access) -> QuerySet[ShareLink]:
    """Return the links that this person may revoke: the own ones, or for organisers all of the club."""
    rows = access.club.share_links.all()
    return rows if access.can_organise else rows.filter(created_by=access.user or User(pk=0))


def revoke(row: ShareLink) -> None:
    """Revoke the link permanently; its picture is no longer served either."""
    ShareLink.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=timezone.now())


def count_opening(row: ShareLink) -> None:
    """Count one more opening of the link."""
    ShareLink.objects.filter(pk=row.pk).update(opened=F("opened") + 1)


# What a link shows, described once for both the page on which it is shared and for visitors.


@dataclass(frozen=True)
class Part:
    """A template and its context."""

    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True)
class Paper:
    """A PDF to download: the label of the button, and the function that returns the response; it gets the address to
    print on it.
    """

    label: str
    answer: Callable[[HttpRequest, str], HttpResponseBase]


Kind = ShareLink.Kind
TITLES = {
    Kind.MATCH: gettext_lazy("Share this match"),
    Kind.REPORT: gettext_lazy("Share this report"),
    Kind.STANDINGS: gettext_lazy("Share this table"),
    Kind.PLAYER: gettext_lazy("Share this page"),
    Kind.HEAD_TO_HEAD: gettext_lazy("Share this page"),
}
LINKS = {
    Kind.MATCH: gettext_lazy("{count} for this match"),
    Kind.REPORT: gettext_lazy("{count} for this report"),
    Kind.STANDINGS: gettext_lazy("{count} for this table"),
    Kind.PLAYER: gettext_lazy("{count} for this page"),
    Kind.HEAD_TO_HEAD: gettext_lazy("{count} for this page"),
}


@dataclass(frozen=True)
class Subject:
    """One thing that can be shared. `columns` are those of its links, `sees` and `sees_not` say what visitors can and
    cannot see.

    `headline` says what happened and `about` what it is: title and description in a chat; `alt` describes the picture.
    `edition` changes whenever the page or the picture would. `page` is called only if the page has to be rendered.
    """

    club: Club
    columns: Mapping[str, Any]
    url: str
    headline: str
    about: str
    alt: str
    sees: Sequence[str | Promise]
    sees_not: Sequence[str | Promise]
    edition: object
    page: Callable[[], Part]
    picture: Callable[[HttpRequest], HttpResponseBase]
    paper: Paper | None = None

    @property
    def kind(self) -> str:
        return str(ShareLink.Kind(self.columns["kind"]).label)

    @property
    def title(self) -> str:
        """The heading `Share this match`."""
        return str(TITLES[self.columns["kind"]])

    def links_in_words(self, count: int) -> str:
        """Return `3 for this match`."""
        return str(LINKS[self.columns["kind"]]).format(count=count)
