"""The document a sheet is printed from: the sheet JSON of a record, and the labels only the club knows."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from clubs.language.locales import locale

Document = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Labels:
    """What is printed round the grid; everything may be left out."""

    title: str = ""  # the name of the game as the club says it
    club: str = "Dog Club"
    colour: str = ""  # of the mark before the club's name; without it and a logo there is none
    logo: bytes = b""  # a PNG
    night: str = ""  # the date in words, as the head shows it
    date: str = ""  # YYYY-MM-DD, for the file name
    table: str = ""
    link: str = ""  # where the match lives; printed as a QR code
    version: int = 0  # the match version printed on the sheet; 0 prints none
    rules: str = ""  # the rule version of the match
    winner_trophy: str = field(default_factory=lambda: _("Winner"))
    loser_trophy: str = field(default_factory=lambda: _("Loser"))
    confirmed: str = ""  # who said that the sheet is right, or for whom it waits, in a sentence
    scorekeeper: str = ""
    language: str = field(default_factory=lambda: locale().language)
    printed_at: int = 0  # Unix time of the last thing written down: the only clock a sheet knows
    short: Mapping[str, str] = field(default_factory=dict)  # nicknames by player name


def mark(labels: Mapping[str, Any]) -> Mapping[str, Any]:
    """What `frame.typ` draws before the club's name, as part of a page; nothing where the club has none."""
    drawn = {name: labels[name] for name in ("colour", "logo") if labels[name]}
    return {"mark": drawn} if drawn else {}


def document(sheet: Mapping[str, Any], labels: Labels) -> Document:
    """The printable document of a sheet JSON (see `scoring.records.score`)."""
    return {"game": sheet["game"], "sheet": dict(sheet), "labels": asdict(labels)}
