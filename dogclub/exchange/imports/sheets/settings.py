"""Settings for a whole sheet: the meaning of columns, the order of day and month, the game.

They are stored among the corrections, as cells of line 0.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.names import is_printable
from dogclub.exchange.exports.layout import Part, fields_of
from dogclub.exchange.imports.moments import DAY_FIRST, MONTH_FIRST, NoDay, is_year, moment
from dogclub.exchange.imports.parsed_file import DATE_ORDER, GAME_OF, LONGEST_NAME, MOST_COLUMNS, SKIP
from scoring import ENGINES
from scoring.dirty_dog.explain import scoring_of

YEAR, DAY, DECIMAL, GAME, FIGURES, SHEET = "0:year", "0:day", "0:decimal", "0:game", "0:figures", "0:sheet"
ENCODING = "0:encoding"  # the code page of a text file
SCORING, THE_RULE = "0:scoring", "0:the-rule"  # by which rules the sheet was played
BLOCKS = "0:blocks"  # whether repeated headings are tables side by side, or one match a row
TABLES, MATCHES = "beside", "rows"
COLUMN = "0:column-"  # + the column's number, from 1
NAME = "0:name-"  # + the column's number: whose it is, where two columns have the same name above them
ROW = "0:row-"  # + the line: whether the row is a player's
PLAYER_ROW = "player"
TOTAL, POINTS, RUNNING = "total", "points", "running"
SCORES, ON_DAY = "scores", "day"
GAME_COLUMN, MATCH_COLUMN, ROUND_COLUMN, BIDS, TRICKS = "game", "match", "round", "bids", "tricks"
CARDS = "cards"  # dealt to each player in a round
TIME = "time"  # of day, beside a date
DESCRIBES = ("date", TIME, "game", "table", "round", CARDS, "player", "match", "seat", "night", "venue")


def figures_of(game: str) -> list[str]:
    """Return the fields of this game that are a number for each player in a round."""
    return [key for key, part in fields_of(game).items() if part is Part.EACH]


def meanings(game: str) -> list[str]:
    """Return the possible meanings of a column, SKIP last."""
    fields = [key for key, part in fields_of(game).items() if part is not Part.NESTED]
    both = [f"{SCORES}:{key}" for key in (*figures_of(game), POINTS)]
    return [*DESCRIBES, *fields, POINTS, TOTAL, SCORES, *both, ON_DAY, SKIP]


def _is_day(text: str) -> bool:
    try:
        return bool(moment(text))
    except (NoDay, OverflowError):
        return False


ALL_ALIKE = "*"  # read all sheets that look alike; no program lets a sheet be called that
CODE_PAGES: Mapping[str, str | Promise] = {  # of text files that are not written in UTF-8, by Python's names
    "cp1252": gettext_lazy("Western European"),
    "cp1250": gettext_lazy("Central European"),
    "cp1251": gettext_lazy("Cyrillic"),
    "cp1254": gettext_lazy("Turkish"),
    "cp1253": gettext_lazy("Greek"),
    "cp1257": gettext_lazy("Baltic"),
    "cp1255": gettext_lazy("Hebrew"),
    "cp1256": gettext_lazy("Arabic"),
    "mac_roman": "Macintosh",
    "cp850": gettext_lazy("Western European (DOS)"),
    "cp852": gettext_lazy("Central European (DOS)"),
    "cp866": gettext_lazy("Cyrillic (DOS)"),
    "koi8_r": gettext_lazy("Cyrillic (KOI8-R)"),
}
GAMES = {engine.key for engine in ENGINES}
ALLOWED: Mapping[str, tuple[Callable[[str], bool], str | Promise]] = {
    DATE_ORDER: (
        lambda value: value in (DAY_FIRST, MONTH_FIRST),
        gettext_lazy("Choose what comes first, the day or the month."),
    ),
    YEAR: (is_year, gettext_lazy("Enter the year as 2026, or a season as 2025/26.")),
    DAY: (_is_day, gettext_lazy("Enter the day as 2026-03-12.")),
    DECIMAL: (lambda value: value in (",", "."), gettext_lazy("Choose a comma or a point.")),
    GAME: (lambda value: value in GAMES, gettext_lazy("Choose one of the games.")),
    FIGURES: (
        lambda value: value in (TOTAL, POINTS, RUNNING) or any(value in figures_of(game) for game in GAMES),
        gettext_lazy("Choose what the numbers are."),
    ),
    SHEET: (lambda value: 0 < len(value) <= 60, gettext_lazy("Choose one of the sheets.")),
    BLOCKS: (
        lambda value: value in (TABLES, MATCHES),
        gettext_lazy("Choose whether these are tables side by side, or one match a row."),
    ),
    SCORING: (
        lambda value: scoring_of(value) is not None,
        gettext_lazy("Choose one of the proposed rules."),
    ),
    ENCODING: (lambda value: value in CODE_PAGES, gettext_lazy("Choose one of the encodings.")),
    THE_RULE: (lambda value: value in ("on", "off"), gettext_lazy("Choose whether The Rule holds: on or off.")),
}


def is_setting(key: str) -> bool:
    """Whether a key among the corrections is a setting, and not a cell."""
    return (
        key in ALLOWED or any(_column(key, of) is not None for of in (COLUMN, NAME)) or key.startswith((GAME_OF, ROW))
    )


def wrong_setting(key: str, value: str) -> str:
    """Return an error message if the setting cannot have the value, else an empty string."""
    if _column(key) is not None:
        known = any(value in meanings(game) for game in GAMES)
        return "" if known else _("Choose what the column is.")
    if _column(key, NAME) is not None:
        is_name = 0 < len(value) <= LONGEST_NAME and is_printable(value)
        return "" if is_name else _("Enter a name of at most {longest} characters.").format(longest=LONGEST_NAME)
    if key.startswith(ROW):
        is_row = re.fullmatch("[0-9]{1,10}", key.removeprefix(ROW)) and value in (PLAYER_ROW, SKIP)
        return "" if is_row else _("Choose whether the row is a player’s.")
    if key.startswith(GAME_OF):
        return "" if value in GAMES or value == SKIP else _("Choose one of the games.")
    is_allowed, sentence = ALLOWED[key]
    return "" if is_allowed(value) else str(sentence)


def _column(key: str, of: str = COLUMN) -> int | None:
    """Return the index of the column, from 0, or None if the key is for something else."""
    match = re.fullmatch(re.escape(of) + "([0-9]{1,3})", key)
    number = int(match[1]) if match else 0
    return number - 1 if 0 < number <= MOST_COLUMNS else None


@dataclass(frozen=True)
class Settings:
    """The settings of a sheet; "" is not set. `columns` are meanings by index, from 0, `names` players likewise;
    `games` are answers about names of games, by the key of each.
    """

    order: str = ""
    year: str = ""
    day: str = ""
    decimal: str = ""
    game: str = ""
    figures: str = ""
    sheet: str = ""
    blocks: str = ""
    scoring: str = ""
    encoding: str = ""
    the_rule: str = ""
    columns: Mapping[int, str] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, corrections: Mapping[str, str]) -> "Settings":
        """Return the settings stored among the corrections."""
        columns, names = (
            {at: value for key, value in corrections.items() if (at := _column(key, of)) is not None}
            for of in (COLUMN, NAME)
        )
        games = {key: value for key, value in corrections.items() if key.startswith(GAME_OF)}
        said = [corrections.get(key, "") for key in ALLOWED]
        order, year, day, decimal, game, figures, sheet, blocks, scoring, encoding, the_rule = said
        return cls(
            order, year, day, decimal, game, figures, sheet, blocks, scoring, encoding, the_rule, columns, names, games
        )
