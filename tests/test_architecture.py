"""The architecture: no import cycles, and only pages and URL modules import pages."""

import re

import pytest

from tests.imports import circle, folders, modules
from tests.server import ROOT

pytestmark = pytest.mark.form


def test_no_folders_import_each_other_in_a_circle() -> None:
    assert circle(folders()) == []


def test_no_modules_do_either() -> None:
    assert circle(modules()) == []


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


def test_every_file_the_docs_name_is_there() -> None:
    named = re.compile(r"`((?:clubs|dogclub|games|leagues|scoring|tests|templates|benchmarks)/[\w./]+)`")
    pages = [*ROOT.glob("docs/*/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    stale = {(page.name, path) for page in pages for path in named.findall(page.read_text())}
    assert {(page, path) for page, path in stale if not _is_there(path)} == set()


def _is_there(path: str) -> bool:
    return any((ROOT / start / path).exists() for start in ("", "templates", "dogclub/static"))
