"""The report as the document that it is printed from."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from clubs.branding.logo import letterhead
from clubs.club_day import club_day
from clubs.language.locales import date_format, minus, with_unit
from clubs.models import Club
from games.base.statistics import Figure
from games.charts.on_paper import drawn, drawn_chances
from games.registry import table_game
from games.sheets.document import Document, Labels, Print, mark
from games.sheets.typst import LAYOUTS
from leagues.night_report.chapters.incidents import Called
from leagues.night_report.report import Report, Shown

# The night report in print: the input of `report.typ`.


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


CALLED, TAGGED = 5, 3  # so that the report fits on one page


def printable(report: Report, club: Club) -> Document:
    """Return the document; equal reports give equal documents, and so equal bytes in print."""
    when = club_day(report.night.starts_at)
    labels = Labels(
        title=str(REPORT.label),
        club=club.name,
        **letterhead(club),
        night=date_format(when, "l j M Y"),
        date=when.isoformat(),
        printed_at=int(report.written_at.timestamp()),
    )
    return {"game": pgettext("file name", "night-report"), "labels": asdict(labels), "report": _parts(report)}


def _parts(report: Report) -> dict[str, Any]:
    parts: dict[str, Any] = {
        "headline": report.headline,
        "prose": list(report.prose),
        "facts": [{"label": each.trophy, "text": each.full} for each in report.facts.main],
        "finals": _tables(report.finals),
        "groups": _tables(report.groups),
        "called": _calls(report.called[:CALLED]),
        "tagged": _calls(report.tagged[:TAGGED]),
        "numbers": [{"value": _value(figure), "label": figure.label} for figure in report.numbers],
        "note": _("Next: {night}").format(night=report.next) if report.next else "",
    }
    if report.totals_chart and report.main_table:
        parts |= {
            "chart": drawn(report.totals_chart.chart),
            "run": _("Score by round, {short}").format(short=report.main_table.table.short),
        }
    if report.chances and report.chances.win and report.main_table:
        word = table_game(report.main_table.state.match.game).display.round_word
        parts["chances"] = drawn_chances(report.chances.win, word)
        if turn := report.chances.turn:
            parts["turn"] = f"{turn.headline} {turn.sentence}"
    return parts


def _tables(shown: Sequence[Shown]) -> list[dict[str, Any]]:
    return [
        {"title": each.table.heading, "rows": rows(each.table.sittings), "ties": list(each.table.ties)}
        for each in shown
    ]


def _calls(calls: Sequence[Called]) -> list[dict[str, str]]:
    return [{"label": each.label, "words": each.words} for each in calls]


def _value(figure: Figure) -> str:
    return with_unit(minus(int(figure.value or 0)), figure.unit)
