"""Follow all links from a page, in a browser with a narrow phone's screen, and measure each page once."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from playwright.sync_api import Error, Page, Response

from tests.dogclub.crawl import HERE, Crawl, Reading
from tests.screens import Screens

NARROW = {"width": 360, "height": 780}
HTML = "text/html"
# The pages that are laid out in another way for each state of a match, and for each kind of its entries.
OF_A_STATE = re.compile(r"/m/[^/]+/(?:\w+/|correct/\d+/)?$")
NUMBERS = re.compile(r"(?<=/)(?:\d+|[0-9a-f-]{36})(?=/)")
# How much wider than the screen a page is; of a page from right to left, also when it is written from left to right.
EXCESS = """() => {
  const root = document.documentElement;
  const found = [root.scrollWidth - innerWidth];
  if (root.dir === "rtl") {
    root.dir = "ltr";
    document.querySelector('link[href*="/rtl."]').disabled = true;
    found.push(root.scrollWidth - innerWidth);
  }
  return Math.max(...found);
}"""

# Words that run over the border of a button, a choice or a tab, those of a drawing that the screen cuts, and those of a
# heading that break without a hyphen; an address may.
RUNS_OVER = r"""() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const leaves = (box, text) => text.width > 0 && (text.left < box.left - 1 || text.right > box.right + 1);
  const over = shown("button, .btn, label:has(input), summary").filter((each) => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), range = document.createRange();
    const box = each.getBoundingClientRect();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      if (!text.parentElement.closest(".vh, option") && text.data.trim() && leaves(box, range.getBoundingClientRect()))
        return true;
    }
    return false;
  });
  const screen = { left: 0, right: document.documentElement.clientWidth };
  const drawn = shown("svg text").filter((each) => !each.closest(".scroll"));
  const cut = drawn.filter((each) => leaves(screen, each.getBoundingClientRect()));
  const broken = shown("h1").filter((each) => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const word of text.data.matchAll(/[^\s\-–—]+/g)) {
        if (/[\u00ad@]/.test(word[0])) continue;
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = [...range.getClientRects()].filter((part) => part.width > 0);
        if (new Set(lines.map((part) => Math.round(part.top))).size > 1) return true;
      }
    return false;
  });
  return [...over, ...cut, ...broken].map((each) => each.textContent.trim().slice(0, 40));
}"""


@dataclass(frozen=True)
class Answer:
    """The part of a Django client's response that a crawl reads; `content` is empty unless it is an HTML page."""

    status_code: int
    kind: str
    content: bytes
    redirect_chain: list[tuple[str, int]]

    def __getitem__(self, name: str) -> str:
        assert name == "Content-Type"
        return self.kind


class InBrowser:
    """Requests pages (paths ending with a slash) in a browser with the client's cookies, and files with the client."""

    def __init__(self, page: Page, client: Client, base_url: str) -> None:
        self.page, self.client, self.base_url = page, client, base_url
        self.heard: list[Response] = []
        page.on("response", self._hear)

    def _hear(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self.heard.append(response)

    def get(self, path: str, *, follow: bool) -> Any:
        if not urlsplit(path).path.endswith("/"):
            return self.client.get(path, follow=follow)
        self.heard.clear()
        with suppress(Error):  # a download raises an error, and the browser stays on the previous page
            self.page.goto(path)
        came = self.heard[-1]
        kind = came.headers.get("content-type", "")
        text = came.text().replace(self.base_url, HERE) if kind.startswith(HTML) else ""
        chain = [(came.url.removeprefix(self.base_url), 302)] if came.request.redirected_from else []
        return Answer(came.status, kind, text.encode(), chain)


@dataclass
class Measured(Crawl):
    """A crawl that measures pages: `wide` maps each page that scrolls sideways to its excess width in pixels.

    Of the pages of players, nights and the like it measures the first of each kind.
    """

    client: Any
    signs: str = ""  # text that every page must contain
    wide: dict[str, int] = field(default_factory=dict)
    runs_over: dict[str, str] = field(default_factory=dict)  # words and the first page on which they run over a border

    def _kind(self, path: str) -> str:
        return path if OF_A_STATE.match(path) else NUMBERS.sub("", path)

    def _look_at(self, page: str, reading: Reading) -> None:
        assert self.signs in reading.html, page
        if over := self.client.page.evaluate(EXCESS):
            self.wide[page] = over
        for words in self.client.page.evaluate(RUNS_OVER):
            self.runs_over.setdefault(words, page)


def in_language(screens: Screens, client: Client, language: str, screen: str = "phone", **options: Any) -> Page:
    """A new page in this language, signed in as the client's user."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = screens.open(screen, **options)
    page.context.add_cookies(
        [{"name": each.key, "value": each.value, "url": screens.base_url} for each in client.cookies.values()]
    )
    return page


def measured(
    screens: Screens, client: Client, doors: list[str], language: str, *, signs: str = "", width: int = NARROW["width"]
) -> Measured:
    """Crawl from the paths `doors` in this language, and return the crawl; every page must contain the text `signs`."""
    page = in_language(screens, client, language, viewport=NARROW | {"width": width})
    crawl = Measured(InBrowser(page, client, screens.base_url), signs=signs)
    crawl.walk(*doors)
    return crawl
