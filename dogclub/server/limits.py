"""Limits of request bodies: small, but larger for pages that take a file."""

import re
from collections.abc import Sequence
from typing import NamedTuple

FORM_OVERHEAD = 100_000  # bytes of the form fields and boundaries around a file


class Limit(NamedTuple):
    """The limit of pages whose path matches at its start: `size` in bytes, `timeout` in seconds for the whole body."""

    path: re.Pattern[str]
    size: int
    timeout: int


# One file of at most 32 MB over a slow connection, or photos of that much. A photo has at most 10 MB: its page checks.
A_FILE = (32_000_000 + FORM_OVERHEAD, 300)
LARGER: Sequence[Limit] = (
    Limit(re.compile(r"/c/[-\w]+/(imports|matches/batch|sheet-photos)/"), *A_FILE),
    Limit(re.compile(r"/api/v1/clubs/[-\w]+/(imports|sheet-photos)$"), *A_FILE),
    Limit(re.compile(r"(/api/v1/matches|/m)/[-0-9a-f]+/(photo|paper)"), *A_FILE),
)


def limit_of(path: str, size: int, timeout: float) -> tuple[int, float]:
    """Return bytes and seconds for a path; `size` and `timeout` are those of ordinary pages.

    >>> limit_of("/c/kennel/imports/", 1000, 30)[0], limit_of("/c/kennel/", 1000, 30)[0]
    (32100000, 1000)
    """
    return next(((each.size, each.timeout) for each in LARGER if each.path.match(path)), (size, timeout))
