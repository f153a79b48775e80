"""The rules page and its texts, parsed from Markdown into sections and articles, and their translations."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.language.terms import rules_label
from clubs.models import Club
from games.base.house_rules import usual_rules
from games.models import Match
from games.registry import table_game
from scoring import ENGINES
from scoring.records import options_from_json

# Translated pages of docs: the translation of `at-the-table/confirming.md` is `at-the-table/de/confirming.md`.
# A translation begins with the digest of the English page it was made from, so that outdated ones are found:
#     ---     english: 5d41402abc4b     ---
# An outdated translation is shown with a line that says so. Where its headings are no longer those of the English
# page, a link to a rule would lead to another one, and the English page is shown.


ENGLISH: str = settings.LANGUAGE_CODE
FENCE = "---\n"
DIGITS = 12
HEADING = re.compile(r"^(#+) ([A-Z]{2}-\d+|)", re.MULTILINE)


@dataclass(frozen=True)
class Source:
    """The Markdown of a page and its language; `english` is the digest that a translation names. `is_older` means that
    the English page has changed since.
    """

    text: str
    language: str
    english: str = ""
    is_older: bool = False


def readers_language() -> str:
    """The code of the current language."""
    return get_language() or ENGLISH


def languages() -> list[str]:
    """The codes of the languages that pages can be translated into."""
    return [code for code, _ in settings.TRANSLATED_LANGUAGES]


@cache
def source(home: Path, name: str, language: str) -> Source:
    """The page `name` below `home`, in English where there is no translation with the same headings."""
    english, path = (home / name).read_text(encoding="utf-8"), home / language / name
    if language in languages() and path.exists():
        own = _without_head(path.read_text(encoding="utf-8"), language, digest(english))
        if headings(own.text) == headings(english):
            return own
    return Source(english, ENGLISH)


def headings(markdown: str) -> list[tuple[int, str]]:
    """The depth of every heading with the number of its rule, or ""."""
    return [(len(marks), rule) for marks, rule in HEADING.findall(markdown)]


def digest(english: str) -> str:
    """The digest of an English page's text."""
    return hashlib.sha256(english.encode()).hexdigest()[:DIGITS]


def _without_head(text: str, language: str, now: str) -> Source:
    head, _, body = text.removeprefix(FENCE).partition(FENCE)
    english = head.partition("english:")[2].strip()
    return Source(body, language, english, is_older=english != now)


# Rules and glossary texts, parsed from Markdown into sections and articles.
# The current rules are `rules/<game>.md` below docs/at-the-table, earlier revisions are
# `rules/revisions/<game>-<version>.md` (DD-52), and the glossary is `call-outs.md`. Each is read in the reader's
# language where there is a translation, with the anchors of the English page.
# The Markdown is restricted so that it is readable in the repository too: `##` a section, `###` an article, `>` a
# house rule, `|` a table, anything else a paragraph.


DOCS = Path(settings.DOCS)
AT_THE_TABLE = DOCS / "at-the-table"
VERSION = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){0,2}")
RULE = re.compile(r"[A-Z]{2}-\d+")
ARTICLE = re.compile(r"(?P<key>[A-Z]{2}-\d+|Hand \d+):? (?P<title>.+)")


@dataclass(frozen=True)
class Block:
    """A paragraph (`text`), a house rule (`house`), or a `table` with its headings in the first row."""

    kind: str
    text: str = ""
    rows: Sequence[Sequence[str]] = ()

    @property
    def head(self) -> Sequence[str]:
        """The headings of a table."""
        return self.rows[0]

    @property
    def body(self) -> Sequence[Sequence[str]]:
        return self.rows[1:]

    @property
    def labelled(self) -> Sequence[Sequence[tuple[str, str]]]:
        """The body of a table as (column heading, cell)."""
        return [[*zip(self.head, row, strict=False)] for row in self.body]


@dataclass(frozen=True)
class Article:
    """One article; `key` is the number of a rule, or "". `own` is what is played differently, in sentences."""

    key: str
    title: str
    blocks: Sequence[Block]
    anchor: str
    own: Sequence[str] = ()


@dataclass(frozen=True)
class Section:
    """A section: paragraphs (`lead`), then articles."""

    title: str
    lead: Sequence[Block]
    articles: Sequence[Article]


