"""The parts around the grid of every printed sheet: club, title and facts above, note, imprint and QR code below."""

import functools
import io
from collections.abc import Iterable, Mapping
from typing import Any

import segno
from django.utils.translation import gettext as _

from clubs.language.locales import comma_separated
from clubs.language.terms import capital, rules_label
from clubs.links.tokens import is_local
from games.sheets.document import mark
from games.sheets.layout_words import table_named
from scoring import engine
from scoring.messages import translated
from scoring.options import by_rules, notes

MASK = 2  # every mask is readable; choosing the best of the eight takes six times as long

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
    """The data for `frame.typ`.

    `game` is the title of a sheet that has none, `fill` is blank, ready or filled, and `name` distinguishes the sheets
    of one game. `facts` follow night and table; one without text becomes a line to write on.
    """
    labels, sheet = document["labels"], document["sheet"]
    heading = labels["title"] or game
    options = sheet.get("options", {})
    label = rules_label(document["game"], options)
    given = {name: value for name, value in options.items() if not label or name != "rules_name"}
    agreed = [translated(by_rules(label))] if label else []
    agreed += map(translated, notes(engine(document["game"]).options, given))
    drawn = {
        "paper": "a4" if paper == "a4" else "us-letter",
        "language": labels["language"],
        "title": _title(heading, labels, fill),
        "summary": _summary(name, fill),
        "club": labels["club"],
        "heading": heading,
        "facts": [{"label": label, "text": text} for label, text in (*_where(labels, fill), *facts)],
        "note": " ".join(filter(None, [*agreed, note])),
        "imprint": _imprint(labels, name, fill),
        **mark(labels),
    }
    if labels["confirmed"] and fill == "filled":
        drawn["confirmed"] = labels["confirmed"]
    if labels["link"] and not is_local(labels["link"]) and fill != "blank":
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
    return comma_separated((heading, labels["night"], table_named(labels["table"])))


def _where(labels: Mapping[str, Any], fill: str) -> list[Fact]:
    """Night and table. A filled sheet leaves out unknown ones, the others have a line to write them on."""
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
    """The QR code as PNG, one pixel per module, without quiet zone, as the paper around it is white."""
    held = io.BytesIO()
    segno.make(link, micro=False, error="m", mask=MASK).save(held, kind="png", scale=1, border=0)
    return held.getvalue()
