"""Access to S3-compatible storage, with its errors in words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from obstore.store import S3Config, S3Store

PART = 8 << 20  # bytes of one part of a multipart upload
UNREACHABLE = gettext_lazy("The storage of files does not answer. Try again in a minute.")
REASONS = {
    "404": "there is no such bucket or file",
    "403": "the keys are not known there, or may not do that",
    "401": "it wants keys, or other ones",
}


class Refused(OSError):
    """The storage did not do what was asked; the text says why and contains no key."""


def store_of(url: str, timeout: timedelta) -> "S3Store":
    """Return the store for `s3://bucket/folder`, with the keys of the environment. Failed requests are retried for as
    long as `timeout`.
    """
    from obstore.store import S3Store

    parts = urlsplit(url)
    return S3Store(
        parts.netloc,
        prefix=parts.path.strip("/") or None,
        config=cast("S3Config", {name: value for name, value in settings.S3.items() if value}),
        client_options={"allow_http": settings.S3["endpoint"].startswith("http://"), "connect_timeout": "5s"},
        retry_config={"max_retries": 3, "retry_timeout": timeout},
    )


@contextmanager
def translate_errors(what: str) -> Iterator[None]:
    """Raise Refused, with `what` could not be done and why, for errors in the block. The storage's own message is left
    out, since it may contain a key.
    """
    from obstore.exceptions import BaseError

    try:
        yield
    except (BaseError, OSError) as error:
        status = re.search(r"status code: (\d{3})", str(error))
        code = "404" if isinstance(error, FileNotFoundError) else status[1] if status else ""
        reason = REASONS.get(code, f"the storage does not answer ({type(error).__name__})")
        raise Refused(f"{what}: {reason}.") from None
