"""Access to a match: what a club role, a spectator link or a tablet pass allows, and the decorator for match views."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.db.models import Expression, F, OuterRef, QuerySet, Subquery, Value
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from clubs.access import (
    WATCHING,
    Access,
    SignInFirst,
    View,
    access_of,
    account,
    key_of,
    opened_links,
    private,
    refuse,
    with_role,
    with_spectator,
)
from clubs.language.choice import follow_language
from clubs.models import Club, User
from clubs.queries import Read
from clubs.time_zone import follow_club
from games.entries.drafts import Author
from games.models import Match, SheetPhoto, TabletPass

P = ParamSpec("P")
Need = Literal["watch", "record", "correct", "organise"]
TABLETS = "tablets"  # session key of the tablet passes this browser accepted
DEVICE_COOKIE = "pen"  # cookie with the device's id, whichever user is signed in
TONIGHT = timedelta(hours=12)


class HtmxRequest(HttpRequest):
    """A request with the `htmx` attribute that django-htmx's middleware sets."""

    htmx: HtmxDetails


@dataclass(frozen=True)
class MatchAccess:
    """Who sent a request about a match, from which device, and what they may do with the match.

    `tablet` is the tablet pass of a browser in which nobody is signed in, `tablet_label` that tablet's name. `device`
    is the id of the requesting browser, `holder` the id of the match's scoring device; None if there is none. `photo`
    is the primary key of the current photo of the paper sheet.
    """

    match: Match
    club_access: Access
    tablet: UUID | None = None
    tablet_label: str = ""
    device: UUID | None = None
    holder: UUID | None = None
    photo: UUID | None = None

    @property
    def can_see_photo(self) -> bool:
        """Whether the requester is a member: photos stay closed to guests whatever the club has opened, as anything may
        be on one.
        """
        return self.club_access.is_member

    @property
    def can_put_photo(self) -> bool:
        return self.can_see_photo and self.can_record

    @property
    def may_score(self) -> bool:
        """Whether this device may send the table's forms: any may until the match has a scoring device."""
        return self.holder is None or self.holder == self.device

    @property
    def club(self) -> Club:
        return self.match.club

    @property
    def is_tonight(self) -> bool:
        """Whether the match is not over, or ended less than 12 hours (`TONIGHT`) ago."""
        ended = self.match.finished_at or self.match.abandoned_at
        return ended is None or timezone.now() - ended < TONIGHT

    @property
    def can_watch(self) -> bool:
        """Whether the sheet may be read: with access to the club's history, or as a guest while `is_tonight`."""
        guest = self.club_access.is_spectator or self.tablet is not None
        return self.club_access.can_read_history or (guest and self.is_tonight)

    @property
    def can_record(self) -> bool:
        """Whether entries may be written.

        A tablet pass ends with its match. A member who may not correct finished matches may record until
        `correct_until` where the club sets that, else for 12 hours after the end.
        """
        until = self.correct_until
        is_in_time = self.is_tonight if until is None else timezone.now() < until
        keeps = self.club_access.can_record and (is_in_time or self.club_access.can_correct)
        return keeps or (self.tablet is not None and self.match.is_undecided)

    @property
    def can_correct(self) -> bool:
        """Whether earlier rounds may be changed: a scorekeeper may until the result is final, and until `correct_until`
        after it.
        """
        is_theirs = self.match.is_undecided or self.correct_until is not None
        return self.club_access.can_correct or (is_theirs and self.can_record)

    @property
    def correct_until(self) -> datetime | None:
        """When a final match closes to corrections by scorekeepers; None if it is not final, or the club gives no hours
        for it.
        """
        hours, since = self.club_access.club.correction_hours, self.match.finished_at
        return since + timedelta(hours=hours) if since and hours is not None else None

    @property
    def can_organise(self) -> bool:
        return self.club_access.can_organise

    @property
    def writer(self) -> Author:
        """The author for the ledger: the signed-in user or the club's API key, else the tablet, which stands for no
        person.
        """
        if self.club_access.can_record or self.tablet is None:
            return Author(self.club_access.user, self.club_access.device, self.club_access.can_organise)
        return Author(None, self.tablet_label or f"tablet {self.tablet.hex[:4]}")


