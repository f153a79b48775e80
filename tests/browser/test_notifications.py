"""A notification in a real service worker: turned on with a click, sent through the job to a push service of this test,
decrypted there, handed to the browser, shown, and opened.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.fixtures import Settings

from clubs.models import Club, Role
from dogclub.jobs.run import run
from dogclub.models import Job, PushDevice, PushSettings
from tests.browser.look import signed_in
from tests.dogclub.notify.push.push_service import Browser as Phone
from tests.dogclub.notify.push.push_service import b64, claims
from tests.dogclub.notify.webhooks.listener import Listener, listening
from tests.factory import a_club, a_member
from tests.machine import CHROMIUM
from tests.screens import Screens, axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
# No push service of a browser's maker can be reached from here: this stands in for the subscription alone.
SUBSCRIBES = """([endpoint, p256dh, auth]) => {
  const plain = text => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = text => Uint8Array.from(plain(text), each => each.charCodeAt(0));
  let current = sessionStorage.getItem("subscribed");
  const made = key => ({
    endpoint,
    options: { applicationServerKey: bytes(key).buffer },
    getKey: name => bytes({ p256dh, auth }[name]).buffer,
    unsubscribe: async () => sessionStorage.removeItem("subscribed"),
  });
  PushManager.prototype.getSubscription = async () => (current ? made(current) : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new Error("a browser refuses that");
    sessionStorage.setItem("subscribed", (current = applicationServerKey));
    return made(current);
  };
}"""
ALLOWED: dict[str, Any] = {"service_workers": "allow", "permissions": ["notifications"]}
SHOWN = """async () => {
  const { registration } = self;
  return (await registration.getNotifications()).map(({ title, body, data, tag }) => ({ title, body, data, tag }));
}"""
OPENS = """async () => {
  const opened = [];
  self.clients.openWindow = async url => opened.push(url);
  const [notification] = await self.registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification });
  const waits = [];
  event.waitUntil = promise => waits.push(promise);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return [opened, (await self.registration.getNotifications()).length];
}"""


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as one:
        yield one


@pytest.fixture
def whole(browser: Browser, live_server: Any) -> Iterator[Screens]:
    """Screens of Chromium as people have it: the headless shell of other tests has no notifications."""
    with browser.browser_type.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]) as chromium:
        screens = Screens(chromium, live_server.url)
        yield screens
        assert screens.troubles == []


@pytest.fixture
def club(db: None, settings: Settings) -> Club:
    settings.WEBHOOKS_MAY_STAY_INSIDE = True
    return a_club()


def push(context: BrowserContext, page: Page, origin: str, data: dict[str, Any]) -> None:
    """Hand a message to the service worker, as the browser does with one that arrived."""
    session = context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    until(page, lambda: known)
    registration = next(each["registrationId"] for each in known if not each["isDeleted"])
    message = {"origin": origin, "registrationId": registration, "data": json.dumps(data)}
    session.send("ServiceWorker.deliverPushMessage", message)


@pytest.mark.variants
@pytest.mark.parametrize(("screen", "theme"), [("phone", "light"), ("tablet", "dark")])
def test_it_is_turned_on_arrives_and_opens_its_page(
    whole: Screens, club: Club, listener: Listener, screen: str, theme: str
) -> None:
    phone, user = Phone(), a_member(club, Role.MEMBER)
    page = signed_in(whole, user, screen, theme, f"/c/{club.slug}/phone/", **ALLOWED)
    context, origin = page.context, page.url.partition("/c/")[0]
    given = [f"{listener.url}/push/1", b64(phone.point), b64(phone.auth)]
    context.add_init_script(f"({SUBSCRIBES})({json.dumps(given)})")
    page.reload()
    expect(page.get_by_role("button", name="Turn on for this browser")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Turn on for this browser").click()
    expect(page.get_by_text("On for this browser.", exact=True)).to_be_visible()
    assert PushDevice.objects.get().user == user
    page.get_by_role("button", name="Send me a test").click()
    expect(page.get_by_text("Test sent")).to_be_visible()
    run(Job.objects.get(kind="push").pk)
    (told,) = listener.heard
    assert claims(told, given[0])["exp"]
    push(context, page, origin, phone.read(told.body))
    (worker,) = context.service_workers
    until(page, lambda: worker.evaluate(SHOWN))
    (shown,) = worker.evaluate(SHOWN)
    assert shown["title"] == f"A test from {club.name}"
    assert shown["data"] == shown["tag"] == f"/c/{club.slug}/phone/"
    page.goto(f"{origin}/c/{club.slug}/")
    assert worker.evaluate(OPENS) == [[f"{origin}/c/{club.slug}/phone/"], 0]
    page.goto(f"{origin}/c/{club.slug}/phone/")
    page.get_by_label("A place came free for me").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("A place came free for me")).to_be_checked()
    assert PushSettings.objects.get().seat
    page.get_by_role("button", name="Turn off here").click()
    expect(page.get_by_role("button", name="Turn on for this browser")).to_be_visible()
    assert not PushDevice.objects.exists()


def until(page: Page, true: Any) -> None:
    """Wait until the page's service worker has done it."""
    for _ in range(100):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError


def test_a_browser_that_says_no_says_how_to_allow_it(screens: Screens, club: Club) -> None:
    page = signed_in(screens, a_member(club, Role.MEMBER), "phone", "light", f"/c/{club.slug}/phone/")
    page.context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page.reload()
    expect(page.get_by_text("Blocked in the browser.")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on for this browser")).to_be_hidden()


def test_without_push_it_names_the_home_screen(screens: Screens, club: Club) -> None:
    page = signed_in(screens, a_member(club, Role.MEMBER), "phone", "dark", f"/c/{club.slug}/phone/")
    page.context.add_init_script("delete window.PushManager")
    page.reload()
    expect(page.get_by_text("This browser has no notifications.")).to_be_visible()


def test_plain_http_says_that_it_needs_https(screens: Screens, club: Club) -> None:
    page = signed_in(screens, a_member(club, Role.MEMBER), "phone", "light", f"/c/{club.slug}/phone/")
    page.context.add_init_script("Object.defineProperty(window, 'isSecureContext', { get: () => false })")
    page.reload()
    expect(page.get_by_text("Only over https.")).to_be_visible()
