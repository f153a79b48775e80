"""The cells of one round of a score sheet as HTML: only numbers go in, and a template a cell would be slow."""

from collections.abc import Iterable

from django.utils.safestring import SafeString

SAID = '<span class="vh">total </span>{}'
MARKS = {
    "": f'">{SAID}',
    "top": f' mark-top">{SAID}<span class="vh"> top</span>',
    "low": f' mark-low">{SAID}<span class="vh"> bottom</span>',
}


def total(figure: object, link: str, mark: str = "") -> str:
    """A total that leads to the story of its cell; `mark` is "top", "low" or ""."""
    return f'<a href="{link}" class="fig mark{MARKS[mark].format(figure)}</a>'


def cell(inner: str, css: str = "", corner: str = "") -> str:
    """One seat's cell; `corner` is what its marked corner means, read aloud ("" for none)."""
    css = " ".join(filter(None, ("cell", css, "is-dealer" if corner else "")))
    hidden = f'<span class="vh">{corner}, </span>' if corner else ""
    return f'<td><div class="{css}">{hidden}{inner}</div></td>'


def joined(cells: Iterable[str]) -> SafeString:
    """A row: numbers and our own markup, nothing a person typed."""
    return SafeString("".join(cells))
