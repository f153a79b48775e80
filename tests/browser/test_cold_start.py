"""The table without network, where the service worker is allowed: reloads, power cuts, new versions, signing out."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.outbox import outbox
from tests.browser.tablets import OnTheLan, Secure, Tablet
from tests.server import Server, running, until

pytestmark = pytest.mark.needs("chromium")
PAPER = "rgb(245, 248, 242)"
SEATED = """
from django.test import Client
from games.models import Entry
from clubs.models import Role
from tests import factory
club = factory.a_club()
match = factory.a_match(club, factory.some_players(club, 5), hands=6)
keeper, organiser = (factory.a_member(club, role) for role in (Role.SCOREKEEPER, Role.ORGANISER))
print(match.pk, Entry.objects.count())
for user in (keeper, keeper, organiser):
    client = Client()
    client.force_login(user)
    print(client.session.session_key)
"""
COUNT = "from games.models import Entry; print(Entry.objects.count())"
# What the browser has stored: cached pages, cached builds, and unsent entries.
KEPT = """async starts => {
  const names = (await caches.keys()).filter(name => name.startsWith(starts));
  const found = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
  return starts === "pages-" ? found.flat().map(key => new URL(key.url).pathname) : names;
}"""
# Whether the style sheet of the action forms is cached, which is loaded last.
IS_STYLED = """() => caches.match(document.querySelector('link[href*="/asides."]')?.href ?? "", { ignoreVary: true })
  .then(Boolean)"""
WAITING = """() => new Promise(resolve => {
  const opening = indexedDB.open("dogclub");
  opening.onsuccess = () => {
    const asking = opening.result.transaction("kept").objectStore("kept").getAllKeys();
    asking.onsuccess = () => resolve(asking.result.filter(([kind]) => kind === "out").length);
    opening.result.close();
  };
})"""
# The stored page of the table, put aside and put back; and the version of the match that it shows.
PUT_ASIDE = """async () => {
  window.aside = await caches.match(location.pathname, { ignoreVary: true });
}"""
PUT_BACK = """async () => {
  const name = (await caches.keys()).find(each => each.startsWith("pages-"));
  await (await caches.open(name)).put(location.pathname, window.aside);
}"""
STORED_VERSION = """async () => {
  const page = await caches.match(location.pathname, { ignoreVary: true });
  return Number((await page.text()).match(/data-version="(\\d+)"/)[1]);
}"""
WORKERS = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return [found.installing, found.waiting, found.active].map(Boolean);
}"""


@pytest.fixture
def tablet(browser: Browser, tmp_path: Path) -> Iterator[Tablet]:
    one = Tablet(browser.browser_type, tmp_path / "profile")
    yield one
    one.kill()
    assert one.troubles == []


@pytest.fixture
def secure(migrated: Server, tmp_path: Path) -> Iterator[Server]:
    with running(migrated, tmp_path / "var", Secure) as one:
        yield one


@pytest.fixture
def plain(migrated: Server, tmp_path: Path) -> Iterator[Server]:
    with running(migrated, tmp_path / "var", OnTheLan) as one:
        yield one


def run_code(server: Server, code: str) -> list[str]:
    """Run Python code in the server's shell and return the words it printed."""
    answer = server.manage("shell", "--verbosity=0", "-c", code)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.split()


def signed_in(page: Page, server: Server, session: str) -> None:
    """Add a session cookie that outlives the browser, as after “stay signed in”."""
    name = "__Host-sessionid" if server.url.startswith("https") else "sessionid"
    secure = name.startswith("__Host-")
    cookie: Any = {"name": name, "secure": secure, "value": session, "url": server.url, "expires": 4_000_000_000}
    page.context.add_cookies([cookie])


def cached_names(page: Page, starts: str = "pages-") -> list[str]:
    """The names of the caches that start with this text; for "pages-" the paths of the cached pages."""
    return list(page.evaluate(KEPT, starts))


def is_kept(page: Page, match: str) -> None:
    """Wait until the worker has cached the table page, the forms of its actions and their style sheet."""
    table = f"/m/{match}/table/"
    until(lambda: sorted(cached_names(page)) == [table, f"{table}beside/"] and bool(page.evaluate(IS_STYLED)))


