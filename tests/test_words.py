"""The terms of docs/developers/glossary.md: retired words are not used in names, nor metaphors on labels."""

import ast
import re

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.labels import listing
from tests.server import ROOT
from tests.test_house_rules import CODE, PYTHON, text

pytestmark = pytest.mark.form
GLOSSARY = (ROOT / "docs" / "developers" / "glossary.md").read_text()
RETIRED = set(
    re.findall(r"[a-z]+", GLOSSARY.partition("## Retired words")[2].partition("\n\n")[2].partition("\n\n")[2])
)
TESTS = [path for path in PYTHON if path.parts[0] in ("tests", "benchmarks")]
EXEMPT = {
    "NewHook",  # a schema of the API
    *("door_knob", "_door_knob", "hall_of_fame"),  # the terms used on the screen
    *("ahead", "is_ahead", "stayed_ahead"),  # of players who lead
    *("is_kept", "_verb"),  # a trophy or a seat that stays with its holder; a verb of a sentence
}
# Metaphors and calques that were once on labels and must not be used again.
UNWANTED = re.compile(
    r"\b(doors?(?! knob)|pencil|the book|look(?! up)|mail address|post address|if you like|write (it|down|them)"
    r"|(take|taken) (it )?(back|apart|out)|put it|let go|leave it|keep it|go on|go in|(makes?|make) one|once more"
    r"|for coming|first bark|the morning after|whole evening|told|tells?|rests|to take along|for machines|how often"
    r"|as they stand|house plays|all told|the run of it|by day|by night|called|lay(s|ing)? out|how do you know)\b",
    re.I,
)


def words(name: str) -> set[str]:
    """The words of a name in any case style, such as `TrophyLane` or `trophy-lane`, in lower case; a plural also as its
    singular.
    """
    parts = re.findall(r"[A-Z]?[a-z]+", name)
    return {part.lower() for part in parts} | {part.lower().removesuffix("s") for part in parts}


def test_the_glossary_names_what_went() -> None:
    assert {"room", "shelf", "pencil", "hook"} <= RETIRED


def test_no_module_has_a_retired_name() -> None:
    named = {part for path in [*CODE, *TESTS] for part in (*path.parts[:-1], path.stem)}
    assert {name for name in named - EXEMPT if words(name) & RETIRED} == set()


def test_no_class_has_a_retired_name() -> None:
    classes = {node.name for path in CODE for node in ast.walk(ast.parse(text(path))) if isinstance(node, ast.ClassDef)}
    assert {name for name in classes - EXEMPT if words(name.lstrip("_")) & RETIRED} == set()


def test_no_function_has_a_retired_name() -> None:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = {node.name for path in CODE for node in ast.walk(ast.parse(text(path))) if isinstance(node, kinds)}
    assert {name for name in functions - EXEMPT if words(name) & RETIRED} == set()


def names_of(patterns: list[URLPattern | URLResolver]) -> set[str]:
    """The names of all routes below these patterns."""
    found = {each.name or "" for each in patterns if isinstance(each, URLPattern)}
    return found.union(*(names_of(each.url_patterns) for each in patterns if isinstance(each, URLResolver)))


def test_no_address_has_a_retired_name() -> None:
    assert {name for name in names_of(get_resolver().url_patterns) - EXEMPT if words(name) & RETIRED} == set()


def test_no_word_is_explained_twice() -> None:
    explained = re.findall(r"^\* \*\*([^*]+)\*\*: ", GLOSSARY, re.M)
    assert explained
    assert sorted(word for word in set(explained) if explained.count(word) > 1) == []


def test_no_label_has_an_unwanted_word() -> None:
    assert [label for label in listing().splitlines() if UNWANTED.search(label)] == []
