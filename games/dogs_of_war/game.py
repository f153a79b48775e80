"""The `TableGame` of Dogs of War, the screen that its table shows, and the forms for a tablet without network."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.base.display import Screen
from games.base.form_parsing import free_number
from games.base.names import shortened
from games.base.statistics import IN_THE_BOX, TOTALS, RecordCategories, climb
from games.base.table_game import OfflineForm, TableGame, as_of, reference_action
from games.dogs_of_war import (
    cell_history,
    demo,
    final_values_entry,
    full_year,
    pairing,
    plays,
    setup,
    statistics,
    tally,
    tally_form,
    wording,
    year,
)
from games.dogs_of_war.actions import ACTIONS
from games.dogs_of_war.correction import CORRECTION
from games.dogs_of_war.display import DISPLAY, finish
from games.dogs_of_war.open_year import sheet_of
from games.dogs_of_war.paper import PAPER
from games.dogs_of_war.pdf import PRINTS
from games.dogs_of_war.sheet import LABELS
from games.dogs_of_war.statistics import FACTS
from games.dogs_of_war.tally import Counter
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.dogs_of_war import DOGS_OF_WAR, next_step
from scoring.dogs_of_war.battle import CAPTAINS
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet
from scoring.dogs_of_war.step import YearStep

# The table’s page: the screen that it shows, and its forms for years and tallies on a tablet without network.


YEAR = "games/dogs_of_war/offline/_year.html"
TALLY = "games/dogs_of_war/offline/_tally.html"


def offline_forms(state: MatchState) -> Sequence[OfflineForm]:
    """Return one form per year still to come, then the form of the final tally."""
    return [*_years(state), *_tallies(state)]


def _years(state: MatchState) -> Iterator[OfflineForm]:
    sheet = sheet_of(state)
    if sheet.finished:
        return
    for turn in range(sheet.number, YEARS + 1):
        yield OfflineForm(
            what=full_year.WHAT,
            rows=YEAR,
            styles=("entry warwhole", "rows"),
            turn=turn,
            word=_("of {count} years").format(count=YEARS),
            about=_each(CAPTAINS[turn - 1]),
            as_of=as_of("year", len(sheet.years)),
            number=free_number(state),
            incomplete_label=_("Fill in every battle"),
            times=1,
            entry_label=_("Year"),
            more=full_year.form_of(state, QueryDict(), is_open=turn == sheet.number),
        )


def _each(captains: int) -> str:
    return ngettext("{count} captain each", "{count} captains each", captains).format(count=captains)


def _tallies(state: MatchState) -> Iterator[OfflineForm]:
    sheet, names = sheet_of(state), shortened(state.names)
    if not sheet.missing:
        return
    yield OfflineForm(
        what="tally",
        rows=TALLY,
        styles=("entry tally-entry", "rows2"),
        turn=0,
        word=_("The final tally"),
        about=_("behind the screen, one after the other"),
        as_of=_("What it comes to is said once all are in"),
        number=free_number(state),
        incomplete_label=_("Tap who counts, and the support card"),
        go=_("Hand in and cover"),
        entry_label=_("Final tally"),
        is_secret=True,
        times=len(sheet.missing),
        more={
            "players": [(seat, names[seat]) for seat in sheet.missing],
            "houses": sheet.houses,
            "counters": _counters(sheet),
        },
    )


def _counters(sheet: DogsOfWarSheet) -> dict[str, Any]:
    """Return the steppers without the values of the tokens, which may have changed since the last contact."""
    counters = tally.counters(sheet, tally_form.half_entered(QueryDict(), 0, sheet.houses))
    return {
        key: _plain(value) if isinstance(value, Counter) else [_plain(each) for each in value]
        for key, value in counters.items()
    }


def _plain(counter: Counter) -> Counter:
    is_moving = counter.name == "vp" or counter.name.startswith("tokens-")
    return replace(counter, small="") if is_moving else counter


# Chooses the screen that the table’s page shows.


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the table’s page: the pairs of the year, its battles, its plays, a whole year, the house values, or the
    final tally.
    """
    sheet = sheet_of(state)
    step = next_step(sheet)
    if final_values_entry.wanted(form) and not (sheet.declared or sheet.complete):
        return final_values_entry.screen(state, form)
    if not isinstance(step, YearStep):
        return tally.screen(state, form)
    if form.get("what") == full_year.WHAT:
        return full_year.screen(state, step, form)
    if step.free or "pairs" in form:
        return pairing.screen(state, step, form)
    if plays.is_shown(state, form):
        return plays.screen(state, step, form)
    return year.screen(state, form)


# The `TableGame` of Dogs of War; its methods call the modules of this package.


REFERENCE = "games/dogs_of_war/_reference.html"
WAR_TERMS = {**IN_THE_BOX, **{term: LABELS[term] for term in ("glorious", "both-defeated")}}


class DogsOfWar(TableGame):
    engine = DOGS_OF_WAR
    display = DISPLAY
    correction = CORRECTION
    paper = PAPER
    actions = (*ACTIONS, reference_action("reference", gettext_lazy("Costs and rewards"), DOGS_OF_WAR, REFERENCE))
    reference = REFERENCE
    trophies = ("Marshal’s Medal", "White Flag")
    prints = PRINTS
    has_bots = True
    facts = FACTS
    record_categories = RecordCategories((*TOTALS, climb("year")), WAR_TERMS, unrecorded={"crushed": LABELS["crushed"]})

    screen = staticmethod(screen)
    drafts = staticmethod(full_year.drafts)
    last_step = staticmethod(wording.last_step)
    undone = staticmethod(wording.undone)
    differences = staticmethod(cell_history.differences)
    entry_in_words = staticmethod(wording.entry_in_words)
    options = staticmethod(setup.options)
    setup = staticmethod(setup.setup)
    cell = staticmethod(cell_history.cell)

    def later(self, state: MatchState, drafts: Sequence[Draft], seen: int) -> Sequence[Draft]:
        return tally.later(state, drafts, seen) if tally.is_tally(drafts) else super().later(state, drafts, seen)

    finish = staticmethod(finish)
    player_statistics = staticmethod(statistics.player_statistics)
    night_totals = staticmethod(statistics.numbers)
    demo_match = staticmethod(demo.demo_match)
    offline_forms = staticmethod(offline_forms)
