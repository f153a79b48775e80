"""Numbers with a minus sign that stays before the digits even in right-to-left text."""

import re
from functools import cache

from django.utils import translation

from clubs.language.active import get_language

MINUS, LEFT_TO_RIGHT = "\N{MINUS SIGN}", "\N{LEFT-TO-RIGHT MARK}"
SIGNED = re.compile(rf"[+{MINUS}](?=\d)")


def minus(number: int | str) -> str:
    """Return a number with a true minus sign: `-3` is `\N{MINUS SIGN}3`.

    In right-to-left text a sign would be shown after the digits, so that a direction mark is added.
    """
    text = str(number)
    return held(text.replace("-", MINUS)) if "-" in text else text


def signed(number: int) -> str:
    """Return a number with its sign, as points are written: `+7`, `\N{MINUS SIGN}2`, `0`."""
    return held(f"+{number}") if number > 0 else minus(number)


def held(text: str) -> str:
    """Return the text with a direction mark before each sign, in a right-to-left language."""
    return SIGNED.sub(lambda sign: LEFT_TO_RIGHT + sign[0], text) if _turns(get_language()) else text


@cache
def _turns(language: str | None) -> bool:
    """Whether the language is written from right to left."""
    with translation.override(language):
        return bool(translation.get_language_bidi())
