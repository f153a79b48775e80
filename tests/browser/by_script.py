"""Somebody at a table's page who writes hand after hand: with a thumb, or by a script that taps the same keys."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tests.browser.outbox import IS_COMPLETE, MODULE, outbox
from tests.browser.tablets import Tablet
from tests.server import until

# One tap at a time, the one that is due on the page as it stands: it does not matter where somebody left off.
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
HEARD = "dispatchEvent(new Event('online'))"  # that the network is back


@dataclass
class Scorekeeper:
    """With a tablet, at the end of a line of its own."""

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
        """Whether the browser keeps pages of this address."""
        return self.origin.startswith("https")

    def sits_down(self) -> None:
        """Also after the battery ended: with what the tablet has on its disk, and signed in."""
        self.page = self.tablet.start()
        cookie: Any = {"name": "sessionid", "value": self.session, "url": self.url}
        self.page.context.add_cookies([cookie])
        self.page.goto(f"{self.url}/m/{self.match}/table/")
        self.stands()

    def stands(self) -> None:
        """With what comes behind the page itself: from now on it needs no network."""
        self.comes_to_be(IS_COMPLETE)

    def asks(self, what: str) -> Any:
        return self.page.evaluate(what)

    def comes_to_be(self, what: str) -> None:
        until(lambda: bool(self.asks(what)))

    def by_thumb(self, hand: int) -> None:
        said = self.hands[hand - 1]
        if said["trump"]:
            self.page.locator(f".trump [data-suit={said['trump']}]").click()
        self._numbers(said["bids"])
        expect(self.page.locator("#main[data-what=tricks]")).to_be_visible()
        self._numbers(said["missed"])
        self.page.locator("#go.btn-main").click()
        expect(self.page.locator("h1")).to_contain_text(f"Hand {hand} saved here, offline")

    def _numbers(self, said: Sequence[Sequence[int]]) -> None:
        self.page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
        for seat, number in said:
            self.page.locator(f'#seat-{seat} .num[value="{seat}-{number}"]').click()

    def writes_on(self) -> None:
        """To the last hand, while others do the same."""
        self.page.evaluate(WRITE, self.hands)

    def kept(self) -> list[str]:
        """The ids of all entries on the disk, written ones first."""
        return list(self.asks(KEPT))

    def waiting(self) -> int:
        return int(self.asks(WAITING))

    def has_written(self, hands: int) -> None:
        until(lambda: len(self.kept()) >= 2 * hands)
