"""The data of one tally pad for its layout, with every text ready to print."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.figures import minus
from games.dogs_of_war.pdf.lower import tally, values
from games.dogs_of_war.pdf.years import years
from games.sheets.heading import Fact, framed_page
from games.sheets.text import listed, short_names
from scoring.dogs_of_war import Options
from scoring.dogs_of_war.sheet import YEARS
from scoring.dogs_of_war.variants import glory
from scoring.dogs_of_war.years.soldiers import TRACK


def page(document: Mapping[str, Any], *, fill: str, paper: str) -> dict[str, Any]:
    """Return the data that `war.typ` reads; `fill` is "blank", "ready" or "filled"."""
    sheet, labels = document["sheet"], document["labels"]
    agreed = Options(*map(tuple, (sheet["options"]["variants"], sheet["options"]["houses"])))
    names = {**short_names(sheet["players"]), **labels["short"]}
    filled = fill == "filled"
    facts = _results(sheet, names) if filled else [(_("Winner"), "")]
    note = _note(agreed)
    return framed_page(document, game="Dogs of War", fill=fill, paper=paper, facts=facts, note=note) | {
        "seats": ["" if fill == "blank" else player for player in sheet["players"]],
        "years": years(sheet, agreed, recorded=filled),
        "tally": tally(sheet, dict.fromkeys(names, "") if fill == "blank" else names, counted=filled),
        "values": values(sheet, agreed, recorded=filled),
    }


def _results(sheet: Mapping[str, Any], names: Mapping[str, str]) -> list[Fact]:
    """Return who has won, or how many years are played."""
    winners = sheet["winners"]
    if winners:
        text = f"{listed([names[player] for player in winners])}, {minus(sheet['totals'][winners[0]])}"
        return [(ngettext("Winner", "Winners", len(winners)), text)]
    years = _("{count} of {years} years").format(count=len(sheet["rounds"]), years=YEARS)
    return [(_("Winner"), "")] if sheet["finished"] else [(_("Played"), years)]


def _note(agreed: Options) -> str:
    words = _(
        "L, R: captains for the left and right house. Winner’s house +1; from {value} on +2, the loser −1. Each "
        "supporter of the winner: 1 VP a captain against him. Year 4: bonus 3 VP."
    )
    if glory(agreed) == TRACK:
        words = _(
            "L, R: captains for the left and right house. Winner’s house +1; on {value} +2, the loser −1. Each "
            "supporter of the winner: 1 VP a captain against him. Year 4: bonus 3 VP."
        )
    return words.format(value=glory(agreed))
