"""How much of the program a hand's bids run through, from the posted form to the next screen.

Counted is what Python enters while one tap is answered and its commit is announced: each of our modules (`OURS`) and
each of their functions once, however often it is called, properties and lambdas among them; comprehensions belong to
the function around them. The middleware of every request counts, the code of libraries does not. The same form was
posted twice before at other tables, so that imports and what is cached at the first use do not count.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from django.test import Client

from games.models import Entry
from tests import factory
from tests.posting import Fields, a_table, form_on, page, sent, with_taps

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(f"{ROOT / package}/" for package in ("scoring", "clubs", "games", "leagues", "dogclub"))
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
BIDS = dict.fromkeys(range(5), 0)
# In all, and in `games` and `scoring` alone: the others are what every page runs through.
MOST_FILES, MOST_FUNCTIONS = 59, 239
MOST_FILES_OF_A_BID, MOST_FUNCTIONS_OF_A_BID = 29, 154


@contextmanager
def entered() -> Iterator[list[CodeType]]:
    """The code of our functions that this thread enters within the block, by their first call."""
    found: list[CodeType] = []
    known: dict[int, CodeType] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "call" or id(code) in known or code.co_name in COMPREHENSIONS:
            return
        known[id(code)] = code
        if code.co_filename.startswith(OURS):
            found.append(code)

    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)


def by_file(functions: list[CodeType]) -> Counter[str]:
    """How many of the functions are in which file; the files in the order in which they were entered."""
    return Counter(str(Path(code.co_filename).relative_to(ROOT)) for code in functions)


def first_bids(client: Client, match: Any) -> tuple[str, Fields]:
    """The address and the form of a match's first bids."""
    return f"/m/{match.pk}/table/", with_taps(form_on(page(client, match), "send"), BIDS)


@pytest.fixture
def files(client: Client) -> Counter[str]:
    """How many functions of which file a tap runs through that writes the first bids of a match of five."""
    club = a_table(client).club
    players = list(club.players.order_by("pk"))
    for _ in range(2):
        sent(client, *first_bids(client, factory.a_match(club, players, hands=0)), HX_Request="true")
    path, fields = first_bids(client, factory.a_match(club, players, hands=0))
    with entered() as functions:
        answer = sent(client, path, fields, HX_Request="true")
    assert answer.status_code == 200
    assert Entry.objects.filter(pk=dict(fields)["entry"]).exists()
    return by_file(functions)


def test_a_bid_runs_through_few_files_and_functions(files: Counter[str]) -> None:
    assert len(files) <= MOST_FILES, files
    assert files.total() <= MOST_FUNCTIONS, files
    of_a_bid = Counter({file: count for file, count in files.items() if file.startswith(("games/", "scoring/"))})
    assert len(of_a_bid) <= MOST_FILES_OF_A_BID, of_a_bid
    assert of_a_bid.total() <= MOST_FUNCTIONS_OF_A_BID, of_a_bid


def test_the_files_to_read_are_those_that_run_in_their_order(files: Counter[str]) -> None:
    text = (ROOT / "docs/developers/architecture.md").read_text()
    section = text.partition("## How a bid becomes a sheet\n")[2].partition("\n## ")[0]
    named = re.findall(r"^\d\. `([^`]+)`", section, re.MULTILINE)
    assert len(named) == 9
    assert named == [file for file in files if file in named]
