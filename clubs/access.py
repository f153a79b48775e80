"""The one place that says who may do what in a club.

Whoever is not in the club is told that there is nothing here; whoever is in it, but not in that role, is told so.
A visitor who has not signed in is asked to, whether or not there is anything to see.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Value
from django.http import Http404, HttpRequest, HttpResponseBase

from clubs.api_keys.keys import key_of
from clubs.language.choice import follow_language
from clubs.models import ApiKey, Club, Role, Scope, SpectatorLink, User
from clubs.own_ways import follow_club
from clubs.security.events import mark_refused
from clubs.web.prepared_queries import Read, Slot

P = ParamSpec("P")
View = Callable[..., HttpResponseBase]
WATCHING = "watching"  # session key: the spectator links this browser came in by


class SignInFirst(PermissionDenied):
    """Nobody is signed in; pages answer with the sign-in page, the API with 401."""


class LinkClosed(PermissionDenied):
    """Whoever came in by a link that the club has closed since; told so, and not asked to sign in."""


@dataclass(frozen=True)
class Access:
    """Who is asking, and what this club lets them do. `device` is what a club's key is for: it stands for nobody."""

    club: Club
    user: User | None = None
    role: Role | None = None
    player_id: int | None = None
    is_spectator: bool = False
    device: str = ""

    def has(self, role: Role) -> bool:
        return self.role is not None and self.role >= role

    @property
    def is_member(self) -> bool:
        return self.has(Role.MEMBER)

    @property
    def can_read_history(self) -> bool:
        """Sheets of other nights: for members, unless the club has opened them (DD-53)."""
        return self.is_member or self.club.history_is_open

    @property
    def can_watch(self) -> bool:
        return self.can_read_history or self.is_spectator

    @property
    def can_record(self) -> bool:
        return self.has(Role.SCOREKEEPER)

    @property
    def can_correct(self) -> bool:
        """Sheets that are finished; on an open one the scorekeeper corrects as well."""
        return self.has(Role.ORGANISER)

    @property
    def can_organise(self) -> bool:
        return self.has(Role.ORGANISER)

    @property
    def can_own(self) -> bool:
        return self.has(Role.OWNER)


def account(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def with_role(rows: QuerySet[Any], user: int | Slot | None, memberships: str = "memberships") -> QuerySet[Any]:
    """Each row with `my_role` and `my_player_id`, in the same query."""
    mine = FilteredRelation(memberships, condition=Q(**{f"{memberships}__user": user}))
    annotated: QuerySet[Any] = rows.annotate(mine=mine, my_role=F("mine__role"), my_player_id=F("mine__player_id"))
    return annotated


def with_spectator(rows: QuerySet[Any], mine: Sequence[UUID], club: str = "pk") -> QuerySet[Any]:
    """Each row with `watched`: whether one of these spectator links is the club's, and still stands."""
    links = SpectatorLink.objects.filter(club=OuterRef(club), pk__in=mine, revoked_at=None)
    annotated: QuerySet[Any] = rows.annotate(watched=Exists(links) if mine else Value(value=False))
    return annotated


def held(request: HttpRequest, key: str) -> list[UUID]:
    """The links this browser came in by; whoever shows a key comes in by that alone."""
    return [] if key_of(request) else [UUID(each) for each in request.session.get(key, [])]


def hold(request: HttpRequest, key: str, row: UUID) -> None:
    """Remember a link this browser came in by; the twenty newest are enough for any evening."""
    others = [each for each in request.session.get(key, []) if each != str(row)]
    request.session[key] = [*others, str(row)][-20:]


def access_of(row: Any, club: Club, user: User | None, key: ApiKey | None = None) -> Access:
    """What the annotations of `with_role` and `with_spectator` amount to, for whoever shows a key no more than that."""
    role = Role(row.my_role) if row.my_role else None
    access = Access(club, user, role, row.my_player_id, row.watched)
    return by_key(access, key) if key else access


def by_key(access: Access, key: ApiKey) -> Access:
    """A person's key does what the person may, as far as its scope goes; a club's key, in its club alone, its scope."""
    mine = key.club_id == access.club.pk if key.club_id else access.role is not None
    most = Scope(key.scope).role
    if not mine:
        return replace(access, role=None)
    if most is None:
        return replace(access, role=None, is_spectator=True)
    return replace(access, role=most if access.role is None else min(access.role, most), device=key.device)


def find_access(request: HttpRequest, slug: str) -> Access | None:
    """One query; None when there is no such club, or it is about to be deleted. Its ways are followed from here on."""
    user, watching = account(request), held(request, WATCHING)
    who = user.pk if user else None
    club = club_rows(slug, who, watching).first() if watching else A_CLUB.first(slug=slug, user=who)
    if club is None:
        return None
    follow_club(club)
    follow_language(request, club, user)
    return access_of(club, club, user, key_of(request))


def club_rows(slug: str | Slot, user: int | Slot | None, watching: Sequence[UUID] = ()) -> QuerySet[Any]:
    return with_spectator(with_role(Club.objects.filter(slug=slug, deletes_at=None), user), watching)


# As most ask, who hold no links.
A_CLUB: Read[Any] = Read(lambda: club_rows(Slot("slug", Club._meta.get_field("slug")), Slot("user", User._meta.pk)))


def refuse(request: HttpRequest, access: Access | None) -> PermissionDenied | Http404:
    key = key_of(request)
    if account(request) is None and key is None:
        return LinkClosed() if _is_link_closed(request, access) else SignInFirst()
    is_known = access is not None and (access.is_member or (key is not None and access.is_spectator))
    if access is not None:  # also where the answer is that there is no such club
        mark_refused(request, "refused" if is_known else "not-of-the-club")
    return PermissionDenied() if is_known else Http404()


def _is_link_closed(request: HttpRequest, access: Access | None) -> bool:
    """Revoked, or its club is about to be deleted."""
    mine = SpectatorLink.objects.filter(pk__in=held(request, WATCHING))
    if access is None:
        return mine.filter(club__deletes_at__isnull=False).exists()
    shut = mine.filter(club=access.club, revoked_at__isnull=False)
    return not access.is_spectator and shut.exists()


def club_access(
    request: HttpRequest, slug: str, role: Role = Role.MEMBER, *, spectators: bool = False, readers: bool = False
) -> Access:
    """Access to this club for whoever has the role, or watches, or reads its history, as the page allows."""
    access = find_access(request, slug)
    if access and (access.has(role) or (spectators and access.can_watch) or (readers and access.can_read_history)):
        return access
    raise refuse(request, access)


def private(response: HttpResponseBase) -> HttpResponseBase:
    """A page of the club is for whoever asked: no proxy keeps it, and the browser asks again before showing it."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def club_view(
    role: Role = Role.MEMBER, *, spectators: bool = False, readers: bool = False
) -> Callable[[Callable[Concatenate[HttpRequest, Club, Access, P], HttpResponseBase]], View]:
    """view(request, club, access, …) for a route with a `slug`.

    `spectators` also lets in whoever watches by link; `readers` whoever may read the history.
    """

    def decorate(view: Callable[Concatenate[HttpRequest, Club, Access, P], HttpResponseBase]) -> View:
        @wraps(view)
        def inner(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            try:
                access = club_access(request, slug, role, spectators=spectators, readers=readers)
            except SignInFirst:
                return redirect_to_login(request.get_full_path())
            return private(view(request, access.club, access, *args, **kwargs))

        return inner

    return decorate
