"""`./run paper`: a blank sheet as PDF, or one sentence about what is wrong."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from django.core.management import CommandError, call_command

from games.registry import TABLE_GAMES

ROOT = Path(__file__).resolve().parent.parent.parent


def written(file: Path, **options: str) -> pikepdf.Pdf:
    call_command("paper", str(file), **{"players": "5", **options})
    return pikepdf.open(io.BytesIO(file.read_bytes()))


@pytest.mark.parametrize(("layout", "paper", "size"), [("rev1", "a4", (595, 842)), ("rev2", "letter", (792, 612))])
def test_a_sheet_of_dirty_dog_is_written(tmp_path: Path, layout: str, paper: str, size: tuple[int, int]) -> None:
    pdf = written(tmp_path / "out.pdf", game="dirty-dog", layout=layout, paper=paper)
    assert [round(float(edge)) for edge in pdf.pages[0].mediabox[2:]] == list(size)
    assert len(pdf.pages) == 1


@pytest.mark.parametrize("game", [each.key for each in TABLE_GAMES if each.prints])
def test_every_game_with_a_sheet_has_a_blank_one(tmp_path: Path, game: str) -> None:
    players = next(each.engine.seats[1] for each in TABLE_GAMES if each.key == game)
    assert written(tmp_path / "out.pdf", game=game, players=str(players)).pages


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"game": "chess"}, "There is no sheet for a game “chess”: choose dirty-dog"),
        ({"layout": "rev3"}, "Dirty Dog has no layout “rev3”: choose rev1 or rev2."),
        ({"layout": ""}, "Dirty Dog has no layout “”: choose rev1 or rev2."),
        ({"paper": "a5"}, "There is no paper “a5”: choose a4 or letter."),
        ({"players": "11"}, "Dirty Dog is for 2 to 10 players, not for “11”."),
        ({"players": "five"}, "Dirty Dog is for 2 to 10 players, not for “five”."),
    ],
)
def test_a_sheet_that_does_not_exist_is_refused(tmp_path: Path, options: dict[str, str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        written(tmp_path / "out.pdf", **options)
    assert not (tmp_path / "out.pdf").exists()


@pytest.mark.parametrize(
    ("place", "words"), [("missing/out.pdf", "No such file or directory"), (".", "Is a directory")]
)
def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path, place: str, words: str) -> None:
    with pytest.raises(CommandError, match=f"cannot be written: {words}."):
        written(tmp_path / place)


def test_it_runs_without_a_database(tmp_path: Path) -> None:
    fresh = {**os.environ, "DOGCLUB_VAR": str(tmp_path / "var")}
    asked = [sys.executable, str(ROOT / "manage.py"), "paper", "--players", "4", str(tmp_path / "out.pdf")]
    done = subprocess.run(asked, check=True, capture_output=True, text=True, env=fresh)
    assert (done.stdout, done.stderr) == ("", "")
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")
    assert not (tmp_path / "var" / "db.sqlite3").exists()
