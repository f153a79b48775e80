"""Answers to a dry run, from its page and from the API: who a name is, and the right value of a cell.

Every function here changes the row in memory only, and returns an error message, "" if there is none.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from clubs.language.locales import either, minus
from clubs.models.calendar import club_day
from clubs.names import folded
from dogclub.exchange.imports.parsed_file import GAME_OF, ParsedMatch, Problem, place
from dogclub.exchange.imports.review.persons import NEW, SAME, Register, earlier_name, name_error
from dogclub.exchange.imports.sheets.settings import COLUMN, ROW, SHEET, is_setting, wrong_setting
from dogclub.models import ImportBatch
from games.base.names import listed
from scoring.base import Need, Sheet
from scoring.records import played

# Ties of a file that does not say how they were settled: asked once for the file, or match by match (ADR 68).
# The answers are among the corrections: TOP and BOTTOM for the whole file, `12:tie-top` for the match at line 12,
# which is the name of one of the level. A match that still waits for one has a problem with that cell.


SHARED, UNKNOWN, EACH = "shared", "unknown", "each"
TOP, BOTTOM = "0:tie-top", "0:tie-bottom"
OF_FILE = {"top": TOP, "bottom": BOTTOM}

Settled = dict[str, str]


def wrong_answer(value: str) -> str:
    """Return an error message if the whole file cannot be answered so, else an empty string."""
    return "" if value in (SHARED, UNKNOWN, EACH) else _("Choose shared, not known, or each match by itself.")


def with_settled(record: Mapping[str, Any], settled: Sequence[Settled]) -> Mapping[str, Any]:
    """Return the record with these outcomes of ties."""
    if not settled:
        return record
    finish = record.get("finish") or {}
    return {**record, "finish": {**finish, "settled": [*finish.get("settled", ()), *settled]}}


def waits_for_ties(match: Mapping[str, Any]) -> bool:
    """Whether a match of the preview has no problem but ties that nobody has answered for yet."""
    return all(each.get("asks") in OF_FILE.values() for each in match["problems"])


@dataclass(frozen=True)
class Ties:
    """The ties of one match that the file does not settle: how each was answered, and what is still to be asked."""

    ends: Sequence[str] = ()
    settled: Sequence[Settled] = ()
    problems: Sequence[Problem] = ()


def ties_of(match: ParsedMatch, sheet: Sheet, names: Sequence[str], corrections: Mapping[str, str]) -> Ties:
    """Return the match's open ties with their answers. A tie at the bottom may only open once the top is settled."""
    ends: list[str] = []
    settled: list[Settled] = []
    while sheet.needs:
        answers = [_answer(match, need, names, corrections) for need in sheet.needs]
        ends += [need.end for need in sheet.needs if need.end and need.end not in ends]
        if problems := [each for each in answers if isinstance(each, Problem)]:
            return Ties(ends, settled, problems)
        settled += [each for each in answers if isinstance(each, dict)]
        _engine, sheet, names = played(with_settled(match.record, settled))
    return Ties(ends, settled)


def _answer(match: ParsedMatch, need: Need, names: Sequence[str], corrections: Mapping[str, str]) -> Settled | Problem:
    end, level = need.end, [names[seat] for seat in need.seats]
    if not end:
        return Problem(match.line, _("The final count of {names} is missing.").format(names=listed(level)))
    written = corrections.get(place(match.line, f"tie-{end}"), "")
    if who := _of_level(written, level):
        return {"end": end, "outcome": "taken", "player": who}
    answer = corrections.get(OF_FILE[end], "")
    if not written and answer in (SHARED, UNKNOWN):
        return {"end": end, "outcome": answer}
    return Problem(match.line, _question(end, level, written), f"tie-{end}", written, asks=OF_FILE[end])


def _of_level(written: str, level: Iterable[str]) -> str:
    key = folded(written)
    return next((name for name in level if key and folded(name) == key), "")


def _question(end: str, level: Sequence[str], written: str) -> str:
    if written:
        return _("“{name}” is none of those who are level: {names}.").format(name=written, names=either(level))
    if end == "top":
        words = _("{names} are level at the top, and the file does not say who won.")
    else:
        words = _("{names} are level at the bottom, and the file does not say who lost.")
    return words.format(names=listed(level))


