"""A match of Pack o' Dogs or a series of Clash of Corgis stopped early by agreement: by taps, from paper, undone."""

import re

import pytest
from django.test import Client

from games.entries.match_state import load
from games.entries.match_state import read as read_entry
from games.models import Match
from scoring.clash_of_corgis import Game, Options
from scoring.records import to_record
from tests.games.clash_of_corgis.series import a_series
from tests.games.pack_o_dogs.packs import GAME_1, GAME_2, a_table, pack, plain

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def read(client: Client, match: Match, rest: str = "") -> str:
    text = client.get(f"/m/{match.pk}/{rest}", follow=True).content.decode()
    return re.sub(r"\s+", " ", text.replace("\N{SOFT HYPHEN}", ""))


def stop(client: Client, match: Match, **fields: str) -> str:
    """The page after stopping the match with these fields."""
    page = client.get(f"/m/{match.pk}/table/stop/").content.decode()
    form = dict(HIDDEN.findall(page[page.index('<form method="post"') :]))
    return client.post(f"/m/{match.pk}/table/stop/", form | fields, follow=True).content.decode()


def test_what_would_stand_is_shown_before_anybody_agrees(client: Client) -> None:
    page = read(client, a_table(client, [*GAME_1, *GAME_2]), "table/stop/")
    assert "Otto would win, by 8." in page
    assert "House rule HR-PK-08" in page


def test_nobody_stops_a_match_without_a_word_with_the_others(client: Client) -> None:
    match = a_table(client, GAME_1)
    assert "Ask everybody, then tick this." in stop(client, match)
    assert not load(match).sheet.finished


def test_a_pack_match_stopped_has_a_result_and_says_so(client: Client) -> None:
    match = a_table(client, [*GAME_1, *GAME_2, plain(0)])
    stop(client, match, agreed="on", note="Last bus")
    match.refresh_from_db()
    assert match.finished_at is not None
    assert [seat.place for seat in match.seats.order_by("position")] == [2, 1]
    finish = read(client, match, "finish/")
    assert "Stopped early by agreement: 2 of 3 games played to the end, and 1 round of the next." in finish
    assert "1–0, stopped" in finish
    assert "Stopped early, as both agreed." in read(client, match)
    assert "stopped by agreement" in read(client, match)
    assert "wins the match, 30 to 23" in read(client, match, "wall/")
    assert "Last bus" in read(client, match, "history/")
    assert "Stopped by agreement" in read(client, match, "table/")


def test_a_single_game_stopped_level_is_shared(client: Client) -> None:
    match = a_table(client, [plain(0), plain(1)], games=1)
    stop(client, match, agreed="on")
    assert "shared, level on 1" in read(client, match, "finish/")
    assert "2 rounds" in read(client, match, "finish/")
    assert "The match is shared, 1 to 1." in read(client, match, "wall/")


def test_a_stop_is_undone_like_anything_else(client: Client) -> None:
    match = a_table(client, [*GAME_1, pack(1)])
    stop(client, match, agreed="on")
    match.refresh_from_db()
    table = client.get(f"/m/{match.pk}/table/").content.decode()
    assert "Undo: stopped early" in table
    form = dict(HIDDEN.findall(table[table.index('id="undo"') :].split("</form>")[0]))
    client.post(f"/m/{match.pk}/undo/", form)
    match.refresh_from_db()
    assert (match.finished_at, len(load(match).sheet.lines)) == (None, len(GAME_1) + 1)


def test_a_series_stopped_goes_to_whoever_is_ahead(client: Client) -> None:
    match = a_series(client, [Game(2), Game(1), Game(2)])
    assert "Jo would win, by 1." in read(client, match, "table/stop/")
    stop(client, match, agreed="on")
    match.refresh_from_db()
    assert match.seats.get(is_winner=True).position == 2
    for rest in ("finish/", "", "wall/", "table/", "history/", "sheet.pdf"):
        assert client.get(f"/m/{match.pk}/{rest}", follow=True).status_code == 200
    assert "Stopped early, as everybody agreed." in read(client, match)
    assert to_record(load(match).engine, load(match).names, 4, load(match).options, entries(match))["finish"] == {
        "shortened": True
    }


def test_a_series_on_paper_is_typed_in_with_its_stop(client: Client) -> None:
    match = a_series(client, options=Options(best_of=5))
    page = client.get(f"/m/{match.pk}/paper/").content.decode()
    assert "Stopped here by agreement" in page
    form = dict(HIDDEN.findall(page[page.index('<form method="post"') :]))
    games = {"r1-winner": "0", "r2-winner": "1", "r3-winner": "1"}
    client.post(f"/m/{match.pk}/paper/", form | games | {"stopped": "on"})
    match.refresh_from_db()
    assert match.finished_at is not None
    assert load(match).sheet.winners == (1,)


def entries(match: Match) -> list[object]:
    state = load(match)
    return [read_entry(state.engine, entry) for entry in state.live]
