"""The list of signed-in browsers, and how a session ends."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from time_machine import TimeMachineFixture

from clubs.accounts.sessions import SEEN, clear_expired, end_sessions, words
from clubs.models import Session, User
from dogclub.background import rounds
from tests.people import PASSWORD
from tests.server import Server

pytestmark = pytest.mark.django_db
LIST = "/accounts/sessions/"
OFFER = "Other browsers are still signed in."
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Mobile Safari/604.1"
TABLET = (
    "Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36"
)
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/125.0 Safari/537.36 Edg/125.0"


def browser(user: User, agent: str = LAPTOP) -> Client:
    """A browser with this user agent, signed in as the user, with one page loaded."""
    client = Client(headers={"user-agent": agent})
    client.force_login(user)
    session = client.session
    session[SEEN] -= 3600  # so that the next page is recorded as use
    session.save()
    client.get("/account/")
    return client


def with_app(user: User) -> Client:
    """A browser whose user has an authenticator app with recovery codes, and has just re-entered the password."""
    client = browser(user)
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


HEARD: list[str] = []


def hear(versions: dict[str, int | None]) -> None:
    """Record the live topics that were published."""
    HEARD.extend(versions)


def is_in(client: Client) -> bool:
    """Whether the client is signed in."""
    return client.get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (PHONE, "Safari on an iPhone"),
        (TABLET, "Chrome on an Android tablet"),
        (TABLET.replace("Safari", "Mobile Safari"), "Chrome on an Android phone"),
        (LAPTOP, "Firefox on Linux"),
        (EDGE, "Edge on Windows"),
        ("curl/8.5", "A browser on an unknown device"),
        ("", "A browser on an unknown device"),
    ],
)
def test_a_browser_is_told_in_plain_words(agent: str, said: str) -> None:
    assert words(agent) == said


def test_the_list_shows_every_browser_and_marks_this_one(bea: User) -> None:
    here, _ = browser(bea), browser(bea, PHONE)
    browser(User.objects.create_user("otto@kennel.example"), TABLET)
    page = here.get(LIST).content.decode()
    assert "Firefox on Linux" in page and "Safari on an iPhone" in page and "Android" not in page
    assert page.count("this one") == 1
    assert page.count("/end/") == 1


def test_a_sign_in_is_in_the_list_at_once(bea: User) -> None:
    client = Client(headers={"user-agent": PHONE})
    client.post("/accounts/login/", {"login": bea.email, "password": PASSWORD})
    page = client.get(LIST).content.decode()
    assert "Safari on an iPhone" in page and "this one" in page


def test_one_browser_is_signed_out_from_another(bea: User) -> None:
    here, phone, laptop = browser(bea), browser(bea, PHONE), browser(bea, EDGE)
    row = UserSession.objects.get(session_key=phone.session.session_key)
    assert "Signed out there" in here.post(f"/account/sessions/{row.pk}/end/", follow=True).content.decode()
    assert [is_in(client) for client in (here, phone, laptop)] == [True, False, True]


def test_what_a_signed_out_browser_has_open_ends(
    bea: User, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.LIVE = "tests.clubs.test_sessions.hear"
    here, phone = browser(bea), browser(bea, PHONE)
    row = UserSession.objects.get(session_key=phone.session.session_key)
    HEARD.clear()
    with django_capture_on_commit_callbacks(execute=True):
        here.post(f"/account/sessions/{row.pk}/end/")
    assert f"account:{bea.pk}" in HEARD


def test_nobody_signs_out_somebody_else(bea: User) -> None:
    other = browser(User.objects.create_user("otto@kennel.example"))
    row = UserSession.objects.get(session_key=other.session.session_key)
    assert browser(bea).post(f"/account/sessions/{row.pk}/end/").status_code == 404
    assert is_in(other)


def test_everywhere_else_is_everywhere_else(bea: User) -> None:
    here, phone, other = browser(bea), browser(bea, PHONE), browser(User.objects.create_user("otto@kennel.example"))
    unseen = browser(bea, EDGE)
    UserSession.objects.filter(session_key=unseen.session.session_key).delete()  # like one older than the list
    answer = here.post("/account/sessions/end-others/", follow=True)
    assert "Signed out everywhere else." in answer.content.decode()
    assert [is_in(client) for client in (here, phone, unseen, other)] == [True, False, False, True]
    answer = here.post("/account/sessions/end-others/", follow=True)
    assert "nowhere else" in answer.content.decode()


def test_a_session_says_whose_it_is_until_it_ends(bea: User) -> None:
    client = browser(bea)
    assert Session.objects.get().account == bea.pk
    client.post("/accounts/logout/")
    assert not Session.objects.filter(account=bea.pk).exists()


def test_a_session_of_the_version_before_is_ended_too_while_both_run(bea: User) -> None:
    here, there = browser(bea), browser(bea, PHONE)
    Session.objects.update(account=None)
    here.post("/account/sessions/end-others/")
    assert [is_in(here), is_in(there)] == [True, False]


@pytest.mark.parametrize("others", [0, 9])
def test_to_sign_out_elsewhere_costs_nothing_for_the_sessions_of_others(
    bea: User, others: int, django_assert_num_queries: Any
) -> None:
    here, _ = browser(bea), browser(bea, PHONE)
    for number in range(others):
        browser(User.objects.create_user(f"rex-{number}@kennel.example"))
    with django_assert_num_queries(3):
        assert end_sessions(bea, keep=here.session.session_key or "") == 1
    assert Session.objects.count() == others + 1


def test_an_update_finds_whose_sessions_there_are(bea: User) -> None:
    client = browser(bea)
    Client().get("/accounts/login/")
    Session.objects.update(account=None)
    import_module("clubs.migrations.0020_whose_a_session_is").accounts(apps, None)
    assert Session.objects.get(account=bea.pk).pk == client.session.session_key


@pytest.mark.thorough
def test_an_update_leaves_everybody_signed_in(stopped_server: Server) -> None:
    rows = "from clubs.models import Session, User; print([*Session.objects.values_list('pk', 'account')])"
    made = """
