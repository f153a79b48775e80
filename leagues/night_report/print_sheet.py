"""The night report in print: the input of `report.typ`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.figures import minus
from games.sheets.document import mark
from games.sheets.prints import Print
from games.sheets.typst import LAYOUTS

TITLE = gettext_lazy("Night report")


def page(document: Mapping[str, Any], *, fill: str, paper: str) -> dict[str, Any]:
    """Return the input of `report.typ`; `document` has the report under "report" and the usual "labels" of a sheet."""
    labels, report = document["labels"], document["report"]
    return {
        **report,
        "paper": "a4" if paper == "a4" else "us-letter",
        "language": labels["language"],
        "title": _("Night report, {night}").format(night=labels["night"]),
        "summary": report["headline"],
        "club": labels["club"],
        "heading": str(TITLE),
        "facts": [{"label": _("Night"), "text": labels["night"]}, *report["facts"]],
        "imprint": _("Night report"),
        **mark(labels),
    }


REPORT = Print("night-report", TITLE, LAYOUTS / "report.typ", page)


def rows(sittings: Sequence[Any]) -> list[dict[str, str]]:
    """Return a table as it is printed: place, name, total, and "top" or "low" for winners and losers."""
    return [
        {"place": str(each.place), "name": each.full, "total": minus(each.total), "mark": _mark(each)}
        for each in sittings
    ]


def _mark(sitting: Any) -> str:
    return "top" if sitting.is_winner else "low" if sitting.is_loser else ""
