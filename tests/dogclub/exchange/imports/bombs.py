"""Malicious files, built by code. As a script, reads the files named on standard input and reports what each cost."""

import importlib
import io
import json
import os
import random
import resource
import sys
import time
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.dogclub.exchange.imports.corpus.making import ODS, open_document

CONTENT = b'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
SHEET = b'<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
END = b"</sheetData></worksheet>"
LAUGHS = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
RELATIONS = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
HEADER = b"date,player,total\r\n"
MEGABYTE = 1 << 20


def a_zip(members: Mapping[str, bytes]) -> bytes:
    """A workbook's ZIP file with these worksheets."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", CONTENT)
        for name, content in members.items():
            archive.writestr(f"xl/worksheets/{name}.xml", content)
    return file.getvalue()


def honest(**changed: bytes) -> bytes:
    """Return an uncompressed workbook as openpyxl writes it; `changed` replaces parts, by file name without suffix."""
    from openpyxl import Workbook

    plain, file = io.BytesIO(), io.BytesIO()
    Workbook().save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            new.writestr(name, changed.get(name.rsplit("/", 1)[-1].split(".")[0], old.read(name)))
    return file.getvalue()


def one_part_a_thousand_times() -> bytes:
    """Return a workbook of 900 sheets that all name the same part of 900 kB."""
    sheets = b"".join(
        b'<sheet name="s%d" sheetId="%d" r:id="rId1" xmlns:r="%b"/>' % (n, n, RELATIONS) for n in range(1, 900)
    )
    book = b'<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets>%b</sheets></workbook>'
    return honest(workbook=book % sheets, sheet1=SHEET + b'<row><c t="n"><v>1</v></c></row>' * 27_000 + END)


def many_tables(count: int, rows: str = "") -> bytes:
    """Return an OpenDocument spreadsheet with so many sheets."""
    content = open_document({"Scores": []}, tail=False)
    with zipfile.ZipFile(io.BytesIO(content)) as old:
        one = old.read("content.xml").decode()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr("mimetype", ODS, zipfile.ZIP_STORED)
        table = one[one.index("<table:table ") : one.index("</office:spreadsheet>")]
        new.writestr("content.xml", one.replace(table, table.replace("></table", f">{rows}</table") * count))
    return file.getvalue()


REPEATED = (
    '<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string">'
    "<text:p>Bea</text:p></table:table-cell></table:table-row>"
)
BOMBS: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "a zip that unpacks to a thousand times its size": ("x.xlsx", lambda: a_zip({"sheet1": bytes(140 * MEGABYTE)})),
    "a zip that unpacks to more than we take": ("x.xlsx", lambda: a_zip({"sheet1": bytes(200 * MEGABYTE)})),
    "a zip with five thousand members": ("x.xlsx", lambda: a_zip({f"s{n}": b"<x/>" for n in range(5000)})),
    "entities": ("x.xlsx", lambda: honest(sheet1=LAUGHS)),
    "entities in the strings": ("x.xlsx", lambda: honest(workbook=LAUGHS)),
    "entities in another alphabet": ("x.xlsx", lambda: honest(sheet1=LAUGHS.decode().encode("utf-16"))),
    "a million rows": ("x.xlsx", lambda: honest(sheet1=SHEET + b"<row/>" * 1_000_000 + END)),
    "a million cells in a row": ("x.xlsx", lambda: honest(sheet1=SHEET + b"<row>" + b"<c/>" * 1_000_000 + END)),
    "sixteen thousand columns": (
        "x.xlsx",
        lambda: honest(sheet1=SHEET + b'<row r="1"><c r="XFD1" t="n"><v>1</v></c></row>' * 1000 + END),
    ),
    "sixteen thousand empty columns": (
        "x.xlsx",
        lambda: honest(sheet1=SHEET + b'<row><c t="n"><v>1</v></c><c r="XFD1"/></row>' * 3000 + END),
    ),
    "fifteen thousand sheets": ("x.ods", lambda: many_tables(15_000)),
    "rows that are repeated": ("x.ods", lambda: many_tables(900, REPEATED * 2)),
    "sheets that are the same part": ("x.xlsx", one_part_a_thousand_times),
    "formulas that do not end": ("x.xlsx", lambda: honest(sheet1=SHEET + b"<row>" + b"<f " * 300_000)),
    "a heading of digits": (
        "x.xlsx",
        lambda: honest(
            sheet1=SHEET + b'<row><c t="inlineStr"><is><t>' + b"1" * 900_000 + b"a</t></is></c></row>" + END
        ),
    ),
    "a game of twenty thousand": ("x.csv", lambda: HEADER + b"".join(b"2026-03-12,B%d,3\n" % n for n in range(20_005))),
    "a workbook cut short": ("x.xlsx", lambda: honest()[:3000]),
    "a workbook that is nonsense": ("x.xlsx", lambda: honest(sheet1=b"<worksheet><sheetData><row><c")),
    "lines without end": ("x.csv", lambda: HEADER + b"," * 30_000_000),
    "a million lines": ("x.csv", lambda: HEADER + b"2026-03-12,Bea,3\r\n" * 1_000_000),
    "a quote that never ends": ("x.csv", lambda: HEADER + b'"' + b"x\n" * 10_000_000),
    "quotes that end on the next line": ("x.csv", lambda: HEADER + b'"x\n' + b'","x\n' * 5_000_000),
    "noise that says it is CSV": ("x.csv", lambda: random.Random(7).randbytes(3_000_000)),
    "a picture that says it is CSV": ("x.csv", lambda: b"\x89PNG\r\n\x1a\n" + bytes(100_000)),
    "lists in lists": ("x.json", lambda: b"[" * 30_000_000),
    "objects in objects": ("x.json", lambda: b'{"a":' * 5_000_000),
    "a text without end": ("x.json", lambda: b'[{"record": "' + b"x" * 30_000_000),
    "quotes after quotes": ("x.json", lambda: b'[{"a": "' + b'\\"' * 10_000_000),
    "a number without end": ("x.json", lambda: b'{"record": ' + b"9" * 900_000 + b"}"),
    "a list of lists": ("x.json", lambda: b"[" + b"[]," * 9_000_000 + b"[]]"),
    "two thousand keys": ("x.json", lambda: b"[{" + b",".join(b'"%d": []' % n for n in range(300_000)) + b"}]"),
}


def memory() -> int:
    """The peak memory of this process in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measured(path: Path) -> dict[str, Any]:
    """Read the file and return processor `seconds`, additional peak `megabytes` and the message (`said`)."""
    from clubs.models import Club
    from dogclub.exchange.imports.formats.several_files import reader_of
    from dogclub.exchange.imports.parsed_file import FIRST_BYTES, Unreadable

    said = "nobody reads it"
    before, began = memory(), time.process_time()
    with path.open("rb") as file:
        reader = reader_of(file.read(FIRST_BYTES), path.name)
        file.seek(0)
        try:
            if reader:
                reader.check(file)
                found = [each for match in reader.read(file, Club(), {}).matches for each in match.problems]
                said = str(found[0].message) if found else "it was read"
        except Unreadable as error:
            said = str(error)
    return {"seconds": time.process_time() - began, "megabytes": memory() - before, "said": said}


def main() -> None:
    """Read a path from each line of standard input and print a JSON line for it; each file is read in a process of its
    own.
    """
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    importlib.import_module("dogclub.exchange.imports.formats.several_files")
    for line in sys.stdin:
        child = os.fork()
        if not child:
            print(json.dumps(measured(Path(line.strip()))), flush=True)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
