"""Clients that four generators make of the document play matches on a running server, and one for Java compiles.

All but the first wait for a release.
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
from tests.machine import GENERATOR, JAVA_LIBRARIES, OF_APACHE
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


def check(printed: str) -> None:
    """Whether both matches were played, the first hand corrected, and the standings read after that."""
    told: dict[str, Any] = json.loads(printed)
    sheets, rows = told["sheets"], told["standings"]
    assert [sheet["game"] for sheet in sheets] == ["dirty-dog", "dogs-of-war"]
    assert all(sheet["finished"] and sheet["next"] is None for sheet in sheets)
    first, last = (each["tricks"] for each in sheets[0]["rounds"])
    assert (first, last) == ({"Bea": 0, "Otto": 1, "Ines": 0}, {"Bea": 1, "Otto": 0, "Ines": 0})
    assert {row["name"]: row["total"] for row in rows} == sheets[0]["totals"]
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
    check(run(sys.executable, "play.py", server.url, key, cwd=tmp_path))


def generated(document: Path, language: str, into: Path, *options: str) -> None:
    """Write what openapi-generator makes of the document in this language, without its tests and docs."""
    parts = "models,apis,supportingFiles,modelTests=false,apiTests=false,modelDocs=false,apiDocs=false"
    run(
        *("java", "-XX:TieredStopAtLevel=1", "-jar", GENERATOR, "generate", "-g", language),
        *("-i", document, "-o", into, "--global-property", parts),
        *options,
        cwd=into,
    )


@pytest.mark.release
@pytest.mark.needs("openapi-generator")
def test_a_client_made_by_openapi_generator_plays(server: Server, key: str, document: Path, tmp_path: Path) -> None:
    generated(document, "python", tmp_path)
    shutil.copy(HERE / "play_generator.py", tmp_path)
    check(run(sys.executable, "play_generator.py", server.url, key, cwd=tmp_path))


@pytest.mark.release
@pytest.mark.needs("openapi-generator")
@pytest.mark.needs("api tools")
def test_a_client_made_for_typescript_fetch_plays(server: Server, key: str, document: Path, tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(TOOLS)
    generated(document, "typescript-fetch", tmp_path, "--additional-properties", "importFileExtension=.js")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(HERE / "play_fetch.ts", tmp_path)
    strict = ("--strict", "--noEmitOnError", "--module", "nodenext", "--target", "es2022", "--skipLibCheck")
    run(TOOLS / ".bin" / "tsc", *strict, "play_fetch.ts", cwd=tmp_path)
    check(run("node", "play_fetch.js", server.url, key, cwd=tmp_path))


@pytest.mark.release
@pytest.mark.needs("openapi-generator")
@pytest.mark.needs("javac")
def test_a_client_made_for_java_compiles(document: Path, tmp_path: Path) -> None:
    """With the libraries that the generator contains, those of Apache for forms, and three annotations."""
    options = "openApiNullable=false,hideGenerationTimestamp=true,useJakartaEe=true"
    generated(document, "java", tmp_path, "--library", "native", "--additional-properties", options)
    annotations = tmp_path / "jakarta" / "annotation"
    annotations.mkdir(parents=True)
    for name in ("Generated", "Nullable", "Nonnull"):
        body = 'String[] value() default ""; String comments() default "";'
        text = f"package jakarta.annotation; public @interface {name} {{ {body} }}"
        (annotations / f"{name}.java").write_text(text, encoding="utf-8")
    files = sorted(tmp_path.rglob("*.java"))
    assert len(files) > 300
    (tmp_path / "files").write_text("\n".join(map(str, files)), encoding="utf-8")
    libraries = ":".join(map(str, [GENERATOR, *(JAVA_LIBRARIES / f"{name}.jar" for name in OF_APACHE)]))
    run("javac", "-proc:none", "-nowarn", "-d", "classes", "-cp", libraries, "@files", cwd=tmp_path)


@pytest.mark.release
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
    check(run("node", "play.js", server.url, key, cwd=tmp_path))
