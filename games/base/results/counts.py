"""Counts with their nouns, numbers up to twelve in words; each phrase is whole, since other languages inflect both."""

from django.utils.translation import ngettext

from games.base.results.titles import in_words


def rounds(number: int, word: str) -> str:
    """`one hand`, `three hands`, `48 years`: `word` is the game's word for a round.

    >>> rounds(1, "hand"), rounds(48, "hand")
    ('one hand', '48 hands')
    """
    phrases = {
        "hand": ngettext("one hand", "{number} hands", number),
        "game": ngettext("one game", "{number} games", number),
        "year": ngettext("one year", "{number} years", number),
    }
    return _number(phrases.get(word, ngettext("one round", "{number} rounds", number)), number)


def dogs(number: int) -> str:
    return _number(ngettext("one dog", "{number} dogs", number), number)


def players(number: int) -> str:
    return _number(ngettext("one player", "{number} players", number), number)


def groups(number: int) -> str:
    return _number(ngettext("one group", "{number} groups", number), number)


def matches(number: int) -> str:
    return _number(ngettext("one match", "{number} matches", number), number)


def tables(number: int) -> str:
    return _number(ngettext("one table", "{number} tables", number), number)


def final_tables(number: int) -> str:
    return _number(ngettext("one final table", "{number} final tables", number), number)


def points(number: int) -> str:
    return _number(ngettext("one point", "{number} points", number), number)


def nights(number: int) -> str:
    return _number(ngettext("one night", "{number} nights", number), number)


def minutes(number: int) -> str:
    return _number(ngettext("one minute", "{number} minutes", number), number)


def _number(words: str, number: int) -> str:
    return words.format(number=in_words(number))
