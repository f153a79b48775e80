"""A value is written into a page as Django writes it."""

from datetime import date
from decimal import Decimal

import pytest
from django.template import Context
from django.utils.safestring import SafeString

from dogclub.speedups import templates


@pytest.mark.parametrize("value", ["<b>", SafeString("<b>"), 7, True, None, 4.5, Decimal("4.50"), date(2026, 1, 2)])
def test_a_value_is_written_as_django_writes_it(value: object) -> None:
    for autoescape in (True, False):
        context = Context({}, autoescape=autoescape, use_l10n=False)
        assert templates.value_in_context(value, context) == templates._any_value(value, context)
