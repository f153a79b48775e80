"""Every kind of file that can come in. The first that recognises a file reads it."""

from collections.abc import Sequence

from games.archive.reader import ARCHIVE
from games.imports.bg_stats import BG_STATS
from games.imports.csv_file import CSV_FILE
from games.imports.escalier_csv import ESCALIER_CSV
from games.imports.escalier_link import ESCALIER_LINK
from games.imports.found import Reader
from games.imports.json_records import JSON_RECORDS
from games.imports.workbook import WORKBOOK

READERS: Sequence[Reader] = (ARCHIVE, BG_STATS, ESCALIER_LINK, ESCALIER_CSV, WORKBOOK, JSON_RECORDS, CSV_FILE)


def reader_of(head: bytes, name: str) -> Reader | None:
    return next((reader for reader in READERS if reader.recognises(head, name)), None)


def find(key: str) -> Reader:
    """Raises KeyError."""
    return {reader.key: reader for reader in READERS}[key]
