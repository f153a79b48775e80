"""Find texts in templates outside `{% translate %}` and `{% blocktranslate %}`."""

import re
from collections.abc import Iterator

from django.template.base import Lexer, TokenType

from tests.pseudo import WORD, Words

SLOT = "\x01"  # not NUL, which an HTML parser does not accept in a tag
BEGINS = {"blocktranslate", "blocktrans", "comment", "verbatim"}
NO_TEXT = "block body_class"
LITERAL = re.compile(r'(?<!_\()"([A-Z][a-z]{2,}[^"]*)"')  # an argument of a template, a tag or a filter
MARKS = {"translate", "trans"}
ENTITY = re.compile(r"&\w+;")
# Names that are not translated.
NAMES = {"Dog", "Club", "PDF", "CSV", "JSON", "API", "BGG"}


def unmarked_text(template: str) -> list[str]:
    """Unmarked texts and spoken attributes with words in them; the output of tags is not checked."""
    page = Words()
    page.feed("".join(_outside(template)))
    texts = [ENTITY.sub(SLOT, text) for text in page.found]
    return [" ".join(text.replace(SLOT, "…").split()) for text in texts if {*WORD.findall(text)} - NAMES]


def _outside(template: str) -> Iterator[str]:
    inside = ""
    for token in Lexer(template).tokenize():
        name = token.contents.split(maxsplit=1)[0] if token.token_type is TokenType.BLOCK else ""
        if inside:
            inside = "" if name == f"end{inside}" else inside
        elif token.contents == NO_TEXT or name in BEGINS:
            inside = name
            yield SLOT
        elif token.token_type is TokenType.TEXT:
            yield token.contents
        elif name in MARKS:
            yield SLOT
        else:
            yield from (f"{SLOT}<i>{text}</i>" for text in LITERAL.findall(token.contents))
            yield SLOT
