"""Files written by the code of another program: exports of L'Escalier in all its languages, as JSON and as a link."""

from pathlib import Path

import pytest

from dogclub.exchange.imports.formats.several_files import reader_of
from scoring.records import score
from tests.dogclub.exchange.imports.files import read

FILES = sorted((Path(__file__).with_name("corpus") / "escalier").iterdir())
TOTALS = {"Bea": 3, "Otto": 16, "Inês “Q”, Roux": 10}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_game_of_the_escalier_comes_in_whatever_it_was_exported_as(path: Path) -> None:
    content = path.read_bytes()
    reader = reader_of(content, path.name)
    assert reader and reader.key.startswith("escalier")
    mends = {"0_scoring": "dirty-dog"} | ({"1_played_at": "14 March 2019"} if path.suffix == ".csv" else {})
    (match,), _ = read(content, path.name, **mends)
    assert list(match.problems) == []
    assert score(match.record)["totals"] == TOTALS
    assert match.played_at and match.played_at.date().isoformat() == "2019-03-14"


def test_every_kind_of_export_is_there() -> None:
    assert [path.name for path in FILES] == [
        "de.csv", "en.csv", "es.csv", "fr.csv", "game.json", "it.csv", "link.txt", "pt.csv",
    ]  # fmt: skip


def test_an_export_of_bg_stats_in_its_published_form_is_read() -> None:
    path = Path(__file__).with_name("corpus") / "BGStatsExport.json"
    matches, notes = read(path.read_bytes(), path.name)
    assert [[problem.message for problem in match.problems] for match in matches] == [[], ["There is no score here."]]
    assert score(matches[0].record)["totals"] == {"Bea Marlowe": 52, "Otto Pym": -7, "Mina Quist": 12}
    assert notes == ["1 play of another game was not read: Harbour Lights."]