from django.test import Client
from clubs.models import User
Client().force_login(User.objects.create_user("bea@kennel.example"))
"""
    stopped_server.manage("shell", "-v0", "-c", made)
    before = stopped_server.manage("shell", "-v0", "-c", rows).stdout
    assert stopped_server.manage("migrate", "clubs", "0018", "--verbosity=0").returncode == 0
    assert "no such column" in (said := stopped_server.manage("shell", "-v0", "-c", rows).stderr) or "does not" in said
    assert stopped_server.manage("migrate", "--verbosity=0").returncode == 0
    assert stopped_server.manage("shell", "-v0", "-c", rows).stdout == before


@pytest.mark.parametrize("others", [0, 1])
def test_after_another_factor_the_other_sessions_are_offered_to_end_once(bea: User, others: int) -> None:
    here = with_app(bea)
    for _ in range(others):
        browser(bea, PHONE)
    page = here.post("/accounts/2fa/totp/deactivate/", follow=True).content.decode()
    assert page.count(OFFER) == page.count(f'href="{LIST}">Sign out of') == others


def test_a_browser_nobody_uses_is_signed_out_after_a_fortnight(bea: User, time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-11-01 20:00", tick=False)
    used, idle = browser(bea), browser(bea, PHONE)
    time_machine.move_to("2026-11-14 20:00", tick=False)
    assert is_in(used)
    time_machine.move_to("2026-11-15 20:01", tick=False)
    assert [is_in(used), is_in(idle)] == [True, False]


def test_after_sixty_days_everybody_signs_in_again(bea: User, time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-09-01 20:00", tick=False)
    client = browser(bea)
    for days in range(10, 60, 10):
        time_machine.shift(timedelta(days=10))
        assert is_in(client), days
    time_machine.shift(timedelta(days=10))
    assert not is_in(client)


def test_how_long_is_a_setting(bea: User, settings: Any, time_machine: TimeMachineFixture) -> None:
    settings.SESSION_IDLE_DAYS = 1
    time_machine.move_to("2026-11-01 20:00", tick=False)
    client = browser(bea)
    time_machine.move_to("2026-11-02 20:01", tick=False)
    assert not is_in(client)


def test_a_use_is_written_down_every_quarter_of_an_hour(
    bea: User, django_assert_num_queries: Any, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to("2026-11-01 20:00", tick=False)
    client = browser(bea)
    time_machine.shift(timedelta(minutes=14))
    before = UserSession.objects.get().last_seen_at
    with django_assert_num_queries(3):  # session, user, clubs
        client.get("/account/")
    time_machine.shift(timedelta(minutes=2))
    client.get("/account/", headers={"accept": "text/event-stream"})
    assert UserSession.objects.get().last_seen_at == before
    client.get("/account/")
    assert UserSession.objects.get().last_seen_at > before


def test_a_new_password_leaves_this_browser_alone_in_the_list(bea: User) -> None:
    here, _ = browser(bea), browser(bea, PHONE)
    form = {"oldpassword": PASSWORD, "password1": "another-evening", "password2": "another-evening"}
    here.post("/accounts/password/change/", form)
    page = here.get(LIST).content.decode()
    assert "this one" in page and "iPhone" not in page


def test_sessions_that_ran_out_are_cleared_with_their_rows(bea: User) -> None:
    here, gone = browser(bea), browser(bea, PHONE)
    Session.objects.filter(pk=gone.session.session_key).update(expire_date=timezone.now() - timedelta(hours=1))
    assert clear_expired in [each.do for each in rounds()]
    clear_expired()
    assert [row.pk for row in Session.objects.all()] == [here.session.session_key]
    assert UserSession.objects.get().session_key == here.session.session_key
    call_command("check")


def test_whoever_is_not_signed_in_is_in_no_list(client: Client) -> None:
    client.get("/")
    client.get("/accounts/login/")
    assert not UserSession.objects.exists()
    assert SESSION_KEY not in client.session
