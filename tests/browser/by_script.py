"""A scorekeeper who enters hand after hand on the table page, by taps or by a script that clicks the same keys."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tests.browser.outbox import IS_COMPLETE, MODULE, outbox
from tests.browser.tablets import Tablet
from tests.server import until

# Clicks one key at a time, the one that is due in the page's current state, so it can start in the middle of a hand.
WRITE = """async hands => {
  const { core: { state } } = await MODULE;
  const $ = (selector, root = document) => root.querySelector(selector);
  const number = (seat, value) => $(`#seat-${seat} .num[value="${seat}-${value}"]`);
  const isOn = button => button.getAttribute("aria-pressed") === "true";
  function due() {
    const { what } = $("#main").dataset, hand = Number(/Hand ([0-9]+)/.exec($("h1").textContent)[1]);
    if (what === "result") return hand < hands.length && $("#go");
    const { bids, missed, trump } = hands[hand - 1], suit = trump && $(`.trump [data-suit=${trump}]`);
    if (what === "bids") {
      if (suit && !isOn(suit)) return suit;
      const next = bids.find(([seat]) => $(`#seat-${seat}`).matches(".is-now"));
      return next ? number(...next) : $("#go.btn-main");
    }
    const wrong = missed.find(([seat, took]) => !isOn(number(seat, took)));
    return wrong ? number(...wrong) : $("#go.btn-main");
  }
  function tap() {
    const button = state.isBlocked ? null : due();
    if (button === false) return;
    button?.click();
    setTimeout(tap, 1);
  }
  tap();
}""".replace("MODULE", MODULE)
KEPT = outbox("""Promise.all(["log", "out"].map(kind => table.entries(kind, table.match())))
  .then(rows => rows.flat().filter(row => !row.isGone).map(row => row.id))""")
WAITING = outbox("table.entries('out', table.match()).then(rows => rows.length)")
IS_KEPT = "caches.match(location.pathname, { ignoreVary: true }).then(Boolean)"
HEARD = "dispatchEvent(new Event('online'))"  # the event that tells the page that the network is back


@dataclass
class Scorekeeper:
    """A scorekeeper with a tablet and a network line of its own.

    `hands` are the hands to enter, as `evening.hands` returns them.
    """

    tablet: Tablet
    line: Line
    origin: str
    match: str
    session: str
    hands: Sequence[dict[str, Any]]
    page: Page = field(init=False)

    @property
    def url(self) -> str:
        return f"{self.origin}:{self.line.port}"

    @property
    def is_trusted(self) -> bool:
        """Whether the browser's service worker can cache pages of this origin."""
        return self.origin.startswith("https")

    def sits_down(self) -> None:
        """Open the match's table page, signed in; also after a power cut, with what is stored on the tablet's disk."""
        self.page = self.tablet.start()
        cookie: Any = {"name": "sessionid", "value": self.session, "url": self.url}
        self.page.context.add_cookies([cookie])
        self.page.goto(f"{self.url}/m/{self.match}/table/")
        self.wait_until_loaded()

    def wait_until_loaded(self) -> None:
        """Wait until the page has loaded everything, deferred scripts included, and no longer needs the network."""
        self.wait_for(IS_COMPLETE)

    def value(self, what: str) -> Any:
        """The value of a JavaScript expression on the page."""
        return self.page.evaluate(what)

    def wait_for(self, what: str) -> None:
        """Wait until the JavaScript expression is true."""
        until(lambda: bool(self.value(what)))

    def by_thumb(self, hand: int) -> None:
        """Enter one hand (numbered from 1) by real taps, offline."""
        said = self.hands[hand - 1]
        if said["trump"]:
            self.page.locator(f".trump [data-suit={said['trump']}]").click()
        self._numbers(said["bids"])
        expect(self.page.locator("#main[data-what=tricks]")).to_be_visible()
        self._numbers(said["missed"])
        self.page.locator("#go.btn-main").click()
        expect(self.page.locator(".recap")).to_contain_text(f"Hand {hand}")
        expect(self.page.locator("#main")).to_contain_text("Saved here")

    def _numbers(self, said: Sequence[Sequence[int]]) -> None:
        self.page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
        for seat, number in said:
            self.page.locator(f'#seat-{seat} .num[value="{seat}-{number}"]').click()

    def writes_on(self) -> None:
        """Start a script on the page that enters all remaining hands, and return at once."""
        self.page.evaluate(WRITE, self.hands)

    def kept(self) -> list[str]:
        """The ids of all entries stored on the tablet, those that were sent first."""
        return list(self.value(KEPT))

    def waiting(self) -> int:
        """The number of unsent entries."""
        return int(self.value(WAITING))

    def has_written(self, hands: int) -> None:
        """Wait until the tablet has stored the entries of this many hands."""
        until(lambda: len(self.kept()) >= 2 * hands)
