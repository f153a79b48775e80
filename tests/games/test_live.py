"""Live versions: what is published when something is written, its cost, and the version of each topic."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.calendar.nights import arrive, expect, go_home, stay_away
from clubs.models import Club, Membership, Night, NightAnswer, Player, Role, SpectatorLink, User
from games import ledger
from games.entries.drafts import Author
from games.live import Versions, access_topic, account_topic, club_topic, match_topic, night_topic, publish, versions_of
from games.models import Match, TabletPass
from tests.factory import a_club, a_match, a_member, some_players

Committed = Callable[..., AbstractContextManager[Any]]
TOLD: list[Versions] = []


def hear(versions: Versions) -> None:
    """Record the versions that were published."""
    TOLD.append(versions)


def break_down(versions: Versions) -> None:
    """Fail, like a publisher that cannot be reached."""
    raise ConnectionError("nobody hears")


@pytest.fixture(autouse=True)
def published(settings: LazySettings) -> Iterator[list[Versions]]:
    """The versions published during the test, in order."""
    settings.LIVE = "tests.games.test_live.hear"
    TOLD.clear()
    yield TOLD
    TOLD.clear()


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 4)


@pytest.fixture
def night(club: Club) -> Night:
    return Night.objects.create(club=club, starts_at=timezone.now())


@pytest.fixture
def match(club: Club, players: list[Player], night: Night) -> Match:
    found = a_match(club, players, hands=1)
    found.night = night
    found.save()
    return found


def night_and_club(match: Match) -> dict[str, None]:
    """The topics of the match's night and club."""
    return {night_topic(match.night_id or 0): None, club_topic(match.club_id): None}


def test_every_write_of_a_sheet_is_told_with_its_version(
    match: Match, published: list[Versions], django_capture_on_commit_callbacks: Committed
) -> None:
    entry = match.entries.get(number=2)
    taken_back = ledger.Draft(entry.kind, entry.number, None)

    def write() -> None:
        ledger.record(match.pk, [taken_back], version=1, by=Author(None))

    acts: list[Callable[[], Any]] = [write, lambda: ledger.abandon(match.pk), lambda: ledger.reopen(match.pk)]
    for version, act in enumerate(acts, start=2):
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        assert published == [{match_topic(match.pk): version, **night_and_club(match)}]


def test_the_same_again_is_told_to_nobody(
    match: Match, published: list[Versions], django_capture_on_commit_callbacks: Committed
) -> None:
    entry = match.entries.get(number=2)
    same = ledger.Draft(entry.kind, entry.number, entry.payload, id=entry.pk)
    with django_capture_on_commit_callbacks(execute=True):
        assert ledger.record(match.pk, [same], version=0, by=Author(None)).again
    assert published == []


