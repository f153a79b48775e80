"""The tools of the browser tests: a request that the test cut is no error of the page, and axe sees no motion."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.screens import Screens, axe
from tests.server import free_port

pytestmark = pytest.mark.needs("chromium")

# Two texts are white on white when axe begins: the colour of one takes a minute, that of the other never comes to rest.
# A third begins to fade in again and again.
IN_MOTION = """<!doctype html><html lang="en"><title>In motion</title><style>
  body { color: #000; background: #fff; }
  .slow { transition: color 60s; }
  .hidden { color: #fff; }
  .endless { animation: glow 60s infinite; }
  .fading { animation: glow 60s ease-in; }
  @keyframes glow { from { color: #fff; } }
</style><main><h1>Motion</h1><p class="slow hidden">Slow</p><p class="endless">Endless</p>
  <p class="again">Again</p></main>"""
BEGIN = """() => {
  const slow = document.querySelector(".slow");
  slow.getBoundingClientRect();
  slow.classList.remove("hidden");
  setInterval(() => document.querySelector(".again").classList.toggle("fading"));
}"""
ASK = "address => fetch(address).then(() => '', String)"


def page_of(screens: Screens) -> Page:
    page = screens.open("desk")
    page.route(re.compile("/motion$"), lambda route: route.fulfill(body=IN_MOTION, content_type="text/html"))
    page.goto("http://localhost/motion")
    return page


def test_axe_sees_the_colours_that_a_page_comes_to(make_screens: Callable[[str], Screens]) -> None:
    page = page_of(make_screens(""))
    page.evaluate(BEGIN)
    assert axe(page) == []
    assert page.evaluate("document.getAnimations().length")  # only axe sees it at rest


def test_what_the_test_cut_is_no_error_of_the_page(make_screens: Callable[[str], Screens]) -> None:
    screens = make_screens("")
    page = page_of(screens)
    assert page.evaluate(ASK, f"http://127.0.0.1:{free_port()}/") != ""  # nothing listens there
    page.route("**/cut", lambda route: route.abort())
    page.evaluate(ASK, "/cut")
    page.context.set_offline(True)
    page.evaluate(ASK, "/offline")
    page.evaluate("console.error('htmx: htmx:error: Failed to fetch')")
    assert screens.troubles == []

    page.context.set_offline(False)
    page.route("**/broken", lambda route: route.fulfill(status=500, body=""))
    page.evaluate(ASK, "/broken")
    page.evaluate("setTimeout(() => { throw new Error('of the page'); })")
    page.evaluate("console.error('said by the page')")
    page.evaluate("new Promise(done => setTimeout(done))")
    kinds = ("status of 500", "of the page", "said by the page")
    assert all(any(kind in each for each in screens.troubles) for kind in kinds), screens.troubles
    assert len(screens.troubles) == len(kinds)
    screens.troubles.clear()
