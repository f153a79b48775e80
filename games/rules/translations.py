"""Translated pages of docs: the translation of `at-the-table/confirming.md` is `at-the-table/de/confirming.md`.

A translation begins with the digest of the English page it was made from, so that a test finds outdated ones:

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
    """The Markdown of a page and its language; `english` is the digest that a translation names."""

    text: str
    language: str
    english: str = ""


def readers_language() -> str:
    """The code of the current language."""
    return get_language() or ENGLISH


def languages() -> list[str]:
    """The codes of the languages that pages can be translated into."""
    return [code for code, _ in settings.LANGUAGES if code != ENGLISH]


@cache
def source(home: Path, name: str, language: str) -> Source:
    """The page `name` below `home`, in English where there is no translation."""
    path = home / language / name
    if language in languages() and path.exists():
        return _without_head(path.read_text(encoding="utf-8"), language)
    return Source((home / name).read_text(encoding="utf-8"), ENGLISH)


def digest(english: str) -> str:
    """The digest of an English page's text."""
    return hashlib.sha256(english.encode()).hexdigest()[:DIGITS]


def _without_head(text: str, language: str) -> Source:
    head, _, body = text.removeprefix(FENCE).partition(FENCE)
    return Source(body, language, head.partition("english:")[2].strip())
