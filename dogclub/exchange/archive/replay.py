"""Replays the matches of an archive from their entries, before anything is written."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import IO, Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

from clubs.language.locales import date_format
from clubs.pictures.reading import PictureRefused
from dogclub.exchange.archive import pack
from dogclub.exchange.archive.insert import Placed
from dogclub.exchange.archive.lines import (
    CommentLine,
    ConfirmationLine,
    EntryLine,
    MatchLine,
    PhotoLine,
    PlayerLine,
    SubstitutionLine,
)
from dogclub.exchange.archive.pack import MatchFigures, Progress, ignore_progress
from dogclub.exchange.archive.reader import BY_KEY, Archive, Unusable
from dogclub.exchange.archive.refs import alike, another, number, taken
from games import ledger
from games.models import Confirmation, Entry, Match, SheetPhoto, Substitution
from games.photos import Photo, read_archived_photo
from scoring.base import RuleError
from scoring.messages import translated

MATCHES_AT_ONCE = 50


@dataclass
class ReplayedMatches:
    """The matches ready to be written, by reference: rows in `lines`, (night, season) references in `places`, comments;
    `digests` by id.

    `differing` are the descriptions of those whose figures are not the archive's.
    """

    ready: list[ledger.AddedUp] = field(default_factory=list)
    lines: dict[str, Match] = field(default_factory=dict)
    places: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)
    digests: dict[UUID, str] = field(default_factory=dict)
    differing: list[str] = field(default_factory=list)
    comments: dict[str, list[CommentLine]] = field(default_factory=dict)


@dataclass(frozen=True)
class People:
    """Players by the number of their reference: names on sheets, and the players into whom they were merged."""

    names: Mapping[int, str]
    merged_into: Mapping[int, int]

    @classmethod
    def of(cls, lines: Sequence[PlayerLine]) -> "People":
        """Return the people of an archive. Raises Unusable for duplicates or circular merges."""
        into = {number(line.id): number(line.merged_into) for line in lines if line.merged_into}
        if len({line.id for line in lines}) < len(lines):
            raise Unusable(_("players.jsonl names somebody twice."))
        return cls(
            {number(line.id): f"{line.name} ({line.nickname})" if line.nickname else line.name for line in lines},
            {number(line.id): _merged_into(number(line.id), into) for line in lines},
        )

    def known(self, ref: str, where: str) -> int:
        """Return the number of a reference. Raises Unusable where it is not a player's."""
        if ref[0] != "p" or number(ref) not in self.names:
            raise Unusable(_("{where} names {ref}, who is not in players.jsonl.").format(where=where, ref=ref))
        return number(ref)


def _merged_into(key: int, into: Mapping[int, int]) -> int:
    seen = {key}
    while key in into:
        key = into[key]
        if key in seen:
            raise Unusable(_("players.jsonl merges players in a circle."))
        seen.add(key)
    return key


def add_up(
    lines: Iterator[MatchLine], people: People, salt: str, count: int, progress: Progress = ignore_progress
) -> ReplayedMatches:
    """Replay all matches. `salt` names the club, for replacement ids. Raises Unusable for a match that is incomplete or
    against the rules of its game.
    """
    replayed, seen = ReplayedMatches(), set[UUID]()
    while some := list(islice(lines, MATCHES_AT_ONCE)):
        ids = [line.uuid for line in some] + [entry.id for line in some for entry in line.entries]
        if seen.intersection(ids) or len({*ids}) < len(ids):
            raise Unusable(_("matches.jsonl has something twice."))
        seen.update(ids)
        taken_ids = taken(Match, (line.uuid for line in some))
        taken_ids |= taken(Entry, (entry.id for line in some for entry in line.entries))
        for line in some:
            _add(replayed, line, people, {key: another(key, salt) for key in taken_ids})
        progress(len(replayed.ready), count)
    return replayed


def _add(replayed: ReplayedMatches, line: MatchLine, people: People, other: Mapping[UUID, UUID]) -> None:
    where = _("Match {id} ({game}, {day})").format(
        id=line.id, game=line.game, day=date_format(line.started_at, "j F Y")
    )
    if line.id in replayed.lines:
        raise Unusable(_("{where} is there twice.").format(where=where))
    match = _match(line, other)
    player_ids = [people.known(ref, where) for ref in line.seats]
    if any(people.merged_into[player_id] != player_id for player_id in player_ids):
        raise Unusable(_("{where} seats somebody who is somebody else by now.").format(where=where))
    try:
        entries = (_entry(entry, people, where, other) for entry in line.entries)
        added = ledger.add_up(
            match,
            player_ids,
            entries,
            [_confirmation(each, people, where) for each in line.confirmations],
            [_substitution(each, people, where) for each in line.substitutions],
        )
    except RuleError as error:
        error.name_players([people.names[player_id] for player_id in player_ids])
        words = _("{where} does not add up: {error}")
        raise Unusable(words.format(where=where, error=translated(error.message))) from error
    seated = zip(_late(line), player_ids[line.start_seats :], added.seats[line.start_seats :], strict=False)
    others = [late for late, player, seat in seated if people.merged_into[late] != player and not seat.has_substitute]
    if others or len(_late(line)) != len(player_ids) - line.start_seats:
        raise Unusable(_("{where} seats others than its entries say.").format(where=where))
    replayed.lines[line.id], replayed.places[line.id] = match, (line.night, line.season)
    replayed.ready.append(added)
    if line.comments:
        replayed.comments[line.id] = line.comments
    digest = pack.of_match(_figures(added, people.names))
    replayed.digests[match.pk] = digest
    if digest != line.figures:
        replayed.differing.append(where)


