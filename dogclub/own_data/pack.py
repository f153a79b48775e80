"""A person's data as a ZIP of JSON files, written in pieces, as years of scorekeeping are many rows."""

import json
from collections.abc import Iterator, Mapping
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet

from clubs.models import User
from dogclub.own_data.collect import PARTS, Rows, photos

README = """What Dog Club keeps about {email}, as of {moment}.

Each file is a JSON array, one object a row; moments are in UTC. Passwords, codes and keys are not in here, and
neither is what others wrote. A photo of you in a club is a JPEG with the club’s name. The page “Privacy:
what Dog Club keeps” says where and how long each thing is kept.
"""


def pack(user: User, file: IO[bytes], moment: str) -> None:
    """Write the ZIP into the file; `moment` is the time for its README."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", README.format(email=user.email, moment=moment))
        for name, rows in PARTS.items():
            with archive.open(f"{name}.json", "w", force_zip64=True) as part:
                for piece in _json(rows(user)):
                    part.write(piece.encode())
        for name, content in photos(user):
            archive.writestr(name, content)


def _json(rows: Rows) -> Iterator[str]:
    yield "["
    for number, row in enumerate(_one_by_one(rows)):
        yield (",\n" if number else "\n") + json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)
    yield "\n]\n"


def _one_by_one(rows: Rows) -> Iterator[Mapping[str, Any]]:
    return rows.iterator() if isinstance(rows, QuerySet) else iter(rows)
