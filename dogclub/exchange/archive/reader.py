"""Reads an uploaded archive as untrusted input: first its list of members and its cover, then one line at a time.

Nothing is unpacked before the list of members is found to be short, known and of plausible sizes, and no more is
unpacked than the list states.
"""

import struct
import zipfile
import zlib
from collections.abc import Callable, Container, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeVar

import msgspec
from django.utils.translation import gettext as _

from clubs.language.locales import grouped
from dogclub.exchange.archive.lines import (
    FORMAT,
    Cover,
    Line,
    NightLine,
    PlayerLine,
    PlayoffLine,
    SeasonLine,
    TagLine,
    TrophyLine,
)
from dogclub.exchange.archive.scope import (
    COVER,
    LARGEST_COVER,
    LARGEST_FILE,
    LONGEST_LINE,
    MEMBERS,
    MOST_ENTRIES,
    Member,
)
from scoring import engine
from scoring.base import RuleError
from scoring.messages import translated
from scoring.record_format.strict import resolved
from scoring.records import options_from_json
from scoring.standings import scheme_from_json

MAGIC = b"PK\x03\x04"
END = struct.Struct("<4s4H2LH")  # the end of central directory record of a ZIP without a comment
FAR = b"PK\x06\x07"  # the locator of a ZIP64 directory, which no archive needs
LARGEST_LIST = 4_000
TOO_DENSE = 400  # largest compression ratio; that of real archives is about ten
SMALL = 100_000  # bytes up to which any compression ratio is accepted
T = TypeVar("T", bound=Line)


class Unusable(Exception):
    """An archive that cannot be restored; the text says why, and what to do, in the active language."""


class Archive:
    """An open archive whose cover was read. Opening it and reading its lines raise Unusable."""

    def __init__(self, file: BinaryIO) -> None:
        _check_end(file)
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise Unusable(_("The file is damaged: its list of contents cannot be read. Fetch it again.")) from error
        self._members = _known(self._zip.infolist())
        self.cover = self._cover()

    def lines(self, member: Member, of: type[T]) -> Iterator[T]:
        """Yield as many lines as the cover states, each decoded on its own; none for a member that is missing and may
        be. Raises Unusable.
        """
        if member.name not in self._members:
            return
        due, seen = self.cover.counts[member.key], 0
        decoder = msgspec.json.Decoder(resolved(of))
        for line in self._read(member.name):
            seen += 1
            if seen > due:
                words = _("{name} has more than the {due} lines that {cover} speaks of.")
                raise Unusable(words.format(name=member.name, due=grouped(due), cover=COVER))
            yield _decoded(decoder, line, _("{name}, line {line}").format(name=member.name, line=seen))
        if seen < due:
            raise Unusable(
                _("{name} has {seen} lines where {cover} speaks of {due}: the file is not whole.").format(
                    name=member.name, seen=grouped(seen), cover=COVER, due=grouped(due)
                )
            )

    def _read(self, name: str) -> Iterator[bytes]:
        try:
            with self._zip.open(self._members[name]) as member:
                while line := member.readline(LONGEST_LINE + 1):
                    if len(line) > LONGEST_LINE:
                        raise Unusable(_("A line of {name} is longer than any match.").format(name=name))
                    yield line
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
            raise Unusable(_("{name} in it is damaged. Fetch the archive again.").format(name=name)) from error

    def _cover(self) -> Cover:
        text = b"".join(self._read(COVER))
        document: Any = _decoded(msgspec.json.Decoder(), text, COVER)
        version = document.get("format") if isinstance(document, dict) else None
        if isinstance(version, int) and version > FORMAT:
            raise Unusable(
                _("This archive has format {version}, and this Dog Club reads up to {format}. Update Dog Club.").format(
                    version=version, format=FORMAT
                )
            )
        cover: Cover = _decoded(msgspec.json.Decoder(resolved(Cover)), text, COVER)
        _check_counts(cover, self._members)
        return cover


