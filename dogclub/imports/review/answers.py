"""What is said to a dry run, on its page and by programs: who somebody is, and what a cell should have said.

Everything here changes the row in memory alone, and answers with a sentence where it cannot.
"""

import re

from django.utils.translation import gettext as _

from dogclub.imports.parsed.game_names import GAME_OF
from dogclub.imports.parsed.parsed_file import place
from dogclub.imports.review.duplicates import NEW
from dogclub.imports.review.name_matching import Register, unfit
from dogclub.imports.sheets.settings import COLUMN, SHEET, is_setting, wrong_setting
from dogclub.models import ImportBatch

DIGITS = re.compile(r"[0-9]{1,18}")
LONGEST = 60
MOST_MENDS = 500


def say(row: ImportBatch, name: str, who: int | str, register: Register | None = None) -> str:
    """`who` is a player’s key, the name of a player, or NEW."""
    if name not in row.found["names"]:
        return _("That name is not in this file.")
    answer = unfit(name) or NEW if who == NEW else _player(register or Register(row.club), who)
    if isinstance(answer, str) and answer != NEW:
        return answer
    row.answers.setdefault("names", {})[name] = answer
    return ""


def _player(register: Register, who: int | str) -> int | str:
    """A player’s key, or a sentence that says why not."""
    if not who:
        return _("Choose a name first.")
    key = int(who) if isinstance(who, int) or DIGITS.fullmatch(who) else None
    if key in register.labels:
        return key
    player = register.guess(who).player if isinstance(who, str) else None
    return player or _("Nobody here is called {who}. Choose a name from the list.").format(who=str(who)[:LONGEST])


def mend(row: ImportBatch, line: int | str, column: str, value: str) -> str:
    """Another value for one cell that is wrong, or for the whole sheet; the file has to be read again with it."""
    value = " ".join(value.replace("\x00", "").split())
    cells = {
        place(each["line"], each.get("column", "")) for match in row.found["matches"] for each in match["problems"]
    }
    key = f"{line}:{column}"
    mends = row.answers.setdefault("mends", {})
    if key.startswith(GAME_OF) and key.removeprefix(GAME_OF) not in {
        game["key"] for game in row.found.get("games", ())
    }:
        return _("That game is not in this file.")
    if is_setting(key):
        return _set(mends, key, value)
    if key not in cells or not column:
        return _("There is nothing to fix in that cell.")
    if not value or len(value) > LONGEST:
        return _("Enter what it should say, in at most {longest} characters.").format(longest=LONGEST)
    if len(mends) >= MOST_MENDS:
        return _("That is too much to fix here. Fix it in the file and choose it again.")
    mends[key] = value
    return ""


def _set(mends: dict[str, str], key: str, value: str) -> str:
    """How the whole sheet is read; with another sheet of the workbook, what was said of the columns goes."""
    if wrong := wrong_setting(key, value):
        return wrong
    if key == SHEET:
        for known in [known for known in mends if known.startswith(COLUMN)]:
            del mends[known]
    mends[key] = value
    return ""
