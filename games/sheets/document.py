"""The document of a printed sheet: the sheet's JSON as in a record, and the club's labels."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from django.utils.functional import Promise
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
    sheet_number: int = 0  # in the marks of a sheet to write on, see `games.paper.geometry.sheet_number`; 0 if blank
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


# The printed sheets that a game offers.


def always(_options: Any) -> bool:
    """Return True, for a printed sheet that suits every match of its game."""
    return True


def never(_page: Mapping[str, Any]) -> None:
    """Return None, for a printed sheet that shares no page."""


@dataclass(frozen=True)
class Print:
    """One printed sheet of a game: its Typst template, and the function that makes the template's data.

    `page(document, fill=, paper=)` returns everything the template draws. `label` is its name in a list, `words` a
    description. `suits` says whether it can show a match with these options. `shared` returns the template on which
    filled sheets of several nights share a page of a book, None where a sheet with this data needs its own.
    """

    key: str
    label: str | Promise
    template: Path
    page: Callable[..., dict[str, Any]]
    words: str | Promise = ""
    suits: Callable[[Any], bool] = always
    shared: Callable[[Mapping[str, Any]], Path | None] = never
