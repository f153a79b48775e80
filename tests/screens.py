"""Browser pages on the screens that clubs use; the test fails if one of them reports an error."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, expect, sync_playwright

from tests.machine import HEADLESS, lacks

# Playwright runs an event loop in this thread, which makes Django refuse its own database calls.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

# Browsers share the machine with other workers, so timeouts are long; a wait ends as soon as its condition is met.
PATIENCE = 60_000  # milliseconds; the timeout of each wait and each tap
expect.set_options(timeout=PATIENCE)
AXE = Path(__file__).parent / "browser" / "vendor" / "axe.min.js"
SCREENS: dict[str, dict[str, Any]] = {
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "wide tablet": {"viewport": {"width": 1280, "height": 800}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "wall": {"viewport": {"width": 1920, "height": 1080}},
}
# Every animation and transition comes to its end at once, also one that begins later or has no end, until `moving` is
# called. Nothing is waited for: a page in a background tab is not drawn, so its animations never end.
STILL = """(() => {
  const still = new CSSStyleSheet();
  still.replaceSync(`*, ::before, ::after {
    transition: none !important;
    animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
  }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  for (const each of document.getAnimations()) each.finish();
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(each => each !== still);
  };
})()"""
AT_REST = f"void {STILL}"
# Reporting only violations and not loading stylesheets again takes a fifth of the time. Sticky bars are made static
# meanwhile: what one covers at the moment can be scrolled into view.
WHAT_AXE_FINDS = """async ([part, rules, without]) => {
  const moving = STILL;
  const bars = [...document.querySelectorAll("*")].filter(each => getComputedStyle(each).position === "sticky");
  for (const bar of bars) Object.assign(bar.style, { position: "relative", inset: "auto" });
  const off = Object.fromEntries(without.map(rule => [rule, { enabled: false }]));
  const found = await axe.run(part, { runOnly: rules, rules: off, resultTypes: ['violations'], preload: false });
  for (const bar of bars) Object.assign(bar.style, { position: "", inset: "" });
  moving();
  return found.violations;
}""".replace("STILL", STILL)
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
OF_COLOURS = ("color-contrast", "link-in-text-block")  # the rules of WCAG that a theme can break: half of axe's time
# What browsers report of requests that the line cut: the test took the network away, stopped the server, aborted the
# request, or left or closed the page while it loaded, which also ends a write to the browser's cache. htmx repeats it;
# a manifest that was cut is empty. Errors of other kinds are the page's, such as what its policy blocks.
OF_THE_LINE = re.compile(
    r"Failed to load resource: net::ERR_(ABORTED|ADDRESS_\w+|CACHE_\w+|CONNECTION_\w+|CONTENT_LENGTH_MISMATCH"
    r"|EMPTY_RESPONSE|FAILED|INCOMPLETE_CHUNKED_ENCODING|INTERNET_DISCONNECTED|NETWORK_\w+|SOCKET_NOT_CONNECTED"
    r"|SSL_PROTOCOL_ERROR|TIMED_OUT)"
    r"|htmx: htmx:error: (Failed to fetch|network error|signal is aborted)"
    r"|Manifest: Line: 1, column: 1, Syntax error\."
)
REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", event =>
  console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI} (${event.sourceFile})`));
"""


@dataclass
class Screens:
    """Opens pages on any screen size, in the light or dark theme, and collects their errors in `troubles`."""

    browser: Browser
    base_url: str = ""
    troubles: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    who: dict[BrowserContext, tuple[Any, ...]] = field(default_factory=dict)

    def open(self, screen: str = "tablet", theme: str = "light", path: str = "", **options: Any) -> Page:
        """A page in a new browser context, with its own cookies; `options` are those of a Playwright context."""
        usual = {"color_scheme": theme, "base_url": self.base_url or None, "service_workers": "block"}
        settings = {**usual, **SCREENS[screen], **options}
        context = self.browser.new_context(**settings)
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(REPORT_VIOLATIONS)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        if path:
            page.goto(path)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        # A response to an invalid form is no error; the test checks it itself.
        refused = message.text.startswith("Failed to load resource: the server responded with a status of 4")
        is_expected = OF_THE_LINE.match(message.text) or (refused and "/static/" not in message.location["url"])
        if message.type == "error" and not is_expected:
            self.troubles.append(f"{message.location['url']}: {message.text}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if reason := lacks("chromium"):
        pytest.skip(reason)
    arguments = [
        "--no-sandbox",
        "--disable-gpu",
        "--accept-lang=en-GB",
        "--disable-background-networking",
        "--font-render-hinting=none",
    ]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=HEADLESS, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture
def make_screens(browser: Browser) -> Iterator[Callable[[str], Screens]]:
    """A function that returns the Screens of a server (`make_screens(server.url)`); the test fails if a page reported
    an error.
    """
    made: list[Screens] = []

    def make(base_url: str) -> Screens:
        made.append(Screens(browser, base_url))
        return made[-1]

    yield make
    for screens in made:
        for context in screens.contexts:
            context.close()
    troubles = [trouble for screens in made for trouble in screens.troubles]
    assert not troubles, troubles


@pytest.fixture
def screens(make_screens: Callable[[str], Screens], live_server: Any) -> Screens:
    """Screens of a live server on the test's own database: create rows with the models, open pages, check the rows."""
    return make_screens(live_server.url)


def axe(page: Page, part: str = "html", rules: Sequence[str] = WCAG, without: Sequence[str] = ()) -> list[str]:
    """The violations of WCAG 2.2 AA that axe-core finds in a part of the page, by the rules or tags `rules` but those
    `without`; an empty list if there are none.

    The content security policy would refuse a script tag, so the source is evaluated; nothing moves meanwhile, because
    animations and transitions change colours.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate(WHAT_AXE_FINDS, [part, rules, without])
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]


def axe_in_both_themes(page: Page) -> list[str]:
    """The violations in the light and in the dark theme, on one page: only its colours change."""
    light = axe(page)
    page.emulate_media(color_scheme="dark")
    dark = axe(page, rules=OF_COLOURS)
    page.emulate_media(color_scheme="light")
    return [*light, *(f"dark: {each}" for each in dark)]


def cut(route: Route) -> None:
    """Send the request, and pass half of its response on."""
    response = route.fetch()
    text = response.text()
    route.fulfill(response=response, body=text[: len(text) // 2])
