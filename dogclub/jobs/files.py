"""Finished files on their way out, so that a download that broke off goes on where it was (RFC 9110, 14)."""

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
Span = tuple[int, int]  # the first byte, and the first that is not wanted


def folder(pk: UUID) -> str:
    """Where everything a job ever stored lies."""
    return f"jobs/{pk}"


def forget(sender: type[Job], instance: Job, **_: object) -> None:
    """The files go with the row, whatever took it: a month, a club that was erased, a run that was killed before."""
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
    """The file of a job that is done, or the part of it that is asked for: 200, 206, 304, 404 or 416."""
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
    # Packed on the way, its bytes would not be those a later part is counted from.
    answer["Content-Encoding"] = "identity"
    return answer


def _wanted(request: HttpRequest, size: int, tag: str) -> Span | None:
    """The one part asked for; None for the whole file. Raises ValueError for a part that is not there."""
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
