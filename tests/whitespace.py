"""Collapse white space in HTML responses as a browser does, so that tests do not depend on a template's line breaks."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

BLOCKS = (
    "html|head|body|title|meta|link|script|noscript|td|tr|th|li|ul|ol|div|section|p|dl|dt|dd|table|thead|tbody|tfoot"
    "|caption|col|colgroup|header|footer|main|article|nav|form|fieldset|legend|h[1-4]|details|summary"
    "|template|option|select|svg|g|rect|line|path|polyline|circle|dialog|figure|hr|br"
)
BREAK = r"[ \t]*\n\s*"
BESIDE_BLOCK = re.compile(rf"{BREAK}(?=</?(?:{BLOCKS})\b)|{BREAK}(?=/?>)")
AFTER_BLOCK = re.compile(rf"(</?(?:{BLOCKS})\b[^<>]*>){BREAK}")
KEPT = re.compile(r"(<(pre|textarea|script)\b.*?</\2>)", re.S)


def collapsed(html: str) -> str:
    """The HTML with each line break and its indentation as one space, or removed next to a block element."""
    parts = KEPT.split(html)
    return "".join(part if at % 3 == 1 else _lean(part) for at, part in enumerate(parts) if at % 3 != 2)


def _lean(html: str) -> str:
    return re.sub(BREAK, " ", AFTER_BLOCK.sub(r"\1", BESIDE_BLOCK.sub("", html)))


def collapse(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that collapses the white space of HTML responses."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not response.streaming and response.get("Content-Type", "").startswith("text/html"):
            response.content = collapsed(response.content.decode()).encode()
        return response

    return middleware
