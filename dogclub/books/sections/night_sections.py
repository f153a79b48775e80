"""The sections of a night: its report, which separates it from the night before, then every sheet."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.figures import minus
from dogclub.books.pdf.typst_workers import PageDocument
from dogclub.books.sections import blocks
from dogclub.books.sections.blocks import column
from dogclub.books.sections.book_request import Volume
from dogclub.books.sections.match_pages import PrizeNames, match_page
from dogclub.books.sections.nights_in_order import Evening
from games.base.results.titles import game_name, table_of
from games.entries.match_state import MatchState
from leagues.night_report.print_sheet import REPORT
from leagues.night_report.printable import printable
from leagues.night_report.report import Report, report_of


@dataclass(frozen=True)
class NightSection:
    """What a document is about: `at` is the position of the evening in the book; `state` the match, None for the
    report. `night` and `title` are the texts of their bookmarks.
    """

    at: int
    evening: Evening
    night: str
    title: str = ""
    state: MatchState | None = None


def sections_of(
    volume: Volume, evenings: list[Evening], prizes: PrizeNames
) -> Iterator[tuple[NightSection, PageDocument]]:
    """Yield each section and its document, one night at a time, so that only one is in memory."""
    for at, each in enumerate(evenings):
        report = report_of(each.night) if each.night and "reports" in volume.parts else None
        states = _states(each, report)
        night = f"{each.date}: {report.headline}" if report else f"{each.date}, {each.title}"
        if "reports" in volume.parts:
            yield NightSection(at, each, night), _report(volume, report) if report else _day(volume, each, states)
        for state in states if "sheets" in volume.parts else ():
            if page := match_page(state, prizes, volume.paper):
                yield NightSection(at, each, night, _title(state), state), page


def _states(each: Evening, report: Report | None) -> list[MatchState]:
    """Return the matches that the report has loaded, or load them."""
    if report is None:
        return list(each.states())
    wanted = set(each.matches)
    read = [shown.state for shown in (*report.groups, *report.finals) if shown.state.match.pk in wanted]
    order = {match: at for at, match in enumerate(each.order)}
    return sorted(read, key=lambda state: order[state.match.pk])


def _report(volume: Volume, report: Report) -> PageDocument:
    printed = printable(report, volume.club)
    page = REPORT.page(printed, fill="filled", paper=volume.paper)
    imprint = f"{volume.club.name}, {volume.name}"
    note = "" if report.night.season_id and volume.season and volume.season.closed_at else page["note"]
    return PageDocument(
        REPORT.template, {**page, "imprint": imprint, "note": note, "folio": True}, printed["labels"]["printed_at"]
    )


ROWS = (
    column(gettext_lazy("Place"), 16, "soft"),
    column(gettext_lazy("Player"), "rest", "name"),
    column(gettext_lazy("Total"), 20, "figure", end=True),
)


def _day(volume: Volume, each: Evening, states: list[MatchState]) -> PageDocument:
    """The section of a day without a night in the calendar: its results table by table."""
    tables = [blocks.table(_title(state), ROWS, _rows(state)) for state in states]
    return blocks.section(volume, each.title, tables, {_("Day"): each.date})


def _title(state: MatchState) -> str:
    return ", ".join(filter(None, (game_name(state.match), table_of(state.match))))


def _rows(state: MatchState) -> list[list[str]]:
    places = {seat: rank.place for rank in state.engine.ranks(state.sheet) for seat in rank.seats}
    order = sorted(state.sheet.totals, key=lambda seat: (places.get(seat, len(places) + 1), seat))
    return [[str(places.get(seat, "")), state.names[seat], minus(state.sheet.totals[seat])] for seat in order]
