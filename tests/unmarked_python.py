"""Find texts in Python code that are not marked for translation: sentences and labels of two words or more.

`python -m tests.unmarked_python [FOLDER …]` prints them, file by file.
"""

import ast
import re
import sys
from pathlib import Path

MARKS = {
    *("_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "npgettext"),
    *("npgettext_lazy", "gettext_noop", "Message", "counted", "RuleError", "Notice"),
}
WORDS = re.compile(r"^[A-Z“][\w’]*[,:.]? .*[a-z]{2}|^[A-Z“]?[\w’{}\s,;–—“”:.()]*(?:[a-z]{3}| [a-z]{2}| \d+)[.!?]”?$")
SQL = re.compile(r"^(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|SET|DROP|ALTER|WITH|EXPLAIN|BEGIN|ANALYZE|VACUUM)\b")
# Texts only for operators and developers, which stay English: commands, settings, logs, the API's document.
ENGLISH = re.compile(
    r"migrations/|management/|settings|^dogclub/"
    r"(api/(openapi/|http/messages)|demo|operations/(health|metrics|logs|backup|upgrade)"
    r"|configuration|background|styleguide|server/(?!web/))"
)
SPOKEN_TO_ENGINEERS = {
    *("CommandError", "ImproperlyConfigured", "AssertionError", "RuntimeError", "TypeError", "KeyError"),
    *("NotImplementedError", "LookupError", "Warning"),
    *("extend_schema", "OpenApiParameter", "OpenApiExample", "OpenApiResponse", "add_argument", "compile", "Counter"),
    *("Histogram", "Gauge", "execute", "Error", "Info", "RunSQL", "OSError", "PermissionError", "RuntimeWarning"),
}
LEVELS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
LOGGERS = {"logger", "log", "logging"}


def marked_texts(source: str) -> set[str]:
    """The texts inside marks of gettext and of engines, of one thing where there are two forms."""
    texts = set()
    for node in ast.walk(ast.parse(source)):
        name = _name(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in MARKS - {"RuleError", "Notice"}:
            marked = node.args["pgettext" in name :][:1]
            texts |= {each.value for each in marked if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    return texts


class Texts(ast.NodeVisitor):
    """Collects line and text of each string constant that is neither marked for translation nor a docstring."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []

    def visit_Call(self, node: ast.Call) -> None:
        is_spoken_for = _name(node.func) in MARKS | SPOKEN_TO_ENGINEERS or _logs(node.func)
        for value in (node.func, *node.args, *(each.value for each in node.keywords)):
            if not (is_spoken_for and isinstance(value, ast.Constant | ast.JoinedStr)):
                self.visit(value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        self.visit(node.test)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        parts = [str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values]
        self.found.append((node.lineno, "".join(parts)))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.found.append((node.lineno, node.value))


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _logs(function: ast.expr) -> bool:
    """Whether the function is a logger's, such as `logger.info`, and not `messages.info`, whose text a page shows."""
    return isinstance(function, ast.Attribute) and function.attr in LEVELS and _name(function.value) in LOGGERS


def unmarked_text(source: str) -> list[tuple[int, str]]:
    """Line and text of each unmarked text of a module; SQL is left out."""
    texts = Texts()
    texts.visit(ast.parse(source))
    found = ((line, text.strip()) for line, text in texts.found)
    return [(line, text) for line, text in found if WORDS.search(text) and not SQL.search(text)]


def of_the_program(*folders: str) -> dict[str, list[tuple[int, str]]]:
    """The unmarked texts of each file in these folders that has some. Files ending in `.html.py` are skipped: they are
    templates that a parallel run collects for translation.
    """
    paths = (path for folder in folders for path in sorted(Path(folder).rglob("*.py")) if len(path.suffixes) == 1)
    found = {str(path): unmarked_text(path.read_text()) for path in paths if not ENGLISH.search(str(path))}
    return {path: texts for path, texts in found.items() if texts}


if __name__ == "__main__":
    every = of_the_program(*(sys.argv[1:] or ("scoring", "clubs", "games", "leagues", "dogclub")))
    for path, texts in every.items():
        print(f"{path}: {len(texts)}")
        print(*(f"  {line}: {text!r}" for line, text in texts), sep="\n")
    print(sum(map(len, every.values())))
