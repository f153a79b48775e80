"""Moving a club by command to another installation: another process, another database, also of the other engine."""

import re
import shutil
from pathlib import Path

import pytest

from tests.dogclub.exchange.archive.whole import members
from tests.server import Server, an_installation


def output_of(installation: Server, *arguments: str) -> str:
    done = installation.manage(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def digest(text: str) -> str:
    found = re.search(r"^Figures: ([0-9a-f]{64})$", text, re.MULTILINE)
    assert found, text
    return found[1]


@pytest.mark.thorough
@pytest.mark.only("sqlite")
def test_the_demo_club_moves_house(demo_installation: Server, migrated: Server, tmp_path: Path) -> None:
    with_names = tmp_path / "kennel.zip"
    again = tmp_path / "again.zip"
    with (
        an_installation(demo_installation, tmp_path / "home") as home,
        an_installation(migrated, tmp_path / "away") as away,
    ):
        exported = output_of(home, "export", "thursday-kennel", str(with_names))
        restored = output_of(away, "import", str(with_names))
        assert digest(restored) == digest(exported)
        assert "/join/" in restored
        assert digest(output_of(away, "export", "thursday-kennel", str(again))) == digest(exported)
        ours, theirs = members(with_names.read_bytes()), members(again.read_bytes())
        assert [name for name in ours if ours[name] != theirs[name]] == ["archive.json"]  # with the export's time
        assert "0 differed" in output_of(away, "rescore", "--check")
        refused = away.manage("import", str(with_names))
        assert refused.returncode == 1
        assert "Choose another name with --as" in refused.stderr


@pytest.mark.only("postgresql")
def test_a_club_moves_from_a_file_to_postgresql_and_back(
    demo_installation: Server, migrated: Server, tmp_path: Path
) -> None:
    with an_installation(migrated, tmp_path / "away") as away:
        files = []
        for name, installation in (("one", demo_installation), ("two", migrated)):
            shutil.copytree(installation.var, tmp_path / name)
            files.append(Server(tmp_path / name, f"sqlite:///{tmp_path / name / 'dogclub.sqlite3'}"))
        there, back = tmp_path / "there.zip", tmp_path / "back.zip"
        exported = digest(output_of(files[0], "export", "thursday-kennel", str(there)))
        assert digest(output_of(away, "import", str(there))) == exported
        assert digest(output_of(away, "export", "thursday-kennel", str(back))) == exported
        assert digest(output_of(files[1], "import", str(back))) == exported


@pytest.mark.thorough
def test_the_commands_say_what_is_wrong(migrated: Server, tmp_path: Path) -> None:
    (tmp_path / "notes.zip").write_bytes(b"woof" * 10)
    with an_installation(migrated, tmp_path / "home") as home:
        for arguments, sentence in (
            (("export", "nobody", str(tmp_path / "x.zip")), "There is no club “nobody”"),
            (("import", str(tmp_path / "nothing.zip")), "cannot be read"),
            (("import", str(tmp_path / "notes.zip")), "This is no archive of a club"),
        ):
            done = home.manage(*arguments)
            assert (done.returncode, sentence in done.stderr) == (1, True), done.stderr
        assert not (tmp_path / "x.zip").exists()
