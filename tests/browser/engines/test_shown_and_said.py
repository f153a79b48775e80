"""Display, speech and print in Firefox and WebKit: keys that do not move, a hand by keyboard, high contrast, large
text, paper, and passkeys where the engine has them.
"""

import base64
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.engines.driver import BUT_CHROMIUM, ENGINES, Browser, Marionette, Refused
from tests.browser.engines.every_page import HEARD
from tests.browser.engines.test_every_engine import IS_COMPLETE, bid
from tests.browser.origins import run_code
from tests.browser.test_printing import ON_SCREEN_ONLY
from tests.browser.test_table_screens import COLOURS
from tests.screens import AT_REST
from tests.server import Server, running

pytestmark = [pytest.mark.release, pytest.mark.only("sqlite"), pytest.mark.needs("poppler"), BUT_CHROMIUM]
NAMED = "club.lan"  # plain HTTP, so not a secure context
SEATED = f"""
from django.test import Client
from django.utils import timezone
from clubs.models import Role
from games import ledger
from scoring.dogs_of_war import DOGS_OF_WAR, Options
from tests import factory, nights
from tests.games.dogs_of_war import tallying, years
from tests.games.pack_o_dogs import packs
club, client, now = factory.a_club(), Client(), timezone.now()
players = factory.some_players(club, 5)
client.force_login(factory.a_member(club, Role.OWNER))
night = nights.a_night(club, minutes=-60)
over = factory.a_match(club, players, plan=(1, 2, 3, 4, 3, 2, 1), started_at=now, finished_at=now, night=night)
half = factory.a_match(club, players, hands=5, bids_only=True)
war = tallying.written(ledger.start(club, DOGS_OF_WAR.key, players, Options()), [years.PAIRS])
pack = packs.a_pack_match(club, [*packs.GAME_1, *packs.GAME_2[:5]])
matches = [factory.a_match(club, players, hands=6).pk for _ in range({len(ENGINES)})]
others = [each.pk for each in (over, half, war, pack)]
print(client.session.session_key, nights.url(night, "report/"), *others, *matches)
"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The texts of keys that are cut off.
CUT = """[...document.querySelectorAll("#main button:not(.vh), #main .btn, #main .num")]
  .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map(each => each.textContent.trim())"""
TWICE = "void (document.documentElement.style.fontSize = '200%')"
PLACES = """["#go", "#back"].map(key => JSON.stringify(document.querySelector(key).getBoundingClientRect()))"""
FOCUSED = "document.activeElement.textContent.trim().startsWith({0!r})"
SAID = "document.querySelector('#said').textContent"
CHOSEN = "[...document.querySelectorAll('.num[aria-pressed=true]')].map(key => key.textContent.trim()).join('')"
# The styles for double taps and long presses on keys; WebKit has a prefix on the second property.
KEYS = """[...new Set([...document.querySelectorAll("button, .btn, summary")].map(each => getComputedStyle(each))
  .map(look => `${look.touchAction} ${look.userSelect ?? look.webkitUserSelect}`))].join()"""
SMALLEST = """Math.min(...[...document.querySelectorAll("input, select, textarea")]
  .filter(each => each.checkVisibility()).map(each => parseFloat(getComputedStyle(each).fontSize)))"""
# Applies the print rules on the screen, and switches the screen rules off.
AS_ON_PAPER = """void (function change(rules) {
  for (const rule of rules) {
    const of = rule.media?.mediaText ?? "";
    if (/print/.test(of)) rule.media.mediaText = "all";
    else if (/screen/.test(of)) rule.media.mediaText = "not all";
    if (rule.cssRules) change(rule.cssRules);
  }
})([...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]))"""


@pytest.fixture(scope="module")
def shared_server(migrated: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server that also accepts the host name NAMED and records script errors."""

    def named(var: Path, url: str) -> Server:
        return Server(var, url, {**HEARD, "ALLOWED_HOSTS": f"127.0.0.1,{NAMED}"})

    with running(migrated, tmp_path_factory.mktemp("shared") / "var", named) as one:
        yield one


