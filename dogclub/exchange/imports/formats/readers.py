"""The list of readers, one for each file format that can be imported. The first that recognises a file reads it."""

from collections.abc import Sequence

from dogclub.exchange.imports.formats.archive_file import ARCHIVE
from dogclub.exchange.imports.formats.bg_stats import BG_STATS
from dogclub.exchange.imports.formats.csv_file import CSV_FILE
from dogclub.exchange.imports.formats.escalier_csv import ESCALIER_CSV
from dogclub.exchange.imports.formats.escalier_json import ESCALIER_JSON
from dogclub.exchange.imports.formats.escalier_link import ESCALIER_LINK
from dogclub.exchange.imports.formats.json_records import JSON_RECORDS
from dogclub.exchange.imports.formats.open_document import OPEN_DOCUMENT
from dogclub.exchange.imports.formats.several_files import SEVERAL_FILES
from dogclub.exchange.imports.formats.workbook import WORKBOOK
from dogclub.exchange.imports.parsed.parsed_file import Reader

READERS: Sequence[Reader] = (
    ARCHIVE,
    BG_STATS,
    ESCALIER_LINK,
    ESCALIER_JSON,
    ESCALIER_CSV,
    SEVERAL_FILES,
    OPEN_DOCUMENT,
    WORKBOOK,
    JSON_RECORDS,
    CSV_FILE,
)


def reader_of(head: bytes, name: str) -> Reader | None:
    """Return the reader for a file by its first bytes and its name, or None."""
    return next((reader for reader in READERS if reader.recognises(head, name)), None)


def find(key: str) -> Reader:
    """Return a reader by its key. Raise KeyError if there is none."""
    return {reader.key: reader for reader in READERS}[key]
