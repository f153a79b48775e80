"""Conventions of this code base that can be checked (docs/developers/adr and CONTRIBUTING give the reasons)."""

import ast
import builtins
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import fields

from dogclub.server.web.templates import without_layout
from scoring import ENGINES
from tests.server import ROOT

pytestmark = pytest.mark.form
PACKAGES = ("dogclub", "leagues", "games", "clubs", "scoring")
TRACKED = [
    Path(name)
    for name in subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    if (ROOT / name).is_file()
]
PYTHON = [path for path in TRACKED if path.suffix == ".py"]
CODE = [path for path in PYTHON if path.parts[0] in PACKAGES and "migrations" not in path.parts]
TEMPLATES = [path for path in TRACKED if path.parts[0] == "templates" and path.suffix == ".html"]
GAMES = {found.key for found in ENGINES}
KINDS = {kind for found in ENGINES for kind in found.entries}
WRITES = {
    *("create", "bulk_create", "get_or_create", "update_or_create", "update", "bulk_update", "delete"),
    *("acreate", "abulk_create", "aget_or_create", "aupdate_or_create", "aupdate", "abulk_update", "adelete"),
}


def text(path: Path) -> str:
    return (ROOT / path).read_text()


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(text(path)))


def strings(node: ast.AST) -> set[str]:
    return {leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)}


def folder(key: str) -> str:
    """The name of a game's package."""
    return key.replace("-", "_")


def within(path: Path, *folders: str) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


# 1. Only scoring/ and a game's own package in games/ compare a game's key or an entry's kind with a string.


def compared(node: ast.AST) -> set[str]:
    """Strings that a node compares with: by ==, in, match, or a queryset filter by game or kind."""
    if isinstance(node, ast.Compare):
        return strings(node)
    if isinstance(node, ast.match_case):
        return strings(node.pattern)
    if isinstance(node, ast.keyword) and re.fullmatch(r"(.*__)?(game|kind)(__\w+)?", node.arg or ""):
        return strings(node.value) if re.search(r"__(in|exact|iexact|startswith)$", node.arg or "") else set()
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("filter", "exclude"):
        asked = [word for word in node.keywords if re.fullmatch(r"(.*__)?(game|kind)", word.arg or "")]
        return {found for word in asked for found in strings(word.value)}
    return set()


def test_only_a_game_and_its_engine_ask_which_game_or_kind_it_is() -> None:
    outside = [path for path in CODE if not within(path, "scoring", *(f"games/{folder(key)}" for key in GAMES))]
    asking = {
        (str(path), found) for path in outside for node in nodes(path) for found in compared(node) & (GAMES | KINDS)
    }
    assert asking == set()


def test_no_template_asks_which_game_it_is() -> None:
    shared = [path for path in TEMPLATES if not any(key.replace("-", "_") in path.parts for key in GAMES)]
    words = "|".join(map(re.escape, GAMES | KINDS))
    asks = re.compile(rf"{{%\s*(?:el)?if\b[^%]*[\"'](?:{words})[\"']")
    assert [str(path) for path in shared if asks.search(text(path))] == []


# 2. Only games/ledger creates an Entry or writes a Tally.


