"""How much a page takes at once: little, but where somebody chooses a file."""

import re
from collections.abc import Sequence
from typing import NamedTuple

ROUND_ABOUT = 100_000  # bytes of the form round about a file


class Limit(NamedTuple):
    """Of the pages whose path begins like this: bytes, and seconds a browser may take."""

    path: re.Pattern[str]
    size: int
    patience: int


# One file of at most 32 MB, by a slow line. Of photos the page itself says that 10 MB are the most.
A_FILE = (32_000_000 + ROUND_ABOUT, 300)
LARGER: Sequence[Limit] = (
    Limit(re.compile(r"/c/[-\w]+/(imports|matches/batch)/"), *A_FILE),
    Limit(re.compile(r"/api/v1/clubs/[-\w]+/imports$"), *A_FILE),
    Limit(re.compile(r"(/api/v1/matches|/m)/[-0-9a-f]+/(photo|paper)"), *A_FILE),
)


def limit_of(path: str, size: int, patience: float) -> tuple[int, float]:
    """The usual ones are given.

    >>> limit_of("/c/kennel/imports/", 1000, 30)[0], limit_of("/c/kennel/", 1000, 30)[0]
    (32100000, 1000)
    """
    return next(((each.size, each.patience) for each in LARGER if each.path.match(path)), (size, patience))