def with_tablet(rows: QuerySet[Match], mine: Sequence[UUID]) -> QuerySet[Any]:
    """Annotate each match with `tablet_id` and `tablet_label` of one of the passes `mine` (primary keys) that is not
    revoked.
    """
    if not mine:
        return rows.annotate(tablet_id=Value(None, TabletPass._meta.pk), tablet_label=Value(""))
    passes = TabletPass.objects.filter(match=OuterRef("pk"), pk__in=mine, revoked_at=None)
    return rows.annotate(tablet_id=Subquery(passes.values("pk")[:1]), tablet_label=Subquery(passes.values("label")[:1]))


def device_of(request: HttpRequest) -> UUID | None:
    """The id of the requesting device from its cookie, or None."""
    try:
        return UUID(request.COOKIES.get(DEVICE_COOKIE, ""))
    except ValueError:
        return None


def find_match(request: HttpRequest, pk: UUID) -> MatchAccess | None:
    """Return the access of this request to a match; one query for the match, its club, the role and the links held.

    None when there is no such match, or its club is about to be deleted. Activates the club's terms and language.
    """
    user, tablets, watching = account(request), opened_links(request, TABLETS), opened_links(request, WATCHING)
    who = user.pk if user else None
    links = tablets or watching
    match = match_rows(pk, who, tablets, watching).first() if links else A_MATCH.first(pk=pk, user=who)
    if match is None:
        return None
    follow_club(match.club)
    follow_language(request, match.club, user)
    access = access_of(match, match.club, user, key_of(request))
    return MatchAccess(
        match, access, match.tablet_id, match.tablet_label or "", device_of(request), match.holder, match.photo
    )


def match_rows(
    pk: UUID | Expression, user: int | Expression | None, tablets: Sequence[UUID] = (), watching: Sequence[UUID] = ()
) -> QuerySet[Any]:
    """The match `pk` with its club, scoring device, photo and the requester's role, tablet pass and spectator link
    annotated.
    """
    photos = SheetPhoto.objects.filter(match=OuterRef("pk"), removed_at=None).values("pk")[:1]
    rows = with_tablet(Match.objects.filter(pk=pk, club__deletes_at=None).select_related("club"), tablets).annotate(
        holder=F("scorekeeper_lock__holder"), photo=Subquery(photos)
    )
    return with_spectator(with_role(rows, user, "club__memberships"), watching, "club")


# Prepared for the usual request, which holds no tablet pass and no spectator link.
A_MATCH: Read[Any] = Read(match_rows, pk=Match._meta.pk, user=User._meta.pk)


def match_access(request: HttpRequest, pk: UUID, need: Need) -> MatchAccess:
    """Return the access to this match. Raises SignInFirst, PermissionDenied or Http404 if it does not allow `need`."""
    access = find_match(request, pk)
    if access is None or not (getattr(access, f"can_{need}") or (need == "record" and _asks_again(request, access))):
        raise refuse(request, access.club_access if access else None)
    return access


def _asks_again(request: HttpRequest, access: MatchAccess) -> bool:
    """Whether this request repeats an entry that is already stored.

    The response to the entry that ended a match may be lost; the tablet that sent it may send it again.
    """
    if not (access.club_access.can_record or (access.tablet and access.is_tonight)):
        return False
    try:
        sent = UUID(request.POST.get("entry", ""))
    except ValueError:
        return False
    return access.match.entries.filter(pk=sent).exists()


def _elsewhere(request: HttpRequest, pk: UUID, need: Need) -> HttpResponseBase:
    """Redirect a tablet whose match is over to the sheet, and everybody else to the sign-in page."""
    access = find_match(request, pk) if need == "record" and request.method != "POST" else None
    if access and access.tablet and access.can_watch:
        return redirect("match", pk)
    return redirect_to_login(request.get_full_path())


def match_view(
    need: Need,
) -> Callable[[Callable[Concatenate[HtmxRequest, Match, MatchAccess, P], HttpResponseBase]], View]:
    """Decorate view(request, match, access, …) for a route with a `pk`: checks `need`, and marks the response as
    private.
    """

    def decorate(view: Callable[Concatenate[HtmxRequest, Match, MatchAccess, P], HttpResponseBase]) -> View:
        @wraps(view)
        def inner(request: HtmxRequest, pk: UUID, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            try:
                access = match_access(request, pk, need)
            except SignInFirst:
                return _elsewhere(request, pk, need)
            return private(view(request, access.match, access, *args, **kwargs))

        return inner

    return decorate
