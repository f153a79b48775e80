"""A text or an integer is written into a page at once.

Django checks each for a datetime in another time zone, a localised number and a lazy translation (ADR 64).
"""

import html
from typing import Any

from django.template import base
from django.template.context import Context
from django.utils.safestring import SafeString

_any_value = base.render_value_in_context


def connect() -> None:
    """Take the place of Django's function."""
    vars(base)["render_value_in_context"] = value_in_context


def value_in_context(value: Any, context: Context) -> str:
    """Return a value as it is written into a page; str and int take a short path, all else goes through Django's
    function.
    """
    kind = type(value)
    if kind is SafeString:
        return str(value)
    if kind is str:
        return SafeString(html.escape(value)) if context.autoescape else value
    return str(value) if kind is int and context.use_l10n is False else _any_value(value, context)
