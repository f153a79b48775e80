"""Converts Markdown into the parts of a help page: a title, the text before the first heading, and a part for each
heading.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token

Resolve = Callable[[str], str | None]
PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")  # HTML in a page is escaped


@dataclass(frozen=True)
class Part:
    """A heading of level 2 with its anchor and the HTML below it."""

    title: str
    anchor: str
    html: SafeString


@dataclass(frozen=True)
class Shown:
    """A page for display; `lead` is the HTML before the first heading of level 2."""

    title: str
    lead: SafeString
    parts: Sequence[Part]


def parsed(source: str) -> list[Token]:
    return PARSER.parse(source)


def title_of(tokens: Sequence[Token]) -> str:
    return plain(tokens[1]) if tokens and tokens[0].type == "heading_open" else ""


def plain(token: Token) -> str:
    """Return the text of one block without markup and pictures."""
    words = (each.content if each.content else " " for each in token.children or () if each.type != "image")
    return " ".join("".join(words).split())


def blocks(tokens: Sequence[Token]) -> list[str]:
    """Return the plain text of every block."""
    return [plain(token) for token in tokens if token.type == "inline"]


def headings_of(tokens: Sequence[Token]) -> list[str]:
    """Return the plain text of every heading, in order."""
    return [plain(token) for before, token in pairwise(tokens) if before.type == "heading_open"]


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as GitHub and the built site make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(tokens: Sequence[Token]) -> list[str]:
    """Return the anchor of every heading, in order; a repeated heading gets a number after it."""
    seen: Counter[str] = Counter()
    found = []
    for anchor in map(anchor_of, headings_of(tokens)):
        found.append(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return found


def shown(tokens: list[Token], ids: Sequence[str], link: Resolve, picture: Resolve) -> Shown:
    """Return the page for display. `ids` are the anchors of the headings, in order. `link` and `picture` return the URL
    for an address in the page, None where it leads to nothing in the help.
    """
    headings = (token for token in tokens if token.type == "heading_open")
    for heading, anchor in zip(headings, ids, strict=True):
        heading.attrSet("id", anchor)
    for token in tokens:
        if token.type == "table_open":
            token.attrSet("class", "data")
        if token.attrs.pop("style", ""):  # a column to the right, and no page here may say so by a style
            token.attrSet("class", "r")
        for each in token.children or ():
            _address(each, link, picture)
        _close(token.children or [])
    body = tokens[3:]
    starts = [at for at, token in enumerate(body) if token.type == "heading_open" and token.tag == "h2"]
    parts = [_part(body[start:end]) for start, end in pairwise([*starts, len(body)])]
    return Shown(title_of(tokens), _html(body[: starts[0] if starts else None]), parts)


def _part(tokens: list[Token]) -> Part:
    return Part(plain(tokens[1]), str(tokens[0].attrGet("id")), _html(tokens[3:]))


def _html(tokens: Sequence[Token]) -> SafeString:
    """Return the HTML of the tokens; it is safe, since the parser escapes all HTML in the source."""
    return SafeString(PARSER.renderer.render(tokens, PARSER.options, {}))


def _address(token: Token, link: Resolve, picture: Resolve) -> None:
    name, resolve = {"link_open": ("href", link), "image": ("src", picture)}.get(token.type, ("", link))
    if not name:
        return
    address = resolve(str(token.attrGet(name)))
    token.attrs = {**token.attrs, name: address} if address else {}
    if token.type == "image":
        token.attrSet("loading", "lazy")


def _close(children: list[Token]) -> None:
    """Turn links without a target into plain text."""
    for opening, closing in _links(children):
        if not opening.attrs:
            opening.tag = closing.tag = "span"


def _links(children: list[Token]) -> Iterator[tuple[Token, Token]]:
    opened = None
    for each in children:
        if each.type == "link_open":
            opened = each
        elif each.type == "link_close" and opened:
            yield opened, each
