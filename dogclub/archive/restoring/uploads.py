"""Stores an uploaded archive after a first check; it is then read by a job."""

import hashlib
from typing import Any, BinaryIO, cast

from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from clubs.models import Club, User
from dogclub import jobs
from dogclub.archive.restoring.reader import Archive, Unusable
from dogclub.archive.restoring.restore import Plan, restore_obstacle
from dogclub.models import ImportBatch

SOURCE = "whole-archive"  # unlike an import that takes only the matches of an archive
LONGEST = 120


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
    row.file_name = name[-LONGEST:] or "archive.zip"
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