@dataclass(frozen=True)
class Text:
    """A whole page: paragraphs (`lead`), then sections."""

    title: str
    lead: Sequence[Block]
    sections: Sequence[Section] = field(default_factory=tuple)
    language: str = ENGLISH
    is_older: bool = False  # a translation of an earlier English page


def rules_of(game: str) -> Text | None:
    """The rules of a game; None if it has no rules page. `game` is a key of the registry, not user input."""
    name = f"rules/{game}.md"
    return _translated(AT_THE_TABLE, name, readers_language()) if (AT_THE_TABLE / name).exists() else None


def earlier_rules(game: str, version: str) -> Text | None:
    """The rules of an earlier revision; None if there is none. `version` may be any user input."""
    path = AT_THE_TABLE / "rules" / "revisions" / f"{game}-{version}.md"
    return text_of(path) if VERSION.fullmatch(version) and path.exists() else None


def earlier_versions(game: str) -> list[str]:
    """Earlier revisions of a game's rules, newest first."""
    paths = (AT_THE_TABLE / "rules" / "revisions").glob(f"{game}-*.md")
    versions = [path.stem.removeprefix(f"{game}-") for path in paths]
    return sorted(versions, key=lambda version: [int(part) for part in version.split(".")], reverse=True)


def glossary() -> Text:
    """The glossary of call-outs."""
    return _translated(AT_THE_TABLE, "call-outs.md", readers_language())


def privacy() -> Text:
    """The privacy notice."""
    return _translated(DOCS / "history", "privacy.md", readers_language())


@cache
def text_of(path: Path) -> Text:
    """The parsed file, cached."""
    return parsed(path.read_text(encoding="utf-8"))


def parsed(markdown: str) -> Text:
    """Parse a page."""
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
    return replace(own, sections=sections, language=page.language, is_older=page.is_older)


def _as_in_english(own: Article, english: Article) -> Article:
    """The article with the anchor of the English one, and a key if that has one.

    The key is the start of the title: `Runde 1` of `Runde 1: Eine Karte`.
    """
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
    """For every heading of this depth: its title, the text below it, and the rest from the next deeper heading on."""
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


# The rules page, for members and for the tablet that keeps the score of a match.


@require_safe
@club_view()
def rules_page(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Show one game's rules (`game`, by default the first), current or of an earlier revision (`rev`), with what this
    club, or one `match` of it, plays differently.
    """
    match = _match(club, request.GET.get("match", ""))
    games = [game for game in ENGINES if rules_of(game.key)]
    game = next(
        (game for game in games if game.key == request.GET.get("game", match.game if match else ENGINES[0].key)), None
    )
    text = rules_of(game.key) if game else None
    if game is None or text is None:
        raise Http404
    wanted = request.GET.get("rev", game.version)[:20]
    earlier = earlier_rules(game.key, wanted) if wanted != game.version else None
    rules_game = table_game(game.key)
    at_table = bool(rules_game.reference) and request.GET.get("at") == "table"
    is_of_match = match is not None and match.game == game.key
    own = match.options if match and is_of_match else usual_rules(club, game.key) or {}
    changes = rules_game.changes(options_from_json(game, own))
    context = {
        "access": access,
        "here": "more",
        "match": match if is_of_match else None,
        "changed": [anchor for anchor in sorted(changes) if RULE.fullmatch(anchor)],
        "rules_label": rules_label(game.key, own),
        "table_game": rules_game,
        "games": games,
        "text": _with_changes(earlier or text, changes),
        "version": game.version,
        "wanted": wanted,
        "is_earlier": earlier is not None,
        "earlier": earlier_versions(game.key),
        "at_table": at_table,
    }
    return render(request, "games/rules/rules.html", context)


def _match(club: Club, key: str) -> Match | None:
    """Return the match of the club with this id, None for no id. Raises Http404."""
    if not key:
        return None
    try:
        return club.matches.get(pk=UUID(key))
    except (ValueError, Match.DoesNotExist) as error:
        raise Http404 from error


def _with_changes(text: Text, changes: Mapping[str, Sequence[str]]) -> Text:
    """Return the rules with what is played differently in its place, by the anchor of the rule."""
    if not changes:
        return text
    sections = [
        replace(section, articles=[replace(each, own=changes.get(each.anchor, ())) for each in section.articles])
        for section in text.sections
    ]
    return replace(text, sections=sections)
