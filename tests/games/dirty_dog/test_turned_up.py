"""The rank of the turned-up card, which is optional: by taps, from paper, in a correction (DD-13, DD-14)."""

import re

import pytest
from django.test import Client

from clubs.models import Club, Player
from games import ledger
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, Options, Tricks
from tests.factory import write
from tests.posting import form_on, page, sent

pytestmark = pytest.mark.django_db
BIDS = Bids({1: 0, 2: 1, 0: 1})


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return ledger.start(club, "dirty-dog", players[:3], Options(plan=(1, 2, 1)))


def turned_up(client: Client, match: Match, card: str) -> str:
    """The response to entering this card on the page for it."""
    path = f"/m/{match.pk}/table/turned-up/"
    html = client.get(path).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html))
    response = client.post(path, hidden | {"flip": card})
    assert response.status_code in (302, 422)
    return str(response.content.decode())


def test_the_card_is_tapped_before_the_bids(keeper: Client, match: Match) -> None:
    turned_up(keeper, match, "7H")
    html = page(keeper, match)
    assert "Undo: the card turned up" in html
    assert "Trump: 7♥" in html
    fields = form_on(html, "send")
    assert ("trump", "hearts") in fields
    sent(keeper, f"/m/{match.pk}/table/", [*fields, ("tap", "1-0"), ("tap", "2-1"), ("tap", "0-1")])
    match.refresh_from_db()
    write(match, [Tricks({1: 0, 2: 1, 0: 0})])
    line = load(match).sheet.lines[0]
    assert (line.flip, line.trump) == ("7H", "hearts")  # type: ignore[attr-defined]
    assert "trump: hearts, 7H turned up" in keeper.get(match.get_absolute_url()).content.decode()


def test_the_card_is_tapped_after_the_bids_and_changed(keeper: Client, match: Match) -> None:
    write(match, [BIDS])
    turned_up(keeper, match, "10S")
    turned_up(keeper, match, "AC")
    sheet = load(match).sheet
    assert (sheet.flip, sheet.trump, sheet.bids) == ("AC", "none", BIDS.bids)  # type: ignore[attr-defined]
    assert len(load(match).live) == 1
    history = keeper.get(f"/m/{match.pk}/history/").content.decode()
    assert "turned up: A♣" in history


def test_the_card_of_the_next_hand_is_tapped_after_a_result(keeper: Client, match: Match) -> None:
    write(match, [BIDS, Tricks({1: 0, 2: 1, 0: 0})])
    turned_up(keeper, match, "2D")
    assert "Bids, hand 2" in page(keeper, match)


def test_what_is_no_card_is_refused(keeper: Client, match: Match) -> None:
    assert "Tap the card that was turned up." in turned_up(keeper, match, "1H")
    assert not load(match).live


def test_a_whole_deck_turns_nothing_up(keeper: Client, club: Club, players: list[Player]) -> None:
    whole = ledger.start(club, "dirty-dog", players[:4], Options(plan=(13,), full_deck_hand=True))
    assert keeper.get(f"/m/{whole.pk}/table/turned-up/").status_code == 302


def test_paper_takes_the_card_or_its_suit(keeper: Client, match: Match) -> None:
    path = f"/m/{match.pk}/paper/"
    html = keeper.get(path).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html))
    hand = {"bids-1-1": "0", "bids-1-2": "1", "bids-1-0": "1", "tricks-1-1": "0", "tricks-1-2": "1", "tricks-1-0": "0"}
    assert keeper.post(path, hidden | hand | {"trump-1": "10s"}).status_code == 302
    line = load(match).sheet.lines[0]
    assert (line.flip, line.trump) == ("10S", "spades")  # type: ignore[attr-defined]


def test_a_correction_adds_the_card(keeper: Client, match: Match) -> None:
    write(match, [BIDS, Tricks({1: 0, 2: 1, 0: 0})])
    path = f"/m/{match.pk}/correct/1/"
    html = keeper.get(path).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html))
    hand = {"bids-1": "0", "bids-2": "1", "bids-0": "1", "tricks-1": "0", "tricks-2": "1", "tricks-0": "0"}
    look = keeper.post(path, hidden | hand | {"flip": "kd", "trump": "", "note": "seen", "do": "look"})
    assert "turned up was K♦, not unsaid" in look.content.decode()


def test_the_trump_is_said_in_the_language_of_the_page(keeper: Client, match: Match) -> None:
    write(match, [Bids({1: 0, 2: 1, 0: 1}, trump="hearts"), Tricks({1: 0, 2: 1, 0: 0})])
    seen = keeper.get(match.get_absolute_url(), headers={"Accept-Language": "nl"}).content.decode()
    assert "troef: harten" in seen