@pytest.fixture(scope="module")
def seats(shared_server: Server) -> dict[str, Any]:
    """The session, paths by name, and under "own" a match for each engine."""
    session, report, *of = run_code(shared_server, SEATED)[-6 - len(ENGINES) :]
    over, half, war, pack, *matches = (f"/m/{match}/" for match in of)
    return {"session": session, "report": report, "over": over, "half": half, "war": war, "pack": pack, "own": matches}


@pytest.fixture(scope="module")
def addresses(browser: Browser, shared_server: Server, seats: dict[str, Any]) -> dict[str, str]:
    """The addresses by name, in a window that can be as narrow as a phone."""
    own = seats["own"].pop()
    browser.bare()
    browser.sign_in(shared_server.url, seats["session"])
    return {**{name: shared_server.url + str(path) for name, path in seats.items()}, "own": shared_server.url + own}


@contextmanager
def preferring(browser: Browser, **preferences: int) -> Iterator[None]:
    """Set preferences of Firefox while the context is open; in names `_` stands for a dot and `__` for a hyphen."""
    assert isinstance(browser.wire, Marionette)
    names = {name.replace("__", "-").replace("_", "."): value for name, value in preferences.items()}
    for name, value in names.items():
        browser.wire.prefer(name, value)
    yield
    for name in names:
        browser.wire.prefer(name, None)


