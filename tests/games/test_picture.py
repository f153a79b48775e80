"""The picture of a finished match: its size, its words, who may fetch it, and caching by the browser."""

import io
import json
from collections.abc import Sequence
from typing import Any

import pytest
import typst
from django.test import Client
from PIL import Image
from pypdf import PdfReader

from clubs.models import Club
from games.base.display import CallOutLine
from games.base.table_game import TableGame
from games.base.wording import game_name
from games.entries.match_state import MatchState, load
from games.match.printing import SHAPES, TEMPLATE, Shape, picture
from games.models import Match
from games.registry import table_game
from games.sheets.layout_words import layout_words
from games.sheets.typst import ROOT, drawn, fonts
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import NAMES, a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
SIZES = {"wide": (1200, 630), "square": (1080, 1080)}
LONGEST = "Featherstonehaughabernathyoyelaranquillx"
HARD = ("🐕 Bo", "שרה כהן", LONGEST, "Wilhelmina Featherstonehaugh-Oyelaran", "أحمد")


@pytest.fixture
def match(club: Club) -> Match:
    return a_match(club, some_players(club), seed=2, table="1")


def pages(data: Any) -> list[str]:
    """The words of each page of the picture, compiled as a PDF from the same template."""
    pdf = typst.compile(
        TEMPLATE,
        root=ROOT,
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"sheet": json.dumps(data), "words": json.dumps(layout_words())},
        format="pdf",
    )
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


@pytest.mark.only("sqlite")
@pytest.mark.parametrize("shape", SHAPES)
def test_it_is_a_png_of_its_size_with_something_on_it(member: Client, match: Match, shape: Shape) -> None:
    response = member.get(f"/m/{match.pk}/picture.png", {"shape": shape})
    assert response["Content-Type"] == "image/png"
    assert response["Content-Disposition"].endswith(f'-table-1-{shape}.png"')
    image = opened(response.content)
    assert image.size == SIZES[shape]
    assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 20


@pytest.mark.only("sqlite")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("players", [2, 5, 10])
def test_everybody_is_on_its_one_page(club: Club, shape: Shape, players: int) -> None:
    match = a_match(club, some_players(club, players), seed=3)
    (page,) = pages(picture(load(match), shape))
    assert "The Thursday Kennel" in page
    assert f"{players} players" in page
    plain = page.replace("\N{SOFT HYPHEN}", "").replace("- ", "-")
    assert all(name.split()[0] in plain for name in NAMES[:players])


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_every_game_says_how_long_it_was(club: Club, game: TableGame) -> None:
    state = load(an_evening(club, game, some_players(club, 4), 1))
    (page,) = pages(picture(state, "wide"))
    length = game.display.state(state).removeprefix("over after ")
    assert f"{len(state.seats)} players, {length}" in page
    assert game_name(state.match) in page


@pytest.mark.only("sqlite")
@pytest.mark.parametrize(("seed", "label"), [(4, "Winner, by a tie-break"), (11, "Winner, by 7")])
def test_it_says_what_decided(club: Club, seed: int, label: str) -> None:
    data = picture(load(a_match(club, some_players(club, 4), plan=(1,), seed=seed)), "wide")
    assert data["label"] == label


def test_the_sentence_is_the_last_passing_else_why(club: Club) -> None:
    state = load(a_match(club, some_players(club), seed=2))
    passing = [each for each in state_calls(state) if each.term == "easy-chico"]
    data = picture(state, "wide")
    assert (data["callout"], data["words"]) == ("Easy Chico", f"Hand {passing[0].at}: {passing[0].words}.")
    short = load(a_match(club, list(club.players.all())[:2], plan=(1,), seed=11))
    assert not [each for each in state_calls(short) if each.term == "easy-chico"]
    data = picture(short, "wide")
    assert data["callout"] == "" and data["words"].endswith(".")


def state_calls(state: MatchState) -> Sequence[CallOutLine]:
    return table_game(state.match.game).display.callouts(state)


@pytest.mark.only("sqlite")
@pytest.mark.parametrize("shape", SHAPES)
def test_hard_names_stay_on_one_page(club: Club, shape: Shape) -> None:
    data = picture(load(a_match(club, some_players(club, names=HARD), seed=3)), shape)
    assert len(pages(data)) == 1
    assert opened(drawn(TEMPLATE, data)).size == SIZES[shape]


def test_it_is_sent_once(member: Client, match: Match) -> None:
    path = f"/m/{match.pk}/picture.png"
    tag = member.get(path)["ETag"]
    assert member.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert member.get(f"{path}?shape=square", headers={"If-None-Match": tag}).status_code == 200


def test_another_shape_is_refused(member: Client, match: Match) -> None:
    assert member.get(f"/m/{match.pk}/picture.png?shape=round").status_code == 400


def test_a_match_that_goes_on_has_none(member: Client, club: Club) -> None:
    going = a_match(club, some_players(club), hands=3)
    assert member.get(f"/m/{going.pk}/picture.png").status_code == 404
    assert "picture.png" not in member.get(going.get_absolute_url()).content.decode()


def test_the_page_of_a_finished_match_leads_to_both(member: Client, match: Match) -> None:
    page = member.get(match.get_absolute_url()).content.decode()
    assert page.count(f"/m/{match.pk}/picture.png") == 2


def test_strangers_get_none(client: Client, match: Match) -> None:
    client.force_login(a_member(a_club("elsewhere")))
    assert client.get(f"/m/{match.pk}/picture.png").status_code == 404