def written(node: ast.AST) -> str:
    """The call that writes an entry or a tally, such as `Entry.objects.create`; "" for any other node."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Name) and node.func.id in ("Entry", "Tally"):
        return node.func.id
    if isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
        chain = ast.unparse(node.func)
        return chain if re.search(r"\b(Entry|Tally|entries|tallies)\b", chain) else ""
    return ""


def test_only_the_ledger_writes_entries_and_tallies() -> None:
    others = [path for path in CODE if path.parts[0] != "scoring" and not within(path, "games/ledger")]
    assert [(str(path), found) for path in others for node in nodes(path) if (found := written(node))] == []


# 3. A field of options or of an entry is only ever added, with a default that means "as before".


@pytest.mark.parametrize("found", ENGINES, ids=lambda found: found.key)
def test_fields_of_entries_only_grow(found: object) -> None:
    """A new field is added to tests/golden/<game>.fields.json as "optional"; no field is ever removed there."""
    engine = next(each for each in ENGINES if each is found)
    types = {"options": engine.options, **engine.entries}
    now = {
        (kind, field.name, "required" if field.required else "optional")
        for kind, of in types.items()
        for field in fields(of)
    }
    stored = json.loads(text(Path(f"tests/golden/{engine.key}.fields.json")))
    assert now == {(kind, *field) for kind, of in stored.items() for field in of.items()}
    assert {*stored} == {*types}
    assert [name for kind, name, need in now if kind == "options" and need == "required"] == []


# 4. Every engine has a package in games/, its templates, a rules page and golden records.


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_engine_is_at_home(key: str) -> None:
    assert within_any(f"games/{folder(key)}", ".py")
    assert [path for path in TEMPLATES if folder(key) in path.parts]
    assert Path(f"docs/at-the-table/rules/{key}.md") in TRACKED
    assert within_any(f"tests/golden/{key}", ".json")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_stands_in_the_contracts_on_imports(key: str) -> None:
    listed = re.findall(rf"\b(games|scoring)\.{folder(key)}\b", text(Path("pyproject.toml")))
    assert sorted(listed) == ["games", "games", "scoring"]


def within_any(folder: str, suffix: str) -> list[Path]:
    return [path for path in TRACKED if path.is_relative_to(folder) and path.suffix == suffix]


# 5. Templates, PDF and statistics read the sheet or the tally, never an entry's payload.


def test_only_the_history_page_shows_payloads() -> None:
    assert [str(path) for path in TEMPLATES if "payload" in text(path) and "history" not in path.stem] == []


def test_print_and_statistics_read_figures() -> None:
    readers = [path for path in CODE if within(path, "games/sheets", "games/statistics", "leagues/statistics")]
    reading = [
        str(path)
        for path in readers
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr == "payload"
    ]
    assert reading == []


# Files, folders and templates.


def test_no_line_is_hidden_from_the_linters() -> None:
    hidden = re.compile("no" + "qa|pragma: no" + " cover")
    assert [str(path) for path in PYTHON if hidden.search(text(path))] == []


def types_read_into(path: Path) -> Iterator[str]:
    """The types passed to msgspec's decoding functions, as written in the code."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            named = {keyword.arg: keyword.value for keyword in node.keywords}
            given: dict[str, list[ast.expr | None]] = {
                "convert": [*node.args[1:2]],
                "Decoder": [*node.args[:1]],
                "decode": [named.get("type")],
            }
            yield from (ast.unparse(into) for into in given.get(node.func.attr, ()) if into)


def test_whatever_is_read_into_a_type_of_ours_waits_for_that_type() -> None:
    safe = re.compile(r"resolved\(|dict\[str, Any\]$|Json$")
    reading = [(str(path), into) for path in CODE if "import msgspec" in text(path) for into in types_read_into(path)]
    assert [each for each in reading if each[0] != "scoring/record_format/strict.py" and not safe.match(each[1])] == []


def passed_on(method: ast.AST) -> str:
    """The function, or the function of a module, to which a method only passes its own arguments on; "" for others."""
    if not isinstance(method, ast.FunctionDef) or method.decorator_list or not method.args.args[1:]:
        return ""
    said = [each for each in method.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    call = getattr(said[0], "value", None) if len(said) == 1 else None
    if not isinstance(call, ast.Call) or isinstance(said[0], ast.Assign | ast.AnnAssign):
        return ""
    given = [*map(ast.unparse, call.args), *(f"{each.arg}={ast.unparse(each.value)}" for each in call.keywords)]
    own = [each.arg for each in method.args.args[1:]] + [f"{each.arg}={each.arg}" for each in method.args.kwonlyargs]
    name = ast.unparse(call.func)
    plain = name.replace(".", "").isidentifier() and not name.startswith("self.") and not hasattr(builtins, name)
    return name if given == own and plain else ""


def test_a_method_that_would_only_pass_its_arguments_on_is_that_function() -> None:
    """`setup = staticmethod(setup.setup)` says it in one line, and mypy still compares the signatures."""
    classes = ((path, node) for path in CODE for node in nodes(path) if isinstance(node, ast.ClassDef))
    found = {f"{path}: {each.name} calls {passed_on(method)}" for path, each in classes for method in each.body}
    assert not {each for each in found if not each.endswith(" calls ")}


def test_no_module_is_called_after_nothing() -> None:
    empty = {"utils", "util", "helpers", "services", "common", "misc", "base_classes"}
    assert [str(path) for path in TRACKED if {path.stem, *path.parts} & empty] == []


INLINE = re.compile(
    r"""\sstyle\s*=|<style\b|\son[a-z]+\s*=\s*["']|javascript:|<script\b(?![^>]*(?:\bsrc=|type="application/json"))"""
)


def test_templates_hold_no_inline_style_or_script() -> None:
    """Emails have one inline style, because mail clients do not load style sheets."""
    found = [(str(path), match[0]) for path in TEMPLATES for match in INLINE.finditer(text(path))]
    assert found == [("templates/dogclub/notify/reminders/mail/base.html", "<style")]


SENTENCE = re.compile(r"\{% blocktranslate.*?\{% endblocktranslate %\}", re.S)
DJANGO = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}")


