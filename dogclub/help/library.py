"""Which pages there are, what they say, and where a word is found."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from django.templatetags.static import static
from django.urls import reverse

from games.rules.texts import DOCS

if TYPE_CHECKING:
    from dogclub.help.markdown import Shown  # the parser is loaded with the first page that is read

FOLDERS = ("at-the-table", "organising", "history", "running-it")
PICTURES = "screenshots/"
EXCERPT = 160


@dataclass(frozen=True)
class Page:
    """`key` is its path below docs, without the ending: `organising/run-a-night`."""

    key: str
    title: str
    file: Path
    blocks: Sequence[str]

    def get_absolute_url(self) -> str:
        folder, _, name = self.key.partition("/")
        return reverse("help") + f"#{folder}" if name == "index" else reverse("help-page", args=[self.key])


@dataclass(frozen=True)
class Hit:
    page: Page
    excerpt: str


@cache
def pages() -> Mapping[str, Page]:
    return {page.key: page for folder in FOLDERS for page in _pages_of(folder)}


def _pages_of(folder: str) -> Iterator[Page]:
    from dogclub.help.markdown import blocks, parsed, title_of

    home = DOCS / folder
    for file in sorted([*home.glob("*.md"), *home.glob("rules/*.md")]):
        tokens = parsed(file.read_text(encoding="utf-8"))
        yield Page(file.relative_to(DOCS).with_suffix("").as_posix(), title_of(tokens), file, blocks(tokens))


@cache
def read(key: str) -> "Shown":
    """The page as it is shown; KeyError where there is none."""
    from dogclub.help.markdown import parsed, shown

    tokens = parsed(pages()[key].file.read_text(encoding="utf-8"))
    return shown(tokens, partial(_link, key), partial(_picture, key))


def sections() -> list[tuple[str, "Shown"]]:
    """Each folder with what its index says."""
    return [(folder, read(f"{folder}/index")) for folder in FOLDERS]


def found(words: str) -> list[Hit]:
    """Pages that hold all the words, those with one in the title first."""
    wanted = words.casefold().split()
    hits = [page for page in pages().values() if _holds(page, wanted)]
    hits.sort(key=lambda page: not any(word in page.title.casefold() for word in wanted))
    return [Hit(page, _excerpt(page, wanted)) for page in hits]


def _holds(page: Page, wanted: Sequence[str]) -> bool:
    text = " ".join(page.blocks).casefold()
    return bool(wanted) and not page.key.endswith("/index") and all(word in text for word in wanted)


def _excerpt(page: Page, wanted: Sequence[str]) -> str:
    block = next(block for block in [*page.blocks[1:], page.title] if wanted[0] in block.casefold())
    start = block.rfind(" ", 0, max(0, block.casefold().find(wanted[0]) - EXCERPT // 2)) + 1
    cut = block[start : start + EXCERPT]
    return ("…" if start else "") + cut + ("…" if start + EXCERPT < len(block) else "")


def _link(key: str, address: str) -> str | None:
    if address.startswith(("#", "https://")):
        return address
    path, mark, anchor = address.partition("#")
    page = pages().get(_below_docs(key, path).removesuffix(".md"))
    return page.get_absolute_url() + mark + anchor if page else None


def _picture(key: str, address: str) -> str:
    return static(f"help/{_below_docs(key, address).removeprefix(PICTURES)}")


def _below_docs(key: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(key), path))
