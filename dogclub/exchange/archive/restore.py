"""Restores an archive: replays it, writes it in one transaction, and compares the figures with its digest."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, BinaryIO, cast
from uuid import UUID

from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import DataError, IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.branding import Logo
from clubs.language.locales import clauses, comma_separated
from clubs.language.terms import name_of
from clubs.models import Club, FormerName, Invitation, Membership, Merge, Night, NightAnswer, Player, Season, User
from clubs.queries import lock_club
from clubs.time_zone import ways_of, zones
from dogclub import jobs
from dogclub.exchange.archive import insert, pack, replay
from dogclub.exchange.archive.insert import Placed, clean, restore_comments
from dogclub.exchange.archive.lines import ClubFacts, Cover, MatchLine
from dogclub.exchange.archive.pack import Progress, ignore_progress
from dogclub.exchange.archive.reader import BY_KEY, Archive, Contents, Unusable, contents_of
from dogclub.exchange.archive.replay import People, ReadPhotos, ReplayedMatches, add_up
from dogclub.exchange.archive.scope import Scope
from dogclub.models import ImportBatch
from games import ledger
from games.consequences.follow import rebuild_by_player
from games.models import Comment, SheetPhoto, Tag
from leagues.models import Award, NightDraw, Playoff, PlayoffLeaver, Trophy
from scoring import engine

MOST_NAMED = 5  # differences named in a refusal
CONTRADICTION = gettext_lazy("The archive contradicts itself: two of its rows cannot both stand. Nothing was written.")
Once = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True)
class Plan:
    """A replayed archive, ready to be written; `names` are the players' names by number of reference."""

    cover: Cover
    contents: Contents
    replayed: ReplayedMatches
    names: Mapping[int, str]
    archive: Archive
    photos: ReadPhotos
    logo: Logo | None

    @property
    def other_rules(self) -> list[str]:
        """Games whose rules have another revision now than in the archive."""
        return [game for game, version in self.cover.rules.items() if engine(game).version != version]


@dataclass(frozen=True)
class Restored:
    """The result: `made` are the keys of new rows by table, `differing` the descriptions of differing figures, if those
    were allowed.
    """

    club: Club
    digest: str
    made: Mapping[str, list[Any]]
    differing: list[str] = field(default_factory=list)


def plan(archive: Archive, salt: str, progress: Progress = ignore_progress) -> Plan:
    """Read and replay everything, and decode its pictures; writes nothing. `salt` names the club it is for. Raises
    Unusable.
    """
    contents = contents_of(archive)
    lines, count = archive.lines(BY_KEY["matches"], MatchLine), archive.cover.counts["matches"]
    people = People.of(contents.players)
    replayed = add_up(lines, people, salt, count, progress)
    pictures = replay.read_photos(archive), insert.logo_in(archive.cover.club)
    return Plan(archive.cover, contents, replayed, people.names, archive, *pictures)


def restore_obstacle(club: Club) -> str:
    """Return why an archive cannot be restored into this club; "" where it can. The club may already have players."""
    has = {
        _("matches"): club.matches.exists(),
        _("play-offs"): club.playoffs.exists(),
        _("nights"): club.nights.exists(),
        _("seasons"): club.seasons.exists(),
        _("trophies"): club.trophies.exists(),
    }
    names = [name for name, is_there in has.items() if is_there]
    if not names:
        return ""
    words = _(
        "{club} has {things} of its own already. A whole archive goes into a club that has none; found a new one "
        "for it."
    )
    return words.format(club=club.name, things=names[0])


def restore(
    planned: Plan,
    club: Club | None = None,
    *,
    slug: str = "",
    batch: UUID | None = None,
    once: Once = transaction.atomic,
    after: Callable[[Restored], None] = lambda _restored: None,
    anyway: bool = False,
) -> Restored:
    """Write the archive into this club, or into a new one under `slug`.

    Differing figures roll everything back, unless `anyway`. `once` opens the transaction, `after` is called at its end;
    `batch` is the key of the import. Raises Unusable.
    """
    if planned.replayed.differing and not anyway:
        raise Unusable(_refusal(planned, planned.replayed.differing))
    try:
        with once():
            here = _ready(club) if club else _new(planned.cover, slug)
            with ways_of(here):
                restored = _restore(planned, here, batch, anyway=anyway)
                after(restored)
        return restored
    except (IntegrityError, DataError, ValueError) as error:
        raise Unusable(CONTRADICTION) from error


def _new(cover: Cover, slug: str) -> Club:
    names = {*ClubFacts.__struct_fields__} - {"name", "slug", "logo_png", "terms", "house_rules"}
    about: dict[str, Any] = {name: getattr(cover.club, name) for name in names}
    about["time_zone"] = _zone(cover.club)
    return Club.objects.create(name=clean(cover.club.name), slug=slug, **about)


def _zone(facts: ClubFacts) -> str:
    """Return the club's time zone; "" (the server’s) where this machine does not know the name."""
    return facts.time_zone if facts.time_zone in zones() else ""


