"""A sentence stands once: where two modules say the same, one function or name holds it for both."""

import ast
import re
from collections import defaultdict

import pytest

from tests.test_house_rules import CODE, TEMPLATES, text

MARKS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "Message"), slice(0, 1)),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"), slice(0, 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), slice(0, 3)),
}
IN_TEMPLATE = re.compile(r'{% translate "([^"]+)"|{% blocktranslate trimmed[^%]*%}([^{]+){%')
# Sentences that several modules write, each with its reason; there are none.
WRITTEN_AGAIN: dict[str, str] = {}


def sentences(source: str) -> set[str]:
    """The sentences in code that are marked for translation or raised: texts that end as one. Those with a context or
    a plural include these, since equal words may differ there. A place to fill in is the same by any name in an
    f-string.
    """
    return {found for node in ast.walk(ast.parse(source)) for found in _texts(node) if re.search(r"[.?!]$", found)}


def _texts(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        return [found for argument in node.exc.args if (found := _text(argument)) and " " in found]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
        parts = [_text(argument) for argument in node.args[MARKS[node.func.id]]]
        return [" | ".join(parts)] if all(parts) else []
    return []


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_no_sentence_stands_in_two_modules() -> None:
    where: dict[str, list[str]] = defaultdict(list)
    for path in CODE:
        for sentence in sentences(text(path)):
            where[sentence].append(str(path))
    repeated = {sentence: paths for sentence, paths in where.items() if len(paths) > 1}
    assert {sentence: paths for sentence, paths in repeated.items() if sentence not in WRITTEN_AGAIN} == {}
    assert set(WRITTEN_AGAIN) <= set(repeated)


def test_no_template_says_a_rule_of_the_league_anew() -> None:
    """Sentences of up to five words, such as “Nobody has answered yet.”, are labels."""
    code = [path for path in CODE if path.parts[0] in ("clubs", "leagues", "dogclub")]
    said = {sentence for path in code for sentence in sentences(text(path)) if len(sentence.split()) > 5}
    shown = {
        " ".join("".join(found).split()): str(path) for path in TEMPLATES for found in IN_TEMPLATE.findall(text(path))
    }
    assert {sentence: path for sentence, path in shown.items() if sentence in said} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('_("Choose a day.")', {"Choose a day."}),
        ('_("Save")', set()),
        ('raise Refused("Nobody is here.")', {"Nobody is here."}),
        ('raise CommandError(f"No account has the email {email}.")', {"No account has the email {}."}),
        ('ngettext("One leads.", "{count} lead.", 2)', {"One leads. | {count} lead."}),
        ('pgettext("where", "Here?")', {"where | Here?"}),
        ('Malformed("kind", Message("No entry of {game}.", game=1))', {"No entry of {game}."}),
    ],
)
def test_a_sentence_is_found(source: str, found: set[str]) -> None:
    assert sentences(source) == found