@dataclass(frozen=True)
class Level:
    """The question of one end for the whole file: how many matches, the first of them ("at", and "totals" as pairs of
    name and total), and the answer so far.
    """

    end: str
    count: int
    first: Mapping[str, Any]
    answer: str

    @property
    def day(self) -> date | None:
        """The day of the first match, if that is known."""
        return club_day(datetime.fromisoformat(self.first["at"])) if self.first["at"] else None

    @property
    def totals(self) -> str:
        """The totals of the first match: `Bea 41, Otto 41, Gus 5`."""
        return listed(f"{name} {minus(total)}" for name, total in self.first["totals"])

    @property
    def key(self) -> str:
        """The column under which the answer is stored."""
        return f"tie-{self.end}"


def questions(found: Mapping[str, Any], answers: Mapping[str, Any]) -> list[Level]:
    """Return the question of each end at which matches of the file are level."""
    corrections = answers.get("mends", {})
    levels = []
    for end, key in OF_FILE.items():
        matches = [match for match in found["matches"] if end in match.get("ties", ()) and not match["here"]]
        if matches:
            answer = corrections.get(key, "")
            first = {"at": matches[0]["at"], "totals": [(found["names"][who], n) for who, n, _ in matches[0]["seats"]]}
            levels.append(Level(end, len(matches), first, "" if answer == EACH else answer))
    return levels


DIGITS = re.compile(r"[0-9]{1,18}")
LONGEST_ANSWER = 60
MOST_CORRECTIONS = 500


def store_name_answer(row: ImportBatch, name: str, who: int | str, register: Register | None = None) -> str:
    """Store who a name of the file is. `who` is a player's key, the name of a player, NEW, or
    SAME with an earlier name of the file. Return an error
    message, or an empty string.
    """
    if name not in row.found["names"]:
        return _("That name is not in this file.")
    if isinstance(who, str) and who.startswith(SAME):
        if not earlier_name(row.found, name, who.removeprefix(SAME)):
            return _("Choose a name that comes before it in this file.")
        row.answers.setdefault("names", {})[name] = who
        return ""
    answer = name_error(name) or NEW if who == NEW else _player(register or Register(row.club), who)
    if isinstance(answer, str) and answer != NEW:
        return answer
    row.answers.setdefault("names", {})[name] = answer
    return ""


def _player(register: Register, who: int | str) -> int | str:
    """Return a player's key, or an error message."""
    if not who:
        return _("Choose a name first.")
    key = int(who) if isinstance(who, int) or DIGITS.fullmatch(who) else None
    if key in register.labels:
        return key
    player = register.guess(who).player if isinstance(who, str) else None
    return player or _("Nobody here is called {who}. Choose a name from the list.").format(
        who=str(who)[:LONGEST_ANSWER]
    )


def store_correction(row: ImportBatch, line: int | str, column: str, value: str) -> str:
    """Store another value for a wrong cell or for a setting of the sheet; the file must be read again with it.
    Return an error message, or an empty string.
    """
    value = " ".join(value.replace("\x00", "").split())
    cells = {
        place(each["line"], each.get("column", "")) for match in row.found["matches"] for each in match["problems"]
    }
    key = f"{line}:{column}"
    corrections = row.answers.setdefault("mends", {})
    if key.startswith(GAME_OF) and key.removeprefix(GAME_OF) not in {
        game["key"] for game in row.found.get("games", ())
    }:
        return _("That game is not in this file.")
    if key in OF_FILE.values():
        return _store_tie(corrections, key, value)
    if key.startswith(ROW) and key.removeprefix(ROW) not in {
        str(doubt["row"]) for doubt in row.found.get("doubts", ()) if doubt["row"] and doubt["can_change"]
    }:
        return _("There is nothing to answer about that row.")
    if is_setting(key):
        return _store_setting(corrections, key, value)
    if key not in cells or not column:
        return _("There is nothing to fix in that cell.")
    if not value or len(value) > LONGEST_ANSWER:
        return _("Enter what it should say, in at most {longest} characters.").format(longest=LONGEST_ANSWER)
    if len(corrections) >= MOST_CORRECTIONS:
        return _("That is too much to fix here. Fix it in the file and choose it again.")
    corrections[key] = value
    return ""


def _store_tie(corrections: dict[str, str], key: str, value: str) -> str:
    """Store how all ties of one end were settled."""
    if wrong := wrong_answer(value):
        return wrong
    corrections[key] = value
    return ""


def _store_setting(corrections: dict[str, str], key: str, value: str) -> str:
    """Store a setting of the whole sheet; choosing another sheet drops the answers about columns and rows."""
    if wrong := wrong_setting(key, value):
        return wrong
    if key == SHEET:
        for known in [known for known in corrections if known.startswith((COLUMN, ROW))]:
            del corrections[known]
    corrections[key] = value
    return ""
