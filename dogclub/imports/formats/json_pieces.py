"""Split a JSON file into the bytes of its records before parsing: one record, a list of them, or one on each line."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubs.language.locales import grouped
from dogclub.imports.parsed.parsed_file import MOST_MATCHES, Unreadable
from scoring.record_format.strict import DEEPEST, LARGEST

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
            raise Unreadable(_("This is nested far deeper than any record."))
        if token.end() - start > LARGEST:
            raise Unreadable(
                _("This is too long for a record: {largest} bytes are the most.").format(largest=grouped(LARGEST))
            )
        if depth <= 0:
            return token.end()
    raise Unreadable(_("The file ends in the middle of a record. Was it copied whole?"))
