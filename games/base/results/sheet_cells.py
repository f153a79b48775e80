"""The cells of one round of a score sheet as HTML: only numbers go in, and a template a cell would be slow."""

from collections.abc import Iterable

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

CSS = {"": "", "top": " mark-top", "low": " mark-low"}


def total(figure: object, link: str, mark: str = "") -> str:
    """A total that leads to the story of its cell; `mark` is "top", "low" or ""."""
    marked = {"": "", "top": _("top"), "low": _("bottom")}[mark]
    after = f'<span class="vh"> {marked}</span>' if marked else ""
    return f'<a href="{link}" class="fig mark{CSS[mark]}"><span class="vh">{_("total")} </span>{figure}{after}</a>'


def cell(inner: str, css: str = "", corner: str = "") -> str:
    """One seat's cell; `corner` is what its marked corner means, read aloud ("" for none)."""
    css = " ".join(filter(None, ("cell", css, "is-dealer" if corner else "")))
    hidden = f'<span class="vh">{corner}, </span>' if corner else ""
    return f'<td><div class="{css}">{hidden}{inner}</div></td>'


def joined(cells: Iterable[str]) -> SafeString:
    """A row: numbers and our own markup, nothing a person typed."""
    return SafeString("".join(cells))
