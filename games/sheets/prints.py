"""A print is one sheet a game can be printed on: its template, and the page the template reads."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.functional import Promise


def always(_options: Any) -> bool:
    """A sheet for every match of its game."""
    return True


@dataclass(frozen=True)
class Print:
    """`page(document, fill=, paper=)` is everything the template draws; `label` what the sheet is called in a list, and
    `words` what is special about it. `suits` says whether a match with these options is printed on it.
    """

    key: str
    label: str | Promise
    template: Path
    page: Callable[..., dict[str, Any]]
    words: str | Promise = ""
    suits: Callable[[Any], bool] = always
