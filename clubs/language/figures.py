"""Figures with a true minus that stays before them, also where one reads from right to left."""

import re
from functools import cache

from django.utils import translation

from clubs.language.active import get_language

MINUS, LEFT_TO_RIGHT = "\N{MINUS SIGN}", "\N{LEFT-TO-RIGHT MARK}"
SIGNED = re.compile(rf"[+{MINUS}](?=\d)")


def minus(number: int | str) -> str:
    """A number with a true minus: `-3` is `\N{MINUS SIGN}3`.

    From right to left a sign belongs to no direction and would stand after its figure, so a mark holds it.
    """
    text = str(number)
    return held(text.replace("-", MINUS)) if "-" in text else text


def signed(number: int) -> str:
    """A number with its sign, as points are written: `+7`, `\N{MINUS SIGN}2`, `0`."""
    return held(f"+{number}") if number > 0 else minus(number)


def held(text: str) -> str:
    """The text with each sign held before its figure."""
    return SIGNED.sub(lambda sign: LEFT_TO_RIGHT + sign[0], text) if _turns(get_language()) else text


@cache
def _turns(language: str | None) -> bool:
    with translation.override(language):
        return bool(translation.get_language_bidi())
