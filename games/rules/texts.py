"""The club's own texts: rules and call-outs, read as sections of numbered articles.

The revision that is played now is `rules/<game>.md` below docs/at-the-table, earlier ones are
`rules/revisions/<game>-<version>.md` (DD-52), and the glossary is `call-outs.md`. Each is read in the reader's language
where somebody translated it, with the anchors of the English page.

They are Markdown of the plainest kind, so that they read well in the repository too: `##` a section, `###` an article,
`>` a house rule, `|` a table, anything else a paragraph.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.utils.text import slugify

from games.rules.translations import ENGLISH, readers_language, source

DOCS = Path(settings.DOCS)
AT_THE_TABLE = DOCS / "at-the-table"
VERSION = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){0,2}")
ARTICLE = re.compile(r"(?P<key>[A-Z]{2}-\d+|Hand \d+):? (?P<title>.+)")


@dataclass(frozen=True)
class Block:
    """A paragraph, a house rule, or a table with its head in the first row."""

    kind: str
    text: str = ""
    rows: Sequence[Sequence[str]] = ()

    @property
    def head(self) -> Sequence[str]:
        return self.rows[0]

    @property
    def body(self) -> Sequence[Sequence[str]]:
        return self.rows[1:]

    @property
    def labelled(self) -> Sequence[Sequence[tuple[str, str]]]:
        """The body, each cell after what its column is called."""
        return [[*zip(self.head, row, strict=False)] for row in self.body]


@dataclass(frozen=True)
class Article:
    """`key` is the number of a rule, or nothing."""

    key: str
    title: str
    blocks: Sequence[Block]
    anchor: str


@dataclass(frozen=True)
class Section:
    title: str
    lead: Sequence[Block]
    articles: Sequence[Article]


@dataclass(frozen=True)
class Text:
    title: str
    lead: Sequence[Block]
    sections: Sequence[Section] = field(default_factory=tuple)
    language: str = ENGLISH


def rules_of(game: str) -> Text | None:
    """None where the game has no rules page yet; `game` is a key of the registry, never what somebody typed."""
    name = f"rules/{game}.md"
    return _translated(AT_THE_TABLE, name, readers_language()) if (AT_THE_TABLE / name).exists() else None


def earlier_rules(game: str, version: str) -> Text | None:
    """The rules as an earlier revision had them; None where nobody kept them, whatever `version` is."""
    path = AT_THE_TABLE / "rules" / "revisions" / f"{game}-{version}.md"
    return text_of(path) if VERSION.fullmatch(version) and path.exists() else None


def earlier_versions(game: str) -> list[str]:
    """Revisions whose text is kept beside the one that is played now, the newest first."""
    paths = (AT_THE_TABLE / "rules" / "revisions").glob(f"{game}-*.md")
    versions = [path.stem.removeprefix(f"{game}-") for path in paths]
    return sorted(versions, key=lambda version: [int(part) for part in version.split(".")], reverse=True)


def glossary() -> Text:
    return _translated(AT_THE_TABLE, "call-outs.md", readers_language())


def privacy() -> Text:
    return _translated(DOCS / "history", "privacy.md", readers_language())


@cache
def text_of(path: Path) -> Text:
    return parsed(path.read_text(encoding="utf-8"))


def parsed(markdown: str) -> Text:
    title, lead, rest = _parted(markdown, "# ")[0]
    sections = [_section(*part) for part in _parted(rest, "## ")]
    return Text(title, list(_blocks(lead)), sections)


@cache
def _translated(home: Path, name: str, language: str) -> Text:
    english, page = text_of(home / name), source(home, name, language)
    if page.language == ENGLISH:
        return english
    own = parsed(page.text)
    sections = [
        replace(section, articles=[*map(_as_in_english, section.articles, of_english.articles)])
        for section, of_english in zip(own.sections, english.sections, strict=True)
    ]
    return replace(own, sections=sections, language=page.language)


def _as_in_english(own: Article, english: Article) -> Article:
    """With the anchor of the English article, and a key where that has one: `Runde 1` of `Runde 1: Eine Karte`."""
    key, mark, title = own.title.partition(":")
    if english.key and not own.key and mark:
        return replace(own, key=key.strip(), title=title.strip(), anchor=english.anchor)
    return replace(own, anchor=english.anchor)


def _section(title: str, lead: str, rest: str) -> Section:
    return Section(title, list(_blocks(lead)), [_article(*part) for part in _parted(rest, "### ")])


def _article(heading: str, text: str, rest: str) -> Article:
    match = ARTICLE.fullmatch(heading)
    key, title = (match["key"], match["title"]) if match else ("", heading)
    return Article(key, title, list(_blocks(text)), key.replace(" ", "-") or slugify(title))


def _parted(text: str, mark: str) -> list[tuple[str, str, str]]:
    """Title, what follows it, and from the next deeper heading on, of every heading of this depth."""
    parts = re.split(rf"^{mark}", text, flags=re.MULTILINE)[1:]
    return [_headed(part, f"#{mark}") for part in parts]


def _headed(part: str, deeper: str) -> tuple[str, str, str]:
    title, _, body = part.partition("\n")
    at = re.search(rf"^{deeper}", body, flags=re.MULTILINE)
    cut = at.start() if at else len(body)
    return title.strip(), body[:cut], body[cut:]


def _blocks(text: str) -> Iterator[Block]:
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        for kind, lines in groupby(paragraph.splitlines(), key=_kind):
            yield from _READ[kind](list(lines))


def _kind(line: str) -> str:
    return "table" if line.startswith("|") else "house" if line.startswith(">") else "text"


def _table(lines: list[str]) -> list[Block]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not set(line) <= set("|-")]
    return [Block("table", rows=rows)]


_READ: dict[str, Callable[[list[str]], list[Block]]] = {
    "table": _table,
    "house": lambda lines: [Block("house", line[1:].strip()) for line in lines],
    "text": lambda lines: [Block("text", " ".join(lines))],
}
