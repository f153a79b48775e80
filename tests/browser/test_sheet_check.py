"""Checking a sheet that was read from its photo, by taps."""

import io
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from clubs.models import Club, Role
from dogclub.exchange.readings import keeping
from dogclub.models import SheetReading
from games.models import Match
from games.photos import Photo
from tests.browser.look import AWKWARD, signed_in
from tests.factory import a_club, a_match, a_member, some_players
from tests.screens import Screens, axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
A_ROW = "row => row.getBoundingClientRect().height"


def picture(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("L", (width, height), "white").save(out, "JPEG")
    return out.getvalue()


def cell(hand: int, seat: int, what: str, value: int, read: str, **more: Any) -> dict[str, Any]:
    known = {"probability": 1.0, "second": 0.0, "doubtful": False, "settled": False, "likely": [value]}
    return {"hand": hand, "seat": seat, "what": what, "value": value, "read": read, **known, **more}


def document(players: int = 4) -> dict[str, Any]:
    """One hand of one card: the first player takes it as bid, the third one bid it too; the second one’s bid is not
    written clearly.
    """
    cells = []
    for seat in range(1, players + 1):
        took, bid = int(seat == 1), int(seat in (1, 3))
        doubtful = {"doubtful": True, "read": "", "likely": [0, 1]} if seat == 2 else {}
        total = 5 + took if took == bid else -1
        cells += [
            cell(1, seat, "bid", bid, str(bid)) | doubtful,
            cell(1, seat, "tricks", took, str(took)),
            cell(1, seat, "total", total, str(total)),
        ]
    bids = {str(seat): int(seat in (1, 3)) for seat in range(1, players + 1)}
    rounds = [{"bids": bids, "tricks": {seat: int(seat == "1") for seat in bids}}]
    names = [str(seat) for seat in range(1, players + 1)]
    return {
        "sheet": {
            "game": "dirty-dog",
            "layout": "rev1",
            "paper": "a4",
            "players": players,
            "hands": 24,
            "rules": "1.4",
            "number": None,
            "pages": 1,
            "missing_pages": [],
        },
        "record": {
            "record": 1,
            "game": "dirty-dog",
            "players": names,
            "rounds": rounds,
            "options": {"rules": "1.4"},
        },
        "cells": cells,
        "problems": [],
    }


def a_reading(club: Club, players: int = 4) -> SheetReading:
    row = keeping.store(club, None, Photo(picture(60, 80), 60, 80))
    row.state, row.found, row.flat = SheetReading.State.CHECKING, document(players), picture(1260, 1782)
    row.save()
    return row


@pytest.mark.variants
@pytest.mark.parametrize(("screen", "theme"), [("tablet", "light"), ("phone", "dark")])
def test_a_sheet_is_checked_by_taps(screens: Screens, screen: str, theme: str) -> None:
    club: Club = a_club()
    match = a_match(club, some_players(club, 4), hands=0)
    row = a_reading(club)
    page: Page = signed_in(screens, a_member(club, Role.SCOREKEEPER), screen, theme, row.get_absolute_url())
    page.locator(".sr-proposed .btn").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("bid, hand 1")
    assert page.evaluate(WIDER) == 0
    assert axe(page) == []
    page.locator(".pk.fits").click()
    expect(page.get_by_role("heading", name="Everything is checked")).to_be_visible()
    page.locator(".rd td a").nth(2).click()
    expect(page.get_by_text("a cell you tapped")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Save the match")).to_have_count(0)
    page.locator(".pk.fits").click()
    page.get_by_role("button", name="Save the match").click()
    expect(page.get_by_role("button", name="Undo this match")).to_be_visible()
    assert axe(page) == []
    assert Match.objects.get(pk=match.pk).rounds == 1


@pytest.mark.variants
@pytest.mark.parametrize(("screen", "theme"), [("tablet", "dark"), ("phone", "light")])
def test_ten_players_are_checked_and_named_one_by_one(screens: Screens, screen: str, theme: str) -> None:
    club: Club = a_club()
    players = some_players(club, 10, AWKWARD)
    a_match(club, players, hands=3)
    row = a_reading(club, 10)
    page = signed_in(screens, a_member(club, Role.SCOREKEEPER), screen, theme, row.get_absolute_url())
    for column, player in enumerate(players, start=1):
        expect(page.get_by_role("heading", name=f"Who played in column {column}?")).to_be_visible()
        if column == 2:
            assert (axe(page), page.evaluate(WIDER)) == ([], 0)
        page.get_by_label("Somebody else, or new").fill(player.label)
        page.get_by_role("button", name="Use this name").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("bid, hand 1")
    assert (axe(page), page.evaluate(WIDER)) == ([], 0)
    if screen == "tablet":
        photo, table = page.locator(".pc-photo").bounding_box(), page.locator(".pc-sheet").bounding_box()
        assert photo
        assert table
        assert min(photo["width"], table["width"]) > 300


def test_a_row_of_the_sheet_is_beside_its_row_of_the_photo(screens: Screens) -> None:
    club: Club = a_club()
    a_match(club, some_players(club, 4), hands=0)
    row = a_reading(club)
    page = signed_in(screens, a_member(club, Role.SCOREKEEPER), "tablet", "light", row.get_absolute_url())
    page.locator(".sr-proposed .btn").click()
    page.locator(".rd td a").first.click()
    photo, sheet = page.locator(".pc-photo .pc-frame").bounding_box(), page.locator(".rd tbody tr").first.bounding_box()
    assert photo
    assert sheet
    middle = (photo["y"] + photo["height"] / 2, sheet["y"] + sheet["height"] / 2)
    assert middle[0] == pytest.approx(middle[1], abs=2)
    assert page.locator(".rd tbody tr").first.evaluate(A_ROW) == pytest.approx(24, abs=1)
