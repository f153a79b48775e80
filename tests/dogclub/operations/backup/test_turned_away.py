"""A backup that is incomplete, damaged or not from Dog Club is refused before anything is changed."""

import io
import json
import random
import sqlite3
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from dogclub.operations.backup.tar import Writing, is_sealed
from tests.databases import POSTGRESQL
from tests.dogclub.operations.backup.copies import manifest, refused, rejection
from tests.server import Server

pytestmark = pytest.mark.variants


def a_photo(content: bytes) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + content


def another_tar(content: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as tar:
        tar.addfile(tarfile.TarInfo("holiday/photo.png"))
    return file.getvalue()


@pytest.mark.parametrize("wrong", [a_photo, another_tar, lambda content: b""], ids=["a photo", "a tar", "nothing"])
def test_what_is_no_backup_is_turned_away(backup: Path, tmp_path: Path, wrong: Callable[[bytes], bytes]) -> None:
    file = tmp_path / "found.tar"
    file.write_bytes(wrong(backup.read_bytes()))
    assert rejection(file, tmp_path / "scratch") == "found.tar is no backup of Dog Club."


@pytest.mark.parametrize("share", [0.1, 0.5, 0.999])
def test_a_copy_that_broke_off_is_turned_away(backup: Path, tmp_path: Path, share: float) -> None:
    file = tmp_path / "half.tar"
    content = backup.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])
    assert "damaged, or was not copied whole" in rejection(file, tmp_path / "scratch")


def test_one_bit_anywhere_is_enough_to_turn_a_copy_away(backup: Path, tmp_path: Path) -> None:
    content, chance, file = bytearray(backup.read_bytes()), random.Random(1908), tmp_path / "flipped.tar"
    ends = [0, 100, 345, len(content) - 1, len(content) - 600, len(content) - 1300]
    assert is_sealed(backup)
    for place in [*ends, *(chance.randrange(len(content)) for _ in range(60))]:
        content[place] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
        assert not is_sealed(file), place
        content[:] = backup.read_bytes()


def test_a_damaged_copy_is_turned_away_by_the_command(backup: Path, empty: Server, tmp_path: Path) -> None:
    content = bytearray(backup.read_bytes())
    content[len(content) // 2] ^= 4
    file = tmp_path / "flipped.tar"
    file.write_bytes(content)
    assert "damaged, or was not copied whole" in refused(empty, file, "--replace")


def forged(backup: Path, file: Path, change: Callable[[dict[str, Any], dict[str, bytes]], None]) -> Path:
    """Write a copy of the backup with content that `change` modified and a correct checksum."""
    with tarfile.open(backup) as tar:
        said = manifest(backup)
        opened: dict[str, Any] = {name: tar.extractfile(f"dogclub-backup/{name}") for name in said["members"]}
        members = {name: file.read() for name, file in opened.items()}
    change(said, members)
    with file.open("wb") as out:
        writing = Writing(out)
        for name, content in members.items():
            writing.add(name, io.BytesIO(content), len(content))
        said["members"] = writing.members.copy() | said.pop("extra", {})
        writing.close(json.dumps(said).encode())
    return file


def from_the_future(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["migrations"].append(["games", "0099_flying_dogs"])
    said["version"] = "9.0"


def from_a_new_format(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["format"], said["version"] = 2, "9.0"


def from_the_other_database(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["engine"] = "sqlite" if POSTGRESQL else "postgresql"


def with_a_hole(said: dict[str, Any], members: dict[str, bytes]) -> None:
    database = next(name for name in members if name.startswith("database"))
    members[database] = members[database][:-2000]


def with_a_member_missing(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["extra"] = {"files/lost.csv": {"size": 4, "sha256": "0" * 64}}


def out_of_the_box(said: dict[str, Any], members: dict[str, bytes]) -> None:
    members["files/../../../escaped"] = b"woof"


def without_numbers(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["format"] = "first"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            from_the_future,
            "was made by Dog Club 9.0, which is newer than this one. Update Dog Club first.",
        ),
        (from_a_new_format, "was made by Dog Club 9.0, which is newer"),
        (from_the_other_database, "database, and this server runs on"),
        (with_a_member_missing, "damaged"),
        (out_of_the_box, "is no backup of Dog Club."),
        (without_numbers, "damaged"),
    ],
)
def test_a_whole_copy_that_does_not_fit_is_turned_away(
    backup: Path, tmp_path: Path, change: Callable[..., None], words: str
) -> None:
    assert words in rejection(forged(backup, tmp_path / "forged.tar", change), tmp_path / "scratch")
    assert not list(tmp_path.parent.rglob("escaped"))


def test_a_database_that_cannot_be_unpacked_is_turned_away(backup: Path, empty: Server, tmp_path: Path) -> None:
    assert "The database in it is damaged" in refused(empty, forged(backup, tmp_path / "forged.tar", with_a_hole))


@pytest.mark.only("sqlite")
def test_a_database_whose_rows_hang_in_the_air_is_turned_away(backup: Path, empty: Server, tmp_path: Path) -> None:
    import gzip

    def orphan(said: dict[str, Any], members: dict[str, bytes]) -> None:
        copy = tmp_path / "copy.sqlite3"
        copy.write_bytes(gzip.decompress(members["database.sqlite3.gz"]))
        with closing(sqlite3.connect(copy)) as database:
            database.execute("UPDATE games_seat SET player_id = 999999 WHERE id = (SELECT min(id) FROM games_seat)")
            database.commit()
        members["database.sqlite3.gz"] = gzip.compress(copy.read_bytes())

    assert "SQLite’s own check finds fault" in refused(empty, forged(backup, tmp_path / "forged.tar", orphan))
