"""Reading of uploaded images: only the pixels are kept, turned upright.

Each is read in a process of its own (convert.py), since decoding may take hundreds of megabytes and seconds of
processor, and since the decoders of images are where hostile files aim at (ADR 72). Never call it within a transaction.
"""

import base64
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from allauth.core.ratelimit import consume, respond_429
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.language.locales import decimal, grouped
from clubs.pictures.orders import Answer, Order

CODE = Path(__file__).resolve().parents[2]  # the folder with the packages
TIMEOUT = 30  # seconds for one picture while a page waits
WITHOUT_A_PAGE = 600  # seconds while only a command or a job waits: a loaded machine gives it a hundredth of its time
PATIENCE = 20  # seconds to wait for the pictures of others
SVG = gettext_lazy("SVG files are not accepted. Save the picture as PNG and choose that file.")
ANIMATED = gettext_lazy("This picture is animated. Choose one that does not move.")
DAMAGED = gettext_lazy("This picture is damaged and cannot be read to its end. Save it again, or choose another one.")
TOO_MUCH = gettext_lazy("This picture needs too much memory or time to be read. Save it as JPEG, or make it smaller.")
BUSY = gettext_lazy("Other pictures are being read at this moment. Try again in a minute.")
SLOW = gettext_lazy("This machine has too much to do at this moment to read the picture. Try again in a minute.")
_one_at_a_time = threading.Lock()  # for the memory: a process may take MEMORY


class PictureRefused(ValueError):
    """Raised for an image that cannot be used; the text says why, and what to do."""


class PictureDelayed(PictureRefused):
    """Raised where nothing is wrong with the image: others are being read, or the machine is too busy."""


NAMED = gettext_lazy("PNG, JPEG or WebP")


@dataclass(frozen=True)
class Limits:
    """What is accepted: bytes of the file, Pillow's formats, and their names for messages. The pixels are limited by
    format (orders.py).
    """

    most_bytes: int
    formats: tuple[str, ...] = ("PNG", "JPEG", "WEBP")
    named: str | Promise = NAMED


@dataclass(frozen=True)
class Encoded:
    """A picture encoded anew, with its size in pixels."""

    content: bytes
    width: int
    height: int


@dataclass(frozen=True)
class Converted:
    """The size of a picture as it came, what was made of it, and the day on which it was taken, if it says so."""

    width: int
    height: int
    files: tuple[Encoded, ...]
    taken_on: date | None


