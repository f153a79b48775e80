"""The two origins by which a tablet reaches the server: HTTPS, and plain HTTP in the club's own network.

Both go through a proxy that can fail, and the browser has a profile of its own on disk.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests.browser.line import Line
from tests.browser.outbox import IS_COMPLETE, outbox
from tests.browser.tablets import signed_by_itself
from tests.machine import HEADLESS
from tests.screens import PATIENCE, SCREENS
from tests.server import Server, running
from tests.server import until as ended

ORIGINS = ("https://localhost", "http://club.lan")
ARGUMENTS = [
    *(
        "--no-sandbox",
        "--disable-gpu",
        "--accept-lang=en-GB",
        "--disable-background-networking",
        "--font-render-hinting=none",
    ),
    "--ignore-certificate-errors",
    "--host-resolver-rules=MAP club.lan 127.0.0.1",
]
HOW_MANY = 48  # matches, enough for every test of a module to run three times
SEATED = f"""
from django.test import Client
from clubs.models import Role
from tests import factory
club = factory.a_club()
players = factory.some_players(club, 4, ["Bea Marlowe", "Otto Pym", "Wilhelmina Fay", "Percy Abara"])
client = Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
print(client.cookies["sessionid"].value, *(factory.a_match(club, players, hands=0).pk for _ in range({HOW_MANY})))
"""
ONLINE = "dispatchEvent(new Event('online'))"
Tablet = Callable[[], BrowserContext]


@pytest.fixture(scope="module")
def club(migrated: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server that accepts both host names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ALLOWED_HOSTS", "127.0.0.1,localhost,club.lan")
        with running(migrated, tmp_path_factory.mktemp("club") / "var") as one:
            yield one


def run_code(server: Server, code: str) -> list[str]:
    """Run Python code in the server's shell and return the words it printed."""
    done = server.manage("shell", "--verbosity=0", "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture(scope="module")
def seated(club: Server) -> list[str]:
    """A session key and the ids of matches without entries."""
    return run_code(club, SEATED)[-HOW_MANY - 1 :]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("tls") / "tls.pem"
    file.write_bytes(signed_by_itself("localhost"))
    return file


@pytest.fixture(params=ORIGINS)
def scheme_and_host(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def line(club: Server, scheme_and_host: str, certificate: Path) -> Iterator[Line]:
    with Line(club.port, certificate=certificate if scheme_and_host.startswith("https") else None) as one:
        yield one


@pytest.fixture
def origin(scheme_and_host: str, line: Line) -> str:
    return f"{scheme_and_host}:{line.port}"


@pytest.fixture
def tablet(browser: Browser, origin: str, seated: list[str], tmp_path: Path) -> Iterator[Tablet]:
    """A function that starts the tablet's browser, with the same profile on disk each time."""
    contexts: list[BrowserContext] = []

    def switched_on() -> BrowserContext:
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "disk", executable_path=HEADLESS, args=ARGUMENTS, base_url=origin, **SCREENS["tablet"]
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        signed_in(context, origin, seated[0])
        return context

    yield switched_on
    for context in contexts:
        context.close()


@pytest.fixture
def match(seated: list[str]) -> str:
    return seated.pop()


def signed_in(context: BrowserContext, origin: str, session: str) -> None:
    context.add_cookies([{"name": "sessionid", "value": session, "url": origin}])


def killed(disk: Path) -> None:
    """Kill the browser that uses this profile, as a power cut does, and wait until it has released the profile."""
    gone: list[Path] = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().split(b"\0")
        except OSError:
            continue
        if f"--user-data-dir={disk}".encode() in words and not any(word.startswith(b"--type=") for word in words):
            with suppress(ProcessLookupError):  # not a group leader: it ends with its group
                os.killpg(int(entry.parent.name), signal.SIGKILL)
            gone.append(entry)
    ended(lambda: not any(entry.exists() for entry in gone))


def at_the_table(context: BrowserContext, match: str) -> Page:
    """Open the match's table page and wait until it is complete."""
    page = context.new_page()
    page.goto(f"/m/{match}/table/")
    wait_until_loaded(page)
    return page


def wait_until_loaded(page: Page) -> None:
    """Wait until the page has loaded everything, deferred scripts included, and no longer needs the network."""
    until(page, IS_COMPLETE)


def until(page: Page, true: str) -> None:
    """Wait until the JavaScript expression is true; Playwright's own wait is refused by the content security policy."""
    for _ in range(1200):
        try:
            if page.evaluate(true):
                return
        except Error as error:  # the page that was asked is replaced by the next one
            if "Execution context was destroyed" not in error.message:
                raise
        page.wait_for_timeout(50)
    raise AssertionError(true)


def shows(page: Page, what: str) -> None:
    """Assert that the table page is at the step `what`: bids, tricks or result."""
    expect(page.locator(f"#main[data-what={what}]")).to_be_visible()


def number(page: Page, seat: int, value: int) -> None:
    page.locator(f'#seat-{seat} .num[value="{seat}-{value}"]').tap()


def bids(page: Page, *said: int) -> None:
    """Tap the bids in bidding order; the last one sends them."""
    seats = [row.removeprefix("seat-") for row in page.locator(".seat").evaluate_all("all => all.map(row => row.id)")]
    for seat, bid in zip(seats, said, strict=True):
        number(page, int(seat), bid)
    shows(page, "tricks")


def hand(page: Page, *said: int) -> None:
    """Enter a hand in which the last bidder misses: bids and tricks."""
    bids(page, *said)
    page.locator(".num.is-fit").first.tap()
    page.locator("#go.btn-main").tap()
    expect(page.locator("#main:not([data-what=tricks])")).to_be_visible()


def next_hand(page: Page) -> None:
    page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
    if page.locator("#main[data-what=result]").count():
        page.locator("#go").tap()
    shows(page, "bids")


def waits(page: Page, number: int) -> None:
    """Assert that the page shows this many entries to send."""
    words = f"{number} {'entry' if number == 1 else 'entries'} to send"
    waiting = page.locator("#waiting:visible", has_text="to send")
    expect(waiting).to_contain_text(words) if number else expect(waiting).to_have_count(0)


def is_at(page: Page, version: int) -> None:
    """Assert that the page has this version of the match from the server, which counts all entries ever written."""
    expect(page.locator(f'#outbox[data-version="{version}"]')).to_be_attached()


def posted(page: Page) -> list[str]:
    """The bodies of the entries this tablet has sent, oldest first."""
    found: Any = page.evaluate(outbox("table.entries('log', table.match()).then(rows => rows.map(row => row.body))"))
    return list(found)
