"""`./run export`: writes the archive of a club, or of one of its seasons, to a file and prints the digest of its
figures.
"""

import os
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.core.management.base import BaseCommand, CommandError

from clubs.models import Club, Season
from clubs.time_zone import ways_of
from dogclub.database import snapshot
from dogclub.exchange.archive.lines import Cover
from dogclub.exchange.archive.pack import pack
from dogclub.management.clear_errors import unwritable
from leagues.standings.update import keep_current


class Command(BaseCommand):
    help = "Writes the archive of a club, or of one season, and prints the checksum of its figures."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club as its addresses name it, such as thursday-kennel")
        parser.add_argument("file", type=Path)
        parser.add_argument("--season", metavar="NAME", help="that season alone")

    def handle(self, *args: Any, club: str, file: Path, season: str | None, **options: Any) -> None:
        try:
            cover = written(club_of(club), one_season(club, season) if season else None, file)
        except OSError as error:
            raise unwritable(file, error) from error
        counts = cover.counts
        self.stdout.write(
            f"{counts['matches']:,} matches, {counts['entries']:,} entries, {file.stat().st_size:,} bytes."
        )
        self.stdout.write(f"Figures: {cover.digest}")


def written(club: Club, season: Season | None, file: Path) -> Cover:
    """Write the archive and return its cover. It is written beside the file first and then renamed, so that an
    incomplete archive never has the file's name.
    """
    keep_current(club)
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as out:
        try:
            with snapshot(), ways_of(club):
                cover = pack(club, season, cast("BinaryIO", out.file))
            out.flush()
            Path(out.name).replace(file)
        finally:
            Path(out.name).unlink(missing_ok=True)
    file.chmod(0o666 & ~umask())
    return cover


def umask() -> int:
    """Return the umask of this process."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def club_of(slug: str) -> Club:
    """Return the club with this slug. Raises CommandError, which names existing slugs, where there is none."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        known = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True)[:10])
        raise CommandError(f"There is no club “{slug}”{f'; there is {known}' if known else ''}.")
    return club


def one_season(slug: str, name: str) -> Season:
    """Return the season of that name of the club with this slug. Raises CommandError where there is none."""
    season = Season.objects.filter(club__slug=slug, name=name).first()
    if season is None:
        raise CommandError(f"The club has no season “{name}”.")
    return season
