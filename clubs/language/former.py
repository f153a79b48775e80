"""The name of a former member, stored in English as everybody's is, in the reader's language."""

import re

from django.utils.translation import gettext as _

CALLED = "Former member"  # stored, followed by a number
STORED = re.compile(rf"{CALLED} (\d+)")


def shown_name(name: str) -> str:
    """Return a name as a page shows it: that of a former member in the active language, any other as it is.

    >>> shown_name("Former member 2"), shown_name("Ann")
    ('Former member 2', 'Ann')
    """
    found = STORED.fullmatch(name)
    return _("Former member {number}").format(number=found[1]) if found else name
