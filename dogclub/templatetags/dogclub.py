"""Template filters and tags for figures (minus sign, plus sign, ordinals, marks), names, dates and icons."""

import datetime
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django import template
from django.template.defaultfilters import floatformat, stringfilter
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi, gettext_noop
from django.utils.translation import gettext as _

from clubs.accounts.adapter import is_mail_sent
from clubs.language import locales
from clubs.language.locales import decimal_sign, minus, ordinal, shown_name
from clubs.language.properties import properties
from clubs.language.terms import capital, name_of
from clubs.models.calendar import club_day
from games.base.wording import described, label_of
from scoring.messages import translated

register = template.Library()


@register.simple_tag
def mail_is_sent() -> bool:
    """Return whether mail leaves this machine, for pages that would promise some."""
    return is_mail_sent()


SOFT_HYPHEN = "\N{SOFT HYPHEN}"
VOWELS = "aeiouyàáâãäåæèéêëíîïòóôõöøœùúûü"
BETWEEN_VOWELS = re.compile(rf"(?<=[{VOWELS}])[^\W\d_{VOWELS}]+(?=[{VOWELS}])", re.IGNORECASE)
TWO_STOPS = re.compile(r"\.((?:</\w+>)+)\.(?!\.)")
DIGRAPHS = ("ch", "ck", "gh", "ph", "sh", "th")
MIRRORED_ICONS = ("arrow-left", "arrow-right", "chevron-right", "undo-2")
ICONS = Path(__file__).resolve().parent.parent / "static" / "vendor" / "icons"


register.filter(minus)


@register.filter
def typed(value: int | str) -> str:
    """Write -7 with a minus sign (U+2212) and no directional mark, as it stands in an input field."""
    return str(value).replace("-", locales.MINUS)


@register.filter
def decimal(value: float | None, places: int = 1) -> str:
    """Format 4.25 with that many decimals, the decimal sign of the language and a minus sign; "" for None."""
    return minus(floatformat(value, places)).replace(".", decimal_sign())


@register.filter
def figure_rows(rows: Iterable[tuple[int | str, Sequence[int | None]]]) -> SafeString:
    """Table rows as HTML, from (number or name, figures) each; in a template hundreds of cells would be slow."""
    lines = ((number, "".join(f'<td class="r">{minus(figure)}</td>' for figure in figures)) for number, figures in rows)
    return SafeString("".join(f'<tr><th scope="row">{number}</th>{cells}</tr>' for number, cells in lines))


@register.filter
def signed(value: int | None) -> str:
    """Write a figure with its sign: +7, −2 and 0; "" for None."""
    return "" if value is None else locales.signed(value)


register.filter(ordinal)
register.filter(locales.introducing)
register.filter(locales.labelled)
register.filter(locales.percent)
register.filter(locales.unit_after)
register.filter("filesizeformat", locales.size)
register.filter("capfirst", stringfilter(capital), is_safe=True)


@register.filter(expects_localtime=True)
def date(value: datetime.date | None, letters: str) -> str:
    """Django's `date` filter, with the order of the language: `{{ night.starts_at|date:"l j F, H:i" }}`; ""
    for None.
    """
    return locales.date_format(value, letters) if value else ""


@register.filter(expects_localtime=True)
def time(value: datetime.date | None, letters: str) -> str:
    """Django's `time` filter, on the clock of the language: `{{ job.due_at|time:"H:i" }}`; "" for None."""
    return locales.date_format(value, letters) if value else ""


@register.simple_tag
def now(letters: str) -> str:
    """As Django's tag, each language in its own order: `{% now "l, j F" %}`."""
    return locales.date_format(timezone.localtime(), letters)


register.filter(club_day)
register.filter(translated)
register.filter("game_name", name_of)
register.filter("rules_label", label_of)
register.filter(described)


MARKS: dict[str | None, tuple[str, str]] = {
    "no": ("", ""),
    "": (" mark", ""),
    None: (" mark", ""),
    "top": (" mark mark-top", gettext_noop("top")),
    "low": (" mark mark-low", gettext_noop("bottom")),
}
CELLS = {"th": ' scope="row"'}


