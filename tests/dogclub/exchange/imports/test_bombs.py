"""Every malicious file is refused with a message, within two seconds of processor time and a hundred megabytes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.budget import slowness
from tests.dogclub.exchange.imports.bombs import BOMBS
from tests.server import ROOT

SECONDS = 2.0  # of processor time, on the machine that wrote the suite's budget; a bomb takes minutes
MEGABYTES = 100
Reader = subprocess.Popen[str]


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    """A process of `bombs` that reads paths."""
    command = [sys.executable, "-m", "tests.dogclub.exchange.imports.bombs"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        assert process.stdin
        process.stdin.close()


@pytest.fixture(scope="module")
def limit() -> float:
    """The seconds of processor time that a file may take on this machine."""
    return SECONDS * slowness()


@pytest.mark.variants
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_does_not_go_off(bomb: str, reader: Reader, limit: float, tmp_path: Path) -> None:
    name, make = BOMBS[bomb]
    path = tmp_path / name
    path.write_bytes(make())
    assert reader.stdin and reader.stdout
    reader.stdin.write(f"{path}\n")
    reader.stdin.flush()
    told = json.loads(reader.stdout.readline())
    assert told["said"] != "it was read"
    assert told["said"][-1] in ".?" or told["said"] == "nobody reads it"
    assert told["megabytes"] < MEGABYTES, told
    assert told["seconds"] < limit, told
