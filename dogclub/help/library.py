"""The help pages in each language, without sign-in: the sections with a search box, and each page of the docs."""

import posixpath
import re
import sqlite3
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from django.templatetags.static import static
from django.urls import reverse
from snowballstemmer import stemmer

from clubs.language.properties import of as properties
from games.rules import DOCS, ENGLISH, languages, source

if TYPE_CHECKING:
    from dogclub.help.markdown import Shown  # the parser is imported with the first page that is read
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubs.access import account
from clubs.models import Membership
from games.rules import readers_language

FOR_MEMBERS = ("at-the-table", "organising", "history")  # the other pages are in English alone
FOLDERS = (*FOR_MEMBERS, "running-it", "developers")
PICTURES = "screenshots/"
CALL_OUTS = "at-the-table/call-outs"
RULES = "at-the-table/rules/"
# Pages that were joined with another: the key of each, and the address below Help that answers the same question.
JOINED = {
    "developers/browsers": "developers/testing/#browsers",
    "developers/chances": "developers/architecture/#what-is-computed-when",
    "developers/jobs": "developers/recipes/#adding-a-kind-of-job",
    "developers/league": "developers/architecture/#what-is-computed-when",
    "developers/offline": "developers/architecture/#the-table-without-a-network",
    "developers/reading-sheets": "developers/printing/#marks-and-frames",
    "developers/reliability": "developers/testing/#faults",
    "history/archive": "history/exports/#move-or-keep-the-whole-club",
    "history/notifications": "history/emails/",
    "history/photo": "history/account/",
    "organising/sheet-layout": "organising/imports/#prepare-a-spreadsheet",
    "running-it/sub-domain": "running-it/https/#with-a-public-host-name",
}


@dataclass(frozen=True)
class Page:
    """A help page. `key` is the path of the English page below docs, without the ending: `organising/run-a-night`.
    `folder` is where the file itself is, for its relative links; `language` is the reader's, or English where there is
    no translation. `blocks` are its texts without markup. `is_older` marks a translation of an earlier English page.
    """

    key: str
    title: str
    markdown: str
    blocks: Sequence[str]
    folder: str
    language: str
    is_older: bool

    def get_absolute_url(self) -> str:
        folder, _, name = self.key.partition("/")
        return reverse("help") + f"#{folder}" if name == "index" else reverse("help-page", args=[self.key])


@cache
def pages(language: str) -> Mapping[str, Page]:
    """Return all pages by key, in a language."""
    return {page.key: page for folder in FOLDERS for page in _pages_of(folder, language)}


def _pages_of(folder: str, language: str) -> Iterator[Page]:
    home = DOCS / folder
    for file in sorted(home.glob("*.md")):
        if f"{folder}/{file.stem}" != CALL_OUTS:
            yield page_of(home, file.relative_to(home), language)


def page_of(home: Path, name: Path, language: str) -> Page:
    """Return the page in a file below `home`, also one for members."""
    from dogclub.help.markdown import blocks, parsed, title_of

    text = source(home, name.as_posix(), language)
    tokens = parsed(text.text)
    key = home.relative_to(DOCS) / name.with_suffix("")
    below = home.relative_to(DOCS) / ("" if text.language == ENGLISH else text.language) / name.parent
    title = title_of(tokens)
    return Page(key.as_posix(), title, text.text, blocks(tokens), below.as_posix(), text.language, text.is_older)


def headings(page: Page) -> str:
    """Return the headings of a page, without its title."""
    from dogclub.help.markdown import headings_of, parsed

    return " ".join(headings_of(parsed(page.markdown))[1:])


@cache
def read(key: str, language: str) -> "Shown":
    """Return the page for display. Raises KeyError where there is none."""
    from dogclub.help.markdown import anchors, parsed, shown

    page = pages(language)[key]
    tokens = parsed(page.markdown)
    same = anchors(parsed(pages(ENGLISH)[key].markdown))
    return shown(tokens, same, partial(_link, page), partial(_picture, page))


