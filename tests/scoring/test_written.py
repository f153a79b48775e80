"""The parts of a sheet's JSON that all games share."""

from typing import Any

import pytest

from scoring import ENGINES
from scoring.base import CallOut, Need, Notice, Sheet
from scoring.record_format.parts import SheetWriter
from scoring.records import score
from scoring.top_dog import TOP_DOG, Options, Round
from tests.scoring.test_golden import PATHS, load

NAMES = ["Bea", "Otto", "Núria"]
COMMON = (
    "game",
    "players",
    "rounds",
    "totals",
    "ranking",
    "finished",
    "winners",
    "losers",
    "needs",
    "next",
    "warnings",
)
LINE = ("number", "points", "totals", "leaders", "bottom", "callouts")


@pytest.fixture
def writer() -> SheetWriter:
    sheet: Sheet = TOP_DOG.play(TOP_DOG.start(3, Options()), Round({0: 5, 1: 5, 2: 3}))
    return SheetWriter(sheet, NAMES, (2, 0, 1))


def test_maps_and_lists_stand_in_the_order_of_the_circle(writer: SheetWriter) -> None:
    assert writer.seated({0, 1, 2}) == ["Núria", "Bea", "Otto"]
    assert writer.listed((1, 0)) == ["Otto", "Bea"]
    assert [*writer.mapped({0: 5, 2: 3})] == ["Núria", "Bea"]


def test_a_line_says_points_totals_and_who_is_where(writer: SheetWriter) -> None:
    found = writer.line(writer.scored.lines[0], [CallOut("last-call", (1,), 7)])
    assert tuple(found) == LINE
    assert found["points"] == {"Núria": 3, "Bea": 5, "Otto": 5}
    assert (found["leaders"], found["bottom"]) == (["Bea", "Otto"], ["Núria"])
    assert found["callouts"][-1] == {"term": "last-call", "players": ["Otto"], "value": 7}
    assert "value" not in found["callouts"][0]


@pytest.mark.parametrize(
    ("need", "found"),
    [
        (Need("card-pull", (1, 2)), {"what": "card-pull", "players": ["Núria", "Otto"]}),
        (Need("hand", (0,), 3), {"what": "hand", "players": ["Bea"], "cards": 3}),
    ],
)
def test_a_need_says_cards_where_it_has_some(writer: SheetWriter, need: Need, found: dict[str, Any]) -> None:
    assert writer.need(need) == found


def test_a_warning_names_its_round_where_it_has_one(writer: SheetWriter) -> None:
    assert writer.notice(Notice("odd", "{2} leads.")) == {"code": "odd", "message": "Núria leads."}
    assert writer.notice(Notice("odd", "{0} leads.", 4))["round"] == 4


def test_the_games_own_keys_stand_before_the_rounds(writer: SheetWriter) -> None:
    found = writer.envelope("x", rounds=[], ranking=(), upcoming=None, before={"options": {}})
    assert tuple(found) == ("game", "players", "options", *COMMON[2:])
    assert (found["next"], found["totals"]) == (None, {"Núria": 3, "Bea": 5, "Otto": 5})


@pytest.mark.parametrize("game", [engine.key for engine in ENGINES])
def test_every_game_says_the_common_things(game: str) -> None:
    sheets = [score(record) for path in PATHS if (record := load(path)["record"])["game"] == game]
    assert all(set(COMMON) <= set(sheet) for sheet in sheets)
    assert all(set(LINE) <= set(line) for sheet in sheets for line in sheet["rounds"])