@register.simple_tag
def fig(
    value: int | str | None,
    css: str = "",
    *,
    mark: str | None = "no",
    says: str | None = None,
    before: str = "",
    tag: str = "span",
    link: str = "",
    label: str = "",
    data: str = "",
    hidden: bool = False,
) -> SafeString:
    """A figure: `{% fig row.points|signed "pts" %}`. A number has a minus sign, None is an empty figure.

    With `mark` it has space for one: "top" is the box, "low" the circle, "" or None neither. A screen reader says
    `before`, a blank and the figure, then `says`, unless given the name of the mark. `tag` is the element (a `th` is
    the head of its row), or `a` where a `link` is given; `css` are its further classes, `data` is what scripts find it
    by, `label` what stands before it where a table folds, `hidden` keeps it from screen readers. Raises KeyError where
    the mark is none of these.
    """
    classes, name = MARKS[mark]
    if says is None:
        says = f" {_(name)}" if name else ""
    shown = minus(value) if value is None or isinstance(value, int) else conditional_escape(value)
    element, rest = ("a", f' href="{conditional_escape(link)}"') if link else (tag, CELLS.get(tag, ""))
    rest += f" data-{data}" if data else ""
    rest += f' data-label="{conditional_escape(label)} "' if label else ""
    rest += ' aria-hidden="true"' if hidden else ""
    shown = (_only_said(f"{before} ") if before else "") + shown + (_only_said(says) if says else "")
    # Safe: the value and the texts are escaped, the rest are words of a template.
    return SafeString(f'<{element}{rest} class="{css + " " if css else ""}fig{classes}">{shown}</{element}>')


@register.simple_tag
def name(whose: str, css: str = "", tag: str = "") -> SafeString:
    """A name on a page: `{% name player.label %}`. It keeps its own direction and may break where a syllable ends.

    With a `tag` it is this element, of the class `name` (a `th` is the head of its row); `css` are the classes of a
    name that stands among other words.
    """
    classes = f' class="{css}"' if css else ""
    shown = f"<bdi{classes}>{conditional_escape(soft(shown_name(whose) if type(whose) is str else whose))}</bdi>"
    # Safe: the name is escaped, the rest are words of a template.
    return SafeString(f'<{tag}{CELLS.get(tag, "")} class="name">{shown}</{tag}>' if tag else shown)


def _only_said(words: str) -> str:
    return f'<span class="vh">{conditional_escape(words)}</span>'


@register.simple_tag
def icon(name: str, css: str = "icon") -> SafeString:
    """The icon as inline SVG, so that it has the colour of the surrounding text.

    Icons in ALONG_THE_LINE point along the text and are mirrored in right-to-left languages.
    """
    return _drawing(name, f"{css} is-turned" if name in MIRRORED_ICONS and get_language_bidi() else css)


@cache
def _drawing(name: str, css: str) -> SafeString:
    drawing = (ICONS / f"{name}.svg").read_text()
    inner = drawing[drawing.index(">", drawing.index("<svg")) + 1 : drawing.rindex("</svg>")]
    # Safe: a vendored file, whose hash a test checks.
    lines = SafeString(" ".join(inner.split()))
    return format_html('<svg class="{}" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', css, lines)


@register.filter(is_safe=True)
def one_stop(sentences: str) -> str:
    """What ends with a name that has its own full stop gets no second one: `1 in <bdi>Kennel e. V.</bdi>`."""
    return TWO_STOPS.sub(r".\1", sentences)


@register.filter
def soft(name: str) -> str:
    """Insert soft hyphens into words of more than 12 letters; only for display, never in an attribute."""
    return re.sub(r"\w{13,}", _hyphenated, str(name))


def _hyphenated(found: re.Match[str]) -> str:
    """The word with soft hyphens between syllables, in pieces of at least four letters."""
    word, pieces, last = found[0], [], 0
    begins = _beginning_of_syllables(properties().syllables)
    for consonants in BETWEEN_VOWELS.finditer(word):
        next_ = begins.search(word, consonants.start())
        cut = next_.start() if next_ else consonants.start() + _first_of_next(consonants[0].lower())
        inside = consonants.start() < cut < consonants.end() or consonants[0] in "hH"
        if inside and cut - last >= 4 and len(word) - cut >= 4:
            pieces.append(word[last:cut])
            last = cut
    return SOFT_HYPHEN.join([*pieces, word[last:]])


@cache
def _beginning_of_syllables(begins: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{begins})(?=[{VOWELS}])", re.IGNORECASE)


def _first_of_next(consonants: str) -> int:
    """How many of the consonants between two vowels belong to the first syllable: 1 ("r") of "rst", 2 ("th")
    of "thw" or ("ll") of "llb".
    """
    if len(consonants) == 1:
        return 0
    is_doubled = len(consonants) > 2 and consonants[0] == consonants[1]
    return 2 if is_doubled or consonants[:2] in DIGRAPHS else 1


# Links that download a table.


@register.inclusion_tag("_shared/download.html")
def download(route: str, key: str, more: str = "", **asked: Any) -> dict[str, object]:
    """Links to download the table `key` as CSV and Excel.

    `club` and `pk` are arguments of the route, `more` is a query string; all other keywords become query parameters.
    """
    club, pk = asked.pop("club", None), asked.pop("pk", None)
    about = ({"slug": club.slug} if club else {}) | ({"pk": pk} if pk else {})
    query = "&".join(filter(None, [more, urlencode({key: value for key, value in asked.items() if value})]))
    links = [
        (words, reverse(route, kwargs={**about, "table": key, "form": form}) + (f"?{query}" if query else ""))
        for words, form in (("CSV", "csv"), ("Excel", "xlsx"))
    ]
    return {"links": links}
