"""The member files of an archive, in order, and their limits.

The limits are about ten times what sixty players record in ten years.
"""

from dataclasses import dataclass

from dogclub.archive.format.lines import Line, NightLine, PlayerLine, SeasonLine
from dogclub.archive.format.match_lines import MatchLine, PhotoLine, PlayoffLine, TagLine, TrophyLine

COVER = "archive.json"
LARGEST_COVER = 1_000_000
LARGEST_FILE = 2_000_000_000  # bytes, nearly all of them photos
LONGEST_LINE = 4_000_000
MOST_ENTRIES = 2_000_000
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Member:
    """A member file: at most `most` lines of type `of` and `largest` bytes, unpacked. One that `may_be_missing` is left
    out where it would be empty.
    """

    key: str
    of: type[Line]
    most: int
    largest: int
    may_be_missing: bool = False

    @property
    def name(self) -> str:
        return f"{self.key}.jsonl"


MEMBERS = (
    Member("players", PlayerLine, 20_000, 60 * MEGABYTE),
    Member("seasons", SeasonLine, 2_000, 10 * MEGABYTE),
    Member("nights", NightLine, 50_000, 200 * MEGABYTE),
    Member("matches", MatchLine, 60_000, 1_500 * MEGABYTE),
    Member("playoffs", PlayoffLine, 10_000, 50 * MEGABYTE),
    Member("trophies", TrophyLine, 2_000, 100 * MEGABYTE),
    Member("tags", TagLine, 200_000, 60 * MEGABYTE),
    Member("photos", PhotoLine, 20_000, 1_900 * MEGABYTE, may_be_missing=True),
)
