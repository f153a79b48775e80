"""What every game must provide, future ones included: pages, printed sheets, files and forms of a match played by its
bots.
"""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from clubs.models import Club, Player
from games.base.names import shortened
from games.base.table_game import TableGame
from games.entries.match_state import load
from games.models import Match
from scoring.records import score, sheet_json
from tests.evenings import PLAYED_BY_BOTS, an_evening

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
NONSENSE: list[dict[str, str]] = [
    {"last": "x", "number": "-1", "game": "99999999999", "row": "\x00", "what": "no such thing"},
    {"what": "round", "last": "won-0", "won-0": "9" * 30, "won-1": "é", "by": "barrels"},
]


def seen(client: Client, path: str, **asked: Any) -> str:
    response = client.get(path, asked)
    assert response.status_code == 200, path
    return str(response.content.decode()).replace("\xad", "")


@EVERY
def test_the_record_of_a_match_scores_to_its_sheet(
    organiser: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    match = an_evening(club, game, players, 1)
    record = json.loads(organiser.get(f"/m/{match.pk}/record.json").content)
    state = load(match)
    sheet = json.loads(json.dumps(sheet_json(state.engine, state.public.sheet, state.names)))
    assert json.loads(json.dumps(score(record))) == sheet
    answer = organiser.post("/api/v1/score", record, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, sheet)
    call_command("rescore", check=True)


@EVERY
@pytest.mark.parametrize("part", [0.5, 1.0])
def test_every_page_of_a_match_answers(
    organiser: Client, club: Club, players: list[Player], game: TableGame, part: float
) -> None:
    match = an_evening(club, game, players, 2, part=part)
    pages = ("", "wall/", "history/", "table/", "paper/", "handover/", *(["finish/"] if match.finished_at else []))
    for page in pages:
        assert organiser.get(f"{match.get_absolute_url()}{page}").status_code in (200, 302), page
    for sheet in game.prints:
        answer = organiser.get(f"/m/{match.pk}/sheet.pdf", {"layout": sheet.key})
        assert answer.content.startswith(b"%PDF"), sheet.key


@EVERY
def test_every_cell_tells_of_the_write_that_filled_it(
    organiser: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    match = an_evening(club, game, players, 3, part=0.5)
    state = load(match)
    line = state.public.sheet.lines[0]
    told = {seat: game.cell(state.public, line.number, seat) for seat in line.points}
    for seat, cell in told.items():
        assert cell is not None
        assert cell.figures
        assert shortened(state.names)[seat] in cell.title
        seen(organiser, f"/m/{match.pk}/cell/{line.number}/{seat}/")
    assert any(cell.changes for cell in told.values() if cell)
    for number, seat in ((0, 0), (999, 0), (line.number, 99)):
        assert organiser.get(f"/m/{match.pk}/cell/{number}/{seat}/").status_code == 404


@EVERY
def test_a_round_is_corrected_on_a_form_that_knows_what_stands(
    organiser: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    match = an_evening(club, game, players, 4, part=0.5)
    assert load(match).sheet.lines
    assert "The current figures are filled in" in seen(organiser, f"/m/{match.pk}/correct/1/")
    assert organiser.get(f"/m/{match.pk}/correct/999/").status_code == 404


@EVERY
def test_every_entry_of_the_history_is_said_in_words(club: Club, players: list[Player], game: TableGame) -> None:
    state = load(an_evening(club, game, players, 5))
    for entry in state.history:
        said = game.entry_in_words(state, entry.kind, entry.payload)
        assert said
        assert "{" not in said


@EVERY
def test_undo_says_what_it_takes_back_and_leads_to_the_table(
    organiser: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    match = an_evening(club, game, players, 6, part=0.5)
    assert game.last_step(load(match))
    live = load(match).live
    form = {"what": "undo", "version": match.version, "number": live[-1].number, "entry": str(uuid4())}
    answer = organiser.post(f"/m/{match.pk}/undo/", form)
    assert answer.status_code == 302
    seen(organiser, answer["Location"])
    assert len(load(Match.objects.get(pk=match.pk)).live) == len(live) - 1


@EVERY
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
def test_nonsense_is_never_a_fault(
    organiser: Client, club: Club, players: list[Player], game: TableGame, part: float
) -> None:
    match = an_evening(club, game, players, 7, part=part)
    for asked in NONSENSE:
        assert organiser.get(f"/m/{match.pk}/table/", asked).status_code == 200
        sent = {**asked, "version": match.version, "entry": str(uuid4())}
        for page in ("table", "paper", "correct/1"):
            assert organiser.post(f"/m/{match.pk}/{page}/", sent).status_code in (200, 404, 409, 422), (page, asked)
    assert Match.objects.get(pk=match.pk).version == match.version


@EVERY
def test_setup_proposes_the_defaults_and_they_can_be_played(
    organiser: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    keys = [player.pk for player in players[: game.engine.seats[0]]]
    page = seen(organiser, "/c/kennel/matches/new/", game=game.key, player=keys, seat=keys)
    assert f'value="{game.key}" checked' in page
    form = {"game": game.key, "player": keys, "seat": keys, "match": str(uuid4()), "do": "deal"}
    answer = organiser.post("/c/kennel/matches/new/", form)
    assert answer.status_code == 302
    assert 'id="main"' in seen(organiser, answer["Location"])
