"""The press: a Typst template and its data in, a tagged PDF out.

Typst is imported on the first sheet, not with the server: an idle server should stay small.
The data go in as one JSON string, which the templates read as data; no user's text is ever Typst source.
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
    """Every vendored font and nothing of the machine's own: the same sheet everywhere."""
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONTS])


class Unprintable(Exception):
    """No vendored font has some cluster of the text in one piece; PDF/UA has no place for a missing glyph."""


def compiled(template: Path, data: Mapping[str, object], words: Mapping[str, str], timestamp: int) -> bytes:
    """The PDF as the engine makes it; `timestamp` in place of a clock, so equal data give equal bytes.

    `words` are those of `layout_words`, asked where the language is known: a process that sets pages knows none.
    """
    count("sheets")
    return _pressed(template, {"sheet": _as_json(data), "words": _as_json(words)}, timestamp)


def drawn(template: Path, data: Mapping[str, object]) -> bytes:
    """A PNG of the template's one page, a pixel for each `px` of it; a sign no font has stays out."""
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
    """What JSON has no word for: a text in the language of who reads it, and bytes, such as a picture’s, as numbers."""
    return str(value) if isinstance(value, Promise) else list(cast("Iterable[object]", value))


def _as_json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, default=plain)


@functools.lru_cache(maxsize=256)
def prints(text: str) -> bool:
    """Whether this text alone can be set in the faces of the sheets."""
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
            root=ROOT,  # no layout can read anything outside the games
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
