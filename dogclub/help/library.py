"""The help pages in each language.

They are public, so they say how to use Dog Club and not what a game’s rules or call-outs are: those are for members
(DD-53). Links to them lead to the pages of the reader's club.
"""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from django.templatetags.static import static
from django.urls import reverse

from games.rules import DOCS, ENGLISH, languages, source

if TYPE_CHECKING:
    from dogclub.help.markdown import Shown  # the parser is imported with the first page that is read

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
