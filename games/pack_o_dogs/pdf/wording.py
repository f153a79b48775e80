"""How a result is written on paper."""

from collections.abc import Mapping

from django.utils.translation import gettext as _


def score(points: Mapping[str, int]) -> str:
    """`36 to 32`, the higher first; `9 all`."""
    more, less = sorted(points.values(), reverse=True)
    if more == less:
        return _("{points} all").format(points=more)
    return _("{points} to {other}").format(points=more, other=less)
