"""`manage.py score`: a sheet and exit status 0, or an error and exit status 2, for any input."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.bad_records import BAD, GOOD, NAMES

ROOT = Path(__file__).resolve().parent.parent.parent


def run(*arguments: str, stdin: bytes = b"", monkeypatch: pytest.MonkeyPatch | None = None) -> tuple[int, str]:
    out = io.StringIO()
    if monkeypatch:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
    try:
        call_command("score", *arguments, stdout=out)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue()
    return 0, out.getvalue()


def spelt(body: Any) -> bytes:
    if isinstance(body, bytes):
        return body
    return (body if isinstance(body, str) else json.dumps(body)).encode()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "record.json"
    file.write_bytes(spelt(GOOD))
    return file


def test_a_record_becomes_a_sheet(record: Path) -> None:
    status, out = run(str(record))
    assert status == 0
    assert json.loads(out)["next"]["barred"] == 1


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch, record: Path) -> None:
    assert run("-", stdin=record.read_bytes(), monkeypatch=monkeypatch) == run(str(record))


def test_a_record_with_a_byte_order_mark_is_read(record: Path) -> None:
    plain = run(str(record))
    record.write_bytes(b"\xef\xbb\xbf" + record.read_bytes())
    assert run(str(record)) == plain


def test_text_is_a_table_for_people(record: Path) -> None:
    status, out = run(str(record), "--text")
    assert status == 0
    assert out.splitlines()[0].split() == [
        "Hand",
        "Cards",
        "Dealer",
        "Trump",
        "Ann",
        "Bo",
        "Cy",
        "Di",
        "Ed",
        "Called",
        "out",
    ]
    assert "Next: hand 2, 2 cards, Bo deals, Bo bids: 0 or 2." in out


@pytest.mark.parametrize("flags", [[], ["--text"]])
@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_an_error_and_status_two(case: str, flags: list[str], tmp_path: Path) -> None:
    body, code = BAD[case]
    file = tmp_path / "record.json"
    file.write_bytes(spelt(body))
    status, out = run(str(file), *flags)
    assert status == 2
    assert json.loads(out)["error"]["code"] == code


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_what_cannot_be_read_is_an_error_too(name: str, tmp_path: Path) -> None:
    status, out = run(str(tmp_path / name))
    assert status == 2
    assert json.loads(out)["error"]["code"] == "file"


def test_lines_are_answered_one_by_one_and_a_bad_one_stops_nothing(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(b"\n".join([spelt(GOOD), b"{", b"\xff", b"a" * 3_000_000, spelt(GOOD)]))
    status, out = run(str(file), "--lines")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, "json", "json", "too-large", None]


def test_good_lines_end_well(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(spelt(GOOD) + b"\r\n" + spelt(GOOD) + b"\n")
    status, out = run(str(file), "--lines")
    assert (status, len(out.splitlines())) == (0, 2)


@pytest.mark.thorough
def test_it_speaks_unicode_in_any_locale_and_needs_no_database(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(spelt({"record": 1, "game": "dirty-dog", "players": NAMES}))
    environment = {
        "PATH": os.environ["PATH"],
        "LC_ALL": "C",
        "PYTHONIOENCODING": "ascii",
        "DOGCLUB_VAR": str(tmp_path / "var"),
        "DATABASE_URL": f"sqlite:///{tmp_path}/nowhere/at/all.sqlite3",
    }
    for flags in ([], ["--text"]):
        command = [sys.executable, str(ROOT / "manage.py"), "score", *flags, str(file)]
        done = subprocess.run(command, env=environment, capture_output=True, check=True)
        assert NAMES[2] in done.stdout.decode()
        assert done.stderr == b""


@pytest.mark.thorough
def test_whoever_reads_may_stop_reading(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes((spelt(GOOD) + b"\n") * 200)
    command = [sys.executable, str(ROOT / "manage.py"), "score", "--lines", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reading:
        assert reading.stdout
        assert reading.stderr
        reading.stdout.readline()
        reading.stdout.close()
        assert reading.stderr.read() == b""
    assert reading.returncode == 0


def test_a_file_whose_name_is_not_text_is_named_all_the_same(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "score", b"/nowhere/\xff.json"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "file"
