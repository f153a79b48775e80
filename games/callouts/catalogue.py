"""Every call-out that is said by itself or tagged by hand, of all games, and what the club calls it."""

from functools import cache

from clubs.language.terms import own_word
from games.base.results.record_categories import BACK_TO_BACK
from games.registry import TABLE_GAMES
from scoring.messages import Term


def counted() -> dict[str, Term]:
    """By code, in the order of the games: those the sheets announce."""
    of_games = [each.record_categories for each in TABLE_GAMES]
    found = {code: term for each in of_games for code, term in {**each.labels, **each.unrecorded}.items()}
    return found | {BACK_TO_BACK.code: BACK_TO_BACK}


def tagged() -> dict[str, Term]:
    """By code: those that only the table can see."""
    return {code: term for each in TABLE_GAMES for code, term in each.record_categories.tag_labels.items()}


@cache
def codes() -> dict[str, str]:
    """By the usual name in small letters, as the glossary has it."""
    return {str(term).casefold(): code for code, term in {**counted(), **tagged()}.items()}


def own_name(usual: str) -> str:
    """The club's word for what everybody else calls so; "" where it has none, or this is no call-out."""
    code = codes().get(usual.casefold())
    return own_word(code) if code else ""