def _ready(club: Club) -> Club:
    lock_club(club)
    if wrong := restore_obstacle(club):
        raise Unusable(wrong)
    return club


def _restore(planned: Plan, club: Club, batch: UUID | None, *, anyway: bool) -> Restored:
    placed, contents = Placed(club), planned.contents
    facts = planned.cover.club
    club.guests_rank, club.all_time = facts.guests_rank, facts.all_time  # settings that the standings depend on
    club.time_zone = _zone(facts) or club.time_zone
    club.save(update_fields=["guests_rank", "all_time", "time_zone"])
    insert.take_over(club, facts, planned.logo)
    insert.people(placed, contents.players)
    insert.calendar(placed, contents)
    _matches(placed, planned, batch)
    restore_comments(placed, contents.nights, planned.replayed.comments)
    insert.contests(placed, contents)
    insert.trophies(placed, contents)
    insert.tags(placed, contents)
    replay.insert_photos(placed, planned.archive, planned.photos)
    insert.histories(placed, contents, insert.seats_named(contents, planned.replayed.lines))
    rebuild_by_player(club)
    digest, differing = compare(planned, placed)
    if differing and not anyway:
        raise Unusable(_refusal(planned, differing))
    return Restored(club, digest, placed.made, differing)


def _matches(placed: Placed, planned: Plan, batch: UUID | None) -> None:
    """Insert the replayed matches, with their club, night, season and batch filled in."""
    for ref, (night, season) in planned.replayed.places.items():
        match = planned.replayed.lines[ref]
        match.club, match.batch = placed.club, batch
        match.night_id, match.season_id = placed.find(night), placed.find(season)
    ledger.restore(planned.replayed.ready, lambda player: placed.rows[f"p{player}"])
    placed.keep("matches", list(planned.replayed.lines), list(planned.replayed.lines.values()))


def compare(planned: Plan, placed: Placed) -> tuple[str, list[str]]:
    """Return the digest of the restored figures, with the archive's names, and descriptions of where they differ from
    the archive.
    """
    club = placed.club
    renamed = {placed.rows[f"p{key}"]: name for key, name in planned.names.items()}
    season = Season.objects.get(club=club, name=planned.cover.season) if planned.cover.season else None
    parts = pack.parts_of(Scope(club, season), planned.replayed.digests, renamed)
    stored = planned.cover.parts
    others = [name for name in {**stored, **parts} if stored.get(name) != parts.get(name) and name != pack.PLAYED]
    if stored.get(pack.PLAYED) != parts[pack.PLAYED] and not planned.replayed.differing:
        others.append(pack.PLAYED)
    digest = pack.whole(parts)
    if digest != planned.cover.digest and not (others or planned.replayed.differing):
        others.append("the digest as a whole")
    return digest, [*planned.replayed.differing, *sorted(others)]


def _refusal(planned: Plan, differing: list[str]) -> str:
    named, more = clauses(differing[:MOST_NAMED]), len(differing) - MOST_NAMED
    rules = comma_separated(f"{name_of(engine(game))} {planned.cover.rules[game]}" for game in planned.other_rules)
    more_named = _("{names}, and {count} more").format(names=named, count=more) if more > 0 else named
    sentences = [
        _("The entries of this archive do not come to the figures it was made with: {names}.").format(names=more_named),
        *([_("It was made by other versions of the rules: {rules}.").format(rules=rules)] if rules else []),
        _("Nothing was written."),
    ]
    return " ".join(sentences)


# Undoes the restore of an archive as a whole, as long as nothing was written in the club since.


def undo_obstacle(row: ImportBatch) -> str:
    """Return why the restore cannot be undone; "" where it can."""
    club, made = row.club, row.made
    if club.matches.exclude(batch=row.pk).exists():
        return _("Matches were played here since. They stand on the same people and nights.")
    if club.matches.filter(entries__received_at__gt=row.done_at).exists():
        return _("Somebody has written on a restored sheet since.")
    if club.matches.filter(confirmations__recorded_at__gt=row.done_at).exists():
        return _("Somebody has confirmed a restored sheet since.")
    by_name: dict[str, Any] = {
        "nights": club.nights,
        "seasons": club.seasons,
        "playoffs": club.playoffs,
        "trophies": club.trophies,
    }
    for name, rows in by_name.items():
        if rows.exclude(pk__in=made[name]).exists():
            return str(OF_ITS_OWN[name])
    return next((words for words, rows in _decided_since(row) if rows.exists()), "")


OF_ITS_OWN = {
    "nights": gettext_lazy("The club has nights of its own since."),
    "seasons": gettext_lazy("The club has seasons of its own since."),
    "playoffs": gettext_lazy("The club has play-offs of its own since."),
    "trophies": gettext_lazy("The club has trophies of its own since."),
}


