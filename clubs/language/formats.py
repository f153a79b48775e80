"""Number formats of drawings and forms, the same in every language; numbers in texts are formatted by Babel.

Django imports a module of formats for each language: `connect` makes this one that of all.
"""

import sys

from django.conf import settings

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ""


def connect() -> None:
    """Let Django find this module for each language that has a catalogue."""
    for code, _ in (*settings.TRANSLATED_LANGUAGES, *settings.PARTIAL_LANGUAGES):
        sys.modules[f"{__name__}.{code}.formats"] = sys.modules[__name__]