def test_templates_are_laid_out_one_element_a_line() -> None:
    """A tag on several lines has its name alone on the first, and its `>` after the last attribute (ADR 80)."""
    lines = [(path, line.strip()) for path in TEMPLATES for line in SENTENCE.sub("", text(path)).split("\n")]
    ends_in_tag = [
        (str(path), line)
        for path, line in lines
        if re.search(r"<[a-zA-Z/][^<>]*$", DJANGO.sub("", line)) and not re.fullmatch(r"(&#32;)?<[\w-]+", line)
    ]
    assert ends_in_tag == []
    assert [(str(path), line) for path, line in lines if line.startswith(("/>", ">"))] == []
    assert [str(path) for path in TEMPLATES if re.search(r".{121}", text(path))] == []
    assert sum(line.count("{%") > 2 for path in TEMPLATES for line in text(path).split("\n")) <= 150


def test_figures_are_made_by_their_component() -> None:
    """By hand are fields to type in, links around a figure, and figures of several parts (ADR 82)."""
    by_hand = [str(path) for path in TEMPLATES if re.search(r'class="[^"]*\bfig\b', text(path))]
    assert len(by_hand) <= 14, by_hand


A_WORD = r"\{\{|\{% translate \"[^,:]|\{% blocktranslate[^%]*%\}\s*[^\s,:]"
TOUCHES = re.compile(
    rf"(?:\}}\}}|translate[^%]*%\}})(?:\{{% if [^%]*%\}})?<span class=\"vh\">(?:\{{% if [^%]*%\}})?(?:{A_WORD})"
    rf"|<span class=\"vh\">[^<]*[^\s<](?<! \{{% endif %\}})</span>(?:{A_WORD}|<(?:b|bdi|small|span)\b)"
)


def test_words_that_are_only_said_do_not_touch_those_shown() -> None:
    """A page would be read as “11of 13 hands”."""
    touching = [(str(path), found) for path in TEMPLATES for found in TOUCHES.findall(without_layout(text(path)))]
    assert touching == []


FORM_TAG = re.compile(r"<form\b(?:\{%.*?%\}|\{\{.*?\}\}|[^>])*>|element\(\s*\"form\",\s*\{[^}]*\}", re.S)
POSTS = re.compile(r"""method="(?:post|\{\{)|hx-post|data-out|^element""")


def test_a_form_that_writes_is_never_filled_from_the_browsers_memory() -> None:
    """After a reload Firefox puts a changed field back as it was, hidden ones too: bids were posted as tricks."""
    scripts = sorted((ROOT / "dogclub" / "scripts").rglob("*.js"))
    assert [
        (str(path), tag[0])
        for path in [*TEMPLATES, *scripts]
        for tag in FORM_TAG.finditer(text(path))
        if POSTS.search(tag[0]) and not re.search(r'autocomplete(=|: )"off"', tag[0])
    ] == []


def test_templates_turn_no_escaping_off() -> None:
    assert [str(path) for path in TEMPLATES if re.search(r"\|\s*safe\b|autoescape\s+off", text(path))] == []


def test_locks_name_no_index() -> None:
    locks = [path for path in TRACKED if path.name.startswith("requirements")]
    assert [str(path) for path in locks if re.search(r"https?://|--index|--find-links", text(path))] == []
    assert all("--hash=sha256:" in text(path) for path in locks)


def test_decisions_are_numbered_without_a_gap() -> None:
    decisions = [path for path in TRACKED if path.parent == Path("docs/developers/adr") and path.stem != "index"]
    numbers = sorted(path.name[:4] for path in decisions)
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]
