"""A sheet to write on, with marks by which a photo of it can be read: what `marked.typ` draws beside the grid."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.paper.drawing import foot_top, has_sets, hints, page_svg
from games.paper.geometry import (
    BEFORE_TIES,
    CORNERS,
    GAMES,
    SIDE,
    SUB_HEAD,
    Layout,
    LayoutError,
    Page,
    Payload,
    payload_digits,
    sheet_layout,
)

Json = Mapping[str, Any]


def layout_of(layout: str, players: int, rows: int, paper: str) -> Layout | None:
    """The geometry of a sheet to write on; None if it is too large for marks."""
    try:
        return sheet_layout(layout, players, rows, paper)
    except LayoutError:
        return None


def marked(
    layout: Layout,
    document: Json,
    version: str,
    *,
    rows: str,
    ties: Sequence[str] = (),
    dealers: Sequence[int] = (),
    strong: int = -1,
) -> dict[str, Any]:
    """The measures in millimetres, the drawing of each page, and the words that only such a sheet has.

    `version` is the usual one of the rules, `rows` says how many rows there are, `ties` what stands before the rows
    below the grid. `dealers` are seats by row; a heavier line follows the row `strong`, counted from 0.
    """
    width, height = layout.page
    players = ngettext("{count} player", "{count} players", layout.players).format(count=layout.players)
    lead = next(at for at, column in enumerate(layout.columns) if column.seat is not None)
    return {
        "width": width,
        "height": height,
        "side": SIDE,
        "top": layout.pages[0].grid.y,
        "columns": [{"key": column.key, "width": column.width} for column in layout.columns],
        "lead": lead,
        "seat": sum(column.seat == 0 for column in layout.columns),
        "names": layout.names_height,
        "heads": SUB_HEAD,
        "row": layout.row_height,
        "gap": BEFORE_TIES,
        "ties": ties,
        "pages": [
            {
                "drawing": page_svg(layout, page, _digits(layout, page, document, version), dealers, strong),
                "rows": [row.hand for row in page.rows],
                "has_ties": bool(page.ties),
            }
            for page in layout.pages
        ],
        "sections": layout.sections and layout.sections._asdict(),
        "foot": foot_top(layout),
        "hints": _hints(layout),
        "table": f"{players} · {rows}",
    }


def _digits(layout: Layout, page: Page, document: Json, version: str) -> list[str]:
    labels = document["labels"]
    rules = labels["rules"] or version
    return [
        payload_digits(
            Payload(
                game=GAMES[document["game"]],
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


def _hints(layout: Layout) -> list[dict[str, Any]]:
    texts: Sequence[tuple[str, str]] = (
        (_("Figures read best like this"), ""),
        *([(_("Set"), _("one stroke through the tricks"))] if has_sets(layout) else []),
        (_("Wrong figure"), _("black it out, write the right one beside it: you are asked later")),
        (_("Afterwards"), _("Take a photo with all four corner marks in it.")),
    )
    return [
        {"x": place.x, "width": place.width, "indent": place.indent, "title": title, "text": text}
        for place, (title, text) in zip(hints(layout), texts, strict=False)
    ]
