"""What stands round the grid of every sheet: club, title and facts at the top, note and imprint below, the code."""

import functools
import io
from collections.abc import Iterable, Mapping
from typing import Any

import segno
from django.utils.translation import gettext as _

from clubs.language.capitals import capital
from games.sheets.document import mark

MASK = 2  # any of the eight can be read; trying all of them to find the prettiest takes six times as long

Fact = tuple[str, str]


def framed_page(
    document: Mapping[str, Any],
    *,
    game: str,
    fill: str,
    paper: str,
    facts: Iterable[Fact],
    note: str,
    name: str = "",
) -> dict[str, Any]:
    """What `frame.typ` reads; `fill` is blank, ready or filled, `game` the title of a sheet without
    one, and `name` tells the sheets of one game apart.

    `facts` stand after night and table, and one without text becomes a line to write on.
    """
    labels = document["labels"]
    heading = labels["title"] or game
    drawn = {
        "paper": "a4" if paper == "a4" else "us-letter",
        "language": labels["language"],
        "title": _title(heading, labels, fill),
        "summary": _summary(name, fill),
        "club": labels["club"],
        "heading": heading,
        "facts": [{"label": label, "text": text} for label, text in (*_where(labels, fill), *facts)],
        "note": note,
        "imprint": _imprint(labels, name, fill),
        **mark(labels),
    }
    if labels["confirmed"] and fill == "filled":
        drawn["confirmed"] = labels["confirmed"]
    if labels["link"] and fill != "blank":
        drawn["qr"] = {"png": list(png(labels["link"])), "alt": _("QR code of {link}").format(link=labels["link"])}
    return drawn


def _summary(name: str, fill: str) -> str:
    """`Score sheet A, blank`"""
    said = {"blank": _("Score sheet, blank"), "ready": _("Score sheet, ready"), "filled": _("Score sheet, filled")}
    if not name:
        return said[fill]
    named = {
        "blank": _("Score sheet {name}, blank"),
        "ready": _("Score sheet {name}, ready"),
        "filled": _("Score sheet {name}, filled"),
    }
    return named[fill].format(name=name)


def _title(heading: str, labels: Mapping[str, Any], fill: str) -> str:
    if fill == "blank":
        return _("{game}, blank score sheet").format(game=heading)
    return ", ".join(
        filter(None, (heading, labels["night"], labels["table"] and _("table {table}").format(table=labels["table"])))
    )


def _where(labels: Mapping[str, Any], fill: str) -> list[Fact]:
    """A filled sheet leaves out what nobody knows; the others leave a line for it."""
    facts = [(_("Night"), labels["night"]), (_("Table"), labels["table"])]
    if fill == "blank":
        return [(label, "") for label, _text in facts]
    return [fact for fact in facts if fact[1] or fill == "ready"]


def _imprint(labels: Mapping[str, Any], name: str, fill: str) -> str:
    words = [_("sheet {name}").format(name=name)] if name else []
    if labels["version"] and fill != "blank":
        words.append(_("match version {version}").format(version=labels["version"]))
    if labels["rules"]:
        words.append(_("rules {version}").format(version=labels["rules"]))
    return capital(" · ".join(words))


@functools.lru_cache(maxsize=128)
def png(link: str) -> bytes:
    """The code as PNG, one pixel a module, without the quiet zone: the paper round it is white."""
    held = io.BytesIO()
    segno.make(link, micro=False, error="m", mask=MASK).save(held, kind="png", scale=1, border=0)
    return held.getvalue()