def converted(file: IO[bytes], size: int, limits: Limits, order: Order, *, wait: int | None = None) -> Converted:
    """Return the files that the order asks for, within `wait` seconds (TIMEOUT if None). One picture is read at a time
    in a server. Raise PictureRefused.
    """
    if size > limits.most_bytes:
        words = _("{size} MB is too large; {most} MB is the most. Make the picture smaller.")
        raise PictureRefused(words.format(size=decimal(size / 1_000_000, 1), most=limits.most_bytes // 1_000_000))
    content = file.read()
    with _turn():
        answer = _ask(content, order, TIMEOUT if wait is None else wait)
    if "refused" in answer:
        raise PictureRefused(_in_words(answer, content, limits))
    files = (Encoded(base64.b64decode(each["content"]), each["width"], each["height"]) for each in answer["files"])
    return Converted(answer["width"], answer["height"], tuple(files), _day(answer["taken_on"]))


def _day(said: str) -> date | None:
    """The day, if it is one, and not in the future as the clock of a camera may say."""
    try:
        day = date.fromisoformat(said)
    except ValueError:
        return None
    return day if day <= timezone.localdate() else None


@contextmanager
def _turn() -> Iterator[None]:
    if not _one_at_a_time.acquire(timeout=PATIENCE):
        raise PictureDelayed(BUSY)
    try:
        yield
    finally:
        _one_at_a_time.release()


def _ask(content: bytes, order: Order, wait: float) -> Answer:
    """Run the process, with nothing in its environment that a hostile file could ask for. It has ended itself by its
    limits long before `wait` seconds, unless the machine gave it no time. Raise PictureDelayed.
    """
    command = [sys.executable, "-m", "clubs.pictures.convert", json.dumps(order)]
    try:
        done = subprocess.run(command, input=content, capture_output=True, cwd=CODE, env={}, timeout=wait, check=True)
    except subprocess.TimeoutExpired as expired:
        raise PictureDelayed(SLOW) from expired
    except subprocess.CalledProcessError:
        return {"refused": "memory"}  # or of processor: the kernel ended it
    answer: Answer = json.loads(done.stdout)
    return answer


def _in_words(answer: Answer, content: bytes, limits: Limits) -> str:
    if answer["refused"] == "pixels":
        return _("This picture is {width} × {height} pixels. {too_many}").format(
            width=grouped(answer["width"]), height=grouped(answer["height"]), too_many=_too_many(answer["most"])
        )
    if answer["refused"] == "unknown":
        return str(SVG) if _is_svg(content[:512]) else _no_picture(limits)
    return str({"animated": ANIMATED, "damaged": DAMAGED, "memory": TOO_MUCH}[answer["refused"]])


def _is_svg(head: bytes) -> bool:
    return b"<svg" in head or head.lstrip().startswith(b"<?xml")


def _no_picture(limits: Limits) -> str:
    return _("This is not a {named} picture. Save it as one of these and choose it again.").format(named=limits.named)


def _too_many(most: int) -> str:
    return _("At most {most_pixels} million pixels. Make the picture smaller and choose it again.").format(
        most_pixels=most // 1_000_000
    )


# HEIC, the photo format of phones: read if its decoder, an optional dependency, is installed (ADR 54).

READS_HEIC = find_spec("pillow_heif") is not None
NAMED_PHOTO = gettext_lazy("JPEG, PNG, WebP or HEIC") if READS_HEIC else gettext_lazy("JPEG, PNG or WebP")
FORMATS = ("JPEG", "PNG", "WEBP", *(("HEIF",) if READS_HEIC else ()))
ACCEPTED = ",".join(f"image/{each}" for each in ("jpeg", "png", "webp", *(("heic", "heif") if READS_HEIC else ())))
PHOTO = Limits(10_000_000, FORMATS, NAMED_PHOTO)
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypheim", b"ftyphevc")
NO_HEIC = gettext_lazy(
    "This is a HEIC photo, which this server cannot read. Choose it on the phone itself, which sends a JPEG, or save "
    "it as JPEG first."
)


def refuse_unread(file: IO[bytes], limits: Limits) -> None:
    """Raise PictureRefused for a HEIC photo if there is no decoder."""
    head = file.read(12)
    file.seek(0)
    if head[4:] in HEIC and "HEIF" not in limits.formats:
        raise PictureRefused(NO_HEIC)


# How many pictures a person may have read: decoding one is the dearest thing a member can ask for.


HOUR = 3600  # seconds after which one more is read in any case


def may_read(request: HttpRequest, access: Access) -> bool:
    """Count a photo of a member or a logo; False for the eleventh of a person in an hour."""
    return bool(consume(request, action="pictures", key=_person(access)))


def may_read_sheet(request: HttpRequest, access: Access, match: str = "") -> bool:
    """Count a photo of a match's sheet; False for the eleventh of a match, or the 61st of all, of a person in an hour.

    An evening has many tables, whose photos one person often takes.
    """
    person = _person(access)
    is_free = not match or consume(request, action="pictures", key=f"{person} {match}")
    return bool(is_free and consume(request, action="sheet_pictures", key=person))


def too_many(request: HttpRequest) -> HttpResponseBase:
    """Return the page that asks to try again later."""
    response: HttpResponseBase = respond_429(request)
    return response


def _person(access: Access) -> str:
    return f"user {access.user.pk}" if access.user else f"device {access.club.pk} {access.device}"
