"""The data of one sheet of Top Dog for its layout, with every text ready to print."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.figures import minus
from games.sheets.heading import Fact, framed_page
from games.sheets.text import listed, short_names
from games.top_dog.pdf.rows import rows
from scoring.top_dog import Options
from scoring.top_dog.hands import hands_in

ALONE = {
    1: gettext_lazy("1, all arrange"),
    2: gettext_lazy("2, rotating"),
    3: gettext_lazy("3, a dummy"),
    4: gettext_lazy("4, two suits"),
}


def page(document: Mapping[str, Any], *, fill: str, paper: str) -> dict[str, Any]:
    """Return the data that `rounds.typ` reads; `fill` is "blank", "ready" or "filled"."""
    sheet, labels = document["sheet"], document["labels"]
    names = {**short_names(sheet["players"]), **labels["short"]}
    options = agreed(sheet)
    grid = rows(sheet, options, fill=fill)
    facts = [*_variation(options, fill), *_result(sheet, names, fill)]
    return framed_page(document, game="Top Dog", fill=fill, paper=paper, facts=facts, note=_note(options, fill)) | {
        "seats": ["" if fill == "blank" else player for player in sheet["players"]],
        "rows": grid,
        "dummy": options.dummy,
        "signs": max((len(cell["total"]) for row in grid for cell in row["cells"]), default=0) or 3,
    }


def agreed(sheet: Mapping[str, Any]) -> Options:
    """Return the options of a sheet, with the first arranger as a seat instead of a player."""
    options = sheet["options"]
    first = options["first_arranger"]
    return Options(**{**options, "first_arranger": 0 if first is None else sheet["players"].index(first)})


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