def _late(line: MatchLine) -> list[int]:
    """Return the players who joined with an entry that stands."""
    standing = {entry.number: entry for entry in line.entries}
    return [number(entry.player) for entry in standing.values() if entry.player and entry.payload is not None]


def _match(line: MatchLine, other: Mapping[UUID, UUID]) -> Match:
    """Return the match without club, night and season, which are not written yet."""
    return Match(id=other.get(line.uuid, line.uuid), **alike(line, MatchLine, Match))


def _entry(line: EntryLine, people: People, where: str, other: Mapping[UUID, UUID]) -> dict[str, Any]:
    player = people.known(line.player, where) if line.player else None
    return alike(line, EntryLine, Entry, id=other.get(line.id, line.id), player_id=player, device=line.by)


def _confirmation(line: ConfirmationLine, people: People, where: str) -> dict[str, Any]:
    player = people.known(line.player, where) if line.player else None
    return alike(line, ConfirmationLine, Confirmation, position=line.seat, player_id=player, device=line.by)


def _substitution(line: SubstitutionLine, people: People, where: str) -> dict[str, Any]:
    named = {"player_id": people.known(line.player, where), "instead_of_id": people.known(line.instead_of, where)}
    return alike(line, SubstitutionLine, Substitution, position=line.seat, device=line.by, **named)


@lru_cache(maxsize=4096)
def _facts(text: str) -> Any:
    return msgspec.json.decode(text)


def _figures(added: ledger.AddedUp, names: Mapping[int, str]) -> MatchFigures:
    """Return the figures of a replayed match as the stored rows would give them."""
    seats = [
        (names[seat.player_id], seat.total, seat.place, seat.is_winner, seat.is_loser, seat.feats)
        for seat in added.seats
    ]
    tallies = [(row[1], row[-1], *row[2:5], _facts(row[5])) for row in added.tallies]
    callouts = [(names[who] if who else None, *callout) for _, *callout, who in added.callouts]
    return MatchFigures(added.match, seats, tallies, callouts)


# The photos of sheets in an archive. Each is untrusted until it was decoded, which takes time: they are read before
# the transaction that inserts them.


@dataclass(frozen=True)
class ReadPhotos:
    """The sides in pixels of each photo, by its match, and where the ones that had to be made anew are in a file."""

    sides: dict[str, tuple[int, int]] = field(default_factory=dict)
    made_anew: dict[str, tuple[int, int]] = field(default_factory=dict)  # offset, length
    file: IO[bytes] = field(default_factory=tempfile.TemporaryFile)

    def image(self, line: PhotoLine) -> bytes:
        """Return the image to be stored."""
        if line.match not in self.made_anew:
            return line.image
        offset, length = self.made_anew[line.match]
        self.file.seek(offset)
        return self.file.read(length)


def read_photos(archive: Archive) -> ReadPhotos:
    """Decode all photos of an archive, one after another. Raises Unusable."""
    read = ReadPhotos()
    for line in archive.lines(BY_KEY["photos"], PhotoLine):
        if line.match in read.sides or not line.match.startswith("m"):
            raise Unusable(_("photos.jsonl names {match} twice, or as no match.").format(match=line.match))
        photo = _photo(line)
        read.sides[line.match] = photo.width, photo.height
        if photo.image is not line.image:
            read.made_anew[line.match] = read.file.tell(), read.file.write(photo.image)
    return read


def _photo(line: PhotoLine) -> Photo:
    try:
        return read_archived_photo(line.image)
    except PictureRefused as error:
        raise Unusable(
            _("The photo of {match} cannot be kept: {error}").format(match=line.match, error=error)
        ) from error


def insert_photos(placed: Placed, archive: Archive, read: ReadPhotos) -> None:
    """Insert the photos in the transaction that inserts their matches."""
    for line in archive.lines(BY_KEY["photos"], PhotoLine):
        width, height = read.sides[line.match]
        SheetPhoto.objects.create(
            match_id=placed.find(line.match),
            image=read.image(line),
            width=width,
            height=height,
            device=line.by,
            recorded_at=line.recorded_at,
        )
