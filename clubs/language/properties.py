"""What a language has beside its catalogue: the keys of `dogclub/locale/<language>/language.toml`, which
docs/developers/translating.md describes. English, the source language, has the values of `ENGLISH`.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

FILE = "language.toml"
AREAS = "areas.toml"
# Without a default: what nobody may forget, though it may be empty.
NEEDED = ("name", "ordinal", "syllables", "nouns", "articles")
NEVER = r"(?!)"


@dataclass(frozen=True)
class Article:
    """The article of nouns of a gender, as the subject and the object of a sentence; `before` is a pattern of what
    follows it. The first that fits is used.
    """

    gender: str
    subject: str
    object: str
    before: str = ""


@dataclass(frozen=True)
class Joining:
    """A word between the last two of a list that becomes another before the sounds of a pattern."""

    usual: str
    other: str
    before: str


@dataclass(frozen=True)
class Properties:
    """The keys of a language's file; docs/developers/translating.md says what each is for."""

    name: str = ""
    covers: Sequence[str] | None = None
    territory: str = ""
    ordinal: str = ""
    first: str = ""
    small_days: bool = False
    capital_nouns: bool = False
    capitals: Mapping[str, str] | None = None
    letters: Mapping[str, str] | None = None
    syllables: str = NEVER
    stemmer: str = ""
    compounds: bool = False
    noun_first: bool = False
    nouns: Mapping[str, Sequence[str]] | None = None
    articles: Sequence[Article] = ()
    joinings: Sequence[Joining] = ()


ENGLISH = Properties(stemmer="english")


def read(folder: Path) -> Properties:
    """Return what the file in the folder of a language says; raise ValueError that names what it lacks or has in
    excess.
    """
    with (folder / FILE).open("rb") as source:
        found: dict[str, Any] = tomllib.load(source)
    lacking = [key for key in NEEDED if key not in found]
    unknown = sorted({*found} - {each.name for each in fields(Properties)})
    if lacking or unknown:
        raise ValueError(f"{folder / FILE}: lacks {lacking}, has unknown {unknown}")
    found["articles"] = tuple(Article(**each) for each in found["articles"])
    found["joinings"] = tuple(Joining(**each) for each in found.get("joinings", ()))
    found["syllables"] = found["syllables"] or NEVER
    for key in ("ordinal", "syllables"):
        _check(folder, key, found[key])
    return Properties(**found)


def _check(folder: Path, key: str, value: str) -> None:
    try:
        value.format(1) if key == "ordinal" else re.compile(value)
    except (IndexError, KeyError, ValueError, re.error) as error:
        raise ValueError(f"{folder / FILE}: {key} is not usable: {error}") from error


def names(folder: Path) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the (code, own name) of the complete and of the partial languages below the folder of all catalogues,
    each by name.
    """
    found = {file.parent.name: read(file.parent) for file in sorted(folder.glob(f"*/{FILE}"))}
    codes = sorted(found, key=lambda code: found[code].name)
    every = [(code.replace("_", "-").lower(), found[code]) for code in codes]
    complete = [(code, each.name) for code, each in every if each.covers is None]
    return complete, [(code, each.name) for code, each in every if each.covers is not None]


def properties() -> Properties:
    """Return those of the active language; of English for a language without a file."""
    return of(language_alone())


@cache
def of(language: str) -> Properties:
    """Return those of a language by its code without the region."""
    folder = Path(settings.LOCALE_PATHS[0]) / language
    return read(folder) if (folder / FILE).exists() else ENGLISH


@cache
def areas() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return what a partial language can cover: the pages and files of each area."""
    return tomllib.loads((Path(settings.LOCALE_PATHS[0]) / AREAS).read_text("utf-8"))


@cache
def covered_pages(code: str) -> frozenset[str] | None:
    """Return the routes of the pages that a partial language covers; None for a complete language: all."""
    covers = of(code).covers
    return None if covers is None else frozenset(page for area in covers for page in areas()[area]["pages"])


def language_alone() -> str:
    """Return the active language without its region: `de`, `en`."""
    return (get_language() or "en").partition("-")[0]
