"""The complete report, as shown by the page, the print and the API."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import ngettext

from clubs import models
from games.base.display import Display
from games.base.statistics import Figure
from games.charts.line_chart import Run, run_of
from games.entries.match_state import MatchState
from games.forecasts.stored import current, has_chances
from games.forecasts.view_model import ChancesView, view_of
from games.registry import TABLE_GAMES, table_game
from leagues.night_report.chapters.facts import NightFacts, Table
from leagues.night_report.chapters.headline import headline, opening
from leagues.night_report.chapters.incidents import Called, called, next_night, tagged
from leagues.night_report.chapters.prose import prose
from leagues.night_report.collect import facts, read

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
