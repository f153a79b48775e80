"""How a result is written on paper."""

from collections.abc import Mapping


def score(points: Mapping[str, int]) -> str:
    """`36 to 32`, the higher first; `9 all`."""
    more, less = sorted(points.values(), reverse=True)
    return f"{more} all" if more == less else f"{more} to {less}"
