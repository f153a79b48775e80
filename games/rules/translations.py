"""Pages of docs in other languages: beside `at-the-table/confirming.md` there is `at-the-table/de/confirming.md`.

A translation begins with the digest of the English page that it says, so that a test tells which no longer do:

    ---
    english: 5d41402abc4b
    ---
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language

ENGLISH: str = settings.LANGUAGE_CODE
FENCE = "---\n"
DIGITS = 12


@dataclass(frozen=True)
class Source:
    """The Markdown of a page, and the language it is in; `english` is the digest that a translation names."""

    text: str
    language: str
    english: str = ""


def readers_language() -> str:
    return get_language() or ENGLISH


def languages() -> list[str]:
    """Those a page can be translated into."""
    return [code for code, _ in settings.LANGUAGES if code != ENGLISH]


@cache
def source(home: Path, name: str, language: str) -> Source:
    """The page `name` below `home`, in English where nobody translated it."""
    path = home / language / name
    if language in languages() and path.exists():
        return _without_head(path.read_text(encoding="utf-8"), language)
    return Source((home / name).read_text(encoding="utf-8"), ENGLISH)


def digest(english: str) -> str:
    """Of the text of an English page."""
    return hashlib.sha256(english.encode()).hexdigest()[:DIGITS]


def _without_head(text: str, language: str) -> Source:
    head, _, body = text.removeprefix(FENCE).partition(FENCE)
    return Source(body, language, head.partition("english:")[2].strip())
