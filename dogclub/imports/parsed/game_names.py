"""What other programs call a game: one of ours by its name, any Oh Hell as Dirty Dog, or what somebody said it is."""

from collections.abc import Mapping

from clubs.language.game_names import names_of
from scoring import ENGINES

GAME_OF = "0:game-of-"  # and the letters of its name: which of our games it is, or SKIP; kept among the mends
SKIP = "skip"
LONGEST = 60
OH_HELL = {  # what clubs call the game that the first of ours is one of
    *("ohhell", "ohpshaw", "ohwell", "blackout", "nominationwhist", "contractwhist", "upanddowntheriver"),
    *("escalier", "lescalier", "ascenseur", "lascenseur", "rikiki", "stichansage", "stichvorhersage"),
    *("boerenbridge", "chineespoepen", "podrida", "lapodrida", "pocha", "plump", "predictionwhist"),
}


def letters(name: str) -> str:
    """A name without what people leave away; as it is where it has no letter.

    >>> letters("Pack O’ Dogs"), letters("!?")
    ('packodogs', '!?')
    """
    return ("".join(filter(str.isalnum, name.casefold())) or "".join(name.split()))[:LONGEST]


def setting(name: str) -> str:
    """The key among the mends.

    >>> setting("Oh No!")
    '0:game-of-ohno'
    """
    return GAME_OF + letters(name)


def ours(name: str, mends: Mapping[str, str]) -> str:
    """The key of our game, or "" for one that is passed over. Only totals come in, so that any Oh Hell is as good."""
    if answer := mends.get(setting(name)):
        return "" if answer == SKIP else answer
    if letters(name) in OH_HELL:
        return ENGINES[0].key
    return next((engine.key for engine in ENGINES if letters(name) in map(letters, names_of(engine))), "")
