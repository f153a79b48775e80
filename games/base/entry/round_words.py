"""Phrases with a game's word for a round, each whole, since other languages inflect the word.

`word` is `round`, `hand`, `game` or `year`.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.catalogue import once_a_language


def numbered(word: str, number: int | str) -> str:
    """`hand 3`, inside a sentence."""
    phrases = {"hand": _("hand {number}"), "game": _("game {number}"), "year": _("year {number}")}
    return phrases.get(word, _("round {number}")).format(number=number)


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