def is_in_high_contrast(browser: Browser, *, on: bool) -> bool:
    """Switch forced colours on or off; return whether the engine supports them."""
    if isinstance(browser.wire, Marionette):
        browser.wire.prefer("browser.display.document_color_use", 2 if on else None)
        return True
    feature = {"name": "forced-colors", "value": "active" if on else "none"}
    try:
        browser.wire.send("Emulate", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": [feature]}})
    except Refused:
        return False
    return True


def bids(browser: Browser, addresses: dict[str, str], width: int, height: int) -> None:
    """Open the bids of hand 7 in a window of this size."""
    browser.size(width, height)
    browser.open(f"{addresses['own']}table/?hand=7")


def test_what_joins_the_keys_at_the_foot_moves_none_of_them(browser: Browser, addresses: dict[str, str]) -> None:
    bids(browser, addresses, 1280, 800)
    browser.until("Boolean(document.querySelector('.foot > #waiting'))")
    places = browser.value(PLACES)
    browser.value("void document.querySelector('#waiting').remove()")
    assert browser.value(PLACES) == places


def test_text_twice_as_large_fits_a_phone(browser: Browser, addresses: dict[str, str]) -> None:
    """Firefox has a preference for text size alone, and one for the smallest type; in WebKit the root's font size is
    doubled.
    """
    looks = tables(addresses)
    if not isinstance(browser.wire, Marionette):
        fit(browser, looks, TWICE)
        return
    with preferring(browser, ui_textScaleFactor=200, browser_display_os__zoom__behavior=2):
        fit(browser, looks)
    with preferring(browser, font_minimum__size_x__western=24):
        fit(browser, looks)


def tables(addresses: dict[str, str]) -> list[str]:
    """The addresses of a result, bids, tricks, a year of Dogs of War and a round of Pack o' Dogs."""
    own = f"{addresses['own']}table/"
    return [own, f"{own}?hand=7", *(f"{addresses[match]}table/" for match in ("half", "war", "pack"))]


def fit(browser: Browser, pages: list[str], first: str = "1") -> None:
    """Assert that nothing is cut off or too wide on a phone and a tablet, after running the script `first` on each
    page.
    """
    for width, height in ((390, 844), (820, 1180)):
        browser.size(width, height)
        for page in pages:
            browser.open(page)
            browser.shows("#main")
            browser.value(first)
            browser.value("document.fonts.ready.then(() => 1)")
            assert (browser.value(WIDER), browser.value(CUT)) == (0, []), f"{page} at {width}"


def test_in_high_contrast_a_chosen_bid_and_a_barred_one_stand_out(browser: Browser, addresses: dict[str, str]) -> None:
    """WebKit supports neither forced colours nor CSS rules for them."""
    bids(browser, addresses, 820, 1180)
    if not is_in_high_contrast(browser, on=True):
        assert not browser.value("CSS.supports('forced-color-adjust', 'none')")
        return
    browser.until("matchMedia('(forced-colors: active)').matches")
    bid(browser, 1, 1, 1, 1)
    browser.value(f"{AT_REST} || 1")
    looks = {css: tuple(look) for css, *look in browser.value(COLOURS)}
    assert set(looks) == {"", "is-on", "is-barred"}
    assert looks["is-on"][0] != looks[""][0]
    assert looks["is-on"][1] != looks["is-barred"][1]
    assert looks["is-barred"][1:] != looks[""][1:]
    stroke = "getComputedStyle(document.querySelector('.is-barred'), '::after').backgroundImage"
    assert "gradient" in browser.value(stroke)
    for _ in range(4):
        browser.tap("#back")
        browser.pause()
    is_in_high_contrast(browser, on=False)


def test_a_hand_of_five_takes_eleven_keys_and_is_said(browser: Browser, addresses: dict[str, str]) -> None:
    bids(browser, addresses, 1280, 800)
    browser.until(IS_COMPLETE)
    browser.until(FOCUSED.format("7"))
    name = browser.value("document.querySelector('.is-now .name').textContent.trim().split(/\\s/)[0]")
    browser.press("2")
    browser.until(f"{SAID} === '{name} bids 2.'")
    browser.press("Backspace")
    browser.until("!document.querySelector('.seat.is-done')")
    browser.press(*"11110", *"1020")  # the tricks are typed while the bids are being sent
    browser.until("document.querySelector('#go').textContent.trim() === 'Score hand 7'")
    assert browser.value(CHOSEN) == "10204"
    browser.press("Enter")
    browser.until(FOCUSED.format("Hand 7 scored"))
    browser.until(f"/^One made it\\. .+ are set\\. \\d+ hands to go\\.$/.test({SAID})")
    browser.press("Enter")
    browser.until(FOCUSED.format("8"))


def test_pages_print_from_their_first_sheet_on(
    browser: Browser, shared_server: Server, addresses: dict[str, str], tmp_path: Path
) -> None:
    """WebKit has no print command, so the print rules are applied on the screen. Text that Firefox prints in semi-bold
    cannot be extracted from the PDF.
    """
    browser.size(820, 1180)
    for address, begins in {
        addresses["over"]: "Left column: hand",
        f"{shared_server.url}/c/kennel/standings/": "Tall bar: high place",
        f"{shared_server.url}/c/kennel/records/": "Filled: holds it now",
        addresses["report"]: "4th",
        f"{addresses['half']}table/": "bid 0, leads",
    }.items():
        browser.open(address)
        text = printed(browser, tmp_path / "printed.pdf")
        top = " ".join(text.split("\f")[0].split())
        assert begins in top, address
        assert [word for word in ON_SCREEN_ONLY if word in text] == [], address
        if browser.value("Boolean(document.querySelector('.head'))"):
            assert "The Thursday Kennel" in top
            assert (browser.value("document.querySelector('.printed').textContent") or "no date") in top


def printed(browser: Browser, path: Path) -> str:
    """The text of the printed page, or of the page with print rules on the screen if the engine cannot print."""
    try:
        path.write_bytes(base64.b64decode(browser.wire.send("Print", {"page": {"width": 21, "height": 29.7}})))
    except Refused:
        browser.value(AS_ON_PAPER)
        return str(browser.value("document.body.innerText"))
    return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout


def test_no_field_zooms_and_no_key_zooms_or_is_selected(
    browser: Browser, shared_server: Server, addresses: dict[str, str]
) -> None:
    for page in (addresses["over"], f"{addresses['own']}table/", f"{addresses['war']}table/"):
        browser.open(page)
        assert browser.value(KEYS) == "manipulation none"
    browser.open(f"{shared_server.url}/account/")
    assert browser.value(SMALLEST) >= 16


def test_where_a_browser_has_no_passkeys_none_is_offered(browser: Browser, shared_server: Server) -> None:
    browser.sign_in(shared_server.url, "nobody")
    has_some = browser.value("'PublicKeyCredential' in window")
    if has_some:
        browser.open(f"http://{NAMED}:{shared_server.port}/accounts/login/")
        assert not browser.value("isSecureContext")
    else:
        browser.open(f"{shared_server.url}/accounts/login/")
    assert not browser.value("document.querySelector('[data-passkey]').checkVisibility()")
