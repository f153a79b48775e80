"""Fills PostgreSQL with clubs by COPY, each a numbered copy of a template, with sizes in a Zipf distribution."""

import random
import re
import shutil
import sys
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, count, pairwise
from typing import Any

from django.db import connection, transaction

from benchmarks.scale_templates import ANY, CLUB, SCALES, UUID, Block, Schema, Template, template

MATCHES_A_CLUB = 10  # on average
AT_ONCE = 20  # clubs a transaction
TIMES = 3.3  # bytes on the disk for each byte of text, with indexes and PostgreSQL's write-ahead log
SPREAD = 2_654_435_761  # Knuth's multiplier: consecutive numbers get distant UUIDs
KEPT = """
CREATE SCHEMA IF NOT EXISTS scale;
CREATE TABLE IF NOT EXISTS scale.template (number int, matches int);
CREATE TABLE IF NOT EXISTS scale.block (number int, tablename text, columns text[], copied bytea)
"""


def templates(sizes: set[int]) -> dict[int, Template]:
    """The templates by size. Those not yet stored in the database are built, which needs a database without clubs."""
    with connection.cursor() as cursor:
        cursor.execute(KEPT)
        cursor.execute("SELECT number FROM scale.template")
        missing = sizes - {number for (number,) in cursor.fetchall()}
        if missing and last_club():
            sys.exit("The world that is there was begun with fewer --clubs: begin another.")
        for size in missing:
            keep(size, template(SCALES[size], seed=size))
        if missing:
            cursor.execute("VACUUM")  # the rows that were rolled back still take space
    return {size: saved_template(size) for size in sizes}


def keep(number: int, made: Template) -> None:
    """Store a template in the database."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM scale.block WHERE number = %s", [number])
        for block in made.blocks:
            row: list[Any] = [number, block.table, list(block.columns), block.text]
            cursor.execute("INSERT INTO scale.block VALUES (%s, %s, %s, %s)", row)
        cursor.execute("INSERT INTO scale.template VALUES (%s, %s)", [number, made.matches])


def saved_template(number: int) -> Template:
    """Read a template from the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT matches FROM scale.template WHERE number = %s", [number])
        [(matches,)] = cursor.fetchall()
        cursor.execute("SELECT tablename, columns, copied FROM scale.block WHERE number = %s", [number])
        found = (Block(table, tuple(columns), bytes(text)) for table, columns, text in cursor.fetchall())
        return Template(matches, tuple(found))


def plan(clubs: int) -> list[int]:
    """The size of each club, the largest first: number n has a share of 1/n in the matches, rounded to a template."""
    sizes = [*SCALES]
    most = MATCHES_A_CLUB * clubs / sum(1 / number for number in range(1, clubs + 1))
    middles = [(one * other) ** 0.5 for one, other in pairwise(SCALES)]
    return [sizes[bisect(middles, most / number)] for number in range(1, clubs + 1)]


def last_club() -> int:
    """The number of the last club in the database; 0 where there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) / 1000000 FROM clubs_club")
        return int(cursor.fetchone()[0])


def refuse_without_room(needed: int) -> None:
    """Print how many bytes are needed, and exit where PostgreSQL's disk has less."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        [folder] = cursor.fetchone()
    free = shutil.disk_usage(folder).free
    print(f"It takes {needed / 1e9:.1f} GB of the {free / 1e9:.1f} GB that are free.", flush=True)
    if needed > free * 0.9:
        sys.exit("There is too little room: take fewer --clubs, or another disk.")


def fill(numbered: Sequence[tuple[int, Template]]) -> None:
    """Write each club in order, some in one transaction; existing ones are skipped, so that an interrupted run can
    continue.
    """
    there = last_club()
    waiting = [(number, one) for number, one in numbered if number > there]
    refuse_without_room(int(TIMES * sum(one.size for _, one in waiting)))
    done = list(accumulate(one.matches for _, one in waiting))
    for start in range(0, len(waiting), AT_ONCE):
        write(waiting[start : start + AT_ONCE])
        if start % (AT_ONCE * 25) == 0:
            at = min(start + AT_ONCE, len(waiting))
            print(f"{waiting[at - 1][0]:,} clubs, {done[at - 1]:,} matches", flush=True)
    finish()


