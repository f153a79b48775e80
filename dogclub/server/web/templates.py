"""Django's templates, in which numbers are written as Python writes them.

No language of this program formats plain numbers (`clubs/language/formats`): figures in drawings and forms look alike
everywhere, and those for reading are formatted by filters. Looking up the format of each number took a twentieth of a
page's time (ADR 64).
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template import Origin, TemplateDoesNotExist
from django.template.backends.django import DjangoTemplates, Template, reraise
from django.template.context import make_context
from django.template.loaders import filesystem
from django.utils.safestring import SafeString


class PlainNumbers(DjangoTemplates):
    """The template backend for settings.TEMPLATES."""

    def from_string(self, template_code: str) -> Template:
        return Plain(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> Template:
        found = super().get_template(template_name)
        return Plain(found.template, self)


class Plain(Template):
    """A template rendered with `use_l10n` off."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        page = make_context(context, request, autoescape=self.backend.engine.autoescape)
        page.use_l10n = False
        try:
            return self.template.render(page)
        except TemplateDoesNotExist as error:
            reraise(error, self.backend)


# The templates without the line breaks of their layout, which a page would carry to every reader (ADR 80).
#
# White space that holds no line break is kept as written. White space that holds one is
#
# * in text one blank, if text stands on one side and text or an inline element on the other; * nothing elsewhere:
# inside the edges of any element, beside a block element, between two elements; * in a tag of HTML one blank between
# attributes, and nothing before `>`, after `{% if %}` and before `{% endif %}`; before `{% if %}` it is the blank that
# each branch begins with, so that a page has none where none is taken; * in the value of an attribute nothing beside a
# tag of Django, else one blank.
#
# `&#32;` is how a blank is written where a line begins or ends; it is loaded as one. Tags of Django that show nothing
# themselves (`if`, `for`, `with`) are looked through, into every branch. What stands in `blocktranslate`, `pre`,
# `textarea`, `script` and `style` is kept.

_DJANGO = r"\{%.*?%\}|\{\{.*?\}\}|\{\#.*?\#\}"
_WORDS = r"\{%\s*blocktranslate\b.*?\{%\s*endblocktranslate\s*%\}"
_NOTE = r"\{%\s*comment\b.*?\{%\s*endcomment\s*%\}"
_ATOM = rf"(?>{_WORDS}|{_NOTE}|{_DJANGO})"
PIECE = re.compile(
    rf"(?P<django>{_ATOM})"
    rf"|(?P<html><(?P<name>/?(?:[a-zA-Z][\w-]*|{_DJANGO}))"
    rf"""(?>{_ATOM}|"(?>{_ATOM}|[^"])*+"|'(?>{_ATOM}|[^'])*+'|[^"'>])*+>)"""
    r"|(?P<aside><!--.*?-->|<![a-zA-Z][^>]*>)"
    r"|(?P<break>\s+)"
    r"|(?P<word>(?>(?!\{[%{\#]|<[a-zA-Z/!{])\S)+|.)",
    re.DOTALL,
)
ATTRIBUTE = re.compile(
    rf"""(?P<value>"(?>{_ATOM}|[^"])*+"|'(?>{_ATOM}|[^'])*+')|(?P<django>{_ATOM})|(?P<break>\s*\n\s*)""", re.DOTALL
)
IN_VALUE = re.compile(rf"(?P<django>{_ATOM})|(?P<break>\s*\n\s*)", re.DOTALL)
TAG = re.compile(r"\{%\s*(\w+)")

