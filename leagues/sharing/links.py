"""Share links: made, found again by their hash, listed, revoked."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.models import Club, Player, User
from leagues.models import ShareLink
from leagues.models.share_link import MONTH, may_share

LETTERS = 22  # of 62 letters and figures: 131 bits, so that nobody need fear a guess
EXPIRES: Mapping[str, timedelta | None] = {"week": timedelta(days=7), "month": MONTH, "never": None}
SHOWN = ("club", "match__club", "night", "season", "player", "opponent", "created_by")
MOST = 100  # links of one person in a club that work at once
FULL = gettext_lazy("That would be more than {most} links. Revoke some you no longer need, then try again.")
NEVER = gettext_lazy("The club allows a month at most.")


class NotAllowed(Exception):
    """The club’s policy, or the limit, says no; the sentence says which."""


@dataclass(frozen=True)
class Listed:
    """A link that works, in a list: who made it ("" for whoever asks), and whether they may revoke it."""

    row: ShareLink
    maker: str
    can_revoke: bool


def fingerprint(token: str) -> str:
    """Enough to know the link by; nobody can work back from it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def make(access: Access, columns: Mapping[str, Any], expires: str) -> tuple[ShareLink, str]:
    """The new row, and the token: whoever made it sees it now or never. `columns` say what it shows.

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
    """Why this person may not make this link; "" where they may."""
    if access.user is None:
        return _("A link names who shared it: use a key of your own.")
    if not may_share(access.club, access.role):
        return why_not(access.club)
    if EXPIRES[expires] is None and access.club.links_expire:
        return str(NEVER)
    words = str(FULL).format(most=MOST)
    return words if opened(access.club).filter(created_by=access.user).count() >= MOST else ""


def why_not(club: Club) -> str:
    """The policy in a sentence, for whoever may not share."""
    return _("Sharing is off in this club.") if club.sharing == "off" else _("Only organisers may share in this club.")


def opened(club: Club, **about: Any) -> QuerySet[Any]:
    """Neither revoked nor past its own last day, the newest first."""
    rows = with_maker(club.share_links.filter(revoked_at=None, **about).select_related(*SHOWN))
    return rows.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))


def with_maker(rows: QuerySet[ShareLink]) -> QuerySet[Any]:
    """Each with `maker_role`, None once whoever made it has left, `maker_player` and the parts of that one's name."""
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
    """The row of a link that works, with its club and what it shows; None for every other. One query."""
    row = with_maker(ShareLink.objects.select_related(*SHOWN)).filter(fingerprint=fingerprint(token)).first()
    return row if row and works(row, timezone.now()) else None


def works(row: Any, now: datetime) -> bool:
    """A page of a player is shared by that player alone, as long as the account is theirs."""
    is_own = row.kind != ShareLink.Kind.PLAYER or row.player_id == row.maker_player
    return is_own and bool(row.is_open(row.maker_role, now))


def listed(access: Access, now: datetime, **about: Any) -> Sequence[Listed]:
    """The links that work now: to one thing, by its columns, or of the whole club. One query."""
    me = access.user.pk if access.user else None
    return [
        Listed(row, "" if row.created_by_id == me else maker_of(row), access.can_organise or row.created_by_id == me)
        for row in opened(access.club, **about)
        if works(row, now)
    ]


def maker_of(row: Any) -> str:
    """What the club calls whoever made it: by the player they play as, else by the account, never by an address."""
    if row.maker_name:
        return Player(name=row.maker_name, nickname=row.maker_nickname).label
    return row.created_by.name or gettext("a member")


def revocable(access: Access) -> QuerySet[ShareLink]:
    """Those this person may revoke: their own, or for organisers all of the club."""
    rows = access.club.share_links.all()
    return rows if access.can_organise else rows.filter(created_by=access.user or User(pk=0))


def revoke(row: ShareLink) -> None:
    """For good, and with its picture: a link does not come back."""
    ShareLink.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=timezone.now())


def count_opening(row: ShareLink) -> None:
    ShareLink.objects.filter(pk=row.pk).update(opened=F("opened") + 1)
