"""Permissions by role and spectator link, and the responses for visitors without access."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.access import WATCHING, Access, LinkClosed, SignInFirst, club_access, club_view, remember_link
from clubs.models import Club, Membership, Role, SessionStore, SpectatorLink, User

pytestmark = pytest.mark.django_db

CAPABILITIES = ["can_watch", "can_read_history", "can_record", "can_correct", "can_organise", "can_own"]


def ask(user: User | None = None, link: SpectatorLink | None = None) -> HttpRequest:
    """A request to the club's page by this or an anonymous user, with this spectator link in its session if given."""
    request = RequestFactory().get("/c/kennel/")
    request.user = user or AnonymousUser()
    request.session = SessionStore()
    if link:
        remember_link(request, WATCHING, link.pk)
    return request


@pytest.fixture
def kennel() -> Club:
    return Club.objects.create(slug="kennel", name="The Thursday Kennel")


@pytest.fixture
def bea() -> User:
    return User.objects.create_user("bea@kennel.example")


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        (None, 0),
        (Role.MEMBER, 2),
        (Role.SCOREKEEPER, 3),
        (Role.ORGANISER, 5),
        (Role.OWNER, 6),
    ],
)
def test_each_role_may_do_what_the_ones_below_it_may(role: Role | None, allowed: int) -> None:
    access = Access(Club(slug="kennel"), role=role)
    assert [name for name in CAPABILITIES if getattr(access, name)] == CAPABILITIES[:allowed]


def test_an_open_history_is_for_everybody(kennel: Club) -> None:
    kennel.history_is_open = True
    access = Access(kennel)
    assert access.can_read_history
    assert access.can_watch
    assert not access.can_record


def test_a_member_is_known_after_one_query(
    kennel: Club, bea: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Membership.objects.create(club=kennel, user=bea, role=Role.ORGANISER)
    Membership.objects.create(club=kennel, user=User.objects.create_user("otto@kennel.example"), role=Role.OWNER)
    request = ask(bea)
    with django_assert_num_queries(1):
        access = club_access(request, "kennel")
    assert (access.club, access.user, access.role, access.is_spectator) == (kennel, bea, Role.ORGANISER, False)


def test_a_stranger_is_told_there_is_nothing_here(kennel: Club, bea: User) -> None:
    other = Club.objects.create(slug="friday", name="Friday Paws")
    Membership.objects.create(club=other, user=bea, role=Role.OWNER)
    with pytest.raises(Http404):
        club_access(ask(bea), "kennel")


def test_a_member_without_the_role_is_told_so(kennel: Club, bea: User) -> None:
    Membership.objects.create(club=kennel, user=bea)
    with pytest.raises(PermissionDenied) as refusal:
        club_access(ask(bea), "kennel", Role.ORGANISER)
    assert not isinstance(refusal.value, SignInFirst)


@pytest.mark.parametrize("slug", ["kennel", "no-such-club"])
def test_nobody_in_particular_is_asked_to_sign_in_whether_or_not_the_club_exists(kennel: Club, slug: str) -> None:
    with pytest.raises(SignInFirst):
        club_access(ask(), slug)


def test_a_spectator_watches_and_no_more(kennel: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    request = ask(link=SpectatorLink.objects.create(club=kennel))
    with django_assert_num_queries(1):
        access = club_access(request, "kennel", spectators=True)
    assert [name for name in CAPABILITIES if getattr(access, name)] == ["can_watch"]
    with pytest.raises(SignInFirst):
        club_access(request, "kennel")
    with pytest.raises(SignInFirst):
        club_access(request, "kennel", readers=True)


def test_a_revoked_link_stops_at_once(kennel: Club) -> None:
    link = SpectatorLink.objects.create(club=kennel)
    request = ask(link=link)
    SpectatorLink.objects.update(revoked_at=timezone.now())
    with pytest.raises(LinkClosed):
        club_access(request, "kennel", spectators=True)


def test_a_link_of_another_club_opens_nothing_here(kennel: Club) -> None:
    other = Club.objects.create(slug="friday", name="Friday Paws")
    request = ask(link=SpectatorLink.objects.create(club=other))
    with pytest.raises(SignInFirst):
        club_access(request, "kennel", spectators=True)


def test_a_browser_keeps_its_twenty_newest_links(kennel: Club) -> None:
    request = ask()
    links = [SpectatorLink.objects.create(club=kennel) for _ in range(22)]
    for link in [*links, links[10]]:
        remember_link(request, WATCHING, link.pk)
    assert request.session[WATCHING] == [str(link.pk) for link in [*links[2:10], *links[11:], links[10]]]


def test_pages_of_the_club_are_kept_by_nobody_else(kennel: Club, bea: User) -> None:
    Membership.objects.create(club=kennel, user=bea)
    view = club_view()(lambda request, club, access: HttpResponse(club.name))
    assert view(ask(bea), "kennel")["Cache-Control"] == "private, no-cache"


def test_a_view_sends_nobody_in_particular_to_the_sign_in_page(kennel: Club) -> None:
    view = club_view()(lambda request, club, access: pytest.fail("let in"))
    answer = view(ask(), "kennel")
    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"] == "/accounts/login/?next=/c/kennel/"
