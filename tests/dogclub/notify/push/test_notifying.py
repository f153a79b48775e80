"""Notifications on their way to a real listener that decrypts them: what, when, to whom, and when no more."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.calendar.answers import give_answer
from clubs.models import Club, Confirm, Membership, Night, Player, Role
from dogclub.jobs.run import run
from dogclub.models import Job, PushDevice, PushSettings
from dogclub.notify.push.delivery import PUSH, enqueue_due, quiet_until
from dogclub.notify.webhooks.addresses import INSIDE
from leagues.trophies import awards
from tests.dogclub.notify.push.push_service import Browser, claims
from tests.dogclub.notify.webhooks.listener import Listener, listening
from tests.factory import a_bone, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)
BEFORE = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)
State = Job.State


@pytest.fixture(autouse=True)
def inside(settings: Settings) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = True
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"
    settings.BASE_URL = "https://club.example"


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as one:
        yield one


@pytest.fixture
def players(club: Club) -> list[Player]:
    Club.objects.update(time_zone="UTC")
    return some_players(Club.objects.get(), 4)


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def bea(players: list[Player], browser: Browser, listener: Listener) -> Membership:
    """A member who wants everything, with one phone."""
    user = a_member(players[0].club, Role.MEMBER, players[0])
    browser.subscribed(user, f"{listener.url}/push/bea")
    member = Membership.objects.get(user=user)
    PushSettings.objects.create(membership=member, night=True, seat=True, confirmation=True, trophy=True)
    return member


def look(moment: datetime) -> int:
    """Enqueue what is due at this moment, and send what is due of that."""
    with time_machine.travel(moment, tick=False):
        count = enqueue_due(moment)
        send(moment)
    return count


def send(moment: datetime) -> None:
    with time_machine.travel(moment, tick=False):
        for job in Job.objects.filter(kind="push", state=State.QUEUED, due_at__lte=moment):
            run(job.pk)


def test_a_night_tomorrow_is_told_once_and_only_its_browser_can_read_it(
    bea: Membership, browser: Browser, listener: Listener
) -> None:
    Night.objects.create(club=bea.club, starts_at=START)
    assert look(BEFORE - timedelta(minutes=1)) == 0
    assert look(BEFORE) == 1
    assert look(BEFORE + timedelta(hours=1)) == 0
    (told,) = listener.heard
    message = browser.read(told.body)
    assert message["title"] == "Are you coming on Thursday, 26 November?"
    assert message["url"].startswith("/")
    assert (told.headers["content-encoding"], told.headers["ttl"]) == ("aes128gcm", "43200")
    said = claims(told, f"{listener.url}/push/bea")
    assert said["sub"].startswith("mailto:")
    assert 0 < said["exp"] - BEFORE.timestamp() <= 24 * 60 * 60
    assert b"Thursday" not in told.body


def test_an_answered_night_is_not_told(bea: Membership, listener: Listener) -> None:
    night = Night.objects.create(club=bea.club, starts_at=START)
    assert bea.player
    with time_machine.travel(BEFORE - timedelta(days=1), tick=False):
        give_answer(night, bea.player, "no")
    assert look(BEFORE) == 0


def test_an_answer_given_meanwhile_ends_it(bea: Membership, listener: Listener) -> None:
    night = Night.objects.create(club=bea.club, starts_at=START)
    assert bea.player
    with time_machine.travel(BEFORE, tick=False):
        enqueue_due(BEFORE)
        give_answer(night, bea.player, "yes")
    send(BEFORE)
    assert (Job.objects.get().state, listener.heard) == (State.DONE, [])


@pytest.mark.parametrize("kind", ["night", "seat", "confirmation", "trophy"])
def test_everything_is_off_until_chosen(bea: Membership, kind: str) -> None:
    assert not getattr(PushSettings(), kind)


def test_what_is_off_is_not_sent(bea: Membership) -> None:
    Night.objects.create(club=bea.club, starts_at=START)
    PushSettings.objects.update(night=False)
    assert look(BEFORE) == 0


def test_each_of_two_phones_is_told(bea: Membership, listener: Listener) -> None:
    Browser().subscribed(bea.user, f"{listener.url}/push/laptop")
    Night.objects.create(club=bea.club, starts_at=START)
    assert look(BEFORE) == 2
    assert len(listener.heard) == 2


def test_a_place_that_came_free_is_told_at_once(
    bea: Membership, players: list[Player], browser: Browser, listener: Listener
) -> None:
    moment = START - timedelta(days=3)
    with time_machine.travel(moment, tick=False):
        night = Night.objects.create(club=bea.club, starts_at=START, places=2)
        for player in (players[1], players[2], players[0], players[3]):
            give_answer(night, player, "yes")
        assert not Job.objects.exists()
        give_answer(night, players[1], "no")
    send(moment)
    message = browser.read(listener.heard[0].body)
    assert message["title"] == "You have a place on Thursday 26 November"
    assert message["url"] == f"/c/{bea.club.slug}/nights/{night.pk}/answers/"
    assert len(listener.heard) == 1, "the player behind still waits"


def test_at_night_a_place_waits_for_the_morning(bea: Membership, players: list[Player], listener: Listener) -> None:
    moment = datetime(2026, 11, 23, 23, 10, tzinfo=UTC)
    with time_machine.travel(moment, tick=False):
        night = Night.objects.create(club=bea.club, starts_at=START, places=1)
        give_answer(night, players[1], "yes")
        give_answer(night, players[0], "yes")
        give_answer(night, players[1], "no")
    send(moment)
    assert listener.heard == []
    send(datetime(2026, 11, 24, 8, 0, tzinfo=UTC))
    assert len(listener.heard) == 1


def test_a_place_lost_again_is_not_told(bea: Membership, players: list[Player], listener: Listener) -> None:
    moment = START - timedelta(days=3)
    with time_machine.travel(moment, tick=False):
        night = Night.objects.create(club=bea.club, starts_at=START, places=1)
        give_answer(night, players[1], "yes")
        give_answer(night, players[0], "yes")
        give_answer(night, players[1], "no")
        give_answer(night, players[0], "maybe")
    send(moment)
    assert listener.heard == []


@pytest.mark.parametrize(
    ("hour", "quiet", "ends"),
    [(23, (22, 8), 8), (3, (22, 8), 8), (8, (22, 8), None), (21, (22, 8), None), (3, (5, 5), None), (13, (12, 14), 14)],
)
def test_quiet_hours_go_round_midnight(hour: int, quiet: tuple[int, int], ends: int | None) -> None:
    chosen = PushSettings(quiet_from=quiet[0], quiet_until=quiet[1])
    with timezone.override(UTC):
        found = quiet_until(chosen, datetime(2026, 11, 25, hour, 40, tzinfo=UTC))
    assert (found and (found.hour, found.minute)) == (ends and (ends, 0))


def test_in_quiet_hours_nothing_is_looked_for(bea: Membership) -> None:
    Night.objects.create(club=bea.club, starts_at=START)
    PushSettings.objects.update(quiet_from=9, quiet_until=12)
    assert look(BEFORE) == 0
    assert look(BEFORE + timedelta(hours=2)) == 1


def test_on_a_club_night_there_are_no_quiet_hours_until_the_day_ends_at_five(
    bea: Membership, players: list[Player]
) -> None:
    Club.objects.update(confirm=Confirm.EVERY_SEAT)
    with time_machine.travel(START, tick=False):
        night = Night.objects.create(club=bea.club, starts_at=START)
        a_match(Club.objects.get(), players, plan=(1, 2, 1), seed=3, night=night)
    PushSettings.objects.update(quiet_from=20, quiet_until=8)
    Night.objects.update(called_off_at=START)
    assert look(START + timedelta(hours=4)) == 0
    Night.objects.update(called_off_at=None)
    assert look(START + timedelta(hours=10)) == 0
    assert look(START + timedelta(hours=4)) == 1


def test_a_result_to_confirm(
    bea: Membership, players: list[Player], browser: Browser, listener: Listener, club: Club
) -> None:
    Club.objects.update(confirm=Confirm.EVERY_SEAT)
    with time_machine.travel(START, tick=False):
        a_match(Club.objects.get(), players, plan=(1, 2, 1), seed=3)
    assert look(START + timedelta(hours=1)) == 1
    message = browser.read(listener.heard[0].body)
    assert message["title"] == "Confirm your result: Dirty Dog"
    assert message["url"].endswith("?seat=0")


def test_a_trophy_that_somebody_took(
    bea: Membership, players: list[Player], browser: Browser, listener: Listener
) -> None:
    with time_machine.travel(START - timedelta(days=30), tick=False):
        bone = a_bone(players[0])
    with time_machine.travel(START, tick=False):
        awards.pass_on(bone.trophy, players[1], "for the soup", by=None)
    assert look(START + timedelta(hours=3)) == 0, "quiet"
    assert look(START + timedelta(hours=13)) == 1
    message = browser.read(listener.heard[0].body)
    assert message["title"] == "Otto took the Golden Bone"
    assert message["url"] == f"/c/{bea.club.slug}/trophies/{bone.trophy_id}/"


@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_is_gone_is_forgotten(bea: Membership, listener: Listener, status: int) -> None:
    Night.objects.create(club=bea.club, starts_at=START)
    listener.answers = [(status, "gone")]
    look(BEFORE)
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(("status", "state"), [(429, State.QUEUED), (503, State.QUEUED), (400, State.FAILED)])
def test_what_the_service_says(bea: Membership, listener: Listener, status: int, state: str) -> None:
    Night.objects.create(club=bea.club, starts_at=START)
    listener.answers = [(status, "No.")]
    look(BEFORE)
    job = Job.objects.get()
    assert (job.state, job.problem) == (state, f"It answered {status}: No.")
    assert PUSH.tries > 1


def test_an_endpoint_in_the_servers_network_is_not_called(
    bea: Membership, listener: Listener, settings: Settings
) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = False
    Night.objects.create(club=bea.club, starts_at=START)
    look(BEFORE)
    assert (Job.objects.get().problem, listener.heard) == (str(INSIDE), [])


def test_who_left_the_club_is_told_nothing(bea: Membership, listener: Listener) -> None:
    Night.objects.create(club=bea.club, starts_at=START)
    with time_machine.travel(BEFORE, tick=False):
        enqueue_due(BEFORE)
    bea.delete()
    send(BEFORE)
    assert listener.heard == []


def test_a_browser_of_a_forgotten_key_is_forgotten(bea: Membership, listener: Listener) -> None:
    Night.objects.create(club=bea.club, starts_at=START)
    PushDevice.objects.update(server_key="another")
    look(BEFORE)
    assert (PushDevice.objects.count(), listener.heard) == (0, [])