def sections(language: str) -> list[tuple[Page, str, "Shown"]]:
    """Return (page, folder name, content) of the index page of each folder."""
    return [(pages(language)[f"{folder}/index"], folder, read(f"{folder}/index", language)) for folder in FOLDERS]


def _link(page: Page, address: str) -> str | None:
    """Return the URL for a link in a page; None for a page that is not part of the help."""
    if address.startswith(("#", "https://")):
        return address
    path, mark, anchor = address.partition("#")
    key = key_of(page, path)
    target = pages(page.language).get(key)
    url = target.get_absolute_url() if target else _for_members(key)
    return url + mark + anchor if url else None


def _for_members(key: str) -> str | None:
    """Return the address that leads members to the text in their club; None where it is no text for members."""
    if key == CALL_OUTS:
        return reverse("help-call-outs")
    return reverse("help-rules", args=[key.removeprefix(RULES)]) if key.startswith(RULES) else None


def _picture(page: Page, address: str) -> str:
    return static(f"help/{_below_docs(page, address).removeprefix(PICTURES)}")


def key_of(page: Page, path: str) -> str:
    """Return the key of the page that a link leads to: a page in any language has the key of the English one."""
    folder, _, name = _below_docs(page, path).removesuffix(".md").partition("/")
    first, _, rest = name.partition("/")
    return f"{folder}/{rest if first in languages() else name}"


def _below_docs(page: Page, path: str) -> str:
    return posixpath.normpath(posixpath.join(page.folder, path))


# The search in the help pages: an index of word stems in memory, made of the pages of a language when somebody first
# searches in it.

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


# The pages.


LONGEST_SEARCH = 100


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "").strip()
    language = readers_language()
    context = {"sections": sections(language), "words": words, "hits": found(words, language)}
    return render(request, "dogclub/help/index.html", context)


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    if key in JOINED:
        return redirect(reverse("help") + JOINED[key], permanent=True)
    language = readers_language()
    if key not in pages(language) or key.endswith("/index"):
        raise Http404
    folder = key.partition("/")[0]
    context = {
        "page": read(key, language),
        "text": pages(language)[key],
        "folder": folder,
        "section": pages(language)[f"{folder}/index"],
    }
    return render(request, "dogclub/help/page.html", context)


@require_safe
def call_outs(request: HttpRequest) -> HttpResponseBase:
    """Redirect members to the glossary of their club."""
    return _in_my_club(request, "glossary")


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponseBase:
    """Redirect members to the rules of a game in their club."""
    return _in_my_club(request, "rules", "?" + urlencode({"game": game}))


def _in_my_club(request: HttpRequest, name: str, query: str = "") -> HttpResponseBase:
    """Redirect to a page of the visitor's club, the first by name; that page decides who may read it."""
    user = account(request)
    if user is None:
        return redirect_to_login(request.get_full_path())
    mine = Membership.objects.filter(user=user, club__deletes_at=None).select_related("club").order_by("club__name")
    membership = mine.first()
    if membership is None:
        raise Http404
    return redirect(reverse(name, args=[membership.club.slug]) + query)


# robots.txt: what programs that collect pages may read.


# Shared pages (/s/) are open to the programs that show a preview of a link; to search engines they say noindex.
READABLE = ("/$", "/help/", "/privacy/", "/static/", "/s/")
OF_A_CLUB = ("/help/at-the-table/call-outs/", "/help/at-the-table/rules/")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Allow the public pages and nothing else; of two lines that fit, the longer one counts (RFC 9309)."""
    lines = [
        "User-agent: *",
        *(f"Allow: {path}" for path in READABLE),
        *(f"Disallow: {path}" for path in OF_A_CLUB),
    ]
    return HttpResponse("\n".join([*lines, "Disallow: /", ""]), content_type="text/plain; charset=utf-8")
