"""Permissions on a match by role, spectator link and tablet pass."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.access import WATCHING, Access, SignInFirst, remember_link
from clubs.models import Club, Membership, Role, SessionStore, SpectatorLink, User
from games.access import TABLETS, MatchAccess, Need, match_access, match_view
from games.entries.drafts import Author
from games.models import Match, TabletPass

pytestmark = pytest.mark.django_db

NEEDS: list[Need] = ["watch", "record", "correct", "organise"]


@pytest.fixture
def kennel() -> Club:
    return Club.objects.create(slug="kennel", name="The Thursday Kennel")


@pytest.fixture
def match(kennel: Club) -> Match:
    return Match.objects.create(club=kennel, game="dirty-dog", rule_version="1.3", start_seats=5)


@pytest.fixture
def bea() -> User:
    return User.objects.create_user("bea@kennel.example")


def ask(user: User | None = None, link: SpectatorLink | None = None, tablet: TabletPass | None = None) -> HttpRequest:
    """A request by this user, or an anonymous one, with this link or pass in its session."""
    request = RequestFactory().get("/m/")
    request.user = user or AnonymousUser()
    request.session = SessionStore()
    if link:
        remember_link(request, WATCHING, link.pk)
    if tablet:
        remember_link(request, TABLETS, tablet.pk)
    return request


def allowed(request: HttpRequest, match: Match) -> list[Need]:
    """What the request may do with the match."""
    found = []
    for need in NEEDS:
        try:
            match_access(request, match.pk, need)
            found.append(need)
        except (PermissionDenied, Http404):
            continue
    return found


def ended(match: Match, *, hours_ago: int) -> Match:
    """The match, finished so many hours ago."""
    match.finished_at = timezone.now() - timedelta(hours=hours_ago)
    match.save()
    return match


@pytest.mark.parametrize(
    ("role", "open_match", "finished"),
    [
        (None, [], []),
        (Role.MEMBER, NEEDS[:1], NEEDS[:1]),
        (Role.SCOREKEEPER, NEEDS[:3], NEEDS[:1]),
        (Role.ORGANISER, NEEDS, NEEDS),
        (Role.OWNER, NEEDS, NEEDS),
    ],
)
def test_roles(
    kennel: Club, match: Match, bea: User, role: Role | None, open_match: list[Need], finished: list[Need]
) -> None:
    if role:
        Membership.objects.create(club=kennel, user=bea, role=role)
    assert allowed(ask(bea), match) == open_match
    assert allowed(ask(bea), ended(match, hours_ago=100)) == finished


def test_everything_is_known_after_one_query(
    kennel: Club, match: Match, bea: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Membership.objects.create(club=kennel, user=bea, role=Role.SCOREKEEPER)
    request = ask(bea, SpectatorLink.objects.create(club=kennel), TabletPass.objects.create(match=match))
    with django_assert_num_queries(1):
        access = match_access(request, match.pk, "record")
        assert access.match.club == kennel
    assert access.club_access.is_spectator
    assert access.writer == Author(bea)


def test_a_spectator_watches_tonight_but_not_older_sheets(kennel: Club, match: Match) -> None:
    request = ask(link=SpectatorLink.objects.create(club=kennel))
    assert allowed(request, match) == ["watch"]
    assert allowed(request, ended(match, hours_ago=11)) == ["watch"]
    assert allowed(request, ended(match, hours_ago=13)) == []
    kennel.history_is_open = True
    kennel.save()
    assert allowed(request, match) == ["watch"]


def test_a_tablet_writes_its_own_match_until_it_ends(kennel: Club, match: Match) -> None:
    request = ask(tablet=TabletPass.objects.create(match=match, label="by the window"))
    other = Match.objects.create(club=kennel, game="dirty-dog", rule_version="1.3", start_seats=4)
    assert allowed(request, match) == ["watch", "record", "correct"]
    assert allowed(request, other) == []
    assert match_access(request, match.pk, "record").writer == Author(None, "by the window")
    assert allowed(request, ended(match, hours_ago=1)) == ["watch"]
    assert allowed(request, ended(match, hours_ago=13)) == []


def test_a_tablet_stops_writing_when_the_match_is_abandoned(match: Match) -> None:
    request = ask(tablet=TabletPass.objects.create(match=match))
    match.abandoned_at = timezone.now()
    match.save()
    assert allowed(request, match) == ["watch"]


def test_a_revoked_pass_stops_at_once(match: Match) -> None:
    request = ask(tablet=TabletPass.objects.create(match=match))
    TabletPass.objects.update(revoked_at=timezone.now())
    assert allowed(request, match) == []


def test_a_tablet_without_a_label_is_named_after_its_pass(match: Match) -> None:
    tablet = TabletPass.objects.create(match=match)
    assert match_access(ask(tablet=tablet), match.pk, "record").writer.device == f"tablet {tablet.pk.hex[:4]}"


def test_a_member_with_a_pass_writes_as_that_tablet(kennel: Club, match: Match, bea: User) -> None:
    Membership.objects.create(club=kennel, user=bea)
    tablet = TabletPass.objects.create(match=match, label="by the window")
    assert match_access(ask(bea, tablet=tablet), match.pk, "record").writer == Author(None, "by the window")


def test_strangers_members_and_nobody_get_their_own_answer(kennel: Club, match: Match, bea: User) -> None:
    with pytest.raises(SignInFirst):
        match_access(ask(), match.pk, "watch")
    with pytest.raises(Http404):
        match_access(ask(bea), match.pk, "watch")
    Membership.objects.create(club=kennel, user=bea)
    with pytest.raises(PermissionDenied):
        match_access(ask(bea), match.pk, "record")


def test_an_open_history_can_be_read_by_anybody() -> None:
    access = MatchAccess(Match(finished_at=timezone.now() - timedelta(days=400)), Access(Club(history_is_open=True)))
    assert access.can_watch
    assert not access.can_record


def test_a_view_sends_nobody_in_particular_to_the_sign_in_page(match: Match) -> None:
    view = match_view("watch")(lambda request, match, access: pytest.fail("let in"))
    assert view(ask(), match.pk)["Location"] == "/accounts/login/?next=/m/"
