"""Permissions in a club: the only place that decides who may do what.

A user who is not in the club gets 404; a member without the role gets 403. A visitor who is not signed in is asked to
sign in, whether or not the page exists.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, Expression, F, FilteredRelation, OuterRef, Q, QuerySet, Value
from django.http import Http404, HttpRequest, HttpResponseBase

from clubs.language.choice import follow_language
from clubs.models import ApiKey, Club, Role, Scope, SpectatorLink, User
from clubs.queries import Read
from clubs.security import mark_refused
from clubs.time_zone import follow_club

P = ParamSpec("P")
View = Callable[..., HttpResponseBase]
WATCHING = "watching"  # session key: ids of the spectator links this browser has opened


class SignInFirst(PermissionDenied):
    """Raised if nobody is signed in; pages redirect to the sign-in page, the API answers 401."""


class LinkClosed(PermissionDenied):
    """Raised for a visitor whose spectator link was revoked; the page says so and does not ask to sign in."""


@dataclass(frozen=True)
class Access:
    """A user's permissions in one club. `user` and `role` are None for a visitor; `device` is the label of a club's
    API key, which acts for no person. `reads_archive` is that of a key made for it.
    """

    club: Club
    user: User | None = None
    role: Role | None = None
    player_id: int | None = None
    is_spectator: bool = False
    device: str = ""
    reads_archive: bool = False

    def has(self, role: Role) -> bool:
        """Whether the role is at least this one."""
        return self.role is not None and self.role >= role

    @property
    def is_member(self) -> bool:
        return self.has(Role.MEMBER)

    @property
    def can_read_history(self) -> bool:
        """Whether sheets of other nights may be read: by members, or by anybody if the club has opened them (DD-53)."""
        return self.is_member or self.club.history_is_open

    @property
    def can_watch(self) -> bool:
        """Whether tonight's sheets may be read: also by spectators with a link."""
        return self.can_read_history or self.is_spectator

    @property
    def can_record(self) -> bool:
        return self.has(Role.SCOREKEEPER)

    @property
    def can_correct(self) -> bool:
        """Whether finished sheets may be corrected; open ones may be by scorekeepers as well."""
        return self.has(Role.ORGANISER)

    @property
    def can_organise(self) -> bool:
        return self.has(Role.ORGANISER)

    @property
    def can_own(self) -> bool:
        return self.has(Role.OWNER)


