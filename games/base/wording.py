"""Phrases about rounds, counts, titles and substitutes, each whole, since other languages inflect the word."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubs.language.locales import comma_separated, minus
from clubs.language.terms import inside, name_of, once_a_language, rules_label
from clubs.models.calendar import evening
from games.entries.match_state import MatchState
from games.models import Match, Substitution
from scoring import engine
from scoring.base import Sheet

# Phrases with a game's word for a round, each whole, since other languages inflect the word.
# `word` is `round`, `hand`, `game` or `year`.


def numbered(word: str, number: int | str) -> str:
    """`hand 3`, inside a sentence."""
    phrases = {"hand": _("hand {number}"), "game": _("game {number}"), "year": _("year {number}")}
    return phrases.get(word, _("round {number}")).format(number=number)


def rounds_before_and_now(word: str, before: int, now: int) -> str:
    """`7 hands on the sheet, before 6.`"""
    return _("{rounds} on the sheet, before {before}.").format(rounds=so_many(word, now), before=before)


def numbered_first(word: str, number: int | str) -> str:
    """`Hand 3`, at the start of a sentence."""
    phrases = _numbered_first()
    return phrases.get(word, phrases["round"]).format(number=number)


@once_a_language
def _numbered_first() -> dict[str, str]:
    return {
        "hand": _("Hand {number}"),
        "game": _("Game {number}"),
        "year": _("Year {number}"),
        "round": _("Round {number}"),
    }


def several(word: str, numbers: str) -> str:
    """`hands 3, 4 and 7`"""
    phrases = {"hand": _("hands {numbers}"), "game": _("games {numbers}"), "year": _("years {numbers}")}
    return phrases.get(word, _("rounds {numbers}")).format(numbers=numbers)


def so_many(word: str, count: int) -> str:
    """`1 hand`, `3 hands`"""
    phrases = {
        "hand": ngettext("{count} hand", "{count} hands", count),
        "game": ngettext("{count} game", "{count} games", count),
        "year": ngettext("{count} year", "{count} years", count),
    }
    return phrases.get(word, ngettext("{count} round", "{count} rounds", count)).format(count=count)


def rounds_and_callouts(word: str, count: int) -> str:
    """`All 20 hands and the call-outs`"""
    phrases = {
        "hand": ngettext("All {count} hand and the call-outs", "All {count} hands and the call-outs", count),
        "game": ngettext("All {count} game and the call-outs", "All {count} games and the call-outs", count),
        "year": ngettext("All {count} year and the call-outs", "All {count} years and the call-outs", count),
    }
    rounds = ngettext("All {count} round and the call-outs", "All {count} rounds and the call-outs", count)
    return phrases.get(word, rounds).format(count=count)


def over_unplayed() -> str:
    """The state of a match that ended before anything was played."""
    return _("over, nothing played")


def before_first(word: str) -> str:
    """`before the first hand`"""
    phrases = {
        "hand": _("before the first hand"),
        "game": _("before the first game"),
        "year": _("before the first year"),
    }
    return phrases.get(word, _("before the first round"))


def nothing_scored(word: str) -> str:
    """`No hand is scored yet.`"""
    phrases = {
        "hand": _("No hand is scored yet."),
        "game": _("No game is scored yet."),
        "year": _("No year is scored yet."),
    }
    return phrases.get(word, _("No round is scored yet."))


def not_written(word: str) -> str:
    """The error for correcting a round that does not exist."""
    return _("This game is not written yet.") if word == "game" else _("This round is not written yet.")


def nothing_filled_in(word: str) -> str:
    """The error for a paper form that was sent empty."""
    if word == "game":
        return _("Nothing is filled in yet. Start with the first game.")
    return _("Nothing is filled in yet. Start with the first round.")


def gap(word: str) -> str:
    """The error for a paper form with an empty row between two that are filled in."""
    if word == "game":
        return _("A game before this one is empty. Fill the sheet in from the top.")
    return _("A round before this one is empty. Fill the sheet in from the top.")


# Titles of matches and tables, and small numbers in words.


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


def is_group(match: Match) -> bool:
    """Whether the table is a group of a play-off: one plays in it, not at it."""
    return GROUP.fullmatch(match.table) is not None


def table_in_words(match: Match) -> str:
    """The table inside a sentence: `table 1`, `Group A`, `the winners’ table`, `the window seat`."""
    if number := NUMBERED.fullmatch(match.table):
        return _("table {table}").format(table=number[1] or number[2])
    if not match.table or GROUP.fullmatch(match.table):
        return table_of(match) or _("the table")
    finals = dict(zip(FINALS, (_("the winners’ table"), _("the losers’ table")), strict=True))
    name = inside(table_of(match))
    return finals.get(match.table, name if name.startswith(("the ", "table")) else _("the {table}").format(table=name))


def at_table(match: Match) -> str:
    """The table with its preposition: `at table 1`, `in group A`, `at the winners’ table`, `at the table`."""
    if group := GROUP.fullmatch(match.table):
        return in_group(group[1])
    return at_final(match.table) or at_numbered(match.table) or at_named(inside(table_of(match)))


def in_group(letter: str) -> str:
    """`in group A`"""
    return _("in group {letter}").format(letter=letter)


def at_final(table: str) -> str:
    """`at the winners’ table`; "" for a table that is not a final one."""
    finals = dict(zip(FINALS, (_("at the winners’ table"), _("at the losers’ table")), strict=True))
    return finals.get(table, "")


def at_numbered(table: str) -> str:
    """`at table 2`; "" for a table that has a name."""
    found = NUMBERED.fullmatch(table)
    return _("at table {table}").format(table=found[1] or found[2]) if found else ""


def at_named(name: str) -> str:
    """`at the window seat` for a table as it stands in a sentence; `at the table` for ""."""
    return _("at {table}").format(table=name) if name else _("at the table")


def table_order(match: Match) -> tuple[bool, list[str | int]]:
    """Sort key by table name, table 2 before table 10; a match without a table comes last."""
    parts = re.split(r"(\d+)", table_of(match).casefold())
    return not match.table, [int(part) if at % 2 else part for at, part in enumerate(parts)]


def game_name(match: Match) -> str:
    """The name of the game in the club's words, with the label of its rules where they are not those as written: “Dirty
    Dog, §2 Kennel rules”.
    """
    return named(match.game, match.options)


def described(match: Match) -> str:
    """The table as a tablet without a network calls it: `Dirty Dog, table 1, The Thursday Kennel`."""
    return comma_separated((name_of(engine(match.game)), inside(table_of(match)), match.club.name))


def named(key: str, options: Mapping[str, Any]) -> str:
    """As `game_name`, of a game's key and the stored options of a match."""
    game, rules = name_of(engine(key)), rules_label(key, options)
    return _("{game}, {rules}").format(game=game, rules=rules) if rules else game


