"""The complete report, as shown by the page, the print and the API; and its print."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs import models
from clubs.branding import letterhead
from clubs.language.locales import date_format, minus, with_unit
from clubs.language.terms import capital
from clubs.models import Club
from clubs.models.calendar import club_day
from clubs.responses import conditional
from games.base import wording
from games.base.display import Display
from games.base.statistics import Figure
from games.charts.line_chart import Run, run_of
from games.charts.on_paper import drawn, drawn_chances
from games.entries.match_state import MatchState
from games.forecasts.stored import current, has_chances
from games.forecasts.view_model import ChancesView, view_of
from games.match.printing import SHAPES, Shape, club_colour, one_of, picture_logo, sent_picture
from games.registry import TABLE_GAMES, table_game
from games.sheets.document import Document, Labels, Print, mark
from games.sheets.layout_words import listed
from games.sheets.typst import LAYOUTS, careful, each_text
from leagues.night_report.collect import facts, read
from leagues.night_report.facts import NightFacts, Passing, Sitting, Table
from leagues.night_report.incidents import Called, called, next_night, tagged
from leagues.night_report.prose import headline, opening, prose

FINALS = ("winners", "losers")


@dataclass(frozen=True)
class Shown:
    """A table of the report with its match."""

    table: Table
    state: MatchState

    @property
    def has_codes(self) -> bool:
        """Whether the table shows which group places its players came from."""
        return any(each.code for each in self.table.sittings)


@dataclass(frozen=True)
class Report:
    """`finals` are the final tables of a play-off, or all tables of a night without one; `groups` are shown below the
    run.

    `main_table` is the most important match, `totals_chart` the chart of its totals; `chances` are None if the game or
    the club has none. `next` announces the next night.
    """

    night: models.Night
    facts: NightFacts
    headline: str
    opening: str
    prose: Sequence[str]
    finals: Sequence[Shown]
    groups: Sequence[Shown]
    totals_chart: Run | None
    main_table: Shown | None
    display: Display | None
    chances: ChancesView | None
    called: Sequence[Called]
    tagged: Sequence[Called]
    numbers: Sequence[Figure]
    next: str
    written_at: datetime


def report_of(night: models.Night) -> Report:
    """Read and write the report of the night."""
    rows = read(night)
    night_facts = facts(rows)
    shown = [Shown(table, state) for table, state in zip(night_facts.tables, rows.states, strict=True)]
    main_table = next((each for each in shown if each.table.is_finished and each.table.rounds > 1), None)
    display = table_game(main_table.state.match.game).display if main_table else None
    return Report(
        night=night,
        facts=night_facts,
        headline=headline(night_facts),
        opening=opening(night_facts),
        prose=prose(night_facts),
        finals=[each for each in shown if not _is_group(each)],
        groups=[each for each in shown if _is_group(each)],
        totals_chart=_totals_chart(main_table),
        main_table=main_table,
        display=display,
        chances=_chances(main_table.state) if main_table else None,
        called=called(rows.states, [table.at for table in night_facts.tables]),
        tagged=tagged(rows.tags, rows.names, _places(shown)),
        numbers=[*_numbers(rows.states), *_people(night_facts)],
        next="" if night_facts.called_off else next_night(rows.after, night_facts.main),
        written_at=max(
            (entry.received_at for state in rows.states for entry in state.history), default=night.starts_at
        ),
    )


def _totals_chart(shown: Shown | None) -> Run | None:
    if shown is None:
        return None
    goal = table_game(shown.state.match.game).display.goal(shown.state)
    return run_of(shown.state, shown.table.rounds, goal)


def _chances(state: MatchState) -> ChancesView | None:
    view = view_of(state, current(state)) if has_chances(state.match) else None
    return view if view and view.win else None


def _is_group(shown: Shown) -> bool:
    return shown.table.stage == "group"


def _places(shown: Sequence[Shown]) -> dict[object, tuple[str, str]]:
    return {each.state.match.pk: (each.table.word, each.table.at) for each in shown}


def _numbers(states: Sequence[MatchState]) -> list[Figure]:
    """Return the totals of all sheets of the night, game by game."""
    figures: list[Figure] = []
    for each in TABLE_GAMES:
        if sheets := [state.sheet for state in states if state.match.game == each.key]:
            figures += each.night_totals(sheets)
    return figures


def _people(night: NightFacts) -> list[Figure]:
    late, guests = len(night.people.late), len(night.people.guests)
    counts = (
        (ngettext("late arrival", "late arrivals", late), late),
        (ngettext("guest", "guests", guests), guests),
    )
    return [Figure(label, number) for label, number in counts if number]


# The report as the document that it is printed from.

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


# The night report as a picture for chats: who took the trophies, or else who won and who came last.


TEMPLATE = LAYOUTS / "picture_report.typ"
MARKS = {"winner": "top", "loser": "low"}


def report_picture_answer(request: HttpRequest, club: Club, report: Report) -> HttpResponseBase:
    """Return a PNG in the shape that the query parameter `shape` names: wide or square. Raises BadRequest for any
    other.
    """
    data = night_picture(club, report, one_of(request, "shape", SHAPES, "wide"))
    name = f"night-{report.facts.day.isoformat()}"
    return conditional(request, ("picture", data), lambda: sent_picture(TEMPLATE, data, name))


def night_picture(club: Club, report: Report, shape: Shape) -> Mapping[str, Any]:
    """Return the input of `picture_report.typ`, with all texts reduced to what its fonts can show. Needs a finished
    match in the night.
    """
    night = report.facts
    data = {
        "shape": shape,
        "colour": club_colour(club),
        "title": _("{club}, night report").format(club=club.name),
        "club": club.name,
        "logo": picture_logo(club),
        "game": _("Night report"),
        "day": date_format(night.day, "l j F Y"),
        "halves": [_passing(night, each) for each in night.main] or _without_trophies(night.finished[0]),
        "callout": "",
        "words": _figures(night),
        "facts": _what(night),
    }
    return dict(each_text(careful, data))


def _passing(night: NightFacts, passing: Passing) -> dict[str, str]:
    total = _total_of(night, passing)
    words = _("keeps it") if passing.is_kept else _("first holder")
    if passing.before and not passing.is_kept:
        words = _("takes it from {player}").format(player=passing.before)
    return {"label": passing.trophy, "name": passing.full, "note": words, "total": total, "mark": MARKS[passing.kind]}


def _total_of(night: NightFacts, passing: Passing) -> str:
    """Return the total with which the trophy was won or lost; "" if the play-off as a whole decided."""
    for table in night.finished:
        sitting = table.named(passing.player)
        took = sitting and (sitting.is_winner if passing.kind == "winner" else sitting.is_loser)
        if sitting and took and table.game == passing.game:
            return minus(sitting.total)
    return ""


def _without_trophies(table: Table) -> list[dict[str, str]]:
    """Return the winners of the most important table, and who came last if the game has losers."""
    halves = [(_("Winner"), "top", table.winners), (_("Last place"), "low", table.losers)]
    return [_half(label, mark, sittings, table) for label, mark, sittings in halves if sittings] or [
        {"label": table.heading, "name": _("No winner"), "note": "", "total": "", "mark": "top"}
    ]


def _half(label: str, mark: str, sittings: Sequence[Sitting], table: Table) -> dict[str, str]:
    names = listed([each.full for each in sittings])
    return {"label": label, "name": names, "note": table.heading, "total": minus(sittings[0].total), "mark": mark}


def _figures(night: NightFacts) -> str:
    """Return `Fourteen players, four matches, 52 hands.`"""
    players, matches = len(night.players), len(night.tables)
    rounds = sum(table.rounds for table in night.tables)
    words = {table.word for table in night.tables}
    word = words.pop() if len(words) == 1 else "round"
    return f"{capital(wording.players(players))}, {wording.matches(matches)}, {wording.rounds(rounds, word)}."


def _what(night: NightFacts) -> str:
    """Return `Dirty Dog, two groups and two final tables`."""
    games = listed(list(dict.fromkeys(table_game(table.game).name for table in night.tables)))
    if not night.groups:
        return games
    finals = len(night.tables) - night.groups
    words = _("{games}, {groups} and {finals}") if finals else _("{games}, {groups}")
    return words.format(games=games, groups=wording.groups(night.groups), finals=wording.final_tables(finals))
