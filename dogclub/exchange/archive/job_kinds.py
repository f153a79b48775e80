"""The background jobs of archives: make one, check an uploaded one, restore it, undo the restore."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import BinaryIO, cast

from django.core.files.storage import default_storage
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import grouped
from clubs.models import Club, Role, Scope, Season
from dogclub.exchange.archive import restore as restoring
from dogclub.exchange.archive.lines import Cover
from dogclub.exchange.archive.pack import CONTENT_TYPE, Steps, file_name, pack
from dogclub.exchange.archive.reader import Archive, Unusable
from dogclub.exchange.archive.restore import FILE_GONE, about
from dogclub.jobs import Impossible, Kind, Urgency, Work
from dogclub.models import ImportBatch
from dogclub.storage import Refused
from leagues.models import Award
from leagues.standings.update import keep_current

State = ImportBatch.State
PIECE = 1 << 20


def make(work: Work) -> None:
    """Write the archive of the club or season and store it as the job's file."""
    club = _club(work)
    wanted = work.asked.get("season")
    season = Season.objects.filter(club=club, pk=wanted).first() if wanted else None
    if wanted and season is None:
        raise Impossible(_("This season is gone."))
    keep_current(club)
    with tempfile.TemporaryFile() as file:
        with work.read_snapshot():
            cover = pack(club, season, cast("BinaryIO", file), steps=_steps(work))
        file.seek(0)
        work.keep(cast("BinaryIO", file), file_name(cover), CONTENT_TYPE)
    work.step_done(grouped(cover.counts["matches"]))
    work.result = {"digest": cover.digest, "words": _summary(cover)}


def _club(work: Work) -> Club:
    assert work.job.club
    return work.job.club


def _steps(work: Work) -> Steps:
    def begun() -> None:
        work.begin([(_("Figures added up"), 35), (_("Matches written down"), 65)])

    return Steps(begun, work.move, lambda count: work.step_done(_matches(count)), work.move)


def _matches(count: int) -> str:
    return ngettext("{count} match", "{count} matches", count).format(count=grouped(count))


def _summary(cover: Cover) -> list[str]:
    counts = cover.counts
    words = _("The whole club: {matches} matches with {entries} entries, {players} players, {nights} nights.")
    if cover.season:
        words = _("The season {season}: {matches} matches with {entries} entries, {players} players, {nights} nights.")
    figures = {name: grouped(counts[name]) for name in ("matches", "entries", "players", "nights")}
    return [
        words.format(season=cover.season, **figures),
        _("Checksum of the figures: {digest}").format(digest=cover.digest),
    ]


def _row(work: Work, state: ImportBatch.State) -> ImportBatch | None:
    """Return the import of the job; None where it is no longer in this state. Raises Impossible where it was
    deleted.
    """
    row = ImportBatch.objects.select_related("club").filter(pk=work.asked["import"]).first()
    if row is None:
        raise Impossible(_("This archive is gone."))
    return row if row.state == state else None


@contextmanager
def _archive(row: ImportBatch) -> Iterator[Archive]:
    """Yield the archive, opened from a seekable local copy. Raises Impossible or Unusable."""
    with tempfile.TemporaryFile() as copy:
        try:
            with default_storage.open(row.file) as file:
                shutil.copyfileobj(file, copy, PIECE)
        except Refused:
            raise
        except OSError:
            raise Impossible(FILE_GONE) from None
        copy.seek(0)
        yield Archive(cast("BinaryIO", copy))


def check(work: Work) -> None:
    """The dry run: read and replay everything, and store only what was found."""
    row = _row(work, State.READING)
    if row is None:
        return
    work.begin([(_("Matches read and added up"), 100)])
    result, problem = {}, ""
    try:
        with _archive(row) as archive:
            plan = restoring.plan(archive, row.club.slug, work.move)
        result = about(plan)
    except Unusable as reason:
        problem = str(reason)[:300]
    work.step_done(grouped(result["counts"]["matches"]) if result else "")
    work.result = {"link": _link(row, _("Preview"))}
    with work.once():
        state = State.REFUSED if problem else State.ASKING
        preview = row.found | {"archive": result}
        ImportBatch.objects.filter(pk=row.pk).update(state=state, problem=problem, found=preview)
        if problem:
            _drop_file(row)


def restore(work: Work) -> None:
    """Read the archive again and write it into the club, in one transaction."""
    row = _row(work, State.WRITING)
    if row is None:
        return
    work.begin([(_("Matches read and added up"), 70), (_("Everything written, what follows worked out"), 30)])
    try:
        with _archive(row) as archive:
            plan = restoring.plan(archive, row.club.slug, work.move)
        work.step_done(grouped(len(plan.replayed.ready)))
        work.report_progress(now=_("writing, and comparing the figures"), at_once=True)
        work.result = {"link": _link(row, _("What came in"))}
        restoring.restore(plan, row.club, batch=row.pk, once=work.once, after=lambda done: _done(row, done))
    except Unusable as reason:
        ImportBatch.objects.filter(pk=row.pk).update(state=State.ASKING)
        raise Impossible(str(reason)) from reason


def _done(row: ImportBatch, done: restoring.Restored) -> None:
    """Record the result in the restoring transaction; the uploaded file is deleted after the commit."""
    row.made = {"archive": True, "digest": done.digest, "games": len(done.made["matches"]), **_keys(done)}
    row.state, row.done_at = State.DONE, timezone.now()
    row.save(update_fields=["made", "state", "done_at"])
    _drop_file(row)


def _drop_file(row: ImportBatch) -> None:
    """Clear the file name of the row and delete the file after the commit."""
    name, row.file = row.file, ""
    row.save(update_fields=["file"])
    if name:
        transaction.on_commit(lambda: default_storage.delete(name), robust=True)


def _keys(done: restoring.Restored) -> dict[str, list[int]]:
    parts = ("players", "seasons", "nights", "playoffs", "trophies", "merges")
    by_hand = Award.objects.filter(trophy__club=done.club, match=None, playoff=None).values_list("pk", flat=True)
    return {"by_hand": list(by_hand), **{table: list(done.made.get(table, ())) for table in parts}}


def take_out(work: Work) -> None:
    """Undo the restore, in one transaction. Raises Impossible with the reason where it cannot be undone."""
    row = _row(work, State.DONE)
    if row is None:
        return
    work.begin([(_("Restore undone"), 100)])
    work.result = {"link": _link(row, _("Back to the archive"))}
    with work.once():
        if reason := restoring.undo_obstacle(row):
            raise Impossible(reason)
        restoring.undo(row)


def _link(row: ImportBatch, words: str) -> list[str]:
    return [reverse("archive-found", args=[row.club.slug, row.pk]), words]


ARCHIVE = Kind(
    "archive",
    gettext_lazy("Creating an archive"),
    make,
    waits=gettext_lazy("The file will be here."),
    role=Role.OWNER,
    scope=Scope.ARCHIVE,
    own_process=True,
    urgency=Urgency.BULK,
)
CHECK = Kind(
    "check-archive",
    gettext_lazy("Reading an archive"),
    check,
    role=Role.OWNER,
    own_process=True,
    listed=False,
    urgency=Urgency.AWAITED,
    longest=timedelta(minutes=10),  # ten years of a large club take half a minute
)
RESTORE = Kind(
    "restore", gettext_lazy("Restoring an archive"), restore, role=Role.OWNER, own_process=True, urgency=Urgency.BULK
)
TAKE_OUT = Kind(
    "take-out", gettext_lazy("Undoing a restore"), take_out, role=Role.OWNER, own_process=True, urgency=Urgency.BULK
)
