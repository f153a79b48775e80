"""The rows of tests/routes.py for exports: the status for each role, in the order of EVERYBODY."""

from collections.abc import Callable
from typing import Any

from clubs.links.tokens import sign

REFUSED, OPEN = (" ".join([str(status)] * 8) for status in (405, 200))

ARGUMENTS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "link-nights": lambda world: {"token": sign(world.link.pk, "feed")},
    "link-results": lambda world: {"token": sign(world.link.pk, "feed"), "form": "atom"},
    "results-feed": lambda world: {"form": "rss"},
    "table-file": lambda world: {"table": "matches", "form": "csv"},
    "player-file": lambda world: {"table": "figures", "form": "csv"},
    "night-file": lambda world: {"table": "attendance", "form": "xlsx"},
    "match-file": lambda world: {"table": "sheet", "form": "csv"},
    "trophy-file": lambda world: {"pk": world.award.trophy_id, "table": "chain", "form": "csv"},
}
# fmt: off
#     anonymous, stranger, spectator, tablet, member, scorekeeper, organiser, owner
EXPECTED: dict[str, str] = {
    "GET exports": "302 404 302 302 200 200 200 200",
    "POST exports": REFUSED,
    "GET hands": REFUSED,
    "POST hands": "302 404 302 302 200 200 200 200",
    "GET table-file": "302 404 302 302 200 200 200 200",
    "POST table-file": REFUSED,
    "GET player-file": "302 404 302 302 200 200 200 200",
    "POST player-file": REFUSED,
    "GET night-file": "302 404 200 302 200 200 200 200",
    "POST night-file": REFUSED,
    "GET trophy-file": "302 404 302 302 200 200 200 200",
    "POST trophy-file": REFUSED,
    "GET match-file": "302 404 200 200 200 200 200 200",
    "POST match-file": REFUSED,
    "GET play-file": "302 404 404 404 404 404 404 404",
    "POST play-file": REFUSED,
    "GET plays-file": "302 404 302 302 200 200 200 200",
    "POST plays-file": REFUSED,
    "GET records-file": "302 404 302 302 200 200 200 200",
    "POST records-file": REFUSED,
    "GET feeds": "302 404 302 302 200 200 200 200",
    "POST feeds": REFUSED,
    "GET feeds-open": REFUSED,
    "POST feeds-open": "302 404 302 302 403 403 302 302",
    "GET nights-ics": "302 404 302 302 200 200 200 200",
    "POST nights-ics": REFUSED,
    "GET night-ics": "302 404 302 302 200 200 200 200",
    "POST night-ics": REFUSED,
    "GET results-feed": "302 404 302 302 200 200 200 200",
    "POST results-feed": REFUSED,
    "GET answer-ics": OPEN,
    "POST answer-ics": REFUSED,
    "GET link-nights": OPEN,
    "POST link-nights": REFUSED,
    "GET link-results": OPEN,
    "POST link-results": REFUSED,
}
# fmt: on
