"""Headings, names of sheets and single words of tables in the reader's language, for Excel.

A table is made in English (`contents/`), because programs read its CSV; Excel is read by people.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from dogclub.exchange.exports.grids.grid import Column, Word

TITLES: Mapping[str, str | Promise] = {
    "Added": pgettext_lazy("heading in Excel", "Added"),
    "Against": _("Against"),
    "Ahead": _("Ahead"),
    "Attendance": _("Attendance"),
    "Average": pgettext_lazy("heading in Excel", "Average"),
    "Because": pgettext_lazy("heading in Excel", "Because"),
    "Began": pgettext_lazy("heading in Excel", "Began"),
    "Behind": _("Behind"),
    "Best total": _("Best total"),
    "Bottom": _("Bottom"),
    "Bottom total": pgettext_lazy("heading in Excel", "Bottom total"),
    "By": pgettext_lazy("heading in Excel", "By"),
    "By hand": _("By hand"),
    "Call-out": _("Call-out"),
    "Called out": _("Called out"),
    "Came": pgettext_lazy("heading in Excel", "Came"),
    "Change": pgettext_lazy("how much", "Change"),
    "Change history": _("Change history"),
    "Closed": pgettext_lazy("heading in Excel", "Closed"),
    "Colour": _("Colour"),
    "Cones": _("Cones"),
    "Day": _("Day"),
    "Days": _("Days"),
    "Entry": pgettext_lazy("heading in Excel", "Entry"),
    "Every hand": pgettext_lazy("heading in Excel", "Every hand"),
    "Expected": pgettext_lazy("heading in Excel", "Expected"),
    "Figure": pgettext_lazy("heading in Excel", "Figure"),
    "Figures": _("Figures"),
    "First day": _("First day"),
    "Game": _("Game"),
    "Give or take": pgettext_lazy("heading in Excel", "Give or take"),
    "Guest of": _("Guest of"),
    "Hall of fame": _("Hall of fame"),
    "Head to head": _("Head to head"),
    "Holder": pgettext_lazy("heading in Excel", "Holder"),
    "How": _("How"),
    "In words": pgettext_lazy("heading in Excel", "In words"),
    "Initials": _("Initials"),
    "Instead of": pgettext_lazy("heading in Excel", "Instead of"),
    "Kept since": pgettext_lazy("heading in Excel", "Kept since"),
    "Last": pgettext_lazy("heading in Excel", "Last"),
    "Last day": _("Last day"),
    "Last six nights": _("Last six nights"),
    "Left": pgettext_lazy("heading in Excel", "Left"),
    "Left early": pgettext_lazy("heading in Excel", "Left early"),
    "Level": _("Level"),
    "Loser’s trophies": pgettext_lazy("heading in Excel", "Loser’s trophies"),
    "Mark": pgettext_lazy("heading in Excel", "Mark"),
    "Match": _("Match"),
    "Matches": _("Matches"),
    "Minutes after the start": pgettext_lazy("heading in Excel", "Minutes after the start"),
    "Most often": _("Most often"),
    "Name": _("Name"),
    "Nickname": _("Nickname"),
    "Night": _("Night"),
    "Nights": _("Nights"),
    "Note": _("Note"),
    "Number": pgettext_lazy("heading in Excel", "Number"),
    "Overview": _("Overview"),
    "Percent": pgettext_lazy("heading in Excel", "Percent"),
    "Place": _("Place"),
    "Player": _("Player"),
    "Players": _("Players"),
    "Points": _("Points"),
    "Provisional": pgettext_lazy("heading in Excel", "Provisional"),
    "Rating": _("Rating"),
    "Ratings": _("Ratings"),
    "Received": pgettext_lazy("heading in Excel", "Received"),
    "Record": _("Record"),
    "Records": _("Records"),
    "Results": _("Results"),
    "Revision": pgettext_lazy("heading in Excel", "Revision"),
    "Rounds": pgettext_lazy("heading in Excel", "Rounds"),
    "Row": _("Row"),
    "Rules": _("Rules"),
    "Score by round": _("Score by round"),
    "Season": _("Season"),
    "Seasons": _("Seasons"),
    "Seat": _("Seat"),
    "Sheet": _("Sheet"),
    "Since": pgettext_lazy("heading in Excel", "Since"),
    "Standings": _("Standings"),
    "Start": _("Start"),
    "State": pgettext_lazy("heading in Excel", "State"),
    "Statistics": _("Statistics"),
    "Table": _("Table"),
    "Tables": _("Tables"),
    "Taken": pgettext_lazy("heading in Excel", "Taken"),
    "Taken back": pgettext_lazy("heading in Excel", "Taken back"),
    "Theirs": pgettext_lazy("heading in Excel", "Theirs"),
    "Times": _("Times"),
    "Total": _("Total"),
    "Totals": _("Totals"),
    "Trophies": _("Trophies"),
    "Trophy": _("Trophy"),
    "Unit": pgettext_lazy("heading in Excel", "Unit"),
    "Value": _("Value"),
    "What": _("What"),
    "When": _("When"),
    "Who": _("Who"),
    "Winner’s trophies": pgettext_lazy("heading in Excel", "Winner’s trophies"),
    "Wins": _("Wins"),
    "Withdrawn": pgettext_lazy("heading in Excel", "Withdrawn"),
    "Won": _("Won"),
    "Won by": _("Won by"),
    "Written": pgettext_lazy("heading in Excel", "Written"),
}
WORDS: Mapping[str, str | Promise] = {
    "away": pgettext_lazy("cell in Excel", "away"),
    "here": pgettext_lazy("cell in Excel", "here"),
    "late": pgettext_lazy("cell in Excel", "late"),
    "All time": pgettext_lazy("cell in Excel", "All time"),
    "Most in one night": pgettext_lazy("cell in Excel", "Most in one night"),
    "abandoned": pgettext_lazy("cell in Excel", "abandoned"),
    "called off": pgettext_lazy("cell in Excel", "called off"),
    "closed": pgettext_lazy("cell in Excel", "closed"),
    "finished": pgettext_lazy("cell in Excel", "finished"),
    "guest": pgettext_lazy("cell in Excel", "guest"),
    "hand": pgettext_lazy("cell in Excel", "hand"),
    "has left": pgettext_lazy("cell in Excel", "has left"),
    "left early": pgettext_lazy("cell in Excel", "left early"),
    "none": pgettext_lazy("cell in Excel", "none"),
    "open": pgettext_lazy("cell in Excel", "open"),
    "rests": pgettext_lazy("cell in Excel", "rests"),
    "the sheet": pgettext_lazy("cell in Excel", "the sheet"),
    "yes": pgettext_lazy("cell in Excel", "yes"),
}


def heading(column: Column) -> str:
    """Return the heading of a column; a name, such as a player's, as it is."""
    return str(column.words or TITLES.get(column.title, column.title))


def sheet_title(title: str) -> str:
    """Return the name of a sheet, such as *Matches* or that of a trophy."""
    return str(TITLES.get(title, title))


def word(cell: Word) -> str:
    """Return a word that stands in a cell."""
    return str(WORDS.get(cell, cell))
