"""Words for the sentences of a report: how often, which place, trophies by a short name."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.base.results.titles import in_words
from games.registry import TABLE_GAMES


def times(number: int) -> str:
    """Return `once`, `twice`, `five times`."""
    many = _("{number} times").format(number=in_words(number))
    return {1: _("once"), 2: _("twice")}.get(number, many)


def ordinal(number: int) -> str:
    """Return a place in words up to the tenth, then as a number.

    >>> ordinal(3), ordinal(14)
    ('third', 'no. 14')
    """
    places = (
        *(_("first"), _("second"), _("third"), _("fourth"), _("fifth")),
        *(_("sixth"), _("seventh"), _("eighth"), _("ninth"), _("tenth")),
    )
    return places[number - 1] if number <= len(places) else _("no. {number}").format(number=number)


def paragraph(*sentences: str) -> str:
    """Join the sentences that are not empty."""
    return " ".join(filter(None, sentences))


def shorter(trophy: str) -> str:
    """Return the short name of a trophy for an English sentence. A name given by a club stays whole, as does every name
    in another language.

    >>> shorter("Good Dog Cup"), shorter("Cone of Shame"), shorter("Pokal Ä")
    ('cup', 'cone', 'Pokal Ä')
    """
    usual = {name for game in TABLE_GAMES for name in game.trophies}
    if trophy not in usual or not (get_language() or "en").startswith("en"):
        return trophy
    *_rest, last = words = trophy.split()
    return (words[0] if " of " in trophy else last).lower()
