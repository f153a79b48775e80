"""What a match is called: the evening it was played on, and its table."""

import re

from clubs.models.calendar import evening
from games.models import Match
from scoring import engine

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def title(match: Match) -> str:
    """`Thursday night, table 1`."""
    table = table_of(match)
    return f"{evening(match.started_at)}, {table}" if table else evening(match.started_at)


def table_of(match: Match) -> str:
    return f"table {match.table}" if match.table.isdigit() else match.table


def table_order(match: Match) -> tuple[bool, list[str | int]]:
    """Sorts tables by their names, table 2 before table 10; a match without a table comes last."""
    parts = re.split(r"(\d+)", table_of(match).casefold())
    return not match.table, [int(part) if at % 2 else part for at, part in enumerate(parts)]


def game_name(match: Match) -> str:
    return str(engine(match.game).name)


def in_words(number: int) -> str:
    """Up to twelve in words, as a club notice has it."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