def _check_end(file: BinaryIO) -> None:
    """Check size, first and last bytes of the file, before zipfile parses it. Raises Unusable."""
    size = file.seek(0, 2)
    if size > LARGEST_FILE:
        raise Unusable(
            _("The file is larger than any archive: {most} MB are the most.").format(most=LARGEST_FILE // 1_000_000)
        )
    file.seek(0)
    if file.read(4) != MAGIC:
        raise Unusable(_("This is no archive of a club: those are ZIP files that Dog Club made."))
    file.seek(max(size - END.size - 20, 0))
    tail = file.read()
    file.seek(0)
    magic, *_more, count, length, start, comment = END.unpack(tail[-END.size :].rjust(END.size, b"\0"))
    if magic != b"PK\x05\x06" or comment or start + length + END.size != size:
        raise Unusable(_("The end of the file is missing. Fetch it again."))
    if tail.startswith(FAR) or count > len(MEMBERS) + 1 or length > LARGEST_LIST:
        raise Unusable(_("There is more in it than the {count} files of an archive.").format(count=len(MEMBERS) + 1))


def _known(inside: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Return the members by name. Raises Unusable unless they are exactly ours, with plausible sizes and compression
    ratios.
    """
    largest = {COVER: LARGEST_COVER, **{member.name: member.largest for member in MEMBERS}}
    members = {info.filename: info for info in inside}
    if not _is_whole(members.keys(), lambda member: member.name, {COVER}) or len(members) != len(inside):
        raise Unusable(_("This is no archive of a club: other files are in it, or some are missing."))
    for name, info in members.items():
        if info.flag_bits & 0x1 or info.compress_type not in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
            raise Unusable(_("{name} in it is locked or packed in a way Dog Club does not use.").format(name=name))
        if info.file_size > largest[name] or info.file_size > max(SMALL, TOO_DENSE * info.compress_size):
            words = _("{name} in it would unpack to {size} bytes. No club has written that much.")
            raise Unusable(words.format(name=name, size=grouped(info.file_size)))
    return members


def _is_whole(names: Set[str], name: Callable[[Member], str], others: Set[str]) -> bool:
    """Whether all names are those of known members, and none that every archive has is missing."""
    every = {name(member) for member in MEMBERS} | others
    return every >= names >= every - {name(member) for member in MEMBERS if member.may_be_missing}


def _check_counts(cover: Cover, inside: Container[str]) -> None:
    most = {**{member.key: member.most for member in MEMBERS}, "entries": MOST_ENTRIES}
    is_counted = all((member.key in cover.counts) == (member.name in inside) for member in MEMBERS)
    if not is_counted or not _is_whole(cover.counts.keys(), lambda member: member.key, {"entries"}):
        raise Unusable(_("{cover} does not say how much there is.").format(cover=COVER))
    for key, count in cover.counts.items():
        if not 0 <= count <= most[key]:
            words = _("{cover} speaks of {count} {key}; {most} are the most.")
            raise Unusable(words.format(cover=COVER, key=key, count=grouped(count), most=grouped(most[key])))


def _decoded(decoder: Any, text: bytes, where: str) -> Any:
    if b"\\u0000" in text:
        raise Unusable(_("{where}: text may not hold a NUL character.").format(where=where))
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError, OverflowError) as error:
        raise Unusable(_("{where} cannot be read: {error}.").format(where=where, error=str(error)[:120])) from error


# Reads and checks all of an archive but its matches, which are read while they are replayed.


BY_KEY = {member.key: member for member in MEMBERS}


@dataclass(frozen=True)
class Contents:
    """The lines of an archive without matches and photos."""

    players: Sequence[PlayerLine]
    seasons: Sequence[SeasonLine]
    nights: Sequence[NightLine]
    playoffs: Sequence[PlayoffLine]
    trophies: Sequence[TrophyLine]
    tags: Sequence[TagLine]


def contents_of(archive: Archive) -> Contents:
    """Read and check the contents. Raises Unusable."""

    def every(key: str) -> Any:
        member = BY_KEY[key]
        return list(archive.lines(member, member.of))

    contents = Contents(*(every(key) for key in ("players", "seasons", "nights", "playoffs", "trophies", "tags")))
    for season in contents.seasons:
        _check_season(season)
    for playoff in contents.playoffs:
        try:
            options_from_json(engine(playoff.game), playoff.options)
        except RuleError as error:
            words = _("Play-off {id} cannot be played like this: {error}")
            raise Unusable(words.format(id=playoff.id, error=translated(error.message))) from error
    return contents


def _check_season(season: SeasonLine) -> None:
    try:
        for game, scheme in season.schemes.items():
            scheme_from_json(scheme, across=not game)
    except (RuleError, TypeError, AttributeError) as error:
        raise Unusable(
            _("The season {name} counts points in a way this Dog Club does not know.").format(name=season.name)
        ) from error
    if season.ends_on < season.starts_on:
        raise Unusable(_("The season {name} ends before it begins.").format(name=season.name))
