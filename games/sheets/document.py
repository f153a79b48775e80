"""The document of a printed sheet: the sheet's JSON as in a record, and the club's labels."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from clubs.language.locales import locale

Document = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The texts around the grid; all are optional."""

    title: str = ""  # the game's name in the club's words
    club: str = "Dog Club"
    colour: str = ""  # of the mark before the club's name; no mark if colour and logo are empty
    logo: bytes = b""  # a PNG
    night: str = ""  # the date in words, as the head shows it
    date: str = ""  # YYYY-MM-DD, for the file name
    table: str = ""
    link: str = ""  # URL of the match; printed as a QR code
    version: int = 0  # the match version printed on the sheet; 0 prints none
    rules: str = ""  # the rule version of the match
    winner_trophy: str = field(default_factory=lambda: _("Winner"))
    loser_trophy: str = field(default_factory=lambda: _("Loser"))
    confirmed: str = ""  # a sentence on who confirmed the sheet, or on missing confirmations
    scorekeeper: str = ""
    language: str = field(default_factory=lambda: locale().language)
    printed_at: int = 0  # Unix time of the last entry, in place of the current time
    short: Mapping[str, str] = field(default_factory=dict)  # nicknames by player name


def mark(labels: Mapping[str, Any]) -> Mapping[str, Any]:
    """The part of a page's data that `frame.typ` draws before the club's name: colour and logo; empty if there is
    neither.
    """
    drawn = {name: labels[name] for name in ("colour", "logo") if labels[name]}
    return {"mark": drawn} if drawn else {}


def document(sheet: Mapping[str, Any], labels: Labels) -> Document:
    """The document of a sheet's JSON (see `scoring.records.sheet_json`)."""
    return {"game": sheet["game"], "sheet": dict(sheet), "labels": asdict(labels)}
