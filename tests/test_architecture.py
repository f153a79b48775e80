"""The architecture: no import cycles, and only pages and URL modules import pages."""

import re
from pathlib import Path

import pytest

from tests.imports import PICTURE, circle, drawn_as_svg, folders, modules
from tests.server import ROOT
from tests.test_house_rules import CODE, TRACKED

pytestmark = pytest.mark.form


def test_no_folders_import_each_other_in_a_circle() -> None:
    assert circle(folders()) == []


def test_no_modules_do_either() -> None:
    assert circle(modules()) == []


def test_every_module_is_seen() -> None:
    """A folder without an `__init__.py` is left out, with everything that it imports (ADR 79)."""
    unseen = {path.parent for path in CODE} - {path.parent for path in CODE if path.name == "__init__.py"}
    assert unseen == {Path("games/sheets/fonts")}  # a script, beside the fonts it makes


def test_a_circle_would_be_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) != []


def test_only_addresses_and_other_pages_import_pages() -> None:
    """Code shared by a page and the API belongs in a folder that both import."""
    importing = {
        (mine, other)
        for mine, others in folders().items()
        for other in others
        if "pages" in other.split(".") and "pages" not in mine.split(".") and not mine.endswith("urls")
    }
    assert importing == set()


def test_the_drawing_shows_the_imports_of_today() -> None:
    """`python -m tests.imports` draws it again."""
    assert PICTURE.read_text() == drawn_as_svg()


START = "(?:clubs|dogclub|games|leagues|scoring|tests|templates|benchmarks)/"
NAMED = re.compile(rf"`({START}[\w./]+|[\w/]+\.(?:css|html|js|mjs|py|typ))`")


def test_every_file_the_docs_name_is_there() -> None:
    """A path from the root or from `templates`, or the end of a path where the folder stands beside it."""
    pages = [*ROOT.glob("docs/*/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    named = {(page.name, path) for page in pages for path in NAMED.findall(page.read_text())}
    assert {(page, path) for page, path in named if not _is_there(path)} == set()


def _is_there(path: str) -> bool:
    if re.match(START, path):
        return any((ROOT / start / path).exists() for start in ("", "templates", "dogclub/static"))
    return any(f"/{tracked}".endswith(f"/{path}") for tracked in TRACKED)
