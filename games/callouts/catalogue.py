"""All call-outs of all games, whether the engines find them or players tag them, and the club's words for them."""

from functools import cache

from clubs.language.terms import own_word
from games.base.results.record_categories import BACK_TO_BACK
from games.registry import TABLE_GAMES
from scoring.messages import Term


def counted() -> dict[str, Term]:
    """The call-outs that engines find, by code, in the order of the games."""
    of_games = [each.record_categories for each in TABLE_GAMES]
    found = {code: term for each in of_games for code, term in {**each.labels, **each.unrecorded}.items()}
    return found | {BACK_TO_BACK.code: BACK_TO_BACK}


def tagged() -> dict[str, Term]:
    """The call-outs that are tagged by hand, by code."""
    return {code: term for each in TABLE_GAMES for code, term in each.record_categories.tag_labels.items()}


@cache
def codes() -> dict[str, str]:
    """Codes by the call-out's usual name in lower case, as the glossary page has it."""
    return {str(term).casefold(): code for code, term in {**counted(), **tagged()}.items()}


def own_name(usual: str) -> str:
    """Return the club's word for the call-out of this usual name; "" where it has none, or this is no call-out."""
    code = codes().get(usual.casefold())
    return own_word(code) if code else ""
