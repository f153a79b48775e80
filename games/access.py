"""Who may do what with a match: the club's roles, and the tablet that was handed this one match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.db.models import F, OuterRef, QuerySet, Subquery, Value
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
    held,
    private,
    refuse,
    with_role,
    with_spectator,
)
from clubs.api_keys.keys import key_of
from clubs.language.choice import follow_language
from clubs.models import Club, User
from clubs.own_ways import follow_club
from clubs.web.prepared_queries import Read, Slot
from games.entries.drafts import Author
from games.models import Match, SheetPhoto, TabletPass
from games.scoring_device.lock import device_of

P = ParamSpec("P")
Need = Literal["watch", "record", "correct", "organise"]
TABLETS = "tablets"  # session key: the tablet passes this browser took up
TONIGHT = timedelta(hours=12)


class HtmxRequest(HttpRequest):
    """A request as the middleware hands it on: it says whether htmx asks."""

    htmx: HtmxDetails


@dataclass(frozen=True)
class MatchAccess:
    """Who is asking about this match, from which device; `tablet` is the pass of one nobody has signed in on.

    `device` is the id of the one that asks, `holder` that of the scoring device. `photo` is the one of the paper sheet.
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
        """Members alone, whatever the club has opened: anything may be on a photo."""
        return self.club_access.is_member

    @property
    def can_put_photo(self) -> bool:
        return self.can_see_photo and self.can_record

    @property
    def may_score(self) -> bool:
        """Whether the table's forms may be sent from here: anybody's, until one device alone keeps the score."""
        return self.holder is None or self.holder == self.device

    @property
    def club(self) -> Club:
        return self.match.club

    @property
    def is_tonight(self) -> bool:
        """Still going, or over so recently that the table is still talking about it."""
        ended = self.match.finished_at or self.match.abandoned_at
        return ended is None or timezone.now() - ended < TONIGHT

    @property
    def can_watch(self) -> bool:
        guest = self.club_access.is_spectator or self.tablet is not None
        return self.club_access.can_read_history or (guest and self.is_tonight)

    @property
    def can_record(self) -> bool:
        """A pass ends with its match; whoever may not correct a finished sheet puts the pencil down after the night, or
        when the club says so."""
        until = self.correct_until
        is_in_time = self.is_tonight if until is None else timezone.now() < until
        keeps = self.club_access.can_record and (is_in_time or self.club_access.can_correct)
        return keeps or (self.tablet is not None and self.match.is_undecided)

    @property
    def can_correct(self) -> bool:
        """A scorekeeper as long as the result does not stand, and for the club's hours after that."""
        is_theirs = self.match.is_undecided or self.correct_until is not None
        return self.club_access.can_correct or (is_theirs and self.can_record)

    @property
    def correct_until(self) -> datetime | None:
        """When only organisers may correct what is final; None where it was so from the start."""
        hours, since = self.club_access.club.correction_hours, self.match.finished_at
        return since + timedelta(hours=hours) if since and hours is not None else None

    @property
    def can_organise(self) -> bool:
        return self.club_access.can_organise

    def can(self, need: Need) -> bool:
        return bool(getattr(self, f"can_{need}"))

    @property
    def writer(self) -> Author:
        """Who the ledger writes down: the person, or the tablet or the club's key that has no person behind it."""
        if self.club_access.can_record or self.tablet is None:
            return Author(self.club_access.user, self.club_access.device, self.can_organise)
        return Author(None, self.tablet_label or f"tablet {self.tablet.hex[:4]}")


def with_tablet(rows: QuerySet[Match], mine: Sequence[UUID]) -> QuerySet[Any]:
    """Each match with `tablet_id` and `tablet_label`, of one of these passes that nobody has revoked."""
    if not mine:
        return rows.annotate(tablet_id=Value(None, TabletPass._meta.pk), tablet_label=Value(""))
    passes = TabletPass.objects.filter(match=OuterRef("pk"), pk__in=mine, revoked_at=None)
    return rows.annotate(tablet_id=Subquery(passes.values("pk")[:1]), tablet_label=Subquery(passes.values("label")[:1]))


def find_match(request: HttpRequest, pk: UUID) -> MatchAccess | None:
    """One query: the match, its club, the role of whoever asks, their links.

    None when there is no such match, or its club is about to be deleted.
    """
    user, tablets, watching = account(request), held(request, TABLETS), held(request, WATCHING)
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
    pk: UUID | Slot, user: int | Slot | None, tablets: Sequence[UUID] = (), watching: Sequence[UUID] = ()
) -> QuerySet[Any]:
    photos = SheetPhoto.objects.filter(match=OuterRef("pk"), removed_at=None).values("pk")[:1]
    rows = with_tablet(Match.objects.filter(pk=pk, club__deletes_at=None).select_related("club"), tablets).annotate(
        holder=F("scorekeeper_lock__holder"), photo=Subquery(photos)
    )
    return with_spectator(with_role(rows, user, "club__memberships"), watching, "club")


# As most ask, who hold no links.
A_MATCH: Read[Any] = Read(lambda: match_rows(Slot("pk", Match._meta.pk), Slot("user", User._meta.pk)))


def match_access(request: HttpRequest, pk: UUID, need: Need) -> MatchAccess:
    """Access to this match; raises SignInFirst, PermissionDenied or Http404."""
    access = find_match(request, pk)
    if access is None or not (access.can(need) or (need == "record" and _asks_again(request, access))):
        raise refuse(request, access.club_access if access else None)
    return access


def _asks_again(request: HttpRequest, access: MatchAccess) -> bool:
    """The answer to the line that ended the match may have been lost: the tablet that sent it may send it again."""
    if not (access.club_access.can_record or (access.tablet and access.is_tonight)):
        return False
    try:
        sent = UUID(request.POST.get("entry", ""))
    except ValueError:
        return False
    return access.match.entries.filter(pk=sent).exists()


def _elsewhere(request: HttpRequest, pk: UUID, need: Need) -> HttpResponseBase:
    """A tablet whose match is over looks at the sheet; anybody else signs in first."""
    access = find_match(request, pk) if need == "record" and request.method != "POST" else None
    if access and access.tablet and access.can_watch:
        return redirect("match", pk)
    return redirect_to_login(request.get_full_path())


def match_view(
    need: Need,
) -> Callable[[Callable[Concatenate[HtmxRequest, Match, MatchAccess, P], HttpResponseBase]], View]:
    """view(request, match, access, …) for a route with a `pk`."""

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