def test_a_new_match_is_told_to_its_club(
    club: Club, players: list[Player], published: list[Versions], django_capture_on_commit_callbacks: Committed
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = ledger.start(club, "dirty-dog", players)
    assert published == [{match_topic(match.pk): 0, club_topic(club.pk): None}]


def test_a_write_that_is_rolled_back_is_told_to_nobody(
    match: Match, published: list[Versions], django_capture_on_commit_callbacks: Committed
) -> None:
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(ledger.Conflict):
        ledger.record(match.pk, [ledger.Draft("bids", 3, {"bids": {"0": 1}})], version=9, by=Author(None))
    assert published == []


def test_who_comes_and_who_goes_is_told(
    night: Night, players: list[Player], published: list[Versions], django_capture_on_commit_callbacks: Committed
) -> None:
    acts: list[Callable[[], None]] = [
        lambda: arrive(night, players[:1]),
        lambda: expect(night, players[1]),
        lambda: stay_away(night, players[2]),
        lambda: go_home(night, players[0]),
        lambda: NightAnswer(night=night, player=players[0], answer="maybe", answered_at=timezone.now()).save(),
        night.save,
    ]
    for act in acts:
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        assert published == [{night_topic(night.pk): None, club_topic(night.club_id): None}]


def test_every_door_that_opens_or_closes_is_told(
    club: Club, match: Match, published: list[Versions], django_capture_on_commit_callbacks: Committed
) -> None:
    link, tablet = SpectatorLink.objects.create(club=club), TabletPass.objects.create(match=match)
    member = Membership.objects.get(user=a_member(club))
    at_the_club, at_the_match = {access_topic(club.pk): None}, {access_topic(match.pk): None}
    for act, expected in (
        (link.save, at_the_club),
        (member.save, at_the_club),
        (member.delete, at_the_club),
        (club.save, at_the_club),
        (tablet.save, at_the_match),
    ):
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        assert published == [expected]


def test_a_club_that_is_erased_has_no_door_any_more(
    club: Club, match: Match, published: list[Versions], django_capture_on_commit_callbacks: Committed
) -> None:
    door = access_topic(club.pk)
    with django_capture_on_commit_callbacks(execute=True):
        ledger.erase(club)
    assert {door: None} in published


def test_telling_costs_no_query_and_whoever_does_not_hear_spoils_nothing(
    match: Match, settings: LazySettings, django_capture_on_commit_callbacks: Committed
) -> None:
    settings.LIVE = "tests.games.test_live.break_down"
    with CaptureQueriesContext(connection) as seen, django_capture_on_commit_callbacks(execute=True):
        publish({match_topic(match.pk): 9, **night_and_club(match)})
    assert len(seen) == 0


def test_a_matchs_number_is_its_version_and_what_is_gone_has_none(match: Match) -> None:
    gone = match_topic(Match().pk)
    assert versions_of([match_topic(match.pk), gone, "night:0", "access:0"]) == {match_topic(match.pk): match.version}


def test_a_nights_number_is_another_whenever_its_page_is(
    match: Match, night: Night, players: list[Player], django_assert_num_queries: Any
) -> None:
    topic = night_topic(night.pk)
    seen = [versions_of([topic])[topic]]
    elsewhere = Night.objects.create(club=night.club, starts_at=night.starts_at)
    acts: list[Callable[[], Any]] = [
        lambda: ledger.abandon(match.pk),
        lambda: Match.objects.filter(pk=match.pk).update(table="by the window"),
        lambda: arrive(night, players[:2]),
        lambda: go_home(night, players[0]),
        lambda: Night.objects.filter(pk=night.pk).update(note="Bring cake."),
        lambda: Night.objects.filter(pk=night.pk).update(places=12),
        lambda: NightAnswer.objects.create(night=night, player=players[0], answer="maybe", answered_at=timezone.now()),
        lambda: NightAnswer.objects.update(note="Cake, too."),
        lambda: ledger.start(night.club, "dirty-dog", players, night=night),
    ]
    for act in acts:
        act()
        seen.append(versions_of([topic])[topic])
    assert len(set(seen)) == len(acts) + 1
    assert max(seen) < 2**53  # the largest safe integer of JavaScript
    arrive(elsewhere, players)
    with django_assert_num_queries(5):
        assert versions_of([topic, night_topic(elsewhere.pk)])[topic] == seen[-1]


def test_a_doors_number_is_another_whenever_it_lets_other_people_in(
    club: Club, match: Match, django_assert_num_queries: Any
) -> None:
    user = a_member(club)
    link, tablet = SpectatorLink.objects.create(club=club), TabletPass.objects.create(match=match, label="by the door")
    topics = [access_topic(club.pk), access_topic(match.pk), account_topic(user.pk)]
    acts: list[tuple[int, Callable[[], Any]]] = [
        (0, lambda: SpectatorLink.objects.filter(pk=link.pk).update(revoked_at=timezone.now())),
        (0, lambda: Club.objects.update(history_is_open=True)),
        (0, lambda: Membership.objects.filter(user=user).update(role=Role.ORGANISER)),
        (0, lambda: Membership.objects.all().delete()),
        (1, lambda: TabletPass.objects.filter(pk=tablet.pk).update(revoked_at=timezone.now())),
        (2, lambda: User.objects.update(is_active=False)),
        (2, lambda: User.objects.update(password="another")),
    ]
    for changed, act in acts:
        before = versions_of(topics)
        act()
        with django_assert_num_queries(5):
            after = versions_of(topics)
        assert [topic for topic in topics if before[topic] != after[topic]] == [topics[changed]]


def test_a_session_that_ends_is_told_and_signing_in_is_not(
    client: Client, club: Club, published: list[Versions], django_capture_on_commit_callbacks: Committed
) -> None:
    user = a_member(club)
    door = {account_topic(user.pk): None}
    with django_capture_on_commit_callbacks(execute=True):
        client.force_login(user)
    assert door not in published
    with django_capture_on_commit_callbacks(execute=True):
        client.logout()
    assert published.count(door) == 1


def test_a_clubs_number_is_another_whenever_anything_is_written_there_and_nowhere_else(
    club: Club, match: Match, night: Night, players: list[Player], django_assert_num_queries: Any
) -> None:
    topic, other = club_topic(club.pk), a_club("friday")
    seen = [versions_of([topic])[topic]]
    acts: list[Callable[[], Any]] = [
        lambda: ledger.abandon(match.pk),
        lambda: ledger.start(club, "dirty-dog", players),
        lambda: arrive(night, players[:2]),
    ]
    for act in acts:
        act()
        seen.append(versions_of([topic])[topic])
    assert len(set(seen)) == len(acts) + 1
    ledger.start(other, "dirty-dog", some_players(other, 4))
    with django_assert_num_queries(7):
        assert versions_of([topic])[topic] == seen[-1]


@pytest.mark.parametrize(
    ("path", "topic"),
    [("/m/{match}/live/", "match"), ("/c/kennel/nights/{night}/live/", "night"), ("/c/kennel/live/", "club")],
)
def test_a_stream_names_its_own_topic_and_no_other(
    client: Client, club: Club, match: Match, night: Night, path: str, topic: str
) -> None:
    client.force_login(a_member(club))
    address = path.format(match=match.pk, night=night.pk)
    answer = client.get(address)
    [(named, version)] = json.loads(answer.headers["X-Live-Topics"]).items()
    assert named.startswith(f"{topic}:")
    assert answer.headers["Content-Type"] == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store, no-transform"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert answer.content.decode().partition("\n")[2] == f'event: version\ndata: {{"{named}": {version}}}\n\n'


def test_a_visitors_stream_of_another_night_is_not_there(client: Client, club: Club) -> None:
    link = SpectatorLink.objects.create(club=club)
    session = client.session
    session["watching"] = [str(link.pk)]
    session.save()
    long_ago = Night.objects.create(club=club, starts_at=timezone.now() - timedelta(days=30))
    tonight = Night.objects.create(club=club, starts_at=timezone.now())
    assert client.get(f"/c/kennel/nights/{tonight.pk}/live/").status_code == 200
    assert client.get(f"/c/kennel/nights/{long_ago.pk}/live/").status_code == 404
