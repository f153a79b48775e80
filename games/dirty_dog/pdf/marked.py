"""A sheet to write on, with marks by which a photo of it can be read: what `marked.typ` draws beside the grid."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.dirty_dog import wording
from games.paper.drawing import foot_top, hints, page_svg
from games.paper.geometry import (
    BEFORE_TIES,
    CORNERS,
    SIDE,
    SUB_HEAD,
    Layout,
    LayoutError,
    Page,
    Payload,
    payload_digits,
    sheet_layout,
)
from scoring.dirty_dog import DIRTY_DOG

GAME_DIGIT = 1  # of Dirty Dog, in every mark


def layout_of(sheet: Mapping[str, Any], layout: str, paper: str) -> Layout | None:
    """The geometry of a sheet to write on; None if table or plan are too large for marks."""
    try:
        return sheet_layout(layout, len(sheet["players"]), len(sheet["plan"]["cards"]), paper)
    except LayoutError:
        return None


def marked(layout: Layout, sheet: Mapping[str, Any], labels: Mapping[str, Any], strong: int) -> dict[str, Any]:
    """The measures in millimetres, the drawing of each page, and the words that only such a sheet has; a heavier line
    follows the hand `strong`, counted from 0.
    """
    dealers = [sheet["players"].index(player) for player in sheet["plan"]["dealers"]]
    width, height = layout.page
    return {
        "width": width,
        "height": height,
        "side": SIDE,
        "top": layout.pages[0].grid.y,
        "columns": [{"key": column.key, "width": column.width} for column in layout.columns],
        "lead": next(at for at, column in enumerate(layout.columns) if column.seat is not None),
        "names": layout.names_height,
        "heads": SUB_HEAD,
        "row": layout.row_height,
        "gap": BEFORE_TIES,
        "ties": _ties(layout),
        "pages": [
            {
                "drawing": page_svg(layout, page, _digits(layout, page, labels), dealers, strong),
                "rows": [row.hand for row in page.rows],
                "has_ties": bool(page.ties),
            }
            for page in layout.pages
        ],
        "sections": layout.sections and layout.sections._asdict(),
        "foot": foot_top(layout),
        "hints": _hints(layout),
        "table": _table(layout),
    }


def _digits(layout: Layout, page: Page, labels: Mapping[str, Any]) -> list[str]:
    rules = labels["rules"] or DIRTY_DOG.version
    return [
        payload_digits(
            Payload(
                game=GAME_DIGIT,
                layout=layout.key,
                players=layout.players,
                hands=layout.hands,
                rules=int(rules.replace(".", "")),
                paper=layout.paper,
                page=page.number,
                corner=corner,
                sheet=labels["sheet_number"],
            )
        )
        for corner in range(CORNERS)
    ]


def _ties(layout: Layout) -> list[str]:
    """What stands before the rows of the tie-break hand and of the card pull."""
    if layout.key == "rev1":
        return [_("Level at the top: 5 cards"), _("Level at the bottom: card")]
    return [_("Level at the top: 5 cards, bid blind"), _("Level at the bottom: card pulled")]


def _hints(layout: Layout) -> list[dict[str, Any]]:
    texts: Sequence[tuple[str, str]] = (
        (_("Figures read best like this"), ""),
        (_("Set"), _("one stroke through the tricks")),
        (_("Wrong figure"), _("black it out, write the right one beside it: you are asked later")),
        (_("Afterwards"), _("Take a photo with all four corner marks in it.")),
    )
    return [
        {"x": place.x, "width": place.width, "indent": place.indent, "title": title, "text": text}
        for place, (title, text) in zip(hints(layout), texts, strict=False)
    ]


def _table(layout: Layout) -> str:
    """`5 players · 20 hands`"""
    players = ngettext("{count} player", "{count} players", layout.players).format(count=layout.players)
    return f"{players} · {wording.hands(layout.hands)}"