def label_of(match: Match) -> str:
    """The label of the rules of a match, or of a contest that has rules of its own; "" for the game as written."""
    return rules_label(match.game, match.options)


def won_with(names: str, points: int) -> str:
    """Return `Bea and Ida won with 31.`"""
    return _("{names} won with {points}.").format(names=names, points=minus(points))


def in_words(number: int) -> str:
    """A number up to twelve in words, a larger one in digits."""
    return str(NUMBERS[number]) if number < len(NUMBERS) else str(number)


# Counts with their nouns, numbers up to twelve in words; each phrase is whole, since other languages inflect both.


def rounds(number: int, word: str) -> str:
    """`one hand`, `three hands`, `48 years`: `word` is the game's word for a round.

    >>> rounds(1, "hand"), rounds(48, "hand")
    ('one hand', '48 hands')
    """
    phrases = {
        "hand": (_("no hands"), ngettext("one hand", "{number} hands", number)),
        "game": (_("no games"), ngettext("one game", "{number} games", number)),
        "year": (_("no years"), ngettext("one year", "{number} years", number)),
    }
    usual = (_("no rounds"), ngettext("one round", "{number} rounds", number))
    return _number(*phrases.get(word, usual), number)


def dogs(number: int) -> str:
    return _number(_("no dogs"), ngettext("one dog", "{number} dogs", number), number)


def players(number: int) -> str:
    return _number(_("no players"), ngettext("one player", "{number} players", number), number)


def groups(number: int) -> str:
    return _number(_("no groups"), ngettext("one group", "{number} groups", number), number)


def matches(number: int) -> str:
    return _number(_("no matches"), ngettext("one match", "{number} matches", number), number)


def tables(number: int) -> str:
    return _number(_("no tables"), ngettext("one table", "{number} tables", number), number)


def final_tables(number: int) -> str:
    return _number(_("no final tables"), ngettext("one final table", "{number} final tables", number), number)


def points(number: int) -> str:
    return _number(_("no points"), ngettext("one point", "{number} points", number), number)


def nights(number: int) -> str:
    return _number(_("no nights"), ngettext("one night", "{number} nights", number), number)


def minutes(number: int) -> str:
    return _number(_("no minutes"), ngettext("one minute", "{number} minutes", number), number)


def _number(none: str, words: str, number: int) -> str:
    """Return the phrase with its number; `none` for 0, where other languages inflect “no”, and French has the
    singular.
    """
    return words.format(number=in_words(number)) if number else none


# Substitutes in words, by the rounds that people count.


def round_of(sheet: Sheet, line: int) -> int:
    """The number of a line's round as people count: without void ones."""
    return 1 + sum(each.is_scored for each in sheet.lines if each.number < line)


def line_of(sheet: Sheet, number: int) -> int:
    """The first line of a round, by its number as people count, from 1."""
    scored = [each.number for each in sheet.lines if each.is_scored]
    if number < 2:
        return number
    return scored[number - 2] + 1 if number - 2 < len(scored) else len(sheet.lines) + number - len(scored)


def substitutes_in_words(state: MatchState, word: str) -> list[str]:
    """A sentence for each substitute; `word` is the game's word for a round."""
    return [substitution_in_words(state, row, word) for row in state.substitutes.rows]


def substitution_in_words(state: MatchState, row: Substitution, word: str) -> str:
    """`From hand 7 on Flo plays for Ann, and has the result.`"""
    names = {"player": row.player.label, "other": row.instead_of.label}
    names["round"] = numbered(word, round_of(state.sheet, row.number))
    if row.takes_result:
        return _("From {round} on {player} plays for {other}, and has the result.").format(**names)
    owner = state.substitutes.owner_of(row.position) or state.seats[row.position].player
    if owner.pk == row.player_id:
        return _("From {round} on {player} plays again, in place of {other}.").format(**names)
    if owner.pk != row.instead_of_id:
        words = _("From {round} on {player} plays in place of {other}; the result is {owner}’s.")
        return words.format(owner=owner.label, **names)
    return _("From {round} on {player} plays for {other}, whose result it stays.").format(**names)
