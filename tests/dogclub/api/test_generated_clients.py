"""Clients generated from the OpenAPI document by three generators play whole matches against a running server.

Of the two in Python, the one that starts Java waits for a release.
"""

import json
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.dogclub.api.test_client import MADE
from tests.machine import GENERATOR
from tests.server import ROOT, Server

HERE, TOOLS = Path(__file__).parent / "clients", ROOT / ".ci" / "api" / "node_modules"
pytestmark = [pytest.mark.only("sqlite"), pytest.mark.thorough]


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def key(server: Server) -> str:
    made = server.manage("shell", "-c", MADE)
    assert made.returncode == 0, made.stderr
    return made.stdout.split()[-1]


@pytest.fixture
def document(server: Server, tmp_path: Path) -> Path:
    with urllib.request.urlopen(f"{server.url}/api/v1/") as answer:
        schema = json.load(answer)["schema"]
    with urllib.request.urlopen(schema) as answer:
        (tmp_path / "openapi.json").write_bytes(answer.read())
    return tmp_path / "openapi.json"


def check(sheets: list[dict[str, Any]]) -> None:
    assert [sheet["game"] for sheet in sheets] == ["dirty-dog", "dogs-of-war"]
    assert all(sheet["finished"] and sheet["next"] is None for sheet in sheets)
    assert len(sheets[0]["rounds"]) == 2
    assert sheets[1]["winners"] == ["Ines"]


def test_a_client_made_by_openapi_python_client_plays(server: Server, key: str, document: Path, tmp_path: Path) -> None:
    made = run(
        Path(sys.executable).with_name("openapi-python-client"),
        *("generate", "--path", document, "--output-path", tmp_path / "dogclub_api", "--meta", "none"),
        *("--config", HERE / "openapi-python-client.yaml", "--fail-on-warning"),
        cwd=tmp_path,
    )
    assert "warning" not in made.lower()
    shutil.copy(HERE / "play.py", tmp_path)
    check(json.loads(run(sys.executable, "play.py", server.url, key, cwd=tmp_path)))


@pytest.mark.release
@pytest.mark.needs("openapi-generator")
def test_a_client_made_by_openapi_generator_plays(server: Server, key: str, document: Path, tmp_path: Path) -> None:
    parts = "models,apis,supportingFiles,modelTests=false,apiTests=false,modelDocs=false,apiDocs=false"
    run(
        *("java", "-XX:TieredStopAtLevel=1", "-jar", GENERATOR, "generate", "-g", "python"),
        *("-i", document, "-o", tmp_path, "--global-property", parts),
        cwd=tmp_path,
    )
    shutil.copy(HERE / "play_generator.py", tmp_path)
    check(json.loads(run(sys.executable, "play_generator.py", server.url, key, cwd=tmp_path)))


@pytest.mark.needs("api tools")
def test_a_client_made_by_openapi_typescript_plays(server: Server, key: str, document: Path, tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(TOOLS)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(HERE / "play.ts", tmp_path)
    run(
        TOOLS / ".bin" / "openapi-typescript",
        document,
        "-o",
        "schema.d.ts",
        "--default-non-nullable=false",
        cwd=tmp_path,
    )
    strict = ("--strict", "--noEmitOnError", "--module", "nodenext", "--target", "es2022", "--skipLibCheck")
    run(TOOLS / ".bin" / "tsc", *strict, "play.ts", cwd=tmp_path)
    check(json.loads(run("node", "play.js", server.url, key, cwd=tmp_path)))