def write(some: Sequence[tuple[int, Template]]) -> None:
    """Write these clubs in one transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # references are checked once, at the end
        for block in {block.table: block for _, one in some for block in one.blocks}.values():
            columns = ", ".join(f'"{name}"' for name in block.columns)
            with cursor.cursor.copy(f"COPY {block.table} ({columns}) FROM STDIN") as copy:
                for number, one in some:
                    for text in (each.text for each in one.blocks if each.table == block.table):
                        copy.write(numbered_text(text, number))


def numbered_text(text: bytes, number: int) -> bytes:
    """The rows of a template with the marks replaced for club `number`."""
    rows = count()

    def anywhere(_: object) -> bytes:
        """A different value for the same row of every club, and far from that of the next row."""
        return b"%08x" % ((number + next(rows) * SPREAD) * SPREAD % 2**32)

    marked = re.sub(ANY.encode(), anywhere, text).replace(UUID.encode(), b"%08x" % (number * SPREAD % 2**32))
    return marked.replace(CLUB.encode(), b"%d" % number)


def finish() -> None:
    """Complete the database after COPY: set sequences after the last rows, write the sums as an update would, update
    the planner's statistics, and check every reference.
    """
    from games.consequences.aggregates import write_missing

    schema = Schema()
    with connection.cursor() as cursor:
        for table in schema.tables():
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, schema.primary[table]])
            [sequence] = cursor.fetchone()
            if sequence:
                last = f'SELECT setval(%s, coalesce(max("{schema.primary[table]}"), 1)) FROM {table}'
                cursor.execute(last, [sequence])
    write_missing()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    assert not (wrong := list(broken(schema))), wrong


def broken(schema: Schema) -> Iterator[str]:
    """Yield every column with references to rows that do not exist, and how many."""
    with connection.cursor() as cursor:
        for (table, column), target in schema.references.items():
            there = f'SELECT 1 FROM {target} two WHERE two."{schema.primary[target]}" = one."{column}"'
            query = f'SELECT count(*) FROM {table} one WHERE "{column}" IS NOT NULL AND NOT EXISTS ({there})'
            cursor.execute(query)
            if count := cursor.fetchone()[0]:
                yield f"{table}.{column}: {count}"


def rescored(sample: int) -> int:
    """Check the figures of so many random clubs as `rescore --check` does, and return the number of their matches."""
    from clubs.models import Club
    from games import ledger
    from games.consequences.follow import rebuild

    keys = list(Club.objects.order_by("pk").values_list("pk", flat=True))
    matches, wrong = 0, []
    for club in Club.objects.filter(pk__in=random.Random(76).sample(keys, min(sample, len(keys)))):
        for pk in club.matches.values_list("pk", flat=True):
            wrong += ledger.rescore(pk, check=True)
            matches += 1
        wrong += rebuild(club, check=True)
    assert wrong == [], wrong[:5]
    return matches


def summary() -> str:
    """The numbers of rows in the database, and its size, as a sentence."""
    with connection.cursor() as cursor:
        found = {}
        for name, table in (("clubs", "clubs_club"), ("players", "clubs_player"), ("matches", "games_match")):
            cursor.execute(f"SELECT count(*) FROM {table}")
            found[name] = cursor.fetchone()[0]
        cursor.execute("SELECT sum(rounds) FROM games_match")
        found["hands"] = cursor.fetchone()[0]
        for name, table in (("entries", "games_entry"), ("tallies", "games_tally"), ("ratings", "leagues_rating")):
            cursor.execute(f"SELECT count(*) FROM {table}")
            found[name] = cursor.fetchone()[0]
        cursor.execute("SELECT pg_database_size(current_database())")
        size = cursor.fetchone()[0]
    return ", ".join(f"{count:,} {name}" for name, count in found.items()) + f"; {size / 1e9:.2f} GB."
