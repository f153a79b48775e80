"""The data of one sheet of Pack o’ Dogs for its layout, with every text ready to print."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.pack_o_dogs.pdf.blocks import blocks, score
from games.pack_o_dogs.pdf.piles import rows
from games.sheets.heading import Fact, framed_page
from games.sheets.text import listed, short_names

NOTES = {
    "complex": gettext_lazy(
        "Points = base × streak × late. Four rounds end a game; the higher points win it. Level points: to the player "
        "with four rounds."
    ),
    "base": gettext_lazy(
        "A stroke for each card captured: one a turn, three with a pack, none for a low cat. Level piles share."
    ),
}
SHORT_NOTES = {
    "complex": gettext_lazy("Points = base × streak × late. Four rounds end a game; the higher points win it."),
    "base": gettext_lazy("A stroke for each card captured: one a turn, three with a pack, none for a low cat."),
}
BLANK = {"complex": 3, "base": 8}  # HR-PK-04: three complex games make a match


def page(document: Mapping[str, Any], *, mode: str, fill: str, paper: str) -> dict[str, Any]:
    """Return the data that `pack.typ` reads; `fill` is "blank", "ready" or "filled", `mode` that of a blank sheet."""
    sheet, labels = document["sheet"], document["labels"]
    names = {**short_names(sheet["players"]), **labels["short"]}
    drawn = mode if fill == "blank" else sheet["options"]["mode"]
    games = BLANK[drawn] if fill == "blank" else sheet["options"]["games"]
    shown = sheet if fill == "filled" else {**sheet, "rounds": [], "games": [], "next": None}
    note = str((NOTES if fill == "blank" else SHORT_NOTES)[drawn])
    facts = [_result(shown, names)]
    return framed_page(document, game="Pack o’ Dogs", fill=fill, paper=paper, facts=facts, note=note) | {
        "mode": drawn,
        "players": ["" if fill == "blank" else player for player in sheet["players"]],
        "blocks": blocks(shown, names, games) if drawn == "complex" else [],
        "rows": rows(shown, games) if drawn == "base" else [],
    }


def _result(sheet: Mapping[str, Any], names: Mapping[str, str]) -> Fact:
    if not sheet["rounds"]:
        return _("Match to"), ""
    leaders = sheet["winners"] or sheet["ranking"][0]["players"]
    who = listed([names[player] for player in leaders])
    text = _("{names}, {score}").format(names=who, score=score(sheet["totals"]))
    return _("Match to") if sheet["finished"] else _("So far"), text
