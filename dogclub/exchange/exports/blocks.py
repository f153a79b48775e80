"""Reading of a block of the sheet layout: the rows of one match become its record. The inverse of `layout`.

Apostrophes before texts of a CSV file must be removed first (`formula_escaping.as_written`).
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.language.terms import name_of, names_of
from dogclub.exchange.exports.layout import AFTER, BEFORE, Column, Part, Word, fields_of
from games.registry import TABLE_GAMES
from scoring import ENGINES, engine

Row = Mapping[str, Any]
YES = {"yes": True, "y": True, "true": True, "x": True, "1": True, "no": False, "n": False, "false": False, "0": False}
MISREAD = str.maketrans("oOlI|\u2212\u2013", "0011" + "1--")
ROUND = "round"
LATE = "arrivals"  # the field that names late arrivals


@dataclass(frozen=True)
class Misread:
    """A cell with an invalid value: `row` counts from 0 in the block, `correction` the proposed value or ""."""

    row: int
    column: str
    value: str
    message: str
    correction: str = ""


@dataclass
class Block:
    """The rows of one match, by column; `problems` are collected while they are read."""

    game: str
    rows: Sequence[Row]
    problems: list[Misread] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        """Return the record, as far as it can be read; the engine checks it against the rules."""
        numbered = list(self._numbered())
        options, finish = self._once("options"), self._once("finish")
        rounds = [self._round(group) for group in numbered]
        first = numbered[0] if numbered else list(range(len(self.rows)))
        late = _names(rounds[0].get(LATE, ())) if rounds else []
        players = self._players(first, late, options)
        if not rounds and options is None and finish is None:
            options = self._totals(players)
        record: dict[str, Any] = {"record": 1, "game": self.game, "players": players}
        parts = {"options": options, "rounds": rounds, "finish": finish}
        return record | {key: part for key, part in parts.items() if part}

    def text(self, at: int, column: str) -> str:
        """Return a cell as text; "" for an empty one."""
        value = self.rows[at].get(column)
        return "" if value is None else str(value).strip()

    def number(self, at: int, column: str) -> int | None:
        """Return a cell as int; None if it is empty, or invalid, which adds a problem."""
        text = self.text(at, column)
        if not text:
            return None
        if (number := whole(text)) is None:
            correction = text.translate(MISREAD).replace(" ", "")
            message = _("“{text}” is not a whole number.").format(text=text)
            self._wrong(at, column, message, "" if whole(correction) is None else correction)
        return number

    def _numbered(self) -> Iterator[list[int]]:
        """Yield the row indexes of each round, ordered by number; rows without a number belong to the whole match."""
        by_number: dict[int, list[int]] = {}
        for at in range(len(self.rows)):
            if (number := self.number(at, ROUND)) is not None:
                by_number.setdefault(number, []).append(at)
        for number in sorted(by_number):
            yield by_number[number]

    def _round(self, group: Sequence[int]) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for key, part in fields_of(self.game).items():
            value = self._each(group, key) if part is Part.EACH else self._whole(group, key, part)
            if value is not None:
                fields[key] = value
        return fields

    def _each(self, group: Sequence[int], key: str) -> dict[str, int] | None:
        by_player: dict[str, int] = {}
        for at in group:
            if (number := self.number(at, key)) is not None:
                name = self.text(at, "player")
                if name in by_player:
                    words = _("{name} has two rows in this round. Take one of them out.")
                    self._wrong(at, "player", words.format(name=name))
                by_player[name] = number
        return by_player or None

    def _whole(self, group: Sequence[int], key: str, part: Part) -> Any:
        """Return a value for the whole round, which may be in any of its rows. Two different ones are a problem."""
        filled = [at for at in group if self.text(at, key)]
        if not filled:
            return None
        first = self.text(filled[0], key)
        if other := next((at for at in filled if self.text(at, key) != first), None):
            message = _(
                "This round says “{first}” in another row. Enter the same in each, or leave the others empty."
            ).format(first=first)
            self._wrong(other, key, message, first)
        return self._value(filled[0], key, part)

    def _value(self, at: int, key: str, part: Part) -> Any:
        text = self.text(at, key)
        if part is Part.NUMBER:
            return self.number(at, key)
        if part is Part.NESTED:
            return self._json(at, key)
        if part is Part.YES and text.casefold() not in YES:
            self._wrong(at, key, _("“{text}” is neither yes nor no.").format(text=text))
            return None
        return YES[text.casefold()] if part is Part.YES else text

    def _once(self, key: str) -> Any:
        at = next((at for at in range(len(self.rows)) if self.text(at, key)), None)
        return None if at is None else self._json(at, key)

    def _json(self, at: int, key: str) -> Any:
        try:
            return json.loads(self.text(at, key))
        except (ValueError, RecursionError):
            self._wrong(at, key, _("This cell cannot be read. Leave it empty, or copy it as it was exported."))
            return None

    def _players(self, rows: Sequence[int], late: Sequence[str], options: Any) -> list[str]:
        """Return who began, clockwise: by seat if seats are given, else in the order of the rows."""
        seats = {at: self.number(at, "seat") for at in rows}
        has_seats = any(seat is not None for seat in seats.values())
        extra = options if isinstance(options, dict) else {}
        players = [
            (seat or 0, self.text(at, "player"))
            for at, seat in seats.items()
            if (seat is not None if has_seats else self.text(at, "player") not in extra)
        ]
        names = [name for _, name in sorted(players, key=lambda each: each[0]) if name and name not in late]
        return list(dict.fromkeys(names))

    def _totals(self, players: Sequence[str]) -> dict[str, Any] | None:
        """Return the options of a match of which only the totals are known: points carried in, and no rounds to
        play.
        """
        by_player = {self.text(at, "player"): self.number(at, "total") for at in range(len(self.rows))}
        totals = {name: total for name, total in by_player.items() if total is not None and name in players}
        if not totals:
            return None
        if not {"plan", "opening"} <= set(engine(self.game).options.__struct_fields__):
            self._wrong(
                0,
                "round",
                _("A match of {name} needs its rounds, not its totals alone.").format(name=name_of(engine(self.game))),
            )
            return None
        return {"plan": [], "opening": totals}

    def _wrong(self, at: int, column: str, message: str, correction: str = "") -> None:
        self.problems.append(Misread(at, column, self.text(at, column), message, correction))


def _names(people: Any) -> list[str]:
    names = people if isinstance(people, list) else []
    return [each.get("player", "") if isinstance(each, dict) else str(each) for each in names]


def whole(text: str) -> int | None:
    """Return a whole number as people and spreadsheets write it, or None.

    >>> whole("7"), whole("-3"), whole("−3"), whole("4.0"), whole("6o")
    (7, -3, -3, 4, None)
    """
    match = re.fullmatch(r"([+\-\u2212]?)([0-9]{1,9})(\.0+)?", text)
    return int(("-" if match[1] in ("-", "\u2212") else "") + match[2]) if match else None


def game_of(text: str) -> str:
    """Return the key of a game by its key or name; "" if there is none.

    >>> game_of("Dirty Dog"), game_of("top-dog"), game_of("Chess")
    ('dirty-dog', 'top-dog', '')
    """
    name = text.strip().casefold()
    return next((game.key for game in ENGINES if name in (game.key, *(each.casefold() for each in names_of(game)))), "")


def column_of(heading: str) -> str:
    """Return the column a heading means, in any spelling; "" if none.

    >>> column_of("Cards left"), column_of("Bid"), column_of("hand"), column_of("Weather")
    ('cards_left', 'bids', 'round', '')
    """
    key = re.sub(r"[\s_\-]+", "_", heading.strip().casefold())
    known = {*BEFORE, *AFTER, *(name for game in ENGINES for name in fields_of(game.key))}
    rounds = {table_game.display.round_word for table_game in TABLE_GAMES}
    return next((name for name in (key, f"{key}s") if name in known), ROUND if key in rounds else "")


# Headings, names of sheets and single words of tables in the reader's language, for Excel.
#
# A table is made in English (`contents/`), because programs read its CSV; Excel is read by people.

TITLES: Mapping[str, str | Promise] = {
    "Added": pgettext_lazy("heading in Excel", "Added"),
    "Against": gettext_lazy("Against"),
    "Ahead": gettext_lazy("Ahead"),
    "Attendance": gettext_lazy("Attendance"),
    "Average": pgettext_lazy("heading in Excel", "Average"),
    "Because": pgettext_lazy("heading in Excel", "Because"),
    "Began": pgettext_lazy("heading in Excel", "Began"),
    "Behind": gettext_lazy("Behind"),
    "Best total": gettext_lazy("Best total"),
    "Bottom": gettext_lazy("Bottom"),
    "Bottom total": pgettext_lazy("heading in Excel", "Bottom total"),
    "By": pgettext_lazy("heading in Excel", "By"),
    "By hand": gettext_lazy("By hand"),
    "Call-out": gettext_lazy("Call-out"),
    "Called out": gettext_lazy("Called out"),
    "Came": pgettext_lazy("heading in Excel", "Came"),
    "Change": pgettext_lazy("how much", "Change"),
    "Change history": gettext_lazy("Change history"),
    "Closed": pgettext_lazy("heading in Excel", "Closed"),
    "Colour": gettext_lazy("Colour"),
    "Cones": gettext_lazy("Cones"),
    "Day": gettext_lazy("Day"),
    "Days": gettext_lazy("Days"),
    "Entry": pgettext_lazy("heading in Excel", "Entry"),
    "Every hand": pgettext_lazy("heading in Excel", "Every hand"),
    "Expected": pgettext_lazy("heading in Excel", "Expected"),
    "Figure": pgettext_lazy("heading in Excel", "Figure"),
    "Figures": gettext_lazy("Figures"),
    "First day": gettext_lazy("First day"),
    "Game": gettext_lazy("Game"),
    "Give or take": pgettext_lazy("heading in Excel", "Give or take"),
    "Guest of": gettext_lazy("Guest of"),
    "Hall of fame": gettext_lazy("Hall of fame"),
    "Head to head": gettext_lazy("Head to head"),
    "Holder": pgettext_lazy("heading in Excel", "Holder"),
    "How": gettext_lazy("How"),
    "In words": pgettext_lazy("heading in Excel", "In words"),
    "Initials": gettext_lazy("Initials"),
    "Instead of": pgettext_lazy("heading in Excel", "Instead of"),
    "Kept since": pgettext_lazy("heading in Excel", "Kept since"),
    "Last": pgettext_lazy("heading in Excel", "Last"),
    "Last day": gettext_lazy("Last day"),
    "Last six nights": gettext_lazy("Last six nights"),
    "Left": pgettext_lazy("heading in Excel", "Left"),
    "Left early": pgettext_lazy("heading in Excel", "Left early"),
    "Level": gettext_lazy("Level"),
    "Loser’s trophies": pgettext_lazy("heading in Excel", "Loser’s trophies"),
    "Mark": pgettext_lazy("heading in Excel", "Mark"),
    "Match": gettext_lazy("Match"),
    "Matches": gettext_lazy("Matches"),
    "Minutes after the start": pgettext_lazy("heading in Excel", "Minutes after the start"),
    "Most often": gettext_lazy("Most often"),
    "Name": gettext_lazy("Name"),
    "Nickname": gettext_lazy("Nickname"),
    "Night": gettext_lazy("Night"),
    "Nights": gettext_lazy("Nights"),
    "Note": gettext_lazy("Note"),
    "Number": pgettext_lazy("heading in Excel", "Number"),
    "Overview": gettext_lazy("Overview"),
    "Percent": pgettext_lazy("heading in Excel", "Percent"),
    "Place": gettext_lazy("Place"),
    "Player": gettext_lazy("Player"),
    "Players": gettext_lazy("Players"),
    "Points": gettext_lazy("Points"),
    "Provisional": pgettext_lazy("heading in Excel", "Provisional"),
    "Rating": gettext_lazy("Rating"),
    "Ratings": gettext_lazy("Ratings"),
    "Received": pgettext_lazy("heading in Excel", "Received"),
    "Record": gettext_lazy("Record"),
    "Records": gettext_lazy("Records"),
    "Results": gettext_lazy("Results"),
    "Revision": pgettext_lazy("heading in Excel", "Revision"),
    "Rounds": pgettext_lazy("heading in Excel", "Rounds"),
    "Row": gettext_lazy("Row"),
    "Rules": gettext_lazy("Rules"),
    "Score by round": gettext_lazy("Score by round"),
    "Season": gettext_lazy("Season"),
    "Seasons": gettext_lazy("Seasons"),
    "Seat": gettext_lazy("Seat"),
    "Sheet": gettext_lazy("Sheet"),
    "Since": pgettext_lazy("heading in Excel", "Since"),
    "Standings": gettext_lazy("Standings"),
    "Start": gettext_lazy("Start"),
    "State": pgettext_lazy("heading in Excel", "State"),
    "Statistics": gettext_lazy("Statistics"),
    "Table": gettext_lazy("Table"),
    "Tables": gettext_lazy("Tables"),
    "Taken": pgettext_lazy("heading in Excel", "Taken"),
    "Taken back": pgettext_lazy("heading in Excel", "Taken back"),
    "Theirs": pgettext_lazy("heading in Excel", "Theirs"),
    "Times": gettext_lazy("Times"),
    "Total": gettext_lazy("Total"),
    "Totals": gettext_lazy("Totals"),
    "Trophies": gettext_lazy("Trophies"),
    "Trophy": gettext_lazy("Trophy"),
    "Unit": pgettext_lazy("heading in Excel", "Unit"),
    "Value": gettext_lazy("Value"),
    "What": gettext_lazy("What"),
    "When": gettext_lazy("When"),
    "Who": gettext_lazy("Who"),
    "Winner’s trophies": pgettext_lazy("heading in Excel", "Winner’s trophies"),
    "Wins": gettext_lazy("Wins"),
    "Withdrawn": pgettext_lazy("heading in Excel", "Withdrawn"),
    "Won": gettext_lazy("Won"),
    "Won by": gettext_lazy("Won by"),
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
