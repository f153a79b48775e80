"""The rows of live pages and confirmations in the matrix of tests/routes_expected.py, with the same columns."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from clubs.links.tokens import sign

LIVE_ARGUMENTS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "confirm": lambda _: {"token": sign(UUID(int=1), "confirm")},  # a token for a code that does not exist
    "script-messages": lambda _: {"language": "de", "name": "form.table.late", "digest": "0" * 12},
}
# fmt: off
#     anonymous, stranger, spectator, tablet, member, scorekeeper, organiser, owner
LIVE: dict[str, str] = {
    "GET club-wall": "302 404 200 302 200 200 200 200",
    "POST club-wall": " ".join(["405"] * 8),
    "GET club-live": "302 404 200 302 200 200 200 200",
    "POST club-live": " ".join(["405"] * 8),
    "GET match-live": "302 404 200 200 200 200 200 200",
    "POST match-live": " ".join(["405"] * 8),
    "GET chances": "302 404 200 200 200 200 200 200",
    "POST chances": " ".join(["405"] * 8),
    "GET chances-live": "302 404 200 200 200 200 200 200",
    "POST chances-live": " ".join(["405"] * 8),
    "GET night-live": "302 404 200 302 200 200 200 200",
    "POST night-live": " ".join(["405"] * 8),
    "GET app-manifest": " ".join(["200"] * 8),
    "POST app-manifest": " ".join(["405"] * 8),
    "GET app-offline": " ".join(["200"] * 8),
    "POST app-offline": " ".join(["405"] * 8),
    "GET app-worker": " ".join(["200"] * 8),
    "POST app-worker": " ".join(["405"] * 8),
    "GET script-messages": " ".join(["200"] * 8),
    "POST script-messages": " ".join(["405"] * 8),
    "GET confirm": " ".join(["404"] * 8),
    "POST confirm": " ".join(["404"] * 8),
    "GET confirm-code": " ".join(["200"] * 8),
    "POST confirm-code": " ".join(["200"] * 8),
    "GET confirm-new-code": " ".join(["405"] * 8),
    "POST confirm-new-code": "302 404 302 302 403 302 302 302",
    "GET confirm-settle": " ".join(["405"] * 8),
    "POST confirm-settle": "302 404 302 302 403 403 302 302",
    "GET api-confirmations": " ".join(["405"] * 8),
    "POST api-confirmations": "401 404 403 403 400 400 400 400",
    "GET api-substitutes": " ".join(["405"] * 8),
    "POST api-substitutes": "401 404 401 400 403 400 400 400",
    "DELETE api-substitutes": "401 404 401 409 403 409 409 409",
    "GET api-scoring-device": "401 404 403 403 200 200 200 200",
    "POST api-scoring-device": " ".join(["405"] * 8),
    "GET unsaved-form": " ".join(["405"] * 8),
    "POST unsaved-form": "302 404 302 204 403 204 204 204",
    "GET scoring-device": " ".join(["405"] * 8),
    "POST scoring-device": "302 404 302 302 403 302 302 302",
}
# fmt: on