def _decided_since(row: ImportBatch) -> Iterator[tuple[str, QuerySet[Any]]]:
    """Yield (reason, rows) for decisions other than entries. Restored rows have no accounts, so a row with one is
    newer.
    """
    awards = Award.objects.filter(trophy__club=row.club)
    ours = Q(match=None, playoff=None) & ~Q(pk__in=row.made["by_hand"])
    yield _("A trophy was passed on by hand since."), awards.filter(ours | Q(withdrawn_by__isnull=False))
    tags = Tag.objects.filter(match__club=row.club)
    yield _("Somebody has marked a round since."), tags.filter(tagged_by__isnull=False)
    photos = SheetPhoto.objects.filter(match__club=row.club)
    yield (
        _("Somebody has added or removed a photo since."),
        photos.filter(Q(recorded_by__isnull=False) | Q(removed_at__isnull=False)),
    )
    drawn = NightDraw.objects.filter(night__club=row.club)
    yield _("The tables of a night were drawn since."), drawn.filter(drawn_by__isnull=False)
    gone = PlayoffLeaver.objects.filter(playoff__club=row.club)
    yield _("Somebody was taken out of a play-off since."), gone.filter(decided_by__isnull=False)
    said = NightAnswer.objects.filter(night__club=row.club)
    yield _("Somebody has answered for a night since."), said.filter(answered_at__gt=row.done_at)
    comments = Comment.objects.filter(player__club=row.club)
    yield (
        _("Somebody has commented since."),
        comments.filter(Q(written_at__gt=row.done_at) | Q(edited_at__gt=row.done_at)),
    )
    merges = Merge.objects.filter(target__club=row.club)
    yield _("Two players were merged since."), merges.exclude(pk__in=row.made["merges"])


def undo(row: ImportBatch) -> None:
    """Delete everything that was restored, in the transaction that ends the job. Players who have an account or an
    invitation by now stay.
    """
    lock_club(row.club)
    made = row.made
    Merge.objects.filter(target__club=row.club, pk__in=made["merges"]).delete()
    ledger.withdraw(row.pk, row.club)
    for model, name in ((Playoff, "playoffs"), (Trophy, "trophies"), (Night, "nights"), (Season, "seasons")):
        model._default_manager.filter(pk__in=made[name]).delete()
    _people(row.club, made["players"])
    rebuild_by_player(row.club)
    row.state, row.undone_at = ImportBatch.State.UNDONE, timezone.now()
    row.save(update_fields=["state", "undone_at"])


def _people(club: Club, keys: Iterable[int]) -> None:
    """Delete the players, those merged into others before these."""
    known = {*Membership.objects.filter(player__club=club).values_list("player", flat=True)}
    known |= {*Invitation.objects.filter(player__club=club).values_list("player", flat=True)}
    mine = Player.everybody.filter(club=club, pk__in={*keys} - known)
    FormerName.objects.filter(player__in=mine).delete()
    while leaves := list(mine.filter(merged=None).values_list("pk", flat=True)):
        Player.everybody.filter(pk__in=leaves).delete()


# Stores an uploaded archive after a first check; it is then read by a job.


NO_FILE = gettext_lazy("Choose a file first.")
FILE_GONE = gettext_lazy("The file is gone. Choose it again.")
SOURCE = "whole-archive"  # unlike an import that takes only the matches of an archive
LONGEST_FILE_NAME = 120


def store(club: Club, by: User | None, file: "UploadedFile[Any]") -> ImportBatch:
    """Store the file and return its row, with the dry run enqueued. Raises Unusable, and then nothing is stored."""
    if wrong := restore_obstacle(club):
        raise Unusable(wrong)
    Archive(cast("BinaryIO", file.file))
    digest = hashlib.sha256()
    for piece in file.chunks():
        digest.update(piece)
    file.seek(0)
    row = ImportBatch(club=club, created_by=by, source=SOURCE, sha256=digest.hexdigest(), size=file.size or 0)
    name = "".join(character for character in file.name or "" if character.isprintable())
    row.file_name = name[-LONGEST_FILE_NAME:] or "archive.zip"
    row.found = {"notes": [], "names": [], "guesses": [], "matches": []}
    row.file = default_storage.save(f"imports/{row.pk}", file)
    with transaction.atomic():
        row.reading = jobs.enqueue("check-archive", club, by, {"import": str(row.pk)})
        row.save(force_insert=True)
    return row


def about(plan: Plan) -> dict[str, Any]:
    """Return the preview as JSON: facts of the cover, differing matches, and games with other rules now."""
    cover = plan.cover
    return {
        "club": cover.club.name,
        "season": cover.season,
        "made_at": cover.made_at.isoformat(),
        "program": cover.program,
        "counts": cover.counts,
        "digest": cover.digest,
        "differing": plan.replayed.differing[:10],
        "rules": plan.other_rules,
    }


def forget(row: ImportBatch) -> None:
    """Delete the row of an archive that was not restored, and its file after the commit."""
    name = row.file
    row.delete()
    if name:
        transaction.on_commit(lambda: default_storage.delete(name), robust=True)
