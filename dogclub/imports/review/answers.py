"""Answers to a dry run, from its page and from the API: who a name is, and the right value of a cell.

Every function here changes the row in memory only, and returns an error message, "" if there is none.
"""

import re

from django.utils.translation import gettext as _

from dogclub.imports.parsed.game_names import GAME_OF
from dogclub.imports.parsed.parsed_file import place
from dogclub.imports.review.duplicates import NEW
from dogclub.imports.review.name_matching import Register, name_error
from dogclub.imports.sheets.settings import COLUMN, SHEET, is_setting, wrong_setting
from dogclub.models import ImportBatch

DIGITS = re.compile(r"[0-9]{1,18}")
LONGEST = 60
MOST_CORRECTIONS = 500


def store_name_answer(row: ImportBatch, name: str, who: int | str, register: Register | None = None) -> str:
    """Store who a name of the file is. `who` is a player's key, the name of a player, or NEW. Return an error
    message, or an empty string.
    """
    if name not in row.found["names"]:
        return _("That name is not in this file.")
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
    return player or _("Nobody here is called {who}. Choose a name from the list.").format(who=str(who)[:LONGEST])


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
    if is_setting(key):
        return _store_setting(corrections, key, value)
    if key not in cells or not column:
        return _("There is nothing to fix in that cell.")
    if not value or len(value) > LONGEST:
        return _("Enter what it should say, in at most {longest} characters.").format(longest=LONGEST)
    if len(corrections) >= MOST_CORRECTIONS:
        return _("That is too much to fix here. Fix it in the file and choose it again.")
    corrections[key] = value
    return ""


def _store_setting(corrections: dict[str, str], key: str, value: str) -> str:
    """Store a setting of the whole sheet; choosing another sheet of the workbook drops the answers about columns."""
    if wrong := wrong_setting(key, value):
        return wrong
    if key == SHEET:
        for known in [known for known in corrections if known.startswith(COLUMN)]:
            del corrections[known]
    corrections[key] = value
    return ""
