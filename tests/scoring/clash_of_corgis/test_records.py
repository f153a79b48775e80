"""Reading and writing records of Clash of Corgis, and the sheet as text."""

from scoring.clash_of_corgis import CLASH_OF_CORGIS, Options
from scoring.records import from_record, score, text, to_record
from tests.scoring.clash_of_corgis.series import NAMES, record, won

GAMES = [{"winner": "Bo", "cards_left": {"Ann": 3, "Cy": 12}}, {"winner": "Ann"}]


def test_a_record_is_written_as_it_was_read() -> None:
    document = record(3, *GAMES, best_of=7, first_starter="Cy")
    assert to_record(*from_record(document)) == document


def test_defaults_stay_out() -> None:
    written = to_record(CLASH_OF_CORGIS, NAMES, 2, Options(), won(1))
    assert written == record(2, {"winner": "Bo"})


def test_the_sheet_of_a_game_is_as_the_format_has_it() -> None:
    sheet = score(record(3, *GAMES, first_starter="Cy"))
    assert sheet["rounds"][0] == {
        "number": 1,
        "points": {"Ann": 0, "Bo": 1, "Cy": 0},
        "totals": {"Ann": 0, "Bo": 1, "Cy": 0},
        "leaders": ["Bo"],
        "bottom": ["Ann", "Cy"],
        "callouts": [{"term": "in-the-box", "players": ["Bo"]}],
        "starter": "Cy",
        "winner": "Bo",
        "cards_left": {"Ann": 3, "Bo": 0, "Cy": 12},
    }
    assert sheet["options"] == {"best_of": 5, "first_starter": "Cy"}
    assert sheet["cards_left"] is None
    assert score(record(3, GAMES[0]))["cards_left"] == {"Ann": 3, "Bo": 0, "Cy": 12}
    assert sheet["next"] == {"number": 3, "starter": "Ann"}
    assert sheet["ranking"] == [
        {"place": 1, "players": ["Ann", "Bo"], "points": 1},
        {"place": 3, "players": ["Cy"], "points": 0},
    ]


def test_text_says_who_won_and_who_starts() -> None:
    assert text(score(record(3, *GAMES))).splitlines() == [
        "Game  Starter  Ann      Bo       Cy",
        "1              0        won [1]  0",
        "2     Bo       won [1]  [1]      0",
        "      Total    1        1        0",
        "",
        "1. Ann, Bo: 1",
        "3. Cy: 0",
        "Next: game 3, Ann starts.",
    ]
    assert text(score(record())).splitlines()[-1] == "Next: game 1, draw who starts."
    assert text(score(record(2, {"winner": "Bo"}, best_of=1))).splitlines()[-1] == "Winner: Bo"
