r"""A few real demo clubs as text for COPY, with a mark wherever a club's own number belongs.

`\x01` stands for the number of the club in decimals, `\x02` for the first eight digits of its UUIDs, `\x03` for eight
digits anywhere. Ids are that number followed by the row's place in the club, so that references stay right without a
look-up: copying a club means replacing three bytes.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from clubs.models import Club, User
from dogclub.demo import club as demo

CLUB, UUID, ANY = "\x01", "\x02", "\x03"
# From a new club to three years of six tables a night, by matches; SMALL also has a play-off, a knock-out, all games.
SCALES = {
    3: demo.Scale(players=60, seasons=1, nights=2, tables=1),
    7: demo.Scale(players=60, seasons=1, nights=6, tables=1),
    25: demo.Scale(players=60, seasons=1, nights=24, tables=1),
    125: demo.SMALL,
    289: demo.large(1),
    865: demo.large(3),
}
# Sums contain players' numbers in their figures: they are not copied but written once all clubs exist.
NOT_OF_A_CLUB = re.compile("django_|auth_|axes_|usersessions_|dogclub_job$|games_aggregate$")
PLACES = {"bigint": 6, "integer": 2}  # digits of a row's place in its club, so that ids fit their columns
NUMBER, NIGHT = re.compile(r'(?<!: )(?<!\w)\d+(?=["\],])'), re.compile(r'(?<="night-)\d+(?=")')
# Row numbers inside JSON columns: of which table, and the pattern that finds them.
IN_JSON = {
    ("leagues_fixture", "players"): ("clubs_player", NUMBER),
    ("leagues_cutpull", "cards"): ("clubs_player", NUMBER),
    ("clubs_merge", "moved"): ("games_seat", NUMBER),
    ("leagues_standing", "form"): ("clubs_night", NIGHT),
}
KEYS = """
SELECT con.contype, con.conrelid::regclass::text, att.attname, con.confrelid::regclass::text
FROM pg_constraint con JOIN pg_attribute att ON att.attrelid = con.conrelid AND att.attnum = con.conkey[1]
WHERE con.contype IN ('p', 'f') AND cardinality(con.conkey) = 1 AND con.connamespace = 'public'::regnamespace
"""
COLUMNS = """
SELECT table_name, column_name, data_type FROM information_schema.columns
WHERE table_schema = 'public' ORDER BY table_name, ordinal_position
"""


@dataclass(frozen=True)
class Block:
    """The rows of one table, ready for COPY."""

    table: str
    columns: tuple[str, ...]
    text: bytes


@dataclass(frozen=True)
class Template:
    """A club as text: the number of its matches, and its rows table by table."""

    matches: int
    blocks: tuple[Block, ...]

    @property
    def size(self) -> int:
        """The length of the text, in bytes."""
        return sum(len(block.text) for block in self.blocks)


class Schema:
    """The columns of every table, and which are primary and foreign keys."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(COLUMNS)
            self.columns: dict[str, dict[str, str]] = {}
            for table, column, kind in cursor.fetchall():
                self.columns.setdefault(table, {})[column] = kind
            cursor.execute(KEYS)
            found: list[tuple[str, str, str, str]] = cursor.fetchall()
        self.primary = {table: column for kind, table, column, _ in found if kind == "p"}
        self.references = {(table, column): target for kind, table, column, target in found if kind == "f"}

    def tables(self) -> Iterator[str]:
        """The tables whose rows belong to clubs."""
        return (table for table in self.columns if table in self.primary and not NOT_OF_A_CLUB.match(table))

    def key_of(self, table: str, column: str) -> str:
        """The table that a number in this column refers to; "" where it is no key."""
        own = table if self.primary[table] == column and (table, column) not in self.references else ""
        return self.references.get((table, column), own)


def template(scale: demo.Scale, seed: int) -> Template:
    """Build a demo club with the app's own code, read it, and roll it back; there must be no other club."""
    with transaction.atomic():
        club = demo.build(scale, seed)
        Club.objects.filter(pk=club.pk).update(is_demo=False, slug=f"kennel-{CLUB}", name=f"Kennel {CLUB}")
        for table in ("clubs_user", "account_emailaddress"):
            with connection.cursor() as cursor:
                cursor.execute(f"UPDATE {table} SET email = %s || email", [f"{CLUB}-"])
        User.objects.update(password="!")
        found = Template(club.matches.count(), tuple(blocks(Schema())))
        transaction.set_rollback(True)
    return found


def blocks(schema: Schema) -> Iterator[Block]:
    """Yield the marked rows of each table that has any."""
    rows = {table: list(copied(schema, table)) for table in schema.tables()}
    numbers = {table: places(schema, table, found) for table, found in rows.items()}
    for table, found in rows.items():
        if found:
            marking = Marking(schema, table, numbers)
            text = "".join("\t".join(marking.row(row)) + "\n" for row in found)
            yield Block(table, tuple(schema.columns[table]), text.encode())


def copied(schema: Schema, table: str) -> Iterator[list[str]]:
    """The rows of a table as COPY writes them, split into fields."""
    columns = ", ".join(f'"{name}"' for name in schema.columns[table])
    with connection.cursor() as cursor:
        query = f'COPY (SELECT {columns} FROM {table} ORDER BY "{schema.primary[table]}") TO STDOUT'
        with cursor.cursor.copy(query) as copy:
            text = b"".join(map(bytes, copy)).decode()
    return (line.split("\t") for line in text.split("\n")[:-1])


def places(schema: Schema, table: str, rows: list[list[str]]) -> dict[str, str]:
    """The new number of each row by its old one: the club's mark and the row's place in the club."""
    at = list(schema.columns[table]).index(schema.primary[table])
    digits = PLACES.get(schema.columns[table][schema.primary[table]], 0)
    assert not digits or len(rows) < 10**digits, f"{table} has more rows than its numbers have room for"
    return {row[at]: f"{CLUB}{place:0{digits}}" for place, row in enumerate(rows, start=1)}


class Marking:
    """Functions that replace numbers and UUIDs by marks, one for each column of a table."""

    def __init__(self, schema: Schema, table: str, numbers: Mapping[str, Mapping[str, str]]) -> None:
        self.ways = [self.way(schema, table, column, numbers) for column in schema.columns[table]]

    def row(self, fields: list[str]) -> Iterator[str]:
        """The fields of a row with marks."""
        for way, field in zip(self.ways, fields, strict=True):
            yield way(field) if way and field != r"\N" else field

    def way(self, schema: Schema, table: str, column: str, numbers: Mapping[str, Mapping[str, str]]) -> Any:
        """The function that marks a field of this column, or None where it is copied as it is."""
        if schema.columns[table][column] == "uuid":
            # Nothing refers to an entry: its id is random, as are those that tablets send.
            mark = ANY if (table, column) == ("games_entry", "id") else UUID
            return lambda field: mark + field[8:]
        if (table, column) in IN_JSON:
            of, where = IN_JSON[table, column]
            return lambda field: where.sub(lambda found: numbers[of][found[0]], field)
        key = schema.key_of(table, column)
        return numbers[key].__getitem__ if key in numbers else None
