"""Measures how fast a scorekeeper's page is answered while a crowd at another address loads the server:
`.venv/bin/python benchmarks/crowds.py [PAGES]`.

The crowds are 200 clients that request the largest script 200 times and never read, 500 requests whose headers never
end, and 2,000 live streams at once; then all three at the same time, each from an address of its own. During each the
table's page is requested PAGES times (50 by default). `--server granian` or `hypercorn` measures another server.
"""

import sys
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import Browser, benchmark_server
from tests.dogclub.server.crowds import OTHERS, PIPELINED, THEIRS, crowd, largest_script, request
from tests.server import Server

PAGES = int(next((word for word in sys.argv[1:] if word.isdecimal()), 50))


def main() -> None:
    with benchmark_server() as opened:
        from benchmarks.evening import matches_at_hand_seven

        [match] = matches_at_hand_seven(1)
        path = f"/m/{match.pk}/table/"
        browser = opened()
        server = Server(Path(), "", port=browser.wire.port or 0)
        crowds = {
            "nobody": (0, b""),
            "200 who do not read": (200, request(largest_script(server.port), PIPELINED)),
            "500 half requests": (500, b"GET / HTTP/1.1\r\nHost: "),
            "2,000 streams": (2_000, request(f"/m/{match.pk}/live/")),
        }
        print(f"{'':>22}  {'half':>10}  {'slowest':>10}  {'memory':>8}")
        for name, (number, words) in crowds.items():
            with crowd(server, number, words):
                print(f"{name:>22}  {page_timings(browser, path)}")
        with ExitStack() as stack:
            for (number, words), whose in zip(crowds.values(), ("", THEIRS, *OTHERS), strict=True):
                stack.enter_context(crowd(server, number, words, whose))
            print(f"{'all at one moment':>22}  {page_timings(browser, path)}")
        print(f"{'after them':>22}  {page_timings(browser, path)}")


def page_timings(browser: Browser, path: str) -> str:
    """The median and the slowest response in milliseconds, and the server's memory, or an error, as text."""
    took = []
    for _ in range(PAGES):
        begun = time.perf_counter()
        try:
            browser.timed(200, "GET", path)
        except OSError as error:
            return f"no answer ({type(error).__name__})"
        took.append((time.perf_counter() - begun) * 1000)
    resident = int(Path(f"/proc/{browser.pid}/statm").read_text().split()[1]) * 4_096
    return f"{sorted(took)[len(took) // 2]:7.1f} ms  {max(took):7.1f} ms  {resident / 1e6:5.0f} MB"


if __name__ == "__main__":
    main()
