"""Short names of trophies."""

from clubs.language.articles import head
from clubs.language.properties import language_alone
from games.registry import TABLE_GAMES


def shorter(trophy: str) -> str:
    """Return the short name of a trophy for an English sentence. A name given by a club stays whole, as does every name
    in another language.

    >>> shorter("Good Dog Cup"), shorter("Cone of Shame"), shorter("Pokal Ä")
    ('cup', 'cone', 'Pokal Ä')
    """
    usual = {name for game in TABLE_GAMES for name in game.trophies}
    return head(trophy) if trophy in usual and language_alone() == "en" else trophy
