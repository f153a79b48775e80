"""Measures a match's page against a bare view with the same SQL: `.venv/bin/python benchmarks/match_page.py [ROUNDS]`.

The bare view checks who is signed in as any view does, runs the other statements of the page's first rendering through
a cursor, and answers with as many bytes. The page is measured as most users get it (its sheet is in the cache), in
English and in German, requested again by a browser that has it, and for a match that nobody has looked at.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import Took, benchmark_server, in_turns, say

ROUNDS = int(next((word for word in sys.argv[1:] if word.isdecimal()), 100))


def main() -> None:
    with benchmark_server() as opened:
        from benchmarks.evening import evenings
        from dogclub.demo.bots import Happenings

        matches = evenings(ROUNDS + 1, Happenings())
        browser = opened()
        known = matches[-1].pk
        browser.timed(200, "GET", f"/bare/queries/{known}")
        browser.timed(200, "GET", f"/bare/queries-for-nobody/{known}")
        browser.timed(200, "GET", f"/m/{known}/")
        tag = browser.tag
        browser.timed(200, "GET", f"/m/{known}/", Accept_Language="de")

        def bare(at: int) -> Took:
            return browser.timed(200, "GET", f"/bare/queries/{known}")

        def nobody(at: int) -> Took:
            return browser.timed(200, "GET", f"/bare/queries-for-nobody/{known}")

        def page(at: int) -> Took:
            return browser.timed(200, "GET", f"/m/{known}/")

        def in_german(at: int) -> Took:
            return browser.timed(200, "GET", f"/m/{known}/", Accept_Language="de")

        def again(at: int) -> Took:
            return browser.timed(304, "GET", f"/m/{known}/", If_None_Match=tag)

        def first(at: int) -> Took:
            return browser.timed(200, "GET", f"/m/{matches[at].pk}/")

        ways = {
            "bare view and SQL": bare,
            "bare view, all of it plain SQL": nobody,
            "the page": page,
            "the page in German": in_german,
            "asked for again": again,
            "drawn for the first time": first,
        }
        say(in_turns(ROUNDS, ways), "bare view and SQL")


if __name__ == "__main__":
    main()
