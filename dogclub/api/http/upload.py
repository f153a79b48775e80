"""File uploads: the body itself, or the field `file` of a form; never all in memory."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, TypeAlias, cast

from django.core.exceptions import TooManyFieldsSent, TooManyFilesSent
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError
from django.utils.functional import Promise
from django.utils.http import parse_header_parameters
from django.utils.translation import gettext, gettext_lazy
from rest_framework.request import Request

from clubs.pictures.reading import PictureDelayed, PictureRefused
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.exchange.imports.review.steps import MOST_BYTES, TOO_LARGE

PIECE = 1 << 20
AGAIN = 60  # seconds until a picture is sent again that the machine did not come to
FORM = "multipart/form-data"
PICTURE_TOO_LARGE = gettext_lazy("This is more than {most} MB. Make the picture smaller.")
Upload: TypeAlias = "UploadedFile[Any]"


@contextmanager
def uploaded_file(request: Request, most: int | None = None, too_large: str | Promise = TOO_LARGE) -> Iterator[Upload]:
    """Yield the uploaded file with its name. `most` is in bytes, by default the limit of imports. Raises Problem."""
    most = MOST_BYTES if most is None else most
    plain_request = plain(request)
    with tempfile.SpooledTemporaryFile(PIECE) as file:
        is_form = request.content_type.lower().startswith(FORM)
        with _of_form(plain_request) if is_form else _body(plain_request, cast("IO[bytes]", file), most) as upload:
            if (upload.size or 0) > most:
                raise Problem("too-large", str(too_large).format(most=most // 1_000_000))
            yield upload


def picture_problem(refused: PictureRefused) -> Problem:
    """The problem of an image that cannot be used, or that can be sent again soon."""
    if isinstance(refused, PictureDelayed):
        return Problem("busy", str(refused), {"Retry-After": str(AGAIN)}, field="file")
    return Problem("invalid", str(refused), field="file")


def _of_form(request: HttpRequest) -> Upload:
    try:
        file = request.FILES.get("file")
    except (MultiPartParserError, TooManyFilesSent, TooManyFieldsSent) as error:
        raise Problem(
            "parse-error", gettext("This form cannot be read. Send one file, as its field “file”.")
        ) from error
    if file is None:
        raise Problem("invalid", gettext("Choose a file first: send it as the field “file” of the form."), field="file")
    if request.GET.get("name"):
        file.name = request.GET["name"]
    return file


def _body(request: HttpRequest, file: IO[bytes], most: int) -> Upload:
    """Read the body in pieces into a temporary file; one that is too long is not read to its end."""
    while file.tell() <= most and (piece := request.read(PIECE)):
        file.write(piece)
    size = file.tell()
    file.seek(0)
    return UploadedFile(file, _name(request), size=size)


def _name(request: HttpRequest) -> str:
    """Return the file name from the query or the Content-Disposition header."""
    _, parameters = parse_header_parameters(request.headers.get("Content-Disposition", ""))
    return request.GET.get("name") or parameters.get("filename", "") or "file"
