"""One sheet of Pack o' Dogs as the layout draws it: every word ready to print, every choice made."""

from collections.abc import Mapping
from typing import Any

from games.pack_o_dogs.pdf.blocks import blocks
from games.pack_o_dogs.pdf.piles import rows
from games.pack_o_dogs.pdf.wording import score
from games.sheets.heading import Fact, framed_page
from games.sheets.text import listed, short_names

SUM = "Points = base × streak × late."
STROKES = "A stroke for each card captured: one a turn, three with a pack, none for a low cat."
NOTES = {
    "complex": f"{SUM} Four rounds end a game; the higher points win it. Level points: to the player with four rounds.",
    "base": f"{STROKES} Level piles share.",
}
SHORT_NOTES = {"complex": f"{SUM} Four rounds end a game; the higher points win it.", "base": STROKES}
BLANK = {"complex": 3, "base": 8}  # HR-PK-04: three complex games make a match


def page(document: Mapping[str, Any], *, mode: str, fill: str, paper: str) -> dict[str, Any]:
    """What `pack.typ` reads; `fill` is blank, ready or filled, `mode` what a blank sheet is for."""
    sheet, labels = document["sheet"], document["labels"]
    names = {**short_names(sheet["players"]), **labels["short"]}
    drawn = mode if fill == "blank" else sheet["options"]["mode"]
    games = BLANK[drawn] if fill == "blank" else sheet["options"]["games"]
    shown = sheet if fill == "filled" else {**sheet, "rounds": [], "games": [], "next": None}
    note = (NOTES if fill == "blank" else SHORT_NOTES)[drawn]
    facts = [_result(shown, names)]
    return framed_page(document, game="Pack o’ Dogs", fill=fill, paper=paper, facts=facts, note=note) | {
        "mode": drawn,
        "players": ["" if fill == "blank" else player for player in sheet["players"]],
        "blocks": blocks(shown, names, games) if drawn == "complex" else [],
        "rows": rows(shown, games) if drawn == "base" else [],
    }


def _result(sheet: Mapping[str, Any], names: Mapping[str, str]) -> Fact:
    if not sheet["rounds"]:
        return "Match to", ""
    leaders = sheet["winners"] or sheet["ranking"][0]["players"]
    text = f"{listed([names[player] for player in leaders])}, {score(sheet['totals'])}"
    return "Match to" if sheet["finished"] else "So far", text