BLOCK = re.compile(
    "html|head|body|title|meta|link|script|style|noscript|base|template|main|header|footer|nav|section|article|aside"
    "|search|h[1-6]|hgroup|div|p|pre|hr|br|blockquote|address|figure|figcaption|details|summary|dialog|menu|ul|ol|li|dl"
    "|dt|dd|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td|form|fieldset|legend|datalist|optgroup|option|source"
    "|track|g|defs|use|rect|line|path|polyline|polygon|circle|ellipse|text|tspan|clippath|lineargradient|stop"
)
VOID = re.compile("area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr")
KEPT = ("pre", "textarea", "script", "style")
SHOWN_AS_TEXT = re.compile("translate|blocktranslate|now|firstof|cycle|querystring|url|static|get_static_prefix")
EDGES = re.compile("(end)?(block|partialdef|slot)")
LOOKED_THROUGH = re.compile(
    "(end)?(if|for|with|localize|filter|spaceless|autoescape|language)|elif|else|empty|comment|load|extends|regroup"
    "|club_behind|mail_is_sent|get_current_language|get_current_language_bidi|get_current_timezone"
)
BRANCHES = ("elif", "else", "empty")
NO_BLANK_AFTER = ("if", "elif", "else", "with")
NO_BLANK_BEFORE = ("elif", "else", "endif", "endwith", "empty", "endfor", ">", "/")

TEXT, OPENING, CLOSING, INLINE, EDGE, THROUGH = range(6)
BLANK_AFTER, BLANK_BEFORE = {TEXT, CLOSING, INLINE}, {TEXT, OPENING, INLINE}


class Piece(NamedTuple):
    """A part of a template: its text, what it is beside white space, and the name of a tag that is looked through."""

    text: str
    kind: int
    tag: str = ""
    space: str = ""  # the white space before it


@dataclass
class Block:
    """An `if` or `for` whose pieces are being read."""

    end: str
    before: set[int]
    results: set[int]
    turns: set[int]
    is_complete: bool = False  # one of the branches is always taken

    def next_branch(self, tag: str, state: set[int]) -> set[int]:
        """What may come before the piece after this tag, which ends a branch."""
        self.results |= state
        if tag in ("empty", "for", "endfor"):
            self.turns |= state
        if tag == self.end:
            return self.results if self.is_complete else self.results | self.before
        self.is_complete |= tag != "elif"
        return self.before | self.turns


class Loader(filesystem.Loader):
    """Loads the templates of this program without their layout; others come as they are, by another loader."""

    def get_contents(self, origin: Origin) -> str:
        contents: str = super().get_contents(origin)
        return without_layout(contents, keep_lines=self.engine.debug) if origin.name.endswith(".html") else contents


def without_layout(source: str, *, keep_lines: bool = False) -> str:
    """Return a template without the line breaks of its layout.

    With `keep_lines` each piece stays on its line, for the pages of errors: a comment of Django takes the place of what
    is left out.
    """

    def instead(space: str, shown: str) -> str:
        if not keep_lines:
            return shown
        return space if shown else f"{{% comment %}}{space}{{% endcomment %}}"

    pieces = [*_pieces(source, instead)]
    before = _neighbours(pieces, {"if": "endif", "for": "endfor"})
    after = _neighbours(pieces[::-1], {"endif": "if", "endfor": "for"})[::-1]
    made = []
    for at, piece in enumerate(pieces):
        if "\n" not in piece.space:
            made.append(piece.space)
        else:
            follows_text = at > 0 and pieces[at - 1].kind == TEXT and after[at - 1] & BLANK_BEFORE
            is_blank = follows_text or (piece.kind == TEXT and before[at] & BLANK_AFTER)
            made.append(instead(piece.space, " " if is_blank else ""))
        made.append(piece.text)
    return re.sub(r" ?&#32; ?", " ", "".join(made))


def _pieces(source: str, instead: Callable[[str, str], str]) -> Iterator[Piece]:
    """The parts of a template in their order, tags of HTML on one line; an empty one at the end has the last white
    space.
    """
    at, space = 0, ""
    while found := PIECE.match(source, at):
        at, text = found.end(), found[0]
        if found["break"]:
            space = text
            continue
        if found["django"]:
            yield _of_django(text, space)
        elif found["html"]:
            name = found["name"].lower()
            yield Piece(_tag(text, instead), _of_html(name, text), "", space)
            if name in KEPT:
                end = source.find(f"</{name}", at)
                yield Piece(source[at:end], EDGE)
                at = end
        else:
            yield Piece(text, EDGE if found["aside"] else TEXT, "", space)
        space = ""
    yield Piece("", EDGE, "", space)


