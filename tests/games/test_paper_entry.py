"""Entering a paper sheet, many hands at once."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids
from tests.counting import queries
from tests.factory import a_match, a_member, some_players, write

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')

# Three players, hands of 1, 2 and 1 cards; Bea deals, Otto bids first.
SHEET = {
    "bids-1-0": "1", "tricks-1-0": "1", "bids-1-1": "0", "tricks-1-1": "0", "bids-1-2": "1", "tricks-1-2": "0",
    "trump-1": "H",
    "bids-2-0": "1", "tricks-2-0": "1", "bids-2-1": "0", "tricks-2-1": "1", "bids-2-2": "0", "tricks-2-2": "0",
    "trump-2": "n",
    "bids-3-0": "0", "tricks-3-0": "0", "bids-3-1": "1", "tricks-3-1": "1", "bids-3-2": "1", "tricks-3-2": "0",
}  # fmt: skip


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 3)


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return a_match(club, players, hands=0, plan=(1, 2, 1))


def url(match: Match) -> str:
    return reverse("paper-entry", args=[match.pk])


def hidden(keeper: Client, match: Match) -> dict[str, str]:
    """The hidden fields of the form for paper entry."""
    page = keeper.get(url(match)).content.decode()
    return dict(HIDDEN.findall(page[page.index("<main") :].split("</form>")[0]))


def send(keeper: Client, match: Match, **fields: str) -> Any:
    return keeper.post(
        url(match), hidden(keeper, match) | {key.replace("_", "-"): text for key, text in fields.items()}
    )


def sheet_of(match: Match) -> Any:
    return load(Match.objects.get(pk=match.pk)).sheet


def test_the_whole_sheet_is_written_in_one_transaction(keeper: Client, match: Match) -> None:
    response = keeper.post(url(match), hidden(keeper, match) | SHEET)
    match.refresh_from_db()
    assert response["Location"] == reverse("finish", args=[match.pk])
    assert match.version == 1
    sheet = sheet_of(match)
    assert [line.trump for line in sheet.lines] == ["hearts", "none", None]
    assert sheet.totals == {0: 17, 1: 10, 2: 3}


def test_sent_twice_it_is_written_once(keeper: Client, match: Match) -> None:
    form = hidden(keeper, match) | SHEET
    assert [keeper.post(url(match), form).status_code for _ in range(2)] == [302, 302]
    assert match.entries.count() == 6


def test_a_few_hands_now_and_the_rest_later(keeper: Client, match: Match) -> None:
    first = {key: text for key, text in SHEET.items() if "-1-" in key or key == "trump-1"}
    assert keeper.post(url(match), hidden(keeper, match) | first)["Location"] == url(match)
    page = keeper.get(url(match)).content.decode()
    assert "1 hand entered already" in page
    assert 'name="bids-1-0"' not in page
    rest = {key: text for key, text in SHEET.items() if key not in first}
    assert keeper.post(url(match), hidden(keeper, match) | rest).status_code == 302
    assert sheet_of(match).finished


def test_the_last_hand_may_be_bids_alone_and_its_tricks_follow(keeper: Client, match: Match) -> None:
    bids = {key: text for key, text in SHEET.items() if key.startswith("bids-1-")}
    assert keeper.post(url(match), hidden(keeper, match) | bids).status_code == 302
    page = keeper.get(url(match)).content.decode()
    assert 'name="bids-1-0"' not in page
    tricks = {key: text for key, text in SHEET.items() if key.startswith("tricks-1-")}
    assert keeper.post(url(match), hidden(keeper, match) | tricks).status_code == 302
    assert len(sheet_of(match).lines) == 1


@pytest.mark.parametrize(
    ("field", "value", "says", "beside"),
    [
        ("bids-1-1", "", "A number is missing here.", "bids-1-1"),
        ("tricks-1-1", "", "A number is missing here.", "tricks-1-1"),
        ("bids-1-1", "-1", "Enter a whole number.", "bids-1-1"),
        ("bids-1-1", "1.0", "Enter a whole number.", "bids-1-1"),
        ("bids-1-1", "one", "Enter a whole number.", "bids-1-1"),
        ("bids-1-1", "NaN", "Enter a whole number.", "bids-1-1"),
        ("bids-1-1", "٣", "Enter a whole number.", "bids-1-1"),
        ("bids-1-1", str(2**63), "Enter a whole number.", "bids-1-1"),
        ("bids-1-1", "\x00", "Enter a whole number.", "bids-1-1"),
        ("bids-1-1", "2", "cannot bid 2: bid 0 to 1", "bids-1-1"),
        ("bids-1-0", "0", "may not bid 0", "bids-1-0"),
        ("bids-2-2", "1", "may not bid 0", "bids-2-1"),
        ("tricks-2-2", "1", "The tricks add up to 3, but 2 were played", ""),
        ("trump-1", "x", "Write c, d, h or s", "trump-1"),
        ("version", "x", "not sent completely", ""),
        ("number", str(2**63), "not sent completely", ""),
        ("entry", "", "not sent completely", ""),
    ],
)
def test_what_cannot_be_is_said_beside_the_field(
    keeper: Client, match: Match, field: str, value: str, says: str, beside: str
) -> None:
    response = keeper.post(url(match), hidden(keeper, match) | SHEET | {field: value})
    page = response.content.decode()
    assert response.status_code == 422
    assert says in page
    assert match.entries.count() == 0
    if beside:
        wrong = re.search(r'<input class="figure[^"]* is-wrong" name="([^"]+)"', page)
        assert wrong is not None
        assert wrong[1] == beside


def test_what_was_typed_stands_when_it_is_refused(keeper: Client, match: Match) -> None:
    page = keeper.post(url(match), hidden(keeper, match) | SHEET | {"bids-1-1": "7"}).content.decode()
    assert 'name="bids-1-1" value="7"' in page
    assert 'name="tricks-3-1" value="1"' in page


def test_a_hand_in_the_middle_is_not_left_out(keeper: Client, match: Match) -> None:
    gap = {key: text for key, text in SHEET.items() if "-2-" not in key and key != "trump-2"}
    blank = {key: "" for key in SHEET if "-2-" in key}
    response = keeper.post(url(match), hidden(keeper, match) | gap | blank)
    assert response.status_code == 422
    assert "Fill the sheet in from the top." in response.content.decode()


def test_an_empty_form_says_where_to_start(keeper: Client, match: Match) -> None:
    response = keeper.post(url(match), hidden(keeper, match))
    assert response.status_code == 422
    assert "Start with the first hand." in response.content.decode()


@pytest.mark.parametrize("field", ["bids-1-9", "bids-9-0", "tricks-1-999", "bids-0-0"])
def test_a_field_that_is_not_on_the_sheet_is_refused(keeper: Client, match: Match, field: str) -> None:
    response = keeper.post(url(match), hidden(keeper, match) | SHEET | {field: "1"})
    assert response.status_code == 422
    assert match.entries.count() == 0


def test_a_sheet_that_went_on_meanwhile_is_a_conflict(keeper: Client, match: Match) -> None:
    form = hidden(keeper, match) | SHEET
    write(match, [Bids({1: 0})])
    response = keeper.post(url(match), form)
    assert response.status_code == 409
    assert match.entries.count() == 1


def test_a_finished_sheet_leads_to_how_it_ended(keeper: Client, club: Club, players: list[Player]) -> None:
    page = keeper.get(url(a_match(club, players, plan=(1, 2, 1)))).content.decode()
    assert "All hands entered" in page


def test_ten_players_and_many_hands_cost_no_more_queries(keeper: Client, club: Club, match: Match) -> None:
    crowd = some_players(club, 10, [f"Dog {number}" for number in range(10)])
    assert queries(keeper, url(a_match(club, crowd, hands=0))) == queries(keeper, url(match)) <= 6


def test_a_member_does_not_type(client: Client, club: Club, match: Match) -> None:
    client.force_login(a_member(club))
    assert client.get(url(match)).status_code == 403
