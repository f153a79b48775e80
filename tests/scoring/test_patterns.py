"""Every message of the engines is a literal pattern with named values, so that a catalogue can translate it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

pytestmark = pytest.mark.form
SCORING = Path(__file__).resolve().parents[2] / "scoring"
SAID_TO_PEOPLE = ("Malformed", "Illegal", "RuleError", "Notice")
Place = tuple[str, ast.Call]


def _files() -> Iterator[Path]:
    return (path for path in sorted(SCORING.rglob("*.py")) if path.name not in ("messages.py", "errors.py"))


def _calls(*names: str) -> Iterator[Place]:
    """File and line, and the call, of every call of one of these functions."""
    for path in _files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _callee(node) in names:
                yield f"{path.relative_to(SCORING.parent)}:{node.lineno}", node


def _callee(call: ast.Call) -> str:
    called = call.func
    return called.id if isinstance(called, ast.Name) else ""


def _patterns() -> Iterator[tuple[str, list[ast.expr], set[str]]]:
    """File and line, the patterns of the message, and the names of its values."""
    for where, call in _calls("Message"):
        yield where, call.args, {value.arg or "" for value in call.keywords}
    for where, call in _calls("counted"):
        if len(call.args) == 3:
            yield where, call.args[:2], {"count", *(value.arg or "" for value in call.keywords)}


def _is_plain(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp)


def test_a_pattern_is_written_out_and_names_its_values() -> None:
    wrong = [where for where, texts, values in _patterns() if not _fits(texts, values)]
    assert wrong == []


def _fits(texts: list[ast.expr], values: set[str]) -> bool:
    written = [node.value for node in texts if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    named = [_placeholders(text) for text in written]
    return bool(texts) and len(written) == len(texts) and set().union(*named) | {"count"} == values | {"count"}


def _placeholders(text: str) -> set[str]:
    found = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    assert all(name.isidentifier() for name in found), f"a value of {text!r} has no name"
    return found


def test_what_is_refused_or_warned_of_is_a_message() -> None:
    plain = [where for where, call in _calls(*SAID_TO_PEOPLE) if len(call.args) > 1 and _is_plain(call.args[1])]
    assert plain == []


def test_a_message_is_not_put_together_from_pieces() -> None:
    put_together = [
        f"{path.name}:{node.lineno}"
        for path in _files()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Assign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id == "message" and _is_plain(node.value)
    ]
    assert put_together == []


def test_seats_are_written_by_their_function() -> None:
    braces = [
        f"{path.name}:{node.lineno}"
        for path in _files()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.JoinedStr)
        and any(isinstance(part, ast.Constant) and "{" in str(part.value) for part in node.values)
    ]
    assert braces == []
