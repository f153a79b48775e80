"""Typst: a template and its data in, a tagged PDF or a PNG out.

Typst is imported with the first sheet, not at start-up, as an idle server should be small. The data are passed as one
JSON string, which the templates parse; no user's text is ever Typst source.
"""

import functools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from django.utils.functional import Promise

from clubs.process_counters import count
from games.sheets.layout_words import layout_words
from games.sheets.memory import forget_soon
from games.sheets.text import FONTS

if TYPE_CHECKING:
    import typst


LAYOUTS = Path(__file__).parent / "layouts"
ROOT = Path(__file__).parent.parent


@functools.cache
def fonts() -> "typst.Fonts":
    """All vendored fonts, and none of the system's, so that sheets are the same everywhere."""
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONTS])


class Unprintable(Exception):
    """No vendored font can set some character cluster of the text; PDF/UA allows no missing glyphs."""


def compiled(template: Path, data: Mapping[str, object], words: Mapping[str, str], timestamp: int) -> bytes:
    """The PDF as Typst writes it; `timestamp` (Unix time) replaces the clock, so that equal data give equal bytes.

    `words` is the result of `layout_words`, passed in because a worker process does not know the reader's language.
    Raises Unprintable.
    """
    count("sheets")
    return _pressed(template, {"sheet": _as_json(data), "words": _as_json(words)}, timestamp)


def drawn(template: Path, data: Mapping[str, object]) -> bytes:
    """The template's one page as PNG, one pixel per Typst `px`; characters that no font has are left out."""
    import typst

    forget_soon()
    count("sheets")
    return typst.compile(
        template,
        root=ROOT,
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"sheet": _as_json(data), "words": _as_json(layout_words())},
        timestamp=0,
        format="png",
        ppi=96.0,
    )


def plain(value: object) -> object:
    """JSON default: a lazy translation as text, and bytes, such as those of an image, as a list of numbers."""
    return str(value) if isinstance(value, Promise) else list(cast("Iterable[object]", value))


def _as_json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, default=plain)


@functools.lru_cache(maxsize=256)
def prints(text: str) -> bool:
    """Whether the fonts of the sheets can set this text."""
    try:
        _pressed(LAYOUTS / "probe.typ", {"text": text}, 0)
    except Unprintable:
        return False
    return True


def _pressed(template: Path, inputs: dict[str, str], timestamp: int) -> bytes:
    import typst

    forget_soon()
    try:
        return typst.compile(
            template,
            root=ROOT,  # templates cannot read files outside the games package
            font_paths=fonts(),
            ignore_system_fonts=True,
            sys_inputs=inputs,
            pdf_standards=["ua-1"],
            timestamp=timestamp,
            format="pdf",
        )
    except typst.TypstError as error:
        if "could not be displayed" in error.message:
            raise Unprintable(error.message) from error
        raise
