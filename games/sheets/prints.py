"""The printed sheets that a game offers."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.functional import Promise


def always(_options: Any) -> bool:
    """Return True, for a printed sheet that suits every match of its game."""
    return True


@dataclass(frozen=True)
class Print:
    """One printed sheet of a game: its Typst template, and the function that makes the template's data.

    `page(document, fill=, paper=)` returns everything the template draws. `label` is its name in a list, `words` a
    description. `suits` says whether it can show a match with these options.
    """

    key: str
    label: str | Promise
    template: Path
    page: Callable[..., dict[str, Any]]
    words: str | Promise = ""
    suits: Callable[[Any], bool] = always