def waiting(page: Page) -> int:
    """The number of unsent entries in the tablet's storage."""
    return int(page.evaluate(WAITING))


def bid(page: Page) -> None:
    """Bid one at each seat but the last, which bids zero."""
    for done, number in enumerate((1, 1, 1, 1, 0)):
        expect(page.locator(".seat.is-done")).to_have_count(done)  # a second tap on the same row would be a double tap
        page.locator(".is-now .num").nth(number).click()


def goes_up(page: Page) -> None:
    """Tell the page that the network is back, and wait until all entries have been sent."""
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: waiting(page) == 0)


def looks_right(page: Page, what: str) -> None:
    """Assert that the page is at this step and has its style sheet."""
    expect(page.locator(f"#main[data-what={what}]")).to_be_visible()
    expect(page.locator("body")).to_have_css("background-color", PAPER)


@pytest.mark.thorough
def test_a_tablet_starts_cold_without_network_and_all_goes_up_once(secure: Server, tablet: Tablet) -> None:
    match, before, session, *_ = run_code(secure, SEATED)
    page, table = tablet.start(), f"{secure.url}/m/{match}/table/?hand=7"
    signed_in(page, secure, session)
    page.goto(table)
    is_kept(page, match)
    devtools = page.context.new_cdp_session(page)
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    tablet.close(page)
    page = tablet.start()
    page.goto(table)
    expect(page.locator("#main[data-what=bids]")).to_be_visible()
    secure.kill()
    page.reload()
    looks_right(page, "bids")
    bid(page)
    until(lambda: waiting(page) == 1)
    tablet.kill()
    page = tablet.start()
    page.goto(secure.url)
    expect(page.locator("#tables")).to_contain_text("1 entry to send.")
    page.get_by_role("link", name="Dirty Dog").click()
    looks_right(page, "tricks")  # shown without the server, by a script that is loaded late
    assert waiting(page) == 1
    secure.start()
    goes_up(page)
    looks_right(page, "tricks")
    assert int(run_code(secure, COUNT)[0]) == int(before) + 1


@pytest.mark.thorough
def test_a_page_stored_before_the_last_entry_shows_it_all_the_same(secure: Server, tablet: Tablet) -> None:
    """The battery can be empty after an entry is written, and before the page that shows it is stored."""
    match, before, session, *_ = run_code(secure, SEATED)
    page, table = tablet.start(), f"{secure.url}/m/{match}/table/?hand=7"
    signed_in(page, secure, session)
    page.goto(table)
    is_kept(page, match)
    old = page.evaluate(STORED_VERSION)
    page.evaluate(PUT_ASIDE)
    bid(page)
    looks_right(page, "tricks")
    until(lambda: page.evaluate(STORED_VERSION) > old)
    page.evaluate(PUT_BACK)
    secure.kill()
    page.reload()
    assert page.evaluate(STORED_VERSION) == old
    looks_right(page, "tricks")

    # Once the server answers, the page is as it knows it.
    secure.start()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#outbox")).to_have_attribute("data-version", str(old + 1))
    looks_right(page, "tricks")
    assert int(run_code(secure, COUNT)[0]) == int(before) + 1


@pytest.mark.thorough
def test_who_leaves_after_an_empty_battery_is_written_down(secure: Server, tablet: Tablet) -> None:
    match, before, session, *_ = run_code(secure, SEATED)
    page, table = tablet.start(), f"{secure.url}/m/{match}/table/?hand=7"
    signed_in(page, secure, session)
    page.goto(table)
    is_kept(page, match)
    tablet.close(page)
    secure.kill()
    page = tablet.start()
    page.goto(table)
    looks_right(page, "bids")
    page.context.set_offline(True)  # the browser knows that it has no network, as on a real tablet
    until(lambda: bool(page.evaluate(outbox("Boolean(table.extras.arrivals)"))))
    page.locator(".more summary").click()
    page.locator(".more a", has_text="An early leaver").click()
    page.locator("#aside .tap:has([name=seat])").nth(2).click()
    expect(page.locator("#aside .taps")).to_have_css("display", "grid")
    page.locator("#aside .btn-main").click()
    until(lambda: waiting(page) == 1)
    page.context.set_offline(False)
    secure.start()
    goes_up(page)
    assert int(run_code(secure, COUNT)[0]) == int(before) + 1


