"""How often, in which place, and other words of a report's sentences."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.base.results.titles import in_words
from games.registry import TABLE_GAMES


def times(number: int) -> str:
    """`once`, `twice`, `five times`."""
    many = _("{number} times").format(number=in_words(number))
    return {1: _("once"), 2: _("twice")}.get(number, many)


def ordinal(number: int) -> str:
    """A place in words, as far as a table is long.

    >>> ordinal(3), ordinal(14)
    ('third', 'no. 14')
    """
    places = (
        *(_("first"), _("second"), _("third"), _("fourth"), _("fifth")),
        *(_("sixth"), _("seventh"), _("eighth"), _("ninth"), _("tenth")),
    )
    return places[number - 1] if number <= len(places) else _("no. {number}").format(number=number)


def paragraph(*sentences: str) -> str:
    """One paragraph of those that have something to say."""
    return " ".join(filter(None, sentences))


def shorter(trophy: str) -> str:
    """A trophy as an English sentence says it in passing; one that a club named stays whole, and so does any in another
    language.

    >>> shorter("Good Dog Cup"), shorter("Cone of Shame"), shorter("Pokal Ä")
    ('cup', 'cone', 'Pokal Ä')
    """
    usual = {name for game in TABLE_GAMES for name in game.trophies}
    if trophy not in usual or not (get_language() or "en").startswith("en"):
        return trophy
    *_rest, last = words = trophy.split()
    return (words[0] if " of " in trophy else last).lower()
