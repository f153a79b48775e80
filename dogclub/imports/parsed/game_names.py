"""Games by the names that other programs use: one of Dog Club's by its name, any Oh Hell as Dirty Dog, or as
answered before.
"""

from collections.abc import Mapping

from clubs.language.game_names import names_of
from scoring import ENGINES

GAME_OF = "0:game-of-"  # + letters(name): key among the corrections for the game that a name means, or SKIP
SKIP = "skip"
LONGEST = 60
OH_HELL = {  # other names of Oh Hell, of which Dirty Dog is a variant
    *("ohhell", "ohpshaw", "ohwell", "blackout", "nominationwhist", "contractwhist", "upanddowntheriver"),
    *("escalier", "lescalier", "ascenseur", "lascenseur", "rikiki", "stichansage", "stichvorhersage"),
    *("boerenbridge", "chineespoepen", "podrida", "lapodrida", "pocha", "plump", "predictionwhist"),
}


def letters(name: str) -> str:
    """Return the letters and digits of a name in lower case; a name without any is returned without its spaces.

    >>> letters("Pack O’ Dogs"), letters("!?")
    ('packodogs', '!?')
    """
    return ("".join(filter(str.isalnum, name.casefold())) or "".join(name.split()))[:LONGEST]


def setting(name: str) -> str:
    """Return the key for a name of a game among the corrections.

    >>> setting("Oh No!")
    '0:game-of-ohno'
    """
    return GAME_OF + letters(name)


def engine_key_of(name: str, corrections: Mapping[str, str]) -> str:
    """Return the key of the engine for a name, or "" for a game to skip. Only totals are imported, so that any Oh
    Hell is Dirty Dog.
    """
    if answer := corrections.get(setting(name)):
        return "" if answer == SKIP else answer
    if letters(name) in OH_HELL:
        return ENGINES[0].key
    return next((engine.key for engine in ENGINES if letters(name) in map(letters, names_of(engine))), "")
