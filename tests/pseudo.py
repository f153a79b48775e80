"""A pseudo-language for tests, en-xa: every message longer, accented and in brackets, so that text not marked for
translation shows.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from unittest import mock

from django.conf import settings
from django.test import override_settings
from django.utils.translation import get_language_bidi, trans_real

CODE = "en-xa"
FIRST, LAST = "⟦", "⟧"
SLOT = re.compile(r"(\{[^{}]*\}|%\(\w+\)[sd]|%[sd%]|<[^<>]*>|&#?\w+;)")
ACCENTS = str.maketrans("aceginorsuyzACEGINORSUYZ", "äçéğíñöŕšüýžÄÇÉĞÍÑÖŔŠÜÝŽ")
SHOWN = ("aria-label", "title", "placeholder", "alt", "data-label", "data-say", "data-passkey", "content")
WORD = re.compile(r"[A-Za-z]{2,}")


class Pseudo(trans_real.DjangoTranslation):
    """A catalogue that translates every message by `pseudo`."""

    def to_language(self) -> str:
        return CODE

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition("\x04")[2])

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return pseudo((singular if number == 1 else plural).rpartition("\x04")[2])


def pseudo(message: str) -> str:
    """The message a third longer, accented and in brackets; placeholders and tags stay as they are.

    >>> pseudo("{count} hands")
    '⟦{count} häñdš ~~⟧'
    """
    said = "".join(part if at % 2 else part.translate(ACCENTS) for at, part in enumerate(SLOT.split(message)))
    length = sum(len(part) for part in SLOT.split(message)[::2])
    return f"{FIRST}{said} {'~' * max(1, round(length * 0.3))}{LAST}"


@contextmanager
def offered(*, right_to_left: bool = False) -> Iterator[None]:
    """Offer the pseudo-language as one of the site's languages while the context is open."""
    languages = [*settings.LANGUAGES, (CODE, "Pseudo")]
    mirrored = [*settings.LANGUAGES_BIDI, *([CODE[:2]] if right_to_left else [])]  # English with it
    asked_anew = mock.patch("games.base.names._is_right_to_left", get_language_bidi)  # not kept beyond the context
    with asked_anew, override_settings(LANGUAGES=languages, LANGUAGES_BIDI=mirrored):  # clears all cached catalogues
        vars(trans_real)["_translations"][CODE] = Pseudo("en-gb")
        yield


class Words(HTMLParser):
    """Collects in `found` the text and the spoken attributes of a page that are outside all brackets.

    Brackets may nest and may enclose tags. Text marked `lang="en"` is left out; it must not contain tags.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.hidden = self.depth = 0
        self.english = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in ("script", "style")
        self.english = tag if ("lang", "en") in attrs else self.english
        if tag != "meta":
            self.found += [_outside(value, 0)[0] for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("script", "style")
        self.english = "" if tag == self.english else self.english

    def handle_data(self, data: str) -> None:
        if not (self.hidden or self.english):
            text, self.depth = _outside(data, self.depth)
            self.found.append(text)


def unmarked(html: str, data: frozenset[str] = frozenset()) -> list[str]:
    """The texts of a page that were not translated; `data` are words that the club itself wrote."""
    page = Words()
    page.feed(html)
    return [text.strip() for text in page.found if {*WORD.findall(text)} - data]


def is_code(text: str) -> bool:
    """Whether the text is a code such as AH52-A7PW, or a path."""
    return bool(re.fullmatch(r"[A-Z0-9]{4}-[A-Z0-9]{4}|[\w.:]+(/[\w.:-]*)+", text))


def _outside(text: str, depth: int) -> tuple[str, int]:
    """The text outside brackets, and the bracket depth at its end."""
    kept = []
    for letter in text:
        depth += letter == FIRST
        if not depth:
            kept.append(letter)
        depth -= letter == LAST
    return "".join(kept), depth
