"""Titles of matches and tables, and small numbers in words."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.language.capitals import inside
from clubs.language.game_names import name_of
from clubs.models.calendar import evening
from games.models import Match
from scoring import engine

NUMBERS = (
    pgettext_lazy("how many", "no"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
    gettext_lazy("ten"),
    gettext_lazy("eleven"),
    gettext_lazy("twelve"),
)

FINALS = {"Winners’ table": gettext_lazy("Winners’ table"), "Losers’ table": gettext_lazy("Losers’ table")}
KNOCK_OUT = (
    (re.compile(r"Final"), gettext_lazy("Final")),
    (re.compile(r"Semi-final (?P<number>\d+)"), gettext_lazy("Semi-final {number}")),
    (re.compile(r"Quarter-final (?P<number>\d+)"), gettext_lazy("Quarter-final {number}")),
    (
        re.compile(r"Round (?P<round>\d+), match (?P<number>\d+)"),
        pgettext_lazy("tournament", "Round {round}, match {number}"),
    ),
    (re.compile(r"Round (?P<number>\d+)"), pgettext_lazy("tournament", "Round {number}")),
)
GROUP = re.compile(r"Group ([A-Z])")
NUMBERED = re.compile(r"Table (.+)|(\d+)")


def title(match: Match) -> str:
    """`Thursday night, table 1`."""
    table = table_of(match)
    return f"{evening(match.started_at)}, {table}" if table else evening(match.started_at)


def table_of(match: Match) -> str:
    """The table's name: a number becomes `table 1`, the tables of a play-off or a knock-out are translated, any other
    name is the club's own.
    """
    if match.table.isdigit():
        return _("table {table}").format(table=match.table)
    if group := GROUP.fullmatch(match.table):
        return _("Group {letter}").format(letter=group[1])
    for name, words in KNOCK_OUT:
        if numbers := name.fullmatch(match.table):
            return words.format(**numbers.groupdict())
    return str(FINALS.get(match.table, match.table))


def table_in_words(match: Match) -> str:
    """The table inside a sentence: `table 1`, `Group A`, `the winners’ table`, `the window seat`."""
    if number := NUMBERED.fullmatch(match.table):
        return _("table {table}").format(table=number[1] or number[2])
    if not match.table or GROUP.fullmatch(match.table):
        return table_of(match) or _("the table")
    finals = dict(zip(FINALS, (_("the winners’ table"), _("the losers’ table")), strict=True))
    name = inside(table_of(match))
    return finals.get(match.table, name if name.startswith(("the ", "table")) else _("the {table}").format(table=name))


def table_order(match: Match) -> tuple[bool, list[str | int]]:
    """Sort key by table name, table 2 before table 10; a match without a table comes last."""
    parts = re.split(r"(\d+)", table_of(match).casefold())
    return not match.table, [int(part) if at % 2 else part for at, part in enumerate(parts)]


def game_name(match: Match) -> str:
    """The name of the game in the club's words."""
    return name_of(engine(match.game))


def in_words(number: int) -> str:
    """A number up to twelve in words, a larger one in digits."""
    return str(NUMBERS[number]) if number < len(NUMBERS) else str(number)