def _of_django(text: str, space: str) -> Piece:
    name = found[1] if (found := TAG.match(text)) else ""
    if EDGES.fullmatch(name):
        return Piece(text, EDGE, "", space)
    if text.startswith("{#") or LOOKED_THROUGH.fullmatch(name) or re.search(r"\bas(var)? \w+( silent)?\s*%\}", text):
        return Piece(text, THROUGH, name, space)
    return Piece(text, TEXT if text.startswith("{{") or SHOWN_AS_TEXT.fullmatch(name) else INLINE, "", space)


def _of_html(name: str, text: str) -> int:
    if BLOCK.fullmatch(name.strip("/")):
        return EDGE
    if name.startswith("/"):
        return CLOSING
    return INLINE if VOID.fullmatch(name) or text.endswith("/>") else OPENING


def _neighbours(pieces: Sequence[Piece], ends: dict[str, str]) -> list[set[int]]:
    """For each piece, what may come before it in a page: a set, because branches may be taken or not.

    With the pieces and the pairs of tags reversed it is what may come after.
    """
    turns: dict[int, set[int]] = defaultdict(set)  # what a loop ends with, which its next turn comes after
    found: list[set[int]] = []
    for _pass in range(2):  # the first learns the turns
        found, state, blocks = [], {EDGE}, list[Block]()
        for at, piece in enumerate(pieces):
            found.append(state)
            if piece.kind != THROUGH:
                state = {piece.kind}
            elif piece.tag in ends:
                blocks.append(Block(ends[piece.tag], state, set(), turns[at]))
                state = state | turns[at]
            elif blocks and piece.tag in (blocks[-1].end, *BRANCHES):
                state = blocks[-1].next_branch(piece.tag, state)
                if piece.tag == blocks[-1].end:
                    blocks.pop()
    return found


def _tag(text: str, instead: Callable[[str, str], str]) -> str:
    """A tag of HTML whose attributes stand on one line."""
    made, at, last = [], 0, ""
    is_next_apart, apart = (
        False,
        list[bool](),
    )  # whether a line break stands before the next `if`, and before the open ones
    for found in ATTRIBUTE.finditer(text):
        made.append(text[at : found.start()])
        at, piece = found.end(), found[0]
        if found["value"]:
            made.append(_value(piece, instead))
        elif found["django"]:
            made.append(piece)
            last = name[1] if at < len(text) and (name := TAG.match(piece)) else ""
            if last == "if":
                apart.append(is_next_apart)
            if apart and apart[-1] and last in ("if", "elif", "else"):
                made.append(" ")
            if apart and last == "endif":
                apart.pop()
            is_next_apart = False
            continue
        else:
            following = name[1] if (name := TAG.match(text, at)) else text[at : at + 1]
            is_edge = following in NO_BLANK_BEFORE or (last in NO_BLANK_AFTER and text[found.start() - 1] == "}")
            is_next_apart = following == "if" and not is_edge
            made.append(instead(piece, "" if is_edge or is_next_apart else " "))
    return "".join(made) + text[at:]


def _value(text: str, instead: Callable[[str, str], str]) -> str:
    """The value of an attribute, on one line."""

    def one_line(found: re.Match[str]) -> str:
        if found["django"]:
            return found[0]
        is_beside = text[: found.start()].endswith(("%}", '"', "'")) or text[found.end() :].startswith(("{%", '"', "'"))
        return instead(found[0], "" if is_beside else " ")

    return IN_VALUE.sub(one_line, text)
