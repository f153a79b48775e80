"""Parses a finished PDF document so that it can be joined with others: its objects, pages and structure tags."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from games.sheets.pack import Plain, read

_TEXT = rb"\((?:[^\\()]|\\.|\((?:[^\\()]|\\.|\((?:[^\\()]|\\.)*\))*\))*\)"
_TOKEN = re.compile(
    rb"(?P<text>" + _TEXT + rb")|(?P<tagged>/StructParents? )(?P<at>\d+)|(?P<number>\d+) 0 R", re.DOTALL
)
_REFERENCE = re.compile(rb"(\d+) 0 R")
_LEFT_OUT = (b"Pages", b"Outlines", b"StructTreeRoot", b"Metadata")


@dataclass(frozen=True)
class ParsedPdf:
    """A parsed document: `objects` under their own numbers, `pages` in order, `root` the topmost tag.

    `marks` is the parent tree, (key, object number), `ids` the (name, object number) of named tags.
    """

    objects: Mapping[int, bytes]
    pages: list[int]
    tree: int
    root: int
    pages_root: int
    marks: list[tuple[int, int]]
    ids: list[tuple[bytes, int]]


def parse_pdf(pdf: bytes) -> ParsedPdf:
    """Parse a document. Raises ValueError for anything but a tagged PDF as Typst writes it."""
    plain = read(pdf)
    catalog = _refers(plain.trailer, b"Root")
    catalogue = plain.objects[catalog]
    pages, tree = _refers(catalogue, b"Pages"), _refers(catalogue, b"StructTreeRoot")
    tags = plain.objects[tree]
    left_out = {catalog, _refers(plain.trailer, b"Info"), *_outline(plain, catalogue)}
    left_out |= {_refers(catalogue, name) for name in _LEFT_OUT if b"/" + name + b" " in catalogue}
    return ParsedPdf(
        objects={number: body for number, body in plain.objects.items() if number not in left_out},
        pages=[
            number for (number,) in map(_numbers, re.findall(rb"\d+ 0 R", _between(plain.objects[pages], b"/Kids[")))
        ],
        tree=tree,
        root=_numbers(_between(tags, b"/K["))[0],
        pages_root=pages,
        marks=[(int(at), int(to)) for at, to in re.findall(rb"(\d+) (\d+) 0 R", _between(tags, b"/Nums["))],
        ids=[(name, int(to)) for name, to in re.findall(rb"\(([^()\\]+)\)(\d+) 0 R", _between(tags, b"/Names["))],
    )


def _refers(body: bytes, name: bytes) -> int:
    match = re.search(rb"/" + name + rb" (\d+) 0 R", body)
    if match is None:
        raise ValueError(f"no {name.decode()} in {body[:60]!r}")
    return int(match[1])


def _numbers(body: bytes) -> list[int]:
    return [int(number) for number in _REFERENCE.findall(body)]


def _between(body: bytes, opening: bytes) -> bytes:
    """Return the content between the opening bracket and the next closing one; the lists read here are not nested."""
    start = body.find(opening)
    return b"" if start < 0 else body[start + len(opening) : body.index(b"]", start)]


def _outline(plain: Plain, catalog: bytes) -> list[int]:
    """Return the object numbers of outline items, which are left out, since the book has its own outline."""
    return [number for number, body in plain.objects.items() if body.startswith(b"<</Parent ") and b"/Dest " in body]


def renumbered(body: bytes, numbers: Mapping[int, int], marks: int, names: Mapping[bytes, bytes]) -> bytes:
    """Return the object with its references under new numbers, keys of the parent tree shifted by `marks`, and names
    replaced; other text strings stay as they are.
    """

    def new(token: re.Match[bytes]) -> bytes:
        if text := token["text"]:
            return names.get(text, text)
        if token["tagged"]:
            return b"%b%d" % (token["tagged"], int(token["at"]) + marks)
        return b"%d 0 R" % numbers[int(token["number"])]

    return _TOKEN.sub(new, body)