@pytest.mark.thorough
def test_without_network_it_says_in_its_language_what_is_loaded_late(secure: Server, tablet: Tablet) -> None:
    match, _, session, *_ = run_code(secure, SEATED)
    run_code(secure, "from clubs.models import User; User.objects.update(language='de')")
    page, table = tablet.start(), f"{secure.url}/m/{match}/table/?hand=7"
    signed_in(page, secure, session)
    page.goto(table)
    is_kept(page, match)
    assert page.evaluate("caches.match(document.querySelector('[data-says]').dataset.says).then(Boolean)")
    tablet.close(page)
    secure.kill()
    page = tablet.start()
    page.goto(table)
    looks_right(page, "bids")
    bid(page)
    looks_right(page, "tricks")
    expect(page.locator("h1 .vh")).to_have_text("Runde 7 ")


def build_anew(server: Server) -> None:
    """Install a new version: its style sheet has another name, and the old one is no longer served."""
    static = server.var / "static"
    manifest = json.loads((static / "staticfiles.json").read_text())
    old = manifest["paths"]["dogclub/table.css"]
    new = "dogclub/table.0123456789ab.css"
    manifest["paths"]["dogclub/table.css"] = new
    (static / "staticfiles.json").write_text(json.dumps(manifest))
    for file in static.glob(f"{old}*"):
        shutil.move(file, static / file.relative_to(static).as_posix().replace(old, new))


@pytest.mark.thorough
def test_a_new_version_and_signing_out_lose_nothing(plain: Server, tablet: Tablet) -> None:
    server, page = plain, tablet.start()
    match, before, session, again, another = run_code(server, SEATED)
    table = f"{server.url}/m/{match}/table/?hand=7"

    # On plain HTTP there are no service workers and no caches.
    page.goto(f"http://club.lan:{server.port}/", wait_until="networkidle")
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'caches' in self]") == [False, False, False]

    signed_in(page, server, session)
    page.goto(table)
    is_kept(page, match)
    builds = cached_names(page, "files-")

    # A page of the old version sends its unsent entries to the server of the new one.
    server.kill()
    bid(page)
    until(lambda: waiting(page) == 1)
    build_anew(server)
    page.reload()
    assert waiting(page) == 1
    server.start()
    goes_up(page)
    looks_right(page, "tricks")

    # The worker of the new version takes over between two pages; the table still opens without network.
    page.goto(table)
    until(lambda: page.evaluate(WORKERS) != [True, False, True] and set(cached_names(page, "files-")) > set(builds))
    page.goto(table)
    until(lambda: page.evaluate(WORKERS) == [False, False, True])
    page.goto(table)
    server.kill()
    page.reload()
    looks_right(page, "tricks")
    assert "0123456789ab" in str(page.locator("link[rel=stylesheet]").first.get_attribute("href"))

    # Signing out deletes the cached pages, but not the unsent entries.
    page.locator(".num.is-fit").first.click()
    page.locator("#go.btn-main").click()
    until(lambda: waiting(page) == 1)
    page.goto(f"{server.url}/")
    expect(page.locator("#tables")).to_contain_text("1 entry to send.")
    server.start()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    until(lambda: cached_names(page) == [])
    assert waiting(page) == 1
    server.kill()
    page.goto(table)
    expect(page.locator("#tables")).to_contain_text("This page is not stored here")
    page.goto("about:blank")  # otherwise the page goes to the sign-in page as soon as it reaches the server
    server.start()
    page.context.clear_cookies(name=re.compile("csrftoken$"))  # as signing in replaces the token
    signed_in(page, server, again)
    page.goto(table)
    goes_up(page)
    is_kept(page, match)
    assert int(run_code(server, COUNT)[0]) == int(before) + 2

    # Another user's session clears the cached pages.
    page.goto("about:blank")
    signed_in(page, server, another)
    page.goto(f"{server.url}/")
    until(lambda: cached_names(page) == [])
