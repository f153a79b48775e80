"""Readers for records in the open format: JSON, each bare or wrapped in an object with its date, table and night; and
the matches of archives.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, BinaryIO, NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import grouped
from clubs.models import Club
from clubs.names import is_printable
from dogclub.exchange.archive.lines import MatchLine, NightLine
from dogclub.exchange.archive.reader import BY_KEY, MAGIC, Archive, Unusable
from dogclub.exchange.imports.formats.csv_file import as_utf8, encoding_of, is_chat
from dogclub.exchange.imports.moments import Ambiguous, NoDay, moment
from dogclub.exchange.imports.parsed_file import (
    DATE_ORDER,
    MOST_MATCHES,
    ParsedFile,
    ParsedMatch,
    Problem,
    Reader,
    Unreadable,
    place,
)
from scoring.base import RuleError
from scoring.messages import translated
from scoring.record_format import strict
from scoring.record_format.strict import DEEPEST, LARGEST, TOO_DEEP

# Split a JSON file into the bytes of its records before parsing: one record, a list of them, or one on each line.


TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\Z)|[{}\[\]]', re.DOTALL)
BETWEEN = b" \t\r\n,"
SPACE = b" \t\r\n"


class Piece(NamedTuple):
    """The bytes of one record, and the line it begins on, from 1."""

    line: int
    text: bytes


def pieces(content: bytes) -> Iterator[Piece]:
    """Yield the bytes of each record. Raise Unreadable if the file is not JSON, has too many records or ends within
    one.
    """
    body = content.lstrip(SPACE)
    start = len(content) - len(body)
    if body[:1] == b"[":
        parts = _in_list(content, start + 1)
    elif body[:1] == b"{":
        parts = _by_line(content) if _is_by_line(body) else _objects(content, start)
    else:
        raise Unreadable(_("This is not JSON: it begins with neither { nor [."))
    for count, piece in enumerate(parts, 1):
        if count > MOST_MATCHES:
            raise Unreadable(
                _("More than {most_matches} games in one file. Split it, and import one part at a time.").format(
                    most_matches=grouped(MOST_MATCHES)
                )
            )
        yield piece


def _is_by_line(body: bytes) -> bool:
    """Whether the first line is a complete object."""
    first = body.split(b"\n", 1)[0]
    try:
        return _end(first, 0) == len(first.rstrip(SPACE))
    except Unreadable:
        return False


def _by_line(content: bytes) -> Iterator[Piece]:
    start, number = 0, 0
    while start < len(content):
        end = content.find(b"\n", start)
        end = len(content) if end < 0 else end
        number += 1
        text = content[start:end].strip(SPACE)
        if text:
            yield Piece(number, text)
        start = end + 1


def _objects(content: bytes, start: int) -> Iterator[Piece]:
    line = 1 + content.count(b"\n", 0, start)
    while start < len(content):
        if content[start : start + 1] != b"{":
            raise Unreadable(_("Line {line} is not JSON: a record begins with {{.").format(line=line))
        end = _end(content, start)
        yield Piece(line, content[start:end])
        line += content.count(b"\n", start, end)
        start = _past(content, end, SPACE)
        line += content.count(b"\n", end, start)


def _in_list(content: bytes, start: int) -> Iterator[Piece]:
    line, at = 1 + content.count(b"\n", 0, start), start
    while True:
        start = _past(content, at, BETWEEN)
        line += content.count(b"\n", at, start)
        if content[start : start + 1] == b"]":
            return
        if content[start : start + 1] != b"{":
            raise Unreadable(
                _("Line {line} is not a record: every part of the list is one JSON object.").format(line=line)
            )
        at = _end(content, start)
        yield Piece(line, content[start:at])
        line += content.count(b"\n", start, at)


def _past(content: bytes, at: int, skipped: bytes) -> int:
    while at < len(content) and content[at] in skipped:
        at += 1
    return at


def _end(content: bytes, start: int) -> int:
    """Return the position after the object that begins at `start`. Raise Unreadable if it is too deep, too long or
    does not end.
    """
    depth = 0
    for token in TOKEN.finditer(content, start):
        mark = token[0]
        depth += (mark in (b"{", b"[")) - (mark in (b"}", b"]"))
        if depth > DEEPEST + 2:
            raise Unreadable(translated(TOO_DEEP))
        if token.end() - start > LARGEST:
            raise Unreadable(
                _("This is too long for a record: {largest} bytes are the most.").format(largest=grouped(LARGEST))
            )
        if depth <= 0:
            return token.end()
    raise Unreadable(_("The file ends in the middle of a record. Was it copied whole?"))


ABOUT = ("played_at", "table", "night")
BEGINS = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*[\[{]")
LONGEST_TEXTS = {"table": 40, "night": 60}


def is_json(head: bytes, name: str) -> bool:
    """Whether the first character is { or [, or the file name has a JSON ending (needed for UTF-16)."""
    return bool(BEGINS.match(head) and not is_chat(head)) or name.lower().endswith((".json", ".jsonl", ".ndjson"))


def read_json(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
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
    for key, longest in LONGEST_TEXTS.items():
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


def check_json(file: BinaryIO) -> None:
    encoding_of(file)


JSON_RECORDS = Reader("records", gettext_lazy("JSON records"), is_json, read_json, check_json)


# Archives: their matches as open records, to import into a club that already has matches.
#
# An empty club restores the whole archive instead, with its corrections, nights and trophies.


ONLY_MATCHES = gettext_lazy("This is a whole archive. Only the results of its matches are imported.")
PUT_AWAY = gettext_lazy("Matches that ended without a result are left out.")


def is_archive(head: bytes, name: str) -> bool:
    """Whether the file is a zip whose first member is named `archive.json`."""
    return head.startswith(MAGIC) and head[30:42] == b"archive.json"


def check_archive(file: BinaryIO) -> None:
    try:
        Archive(file)
    except Unusable as error:
        raise Unreadable(str(error)) from error


def read_archive(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    try:
        archive = Archive(file)
        nights = {night.id: night.name or night.place for night in archive.lines(BY_KEY["nights"], NightLine)}
    except Unusable as error:
        raise Unreadable(str(error)) from error
    return ParsedFile(
        _matches_of_archive(archive, nights), [str(ONLY_MATCHES), str(PUT_AWAY)], archive.cover.counts["matches"]
    )


def _matches_of_archive(archive: Archive, nights: Mapping[str, str]) -> Iterator[ParsedMatch]:
    try:
        for line, match in enumerate(archive.lines(BY_KEY["matches"], MatchLine), 1):
            record: Any = msgspec.json.decode(match.record)
            if isinstance(record, dict) and match.abandoned_at is None:
                night = nights.get(match.night or "", "")[:60]
                names = _names(record.get("players"))
                yield ParsedMatch(line, match.started_at, match.game, names, record, table=match.table, night=night)
    except (Unusable, msgspec.DecodeError, RecursionError) as error:
        raise Unreadable(str(error)) from error


def _names(value: Any) -> Sequence[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


ARCHIVE = Reader("archive", gettext_lazy("an archive of a club"), is_archive, read_archive, check_archive)
