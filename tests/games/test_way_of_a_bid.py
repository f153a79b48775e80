"""How much of the program a hand's bids run through, from the posted form to the next screen.

Counted is what Python enters while one tap is answered and its commit is announced: each of our modules (`OURS`) and
each of their functions once, however often it is called, properties and lambdas among them; comprehensions belong to
the function around them. The middleware of every request counts, the code of libraries does not. The same form was
posted twice before at other tables, so that imports and what is cached at the first use do not count.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from django.test import Client

from games.models import Entry
from tests import factory
from tests.posting import Fields, a_table, form_on, page, sent, with_taps

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(f"{ROOT / package}/" for package in ("scoring", "clubs", "games", "leagues", "dogclub"))
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
BIDS = dict.fromkeys(range(5), 0)
MOST_FILES, MOST_FUNCTIONS = 74, 290


@contextmanager
def entered() -> Iterator[set[CodeType]]:
    """The code of our functions that this thread enters within the block."""
    found: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS) and code.co_name not in COMPREHENSIONS:
            found.add(code)

    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)


def by_file(functions: set[CodeType]) -> Counter[str]:
    """How many of the functions are in which file."""
    return Counter(str(Path(code.co_filename).relative_to(ROOT)) for code in functions)


@pytest.fixture
def bid(client: Client) -> Callable[[], tuple[str, Fields]]:
    """The address and the form of the first bids of a new match of five; the client is its scorekeeper."""
    club = a_table(client).club
    players = list(club.players.order_by("pk"))

    def form() -> tuple[str, Fields]:
        match = factory.a_match(club, players, hands=0)
        return f"/m/{match.pk}/table/", with_taps(form_on(page(client, match), "send"), BIDS)

    return form


@pytest.mark.django_db(transaction=True)
def test_a_bid_runs_through_few_files_and_functions(client: Client, bid: Callable[[], tuple[str, Fields]]) -> None:
    for _ in range(2):
        sent(client, *bid(), HX_Request="true")
    path, fields = bid()
    with entered() as functions:
        answer = sent(client, path, fields, HX_Request="true")
    assert answer.status_code == 200
    assert Entry.objects.filter(pk=dict(fields)["entry"]).exists()
    files = by_file(functions)
    assert len(files) <= MOST_FILES, files
    assert len(functions) <= MOST_FUNCTIONS, files
