"""Entering a paper sheet beside its photo: a round at a time, compared with the sheet's own totals."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.links.tokens import sign
from clubs.models import Club, Role
from games import ledger
from games.models import Match, SheetPhoto, TabletPass
from tests.evenings import PLAYED_BY_BOTS
from tests.factory import a_match, some_players
from tests.people import SignIn
from tests.photos import a_jpeg, a_photo

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
MARKED = re.compile(r'id="total-(\d)" data-figure><b class="fig mark mark-(top|low)">([^<]+)<')
# Three players, hands of 1, 2 and 1 cards; the first player deals.
FIRST = {"bids-1-0": "1", "tricks-1-0": "1", "bids-1-1": "0", "tricks-1-1": "0", "bids-1-2": "1", "tricks-1-2": "0"}


@pytest.fixture
def match(kennel: Club) -> Match:
    match = a_match(kennel, some_players(kennel, 3), hands=0, plan=(1, 2, 1))
    a_photo(match)
    return match


@pytest.fixture
def keeper(sign_in: SignIn) -> Client:
    return sign_in(Role.SCOREKEEPER)


def url(match: Match) -> str:
    return reverse("paper-entry", args=[match.pk])


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().replace("\xad", "").split())


def send(keeper: Client, match: Match, page: str = "", **fields: Any) -> Any:
    page = page or keeper.get(url(match)).content.decode()
    hidden = dict(HIDDEN.findall(page))
    return keeper.post(url(match), hidden | FIRST | {name.replace("_", "-"): each for name, each in fields.items()})


def test_one_hand_is_shown_and_the_next_after_it_is_saved(keeper: Client, match: Match) -> None:
    page = text(keeper.get(url(match)))
    assert "Save hand 1, next hand 2" in page
    assert 'data-number="1"' in page
    assert "bids-2-0" not in page
    assert send(keeper, match, sheet_0="6")["Location"] == url(match)
    page = text(keeper.get(url(match)))
    assert "Save hand 2, next hand 3" in page
    assert "Back to hand 1" in page
    assert match.entries.count() == 2


def test_points_and_totals_are_told_before_anything_is_saved(keeper: Client, match: Match) -> None:
    answer = send(keeper, match, do="look")
    assert answer.status_code == 200
    assert re.search(r'id="points-0" data-figure> ?\+6', text(answer))
    assert 'name="bids-1-0" value="1"' in text(answer)
    assert "2 bid for 1 card. Tricks: 1 of 1." in text(answer)
    assert match.entries.count() == 0


def test_totals_wear_box_and_circle_once_the_round_is_whole(keeper: Client, match: Match) -> None:
    assert MARKED.findall(keeper.get(url(match)).content.decode()) == []
    whole = send(keeper, match, do="look").content.decode()
    assert MARKED.findall(whole) == [("0", "top", "6"), ("2", "low", "\N{MINUS SIGN}1")]
    half = send(keeper, match, do="look", tricks_1_2="").content.decode()
    assert MARKED.findall(half) == []


def test_another_total_on_the_sheet_is_told_once_and_may_stay(keeper: Client, match: Match) -> None:
    told = send(keeper, match, sheet_0="8", sheet_1="five")
    assert told.status_code == 422
    assert "The sheet says 8, what is entered makes 6." in text(told)
    assert "Enter the total as a number" in text(told)
    assert match.entries.count() == 0
    page = told.content.decode()
    assert send(keeper, match, page, sheet_0="9", sheet_1="five").status_code == 422
    assert send(keeper, match, page, sheet_0="8", sheet_1="five").status_code == 302
    assert match.entries.count() == 2


def test_another_photo_keeps_what_is_typed(keeper: Client, match: Match) -> None:
    for content, status, words in ((b"no picture", 422, "This is not a JPEG"), (a_jpeg(50, 60), 200, 'width="50"')):
        file = SimpleUploadedFile("sheet.jpg", content, "image/jpeg")
        answer = send(keeper, match, do="photo", photo=file)
        assert answer.status_code == status
        assert words in text(answer)
        assert 'name="bids-1-0" value="1"' in text(answer)
    assert SheetPhoto.objects.filter(match=match, removed_at=None).count() == 1
    assert match.entries.count() == 0


def test_a_tablet_types_without_the_photo(match: Match) -> None:
    tablet = Client()
    tablet.post(f"/tablet/{sign(TabletPass.objects.create(match=match).pk, 'tablet')}/")
    page = text(tablet.get(url(match)))
    assert "bids-2-0" in page
    assert "hoto" not in page
    assert send(tablet, match, page, do="photo", photo=SimpleUploadedFile("x.jpg", a_jpeg())).status_code == 302


def test_an_old_sheet_begins_with_its_photo(kennel: Club, keeper: Client) -> None:
    seated = some_players(kennel, 3)
    about = {
        "game": "dirty-dog",
        "on": "2024-03-12",
        "at": "20:00",
        "table": "2",
        "dealer": seated[0].pk,
        "plan": "1 2 1",
    }
    head = urlencode(about | {"name": [each.name for each in seated]}, doseq=True)
    page = keeper.get(f"/c/kennel/matches/batch/?{head}").content.decode()
    assert "Enter this sheet beside its photo" in page
    entry = dict(HIDDEN.findall(page[page.index('enctype="multipart') :]))["entry"]
    form = {"entry": entry, "agreed": head, "do": "photo"}
    broken = keeper.post("/c/kennel/matches/batch/", form | {"photo": SimpleUploadedFile("x.jpg", b"none")})
    assert (broken.status_code, Match.objects.count()) == (422, 0)
    assert "This is not a JPEG" in text(broken)
    for _ in range(2):
        answer = keeper.post("/c/kennel/matches/batch/", form | {"photo": SimpleUploadedFile("x.jpg", a_jpeg())})
        match = Match.objects.get()
        assert answer["Location"] == url(match)
    assert (match.started_at.year, match.table) == (2024, "2")
    assert "data-photo" in text(keeper.get(url(match)))


@pytest.mark.parametrize("game", [each.key for each in PLAYED_BY_BOTS])
def test_every_game_has_its_first_round_beside_the_photo(kennel: Club, keeper: Client, game: str) -> None:
    match = ledger.start(kennel, game, some_players(kennel, 2 if game == "pack-o-dogs" else 3))
    a_photo(match)
    page = text(keeper.get(url(match)))
    assert "data-photo" in page
    assert 'name="sheet-1"' in page
