"""Download of a job's file, with range requests so that a broken download can be resumed (RFC 9110, 14)."""

import re
from uuid import UUID

from django.core.files.storage import default_storage
from django.db import transaction
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import content_disposition_header, parse_etags
from django.utils.translation import gettext as _
from whitenoise.responders import SlicedFile

from dogclub.models import Job

RANGE = re.compile(r"bytes=(\d*)-(\d*)", re.ASCII)
Span = tuple[int, int]  # the first byte, and the one after the last


def folder(pk: UUID) -> str:
    """Return the storage folder of all files of a job."""
    return f"jobs/{pk}"


def forget(sender: type[Job], instance: Job, **_: object) -> None:
    """Delete all files of a job, also those of killed runs, after its row, whatever deleted the row: age, the
    erasure of its club. Receiver of post_delete.
    """
    place = folder(instance.pk)
    transaction.on_commit(lambda: _clear(place), robust=True)


def _clear(place: str) -> None:
    try:
        _, names = default_storage.listdir(place)
    except FileNotFoundError:
        return
    for name in names:
        default_storage.delete(f"{place}/{name}")
    default_storage.delete(place)


def download(request: HttpRequest, job: Job) -> HttpResponseBase:
    """Return the file of a finished job, or the requested part of it: 200, 206, 304, 404 or 416."""
    if not default_storage.exists(job.file):
        return HttpResponse(_("This file has been deleted. Request it again."), status=404, content_type="text/plain")
    tag = f'"{job.sha256}"'
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        return _with_headers(HttpResponse(status=304), job, tag)
    try:
        span = _wanted(request, job.size, tag)
    except ValueError:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{job.size}"})
    first, end = span or (0, job.size)
    answer: HttpResponseBase = HttpResponse()
    if request.method == "GET":
        answer = FileResponse(SlicedFile(default_storage.open(job.file), first, end - 1))
    answer.status_code = 206 if span else 200
    answer["Content-Type"] = job.content_type
    answer["Content-Length"] = end - first
    if span:
        answer["Content-Range"] = f"bytes {first}-{end - 1}/{job.size}"
    return _with_headers(answer, job, tag)


def _with_headers(answer: HttpResponseBase, job: Job, tag: str) -> HttpResponseBase:
    answer["ETag"], answer["Accept-Ranges"] = tag, "bytes"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=job.file_name) or ""
    # If a proxy compressed it, the byte offsets of a later range request would not fit.
    answer["Content-Encoding"] = "identity"
    return answer


def _wanted(request: HttpRequest, size: int, tag: str) -> Span | None:
    """Return the requested span, or None for the whole file. Raise ValueError for a span outside the file."""
    match = RANGE.fullmatch(request.headers.get("Range", "").replace(" ", ""))
    if not match or request.headers.get("If-Range", tag) != tag:
        return None
    start, stop = match.groups()
    if not start and not stop:
        return None
    if not start:
        first, end = max(size - int(stop), 0), size
    else:
        first, end = int(start), min(int(stop) + 1, size) if stop else size
        if stop and int(stop) < first:
            return None
    if first >= end:
        raise ValueError
    return first, end