def account(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None."""
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def key_of(request: HttpRequest) -> ApiKey | None:
    """Return the API key that authenticated this request, or None."""
    shown = getattr(request, "auth", None)  # set by the API framework
    return shown if isinstance(shown, ApiKey) else None


def with_role(rows: QuerySet[Any], user: int | Expression | None, memberships: str = "memberships") -> QuerySet[Any]:
    """Annotate each row with `my_role` and `my_player_id`, in the same query."""
    mine = FilteredRelation(memberships, condition=Q(**{f"{memberships}__user": user}))
    annotated: QuerySet[Any] = rows.annotate(mine=mine, my_role=F("mine__role"), my_player_id=F("mine__player_id"))
    return annotated


def with_spectator(rows: QuerySet[Any], mine: Sequence[UUID], club: str = "pk") -> QuerySet[Any]:
    """Annotate each row with `watched`: whether one of these spectator links is the club's and not revoked."""
    links = SpectatorLink.objects.filter(club=OuterRef(club), pk__in=mine, revoked_at=None)
    annotated: QuerySet[Any] = rows.annotate(watched=Exists(links) if mine else Value(value=False))
    return annotated


def opened_links(request: HttpRequest, key: str) -> list[UUID]:
    """Return the ids of the links this browser has opened; none for a request with an API key."""
    return [] if key_of(request) else [UUID(each) for each in request.session.get(key, [])]


def remember_link(request: HttpRequest, key: str, row: UUID) -> None:
    """Store in the session that this browser has opened a link; only the twenty newest are kept."""
    others = [each for each in request.session.get(key, []) if each != str(row)]
    request.session[key] = [*others, str(row)][-20:]


def access_of(row: Any, club: Club, user: User | None, key: ApiKey | None = None) -> Access:
    """Return the access that the annotations of `with_role` and `with_spectator` give, reduced to that of the API
    key if there is one.
    """
    role = Role(row.my_role) if row.my_role else None
    access = Access(club, user, role, row.my_player_id, row.watched)
    return by_key(access, key) if key else access


def by_key(access: Access, key: ApiKey) -> Access:
    """Return the access reduced to an API key's scope. A club's key has its scope in its own club, and nothing
    elsewhere.
    """
    mine = key.club_id == access.club.pk if key.club_id else access.role is not None
    most = Scope(key.scope).role
    if not mine:
        return replace(access, role=None)
    if most is None:
        return replace(access, role=None, is_spectator=True)
    role = most if access.role is None else min(access.role, most)
    reads_archive = key.scope == Scope.ARCHIVE and (key.club_id is not None or access.can_own)
    return replace(access, role=role, device=key.device, reads_archive=reads_archive)


def find_access(request: HttpRequest, slug: str) -> Access | None:
    """Return the access to a club, or None if it does not exist or is to be deleted; one query. From here on its
    time zone, terms and language are active.
    """
    user, watching = account(request), opened_links(request, WATCHING)
    who = user.pk if user else None
    club = club_rows(slug, who, watching).first() if watching else A_CLUB.first(slug=slug, user=who)
    if club is None:
        return None
    follow_club(club)
    follow_language(request, club, user)
    return access_of(club, club, user, key_of(request))


def club_rows(slug: str | Expression, user: int | Expression | None, watching: Sequence[UUID] = ()) -> QuerySet[Any]:
    """Return the club with all annotations for access."""
    return with_spectator(with_role(Club.objects.filter(slug=slug, deletes_at=None), user), watching)


# Prepared for the usual request, without spectator links.
A_CLUB: Read[Any] = Read(club_rows, slug=Club._meta.get_field("slug"), user=User._meta.pk)


def refuse(request: HttpRequest, access: Access | None) -> PermissionDenied | Http404:
    """Return the exception for a request without access: SignInFirst, LinkClosed, PermissionDenied or Http404."""
    key = key_of(request)
    if account(request) is None and key is None:
        return LinkClosed() if _is_link_closed(request, access) else SignInFirst()
    is_known = access is not None and (access.is_member or (key is not None and access.is_spectator))
    if access is not None:  # also if the response is 404
        mark_refused(request, "refused" if is_known else "not-of-the-club")
    return PermissionDenied() if is_known else Http404()


def _is_link_closed(request: HttpRequest, access: Access | None) -> bool:
    """Whether this browser's link was revoked, or its club is to be deleted."""
    mine = SpectatorLink.objects.filter(pk__in=opened_links(request, WATCHING))
    if access is None:
        return mine.filter(club__deletes_at__isnull=False).exists()
    revoked = mine.filter(club=access.club, revoked_at__isnull=False)
    return not access.is_spectator and revoked.exists()


def club_access(
    request: HttpRequest, slug: str, role: Role = Role.MEMBER, *, spectators: bool = False, readers: bool = False
) -> Access:
    """Return the access if it has the role, or may watch or read the history and the page allows that. Raise the
    exception of `refuse` if not.
    """
    access = find_access(request, slug)
    if access and (access.has(role) or (spectators and access.can_watch) or (readers and access.can_read_history)):
        return access
    raise refuse(request, access)


def private(response: HttpResponseBase) -> HttpResponseBase:
    """Mark a response as private: proxies do not cache it, and the browser revalidates it."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def club_view(
    role: Role = Role.MEMBER, *, spectators: bool = False, readers: bool = False
) -> Callable[[Callable[Concatenate[HttpRequest, Club, Access, P], HttpResponseBase]], View]:
    """Decorate view(request, club, access, …) for a route with a `slug`.

    `spectators` also admits visitors with a spectator link; `readers` those who may read the history.
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
