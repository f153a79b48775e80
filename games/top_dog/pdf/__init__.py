"""Top Dog on paper: round by player, upright, with empty rows to continue by hand."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import minus, signed
from games.paper.geometry import LayoutKey
from games.paper.marked import layout_of, marked
from games.sheets.document import Print
from games.sheets.heading import Fact, framed_page
from games.sheets.layout_words import listed, short_names
from scoring.record_format.parts import Names, from_record
from scoring.record_format.strict import shape
from scoring.top_dog import TOP_DOG, Options
from scoring.top_dog.record import RecordOptions
from scoring.top_dog.sheet import arranger, cycle, hands_in

# The rows of the grid: one for every recorded round, then empty ones to continue by hand.


Row = dict[str, Any]
LAYOUT: LayoutKey = "rounds"
FEWEST_ROWS = 16
TO_COME = 4  # empty rows after the last round of a match that goes on


def rows(sheet: Mapping[str, Any], options: Options, *, fill: str) -> list[Row]:
    """Return every row of the sheet; under variation 2 whole cycles, with a heavy rule below each."""
    played = sheet["rounds"] if fill == "filled" else []
    seats, over = len(sheet["players"]), fill == "filled" and sheet["finished"]
    together = cycle(seats, options)
    count = -(-max(FEWEST_ROWS, len(played) + (0 if over else TO_COME)) // together) * together
    grid = [_row(sheet, options, number, played) for number in range(1, count + 1)]
    for number, row in enumerate(grid, 1):
        row["strong"] = together > 1 and number % together == 0 and number < count
        row["box"] = number > len(played) and not over
    return grid


def _row(sheet: Mapping[str, Any], options: Options, number: int, played: Any) -> Row:
    line = played[number - 1] if number <= len(played) else None
    turn = arranger(len(sheet["players"]), options, number)
    return {
        "round": str(number),
        "cells": [_cell(player, line, arranges=seat == turn) for seat, player in enumerate(sheet["players"])],
        "tied": _("tied") if line and line["last_hand_tied"] else "",
        "dummy": str(line["won"]["dummy"]) if line and options.dummy else "",
    }


def _cell(player: str, line: Mapping[str, Any] | None, *, arranges: bool) -> Row:
    if line is None:
        return {"won": "", "against": "", "total": "", "mark": "", "arranges": arranges}
    bonus = line.get("against", {}).get(player)
    return {
        "won": str(line["won"][player]),
        "against": "" if bonus is None else signed(bonus) if bonus else "±0",
        "total": minus(line["totals"][player]),
        "mark": "top" if player in line["leaders"] else "",
        "arranges": arranges,
    }


# The data of one sheet of Top Dog for its layout, with every text ready to print.


ALONE = {
    1: gettext_lazy("1, all arrange"),
    2: gettext_lazy("2, rotating"),
    3: gettext_lazy("3, a dummy"),
    4: gettext_lazy("4, two suits"),
}


def page(document: Mapping[str, Any], *, fill: str, paper: str) -> dict[str, Any]:
    """Return the data that `rounds.typ` reads; `fill` is "blank", "ready" or "filled".

    A sheet to write on has marks, by which a photo of it can be read; a filled one, or one of a variation, has none.
    """
    sheet, labels = document["sheet"], document["labels"]
    names = {**short_names(sheet["players"]), **labels["short"]}
    options = agreed(sheet)
    grid = rows(sheet, options, fill=fill)
    facts = [*_variation(options, fill), *_result(sheet, names, fill)]
    own = None
    if fill != "filled" and options == Options():  # the marks cannot say a variation
        own = layout_of(LAYOUT, len(sheet["players"]), len(grid), paper)
    drawn = framed_page(document, game="Top Dog", fill=fill, paper=paper, facts=facts, note=_note(options, fill)) | {
        "seats": ["" if fill == "blank" else player for player in sheet["players"]],
        "rows": grid,
        "dummy": options.dummy,
        "signs": max((len(cell["total"]) for row in grid for cell in row["cells"]), default=0) or 3,
    }
    if own:
        count = ngettext("{count} round", "{count} rounds", own.hands).format(count=own.hands)
        drawn |= {"marked": marked(own, document, TOP_DOG.version, rows=count)}
    return drawn


def agreed(sheet: Mapping[str, Any]) -> Options:
    """Return the options of a sheet, with the first arranger as a seat instead of a player."""
    return from_record(Options, shape(sheet["options"], RecordOptions), Names(sheet["players"]))


def variations(options: Options) -> list[int]:
    """The numbers of the variations played (TD-16 to TD-22)."""
    played = (options.arranging == "all", options.arranging == "rotating", options.dummy, options.suits == 2)
    return [number for number, is_played in enumerate(played, 1) if is_played]


def _variation(options: Options, fill: str) -> list[Fact]:
    """Return the variations played; a blank sheet has an empty line for them, a match without any has none."""
    numbers = variations(options)
    if fill == "blank" and not numbers:
        return [(_("Variation"), "")]
    if not numbers:
        return []
    if len(numbers) == 1:
        return [(_("Variation"), str(ALONE[numbers[0]]))]
    return [(_("Variations"), listed([*map(str, numbers)]))]


def _result(sheet: Mapping[str, Any], names: Mapping[str, str], fill: str) -> list[Fact]:
    if fill != "filled":
        return [(_("Winner"), "")]
    if not sheet["winners"]:
        played = len(sheet["rounds"])
        return [(_("Played"), ngettext("{count} round", "{count} rounds", played).format(count=played))]
    winners: Sequence[str] = sheet["winners"]
    who = listed([names[player] for player in winners])
    words = _("{names}, {points}").format(names=who, points=minus(sheet["totals"][winners[0]]))
    return [(_("Winner"), words)]


def _note(options: Options, fill: str) -> str:
    """Return how to read the sheet, with the sentences that its variations need."""
    hands = _("Hands add up to {hands}, or {tied} when the last is tied.")
    sentences = [hands.format(hands=hands_in(options), tied=hands_in(options, tied=True))]
    sentences.append(_("{target} at the end of a round wins.").format(target=options.target))
    if options.dummy and options.dummy_scoring == "replace":
        sentences.append(_("± against the dummy: more +1, fewer −2, and only that counts."))
    elif options.dummy:
        sentences.append(_("± against the dummy: more +1, fewer −2."))
    if options.arranging == "rotating":
        sentences.append(_("Grey corner: arranged. Heavy rule: all have arranged equally often."))
    elif fill == "blank":
        sentences.append(_("Variation 2 ends only when all have arranged equally often."))
    return " ".join(sentences)


PRINTS: tuple[Print, ...] = (
    Print(
        LAYOUT,
        gettext_lazy("Sheet"),
        Path(__file__).parent / "rounds.typ",
        page,
        gettext_lazy("hands won, round by round"),
    ),
)

__all__ = ["PRINTS"]
