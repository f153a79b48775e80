"""Reader for records in the open format, each bare or wrapped in an object with its date, table and night."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, BinaryIO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.names import is_printable
from dogclub.imports.formats.json_pieces import pieces
from dogclub.imports.formats.text import as_utf8, encoding_of
from dogclub.imports.parsed.moments import Ambiguous, NoDay, moment
from dogclub.imports.parsed.parsed_file import DATE_ORDER, ParsedFile, ParsedMatch, Problem, Reader, place
from scoring.base import RuleError
from scoring.record_format import strict

ABOUT = ("played_at", "table", "night")
BEGINS = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*[\[{]")
LONGEST = {"table": 40, "night": 60}


def recognises(head: bytes, name: str) -> bool:
    """Whether the first character is { or [, or the file name has a JSON ending (needed for UTF-16)."""
    return bool(BEGINS.match(head)) or name.lower().endswith((".json", ".jsonl", ".ndjson"))


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    content = as_utf8(file, notes)
    return ParsedFile(_matches(content, corrections), notes, content.count(b"\n") + 1)


def _matches(content: bytes, corrections: Mapping[str, str]) -> Iterator[ParsedMatch]:
    for piece in pieces(content):
        try:
            yield match_of(piece.line, strict.read(piece.text), corrections)
        except (RuleError, UnicodeDecodeError) as error:
            message = str(error) if isinstance(error, RuleError) else _("This holds letters that are not UTF-8.")
            yield ParsedMatch(piece.line, None, "", (), {}, problems=[Problem(piece.line, message)])


def match_of(line: int, document: dict[str, Any], corrections: Mapping[str, str]) -> ParsedMatch:
    """Return the match of a record that is bare or {"record": {…}, "played_at": …}; the keys around the record are
    checked here.
    """
    inner = document.get("record")
    about = {key: document[key] for key in ABOUT if key in document}
    record = inner if isinstance(inner, dict) else {key: document[key] for key in document if key not in about}
    unknown = [key for key in document if key not in ("record", *ABOUT)] if isinstance(inner, dict) else []
    problems = [Problem(line, _("The key “{key}” is not known here: leave it out.").format(key=key)) for key in unknown]
    played_at, wrong = _moment(line, about.get("played_at"), corrections)
    for key, longest in LONGEST.items():
        text = about.get(key, "")
        if not isinstance(text, str) or len(text) > longest or not is_printable(text):
            problems.append(
                Problem(
                    line,
                    _("“{key}” is text of at most {longest} letters that can be printed.").format(
                        key=key, longest=longest
                    ),
                )
            )
            about[key] = ""
    return ParsedMatch(
        line,
        played_at,
        _text(record.get("game")),
        _players(record),
        record,
        table=about.get("table", ""),
        night=about.get("night", ""),
        problems=[*problems, *wrong],
    )


def _moment(line: int, value: object, corrections: Mapping[str, str]) -> tuple[datetime | None, list[Problem]]:
    text = corrections.get(place(line, "played_at"), value)
    if not isinstance(text, str):
        message = _("The record does not say when this was played.")
        return None, [Problem(line, message, "played_at")]
    try:
        return moment(text, corrections.get(DATE_ORDER, "")), []
    except NoDay as error:
        asks = DATE_ORDER if isinstance(error, Ambiguous) else ""
        return None, [Problem(line, str(error), "played_at", text, asks=asks)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _players(record: Mapping[str, Any]) -> list[str]:
    players = record.get("players")
    return [name for name in players if isinstance(name, str)] if isinstance(players, list) else []


def check(file: BinaryIO) -> None:
    encoding_of(file)


JSON_RECORDS = Reader("records", gettext_lazy("JSON records"), recognises, read, check)
