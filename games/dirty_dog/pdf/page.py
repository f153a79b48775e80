"""The data of one Dirty Dog sheet for its layouts, with every text ready to print."""

from collections.abc import Mapping, Sequence, Set
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.figures import minus
from games.dirty_dog.pdf.rows import rows
from games.dirty_dog.pdf.sections import after, before, has_left
from games.sheets.heading import Fact, framed_page
from games.sheets.text import listed, short_names

NOTES = {
    "rev1": gettext_lazy(
        "Made: 5 + tricks. Set: minus the greater of bid and tricks. Bids never add up to the cards. Grey corner: "
        "deals."
    ),
    "rev2": gettext_lazy("Struck-out tricks: set."),
}
SHORT_NOTES = {
    **NOTES,
    "rev1": gettext_lazy("Made: 5 + tricks. Set: minus the greater of bid and tricks. Grey corner: deals."),
}


def page(document: Mapping[str, Any], *, layout: str, fill: str, paper: str) -> dict[str, Any]:
    """Return the data that `rev1.typ` and `rev2.typ` read; `fill` is "blank", "ready" or "filled"."""
    sheet, labels = document["sheet"], document["labels"]
    names = {**short_names(sheet["players"]), **labels["short"]}
    shown = dict.fromkeys(names, "") if fill == "blank" else names
    grid = rows(sheet, shown, recorded=fill == "filled")
    facts = _facts(sheet, labels, names, layout, fill)
    note = str((NOTES if fill == "blank" else SHORT_NOTES)[layout])
    name = layout.replace("rev", "rev ")
    drawn = framed_page(document, game="Dirty Dog", fill=fill, paper=paper, facts=facts, note=note, name=name)
    drawn |= {
        "seats": ["" if fill == "blank" else player for player in sheet["players"]],
        "rows": grid,
        "signs": max((len(cell["total"]) for row in grid for cell in row["cells"]), default=0) or 3,
    }
    if layout == "rev2":
        drawn |= after(sheet, names) if fill == "filled" else before(sheet)
        drawn["seats"] = [shown[player] for player in sheet["players"]]
    return drawn


def _facts(
    sheet: Mapping[str, Any], labels: Mapping[str, Any], names: Mapping[str, str], layout: str, fill: str
) -> list[Fact]:
    if fill == "filled":
        return _results(sheet, labels, names, layout)
    if layout == "rev1":
        return [(_("Scorekeeper"), "" if fill == "blank" else labels["scorekeeper"])]
    return [(labels["winner_trophy"], ""), (labels["loser_trophy"], "")]


def _results(sheet: Mapping[str, Any], labels: Mapping[str, Any], names: Mapping[str, str], layout: str) -> list[Fact]:
    if not sheet["winners"] and not sheet["losers"]:
        done = sum(not line.get("void") for line in sheet["rounds"])
        return [(_("Played"), _("{done} of {hands} hands").format(done=done, hands=sheet["plan"]["hands"]))]
    if layout == "rev2":
        pairs = ((labels["winner_trophy"], sheet["winners"]), (labels["loser_trophy"], sheet["losers"]))
        return [(trophy, listed(players)) for trophy, players in pairs if players]
    left = {player for player in sheet["totals"] if has_left(player, sheet)}
    ends = (
        (_("Winner"), _("Winner (tie-break hand)"), sheet["winners"], left),
        (_("Loser"), _("Loser (card pull)"), sheet["losers"], {*sheet["winners"]}),
    )
    return [
        (
            settled if _is_settled(players, out, sheet["totals"]) else word,
            f"{listed([names[player] for player in players])}, {minus(sheet['totals'][players[0]])}",
        )
        for word, settled, players, out in ends
        if players
    ]


def _is_settled(players: Sequence[str], out: Set[str], totals: Mapping[str, int]) -> bool:
    """Whether a tie was settled: another player, who is not in `out`, has the same total (DD-37, DD-40)."""
    level = {player for player, total in totals.items() if total == totals[players[0]]} - out
    return level > set(players)
