"""Measures recording bids against a bare Django view that inserts one row.

Run `.venv/bin/python benchmarks/record_bids.py [ROUNDS]`. Both run in the same server with the same middleware,
session, account and CSRF check, one after the other on one connection, each with a commit that is on disk before the
response. A second bare view makes no checks at all. Bids are recorded in hand 7 of a match of five, each time in
another match.
"""

import json
import sys
from pathlib import Path
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import Took, benchmark_server, in_turns, say

ROUNDS = int(next((word for word in sys.argv[1:] if word.isdecimal()), 100))
WAYS = 5


def main() -> None:
    with benchmark_server() as opened:
        from benchmarks.evening import BIDS, matches_at_hand_seven

        matches = matches_at_hand_seven(ROUNDS * WAYS)
        browser = opened()
        bids = {"bids": BIDS}

        def match(at: int, way: int) -> str:
            return str(matches[at * WAYS + way].pk)

        def bare(at: int) -> Took:
            return browser.timed(200, "POST", f"/bare/insert/{match(at, 0)}")

        def api(at: int) -> Took:
            draft = {"id": str(uuid4()), "number": 13, "kind": "bids", "payload": bids}
            body = json.dumps({"version": 1, "drafts": [draft]})
            path = f"/api/v1/matches/{match(at, 1)}/entries"
            return browser.timed(201, "POST", path, body, Content_Type="application/json")

        def fields() -> list[tuple[str, str]]:
            taps = [("tap", f"{seat}-{bid}") for seat, bid in BIDS.items()]
            return [("version", "1"), ("number", "13"), ("what", "bids"), ("entry", str(uuid4())), *taps]

        def form(at: int) -> Took:
            return browser.form(302, f"/m/{match(at, 2)}/table/", fields())

        def tap(at: int) -> Took:
            return browser.form(200, f"/m/{match(at, 3)}/table/", fields(), HX_Request="true")

        def nobody(at: int) -> Took:
            return browser.timed(200, "POST", f"/bare/insert-for-nobody/{match(at, 4)}")

        ways = {
            "bare insert": bare,
            "bare insert, nobody signed in": nobody,
            "bids by the API": api,
            "bids by form, redirected": form,
            "bids by tap, with the next screen": tap,
        }
        say(in_turns(ROUNDS, ways), "bare insert")


if __name__ == "__main__":
    main()
