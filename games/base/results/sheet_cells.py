"""The cells of one round of a score sheet as HTML, without templates, which would be slow; they hold only numbers."""

from collections.abc import Iterable

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

CSS = {"": "", "top": " mark-top", "low": " mark-low"}


def total(figure: object, link: str, mark: str = "") -> str:
    """Return a total that links to the history of its cell; `mark` is "top", "low" or ""."""
    marked = {"": "", "top": _("top"), "low": _("bottom")}[mark]
    after = f'<span class="vh"> {marked}</span>' if marked else ""
    return f'<a href="{link}" class="fig mark{CSS[mark]}"><span class="vh">{_("total")} </span>{figure}{after}</a>'


def cell(inner: str, css: str = "", corner: str = "") -> str:
    """Return one seat's cell; `corner` is the screen-reader text of its marked corner ("" for none)."""
    css = " ".join(filter(None, ("cell", css, "is-dealer" if corner else "")))
    hidden = f'<span class="vh">{corner}, </span>' if corner else ""
    return f'<td><div class="{css}">{hidden}{inner}</div></td>'


def joined(cells: Iterable[str]) -> SafeString:
    """Return a row as safe HTML: the cells hold numbers and our own markup, nothing that a person typed."""
    return SafeString("".join(cells))
