"""Reader for archives: their matches as open records, to import into a club that already has matches.

An empty club restores the whole archive instead, with its corrections, nights and trophies.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import msgspec
from django.utils.translation import gettext_lazy

from clubs.models import Club
from dogclub.exchange.archive.lines import MatchLine, NightLine
from dogclub.exchange.archive.reader import BY_KEY, MAGIC, Archive, Unusable
from dogclub.exchange.imports.parsed_file import ParsedFile, ParsedMatch, Reader, Unreadable

ONLY_MATCHES = gettext_lazy("This is a whole archive. Only the results of its matches are imported.")
PUT_AWAY = gettext_lazy("Matches that ended without a result are left out.")


def recognises(head: bytes, name: str) -> bool:
    """Whether the file is a zip whose first member is named `archive.json`."""
    return head.startswith(MAGIC) and head[30:42] == b"archive.json"


def check(file: BinaryIO) -> None:
    try:
        Archive(file)
    except Unusable as error:
        raise Unreadable(str(error)) from error


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    try:
        archive = Archive(file)
        nights = {night.id: night.name or night.place for night in archive.lines(BY_KEY["nights"], NightLine)}
    except Unusable as error:
        raise Unreadable(str(error)) from error
    return ParsedFile(_matches(archive, nights), [str(ONLY_MATCHES), str(PUT_AWAY)], archive.cover.counts["matches"])


def _matches(archive: Archive, nights: Mapping[str, str]) -> Iterator[ParsedMatch]:
    try:
        for line, match in enumerate(archive.lines(BY_KEY["matches"], MatchLine), 1):
            record: Any = msgspec.json.decode(match.record)
            if isinstance(record, dict) and match.abandoned_at is None:
                night = nights.get(match.night or "", "")[:60]
                names = _players(record.get("players"))
                yield ParsedMatch(line, match.started_at, match.game, names, record, table=match.table, night=night)
    except (Unusable, msgspec.DecodeError, RecursionError) as error:
        raise Unreadable(str(error)) from error


def _players(value: Any) -> Sequence[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


ARCHIVE = Reader("archive", gettext_lazy("an archive of a club"), recognises, read, check)
