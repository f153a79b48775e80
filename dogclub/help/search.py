"""The search in the help pages: an index of word stems in memory, made of the pages of a language when somebody first
searches in it.
"""

import re
import sqlite3
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from snowballstemmer import stemmer

from clubs.language.properties import of as properties
from dogclub.help.library import Page, headings, pages

EXCERPT = 160  # characters
SYNONYMS = Path(__file__).with_name("synonyms.toml")
TABLE = "CREATE VIRTUAL TABLE pages USING fts5(key UNINDEXED, title, headings, body)"
# A word counts ten times in a title and four times in a heading, on pages for developers half (ranks are negative).
RANKED = """SELECT key FROM pages WHERE pages MATCH ?
ORDER BY bm25(pages, 0, 10.0, 4.0, 1.0) * iif(key LIKE 'developers/%', 0.5, 1.0), rowid"""
WHOLE, BEGUN = '"{}"', '"{}"*'
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Hit:
    """A search result; `excerpt` is the text around the first word that was found."""

    page: Page
    excerpt: str


def found(words: str, language: str) -> list[Hit]:
    """Return the pages that contain all the words or words that mean the same, the likeliest first; where there is no
    such page, those that contain some of them.
    """
    index = _index(language)
    wanted = index.meanings(words)
    rounds = (("AND", WHOLE), ("AND", BEGUN), ("OR", BEGUN))
    keys = next((keys for how, term in rounds if (keys := index.matching(wanted, how, term))), [])
    return [Hit(pages(language)[key], index.excerpt(pages(language)[key], wanted)) for key in keys]


class Index:
    """The pages of a language by the stems of their words. FTS5 ranks them (BM25); one query runs at a time."""

    def __init__(self, language: str) -> None:
        algorithm = properties(language.partition("-")[0]).stemmer
        self.stem = cache(stemmer(algorithm).stemWord) if algorithm else str
        self.lock = Lock()
        self.groups = {stem: group for group in self._groups(language) for stem in group}
        self.connection = sqlite3.connect(":memory:", check_same_thread=False)
        self.connection.execute(TABLE)
        rows = (
            (page.key, *map(self._stemmed, (page.title, headings(page), " ".join(page.blocks))))
            for page in pages(language).values()
            if not page.key.endswith("/index")
        )
        self.connection.executemany("INSERT INTO pages VALUES (?, ?, ?, ?)", rows)

    def meanings(self, words: str) -> list[Sequence[str]]:
        """Return for each of the words its stem and those that mean the same; two words may mean one thing. Words that
        say nothing are left out, as are single letters.
        """
        said = " ".join(word for word in WORD.findall(words.casefold()) if word not in _words()["left_out"])
        stems = [stem for stem in self._stems(said) if len(stem) > 1]
        found = []
        while stems:
            size = 2 if " ".join(stems[:2]) in self.groups else 1
            stem = " ".join(stems[:size])
            found.append(self.groups.get(stem, (stem,)))
            del stems[:size]
        return found

    def matching(self, wanted: Sequence[Sequence[str]], how: str, term: str) -> list[str]:
        """Return the keys of the pages with all of the words (`how` is AND) or any (OR). `term` is the form of a word
        in the query, whole or begun.
        """
        if not wanted:
            return []
        query = f" {how} ".join(f"({' OR '.join(map(term.format, stems))})" for stems in wanted)
        with self.lock:
            return [key for (key,) in self.connection.execute(RANKED, [query])]

    def excerpt(self, page: Page, wanted: Sequence[Sequence[str]]) -> str:
        """Return the text around the first word of the block that holds most of the words."""
        stems = tuple(stem for each in wanted for words in each for stem in words.split())
        block = max(page.blocks[1:] or [page.title], key=lambda block: len(set(self._among(block, stems))))
        first = next((at.start() for at in WORD.finditer(block) if self._is_among(at[0], stems)), 0)
        start = block.rfind(" ", 0, max(0, first - EXCERPT // 2)) + 1
        cut = block[start : start + EXCERPT]
        return ("…" if start else "") + cut + ("…" if start + EXCERPT < len(block) else "")

    def _among(self, text: str, stems: tuple[str, ...]) -> Iterator[str]:
        return (each for each in self._stems(text) if each.startswith(stems))

    def _is_among(self, word: str, stems: tuple[str, ...]) -> bool:
        return any(True for _ in self._among(word, stems))

    def _stemmed(self, text: str) -> str:
        return " ".join(self._stems(text))

    def _stems(self, text: str) -> Iterator[str]:
        return (self.stem(word) for word in WORD.findall(text.casefold()))

    def _groups(self, language: str) -> Iterator[Sequence[str]]:
        """Yield the stems of words that mean the same."""
        for words in _synonyms(language[:2]):
            yield tuple(dict.fromkeys(self._stemmed(word) for word in words))


@cache
def _index(language: str) -> Index:
    return Index(language)


def _synonyms(language: str) -> Sequence[Sequence[str]]:
    """Return lists of words that mean the same; English pages are read in other languages as well."""
    same: Mapping[str, Sequence[Sequence[str]]] = _words()["same"]
    return [*same.get(language, ()), *(same["en"] if language != "en" else ())]


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads(SYNONYMS.read_text(encoding="utf-8"))
