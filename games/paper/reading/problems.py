"""Why a photo cannot be read, as codes with their sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.table import minus

CORNERS = (
    gettext_lazy("the upper left corner"),
    gettext_lazy("the upper right corner"),
    gettext_lazy("the lower left corner"),
    gettext_lazy("the lower right corner"),
)
_MISSING = {
    1: gettext_lazy("The mark in {first} is not in the photo, or not sharp. Take it again with all four marks in it."),
    2: gettext_lazy(
        "The marks in {first} and {second} are not in the photo, or not sharp. Take it again with all four marks in it."
    ),
    3: gettext_lazy(
        "Only one mark of the sheet is in the photo, or sharp. Take it again with all four marks in it, from a little "
        "further away."
    ),
}
_WORDS: Mapping[str, str | Promise] = {
    "no-sheet": gettext_lazy(
        "No score sheet of Dog Club was found in this photo: none of its four corner marks is in it, large and sharp "
        "enough. Take it from above, in good light, with all four marks in it; a sheet without marks is typed in "
        "beside its photo."
    ),
    "foreign": gettext_lazy(
        "The codes in this photo are not those of a score sheet of Dog Club. Take a photo of the sheet alone; another "
        "paper is typed in beside its photo."
    ),
    "other-game": gettext_lazy(
        "This is the sheet of another game, which cannot be read from a photo: type it in beside it."
    ),
    "blurred": gettext_lazy("The photo is blurred: no mark on it can be read, and hardly a figure."),
    "other-club": gettext_lazy(
        "The names on this sheet were printed for a table that this club does not have: for another club, or before "
        "the table was drawn anew. If it is yours, enter the names; else take a photo of another sheet."
    ),
    "two-sheets": gettext_lazy("More than one sheet or page is in this photo. Take a photo of each by itself."),
    "small": gettext_lazy(
        "The sheet is too small in this photo. Take it again from nearer, with all four marks in it."
    ),
    "rules": gettext_lazy(
        "This sheet was printed for rules that are not known here. Type it in beside its photo, in a match by its "
        "rules."
    ),
    "plan": gettext_lazy(
        "This sheet has a plan of hands that was agreed for its match alone. Type it in beside its photo."
    ),
    "first-page": gettext_lazy(
        "This is page 2 of a sheet. Add a photo of page 1: both are read as one match, in either order."
    ),
    "empty": gettext_lazy("No figure is written on this sheet. Take a photo of the one that was filled in."),
}


class CannotRead(Exception):
    """Nothing can be read. `code` says why; `missing` are the corners whose marks were not found; `refused` says why a
    file is no picture.
    """

    def __init__(self, code: str, missing: tuple[int, ...] = (), refused: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.missing = missing
        self.refused = refused

    @property
    def message(self) -> str:
        """The sentence: what is wrong, and what to do."""
        if self.refused:
            return self.refused
        if self.code != "corner":
            return str(_WORDS[self.code])
        names = [str(CORNERS[corner]) for corner in self.missing]
        return str(_MISSING[len(names)]).format(first=names[0], second=names[-1])


def unread(problem: CannotRead, sheet: dict[str, Any] | None = None) -> dict[str, Any]:
    """The document of a photo in which nothing can be read, with what its marks say of the sheet."""
    said: dict[str, Any] = {"code": problem.code, "message": problem.message}
    if problem.missing:
        said["missing"] = [("upper-left", "upper-right", "lower-left", "lower-right")[at] for at in problem.missing]
    return {"sheet": sheet, "record": None, "cells": [], "problems": [said]}


def total_problem(hand: int, seat: int, written: int, computed: int) -> dict[str, Any]:
    """A written total that does not follow from the one before and the figures."""
    words = _("Row {row}, player {seat}: the sheet says {written}, the figures make {computed}.")
    message = words.format(row=hand, seat=seat, written=minus(written), computed=minus(computed))
    return {"code": "total", "message": message, "hand": hand, "seat": seat}


def begun_problem(hand: int) -> dict[str, Any]:
    """A hand with some of its bids."""
    words = _("Hand {hand} has some bids only, and is left out.")
    return {"code": "begun", "message": words.format(hand=hand), "hand": hand}


def ended_problem(row: int) -> dict[str, Any]:
    """Rows that are written after the match was over."""
    words = _("The match is over in row {row}: what is written below it is left out.")
    return {"code": "ended", "message": words.format(row=row), "hand": row}


def second_page_problem() -> dict[str, Any]:
    """The first page of two is full, and there is no photo of the second."""
    words = _("Page 2 of this sheet is missing. Add a photo of it: both are read as one match, in either order.")
    return {"code": "second-page", "message": words}


def tie_problem(*, at_top: bool) -> dict[str, Any]:
    """A tie that is to be settled by hand."""
    if at_top:
        return {"code": "tie-top", "message": _("Players are level at the top: enter the extra hand yourself.")}
    return {"code": "tie-bottom", "message": _("Players are level at the bottom: enter the cards pulled yourself.")}


def blurred_problem() -> dict[str, Any]:
    """Many cells that cannot be read."""
    return {"code": "blurred", "message": _("Many figures are hard to read. A sharper photo in better light may help.")}
