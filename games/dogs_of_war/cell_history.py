"""The history of one cell: each write that changed a player’s captains in a year, or what the year paid them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import minus, signed
from games.base.correction import last_line_of
from games.base.names import shortened
from games.base.table_game import UNDO, UNDONE, Cell, CellChange, Difference, noted
from games.dogs_of_war import wording
from games.dogs_of_war.open_year import sheet_of, step_of
from games.dogs_of_war.wording import changed_values, entry_in_words, name
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, fold, read, standing
from games.models import Entry
from scoring.base import RuleError
from scoring.dogs_of_war.battle import BattleLine, TallyLine, YearLine
from scoring.dogs_of_war.entries import Battle, Tally
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.records import entry_from_json, entry_to_json

Captains = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class State:
    """A seat’s values after one write: captains by house, and the VP of the year at that time."""

    captains: Captains = ()
    points: int = 0


def cell(state: MatchState, number: int, seat: int) -> Cell | None:
    """Return the history of one cell; None if the seat has no cell in this round."""
    sheet, names = sheet_of(state), shortened(state.names)
    if seat not in sheet.active_seats or not 1 <= number <= len(sheet.lines) + 1:
        return None
    line = sheet.lines[number - 1] if number <= len(sheet.lines) else None
    if isinstance(line, TallyLine):
        return _tally(state, line, seat, names)
    changes = list(_changes(state, number, seat))[::-1]
    if line is None and (sheet.finished or not changes):
        return None
    return Cell(
        _("{player}, year {number}").format(player=names[seat], number=number),
        _lead(line, names),
        _figures(line, _now(sheet, number, seat), seat),
        changes,
    )


def _lead(line: YearLine | TallyLine | None, names: Sequence[str]) -> str:
    if not isinstance(line, YearLine):
        return _("The year is still being fought.")
    each = ngettext("{count} captain each.", "{count} captains each.", line.captains).format(count=line.captains)
    if line.first_player is None:
        return each
    first = _("{player} was first.").format(player=name(names, line.first_player))
    return f"{each} {first}"


def _figures(line: YearLine | TallyLine | None, state: State, seat: int) -> list[tuple[str, str]]:
    placed = (_("captains placed"), str(sum(count for _, count in state.captains)))
    if line is None:
        return [placed, (_("VP as it stands"), str(state.points))]
    return [placed, (_("VP won"), signed(line.points[seat])), (_("VP so far"), str(line.totals[seat]))]


def _tally(state: MatchState, line: TallyLine, seat: int, names: Sequence[str]) -> Cell:
    rows = line.breakdown[seat]
    labelled = [
        (_("VP tokens"), minus(rows.vp)),
        (_("influence and card"), minus(rows.influence + rows.support)),
        (_("coins, cards, adjusted"), minus(rows.coins + rows.cards + rows.adjust)),
        (_("total"), minus(rows.total)),
    ]
    return Cell(
        _("{player}, final tally").format(player=names[seat]),
        _("Counted behind the screen."),
        labelled,
        list(_counted(state, seat))[::-1],
    )


def _counted(state: MatchState, seat: int) -> Iterator[CellChange]:
    """Yield a change for every time this seat’s tally was handed in or undone, oldest first."""
    lines = {entry.number for entry in state.history if entry.payload is not None and _is_of(state, entry, seat)}
    before: Tally | None = None
    for entry in state.history:
        if entry.number in lines and entry.kind == "tally":
            tally = None if entry.payload is None else read(state.engine, entry)
            yield CellChange(entry, (str(UNDONE),) if tally is None else changed_values(before, tally), _reason(entry))
            before = tally or before


def _is_of(state: MatchState, entry: Entry, seat: int) -> bool:
    value = read(state.engine, entry)
    return isinstance(value, Tally) and value.seat == seat


def _changes(state: MatchState, number: int, seat: int) -> Iterator[CellChange]:
    """Yield the changes, oldest first. Each write is a version of the match; the sheet after it is replayed."""
    before, until = State(), last_line_of(state, number)
    writes = groupby(
        sorted(state.history, key=lambda entry: (entry.version, entry.number)), lambda entry: entry.version
    )
    for version, group in writes:
        entries = list(group)
        if all(entry.number > until for entry in entries):
            continue
        now = _state(state, version, number, seat)
        if now != before:
            yield CellChange(entries[-1], _words(before, now), _reason(entries[-1]))
        before = now


def _state(state: MatchState, version: int, number: int, seat: int) -> State:
    entries = standing([entry for entry in state.history if entry.version <= version])
    try:
        sheet = fold(state, entries)
    except RuleError:
        return State()
    assert isinstance(sheet, DogsOfWarSheet)
    return _now(sheet, number, seat)


def _now(sheet: DogsOfWarSheet, number: int, seat: int) -> State:
    if number <= len(sheet.years):
        line = sheet.years[number - 1]
        return State(_captains(line.battles, seat), line.points[seat])
    if number == sheet.number and not sheet.finished:
        step = step_of(sheet)
        return State(_captains([each.line for each in step.battles if each.line], seat), step.points[seat])
    return State()


def _captains(battles: Sequence[BattleLine], seat: int) -> Captains:
    return tuple(
        (house, counts[seat]) for battle in battles for house, counts in battle.captains.items() if counts.get(seat)
    )


def _words(before: State, now: State) -> tuple[str, ...]:
    """Return the sentences of one change, alternating text and figure: `Captains for Talbot 2, before that 1. VP 3,
    before that 0.`
    """
    was, captains_now = dict(before.captains), dict(now.captains)
    parts: tuple[str, ...] = ("",)
    for house in [*captains_now, *(house for house in was if house not in captains_now)]:
        if was.get(house, 0) != captains_now.get(house, 0):
            words = _("Captains for {house} {now}.")
            if house in was:
                words = _("Captains for {house} {now}, before that {before}.")
            parts = _appended(parts, words, captains_now.get(house, 0), house=house, before=was.get(house))
    if before.points != now.points:
        parts = _appended(parts, _("VP {now}, before that {before}."), now.points, before=before.points)
    return parts


def _appended(parts: tuple[str, ...], words: str, figure: int, **values: object) -> tuple[str, ...]:
    """Return `parts` with the sentence appended, split at its figure `{now}`, which the page draws larger."""
    space = " " if parts[-1] else ""
    start, end = (part.format(**values) for part in words.split("{now}"))
    return (*parts[:-1], f"{parts[-1]}{space}{start}", str(figure), end)


def _reason(entry: Entry) -> str:
    return " ".join(filter(None, (noted(entry), str(UNDO) if entry.payload is None else "")))


# The rows of a conflict page: what this tablet sent beside the entry that stands.


def differences(state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
    """Return the rows that compare the draft with the standing entry; [] where they say the same. A tally that is still
    secret is compared without its figures.
    """
    mine = None if draft.payload is None else entry_from_json(state.engine, draft.kind, draft.payload)
    theirs = None if entry.payload is None else read(state.engine, entry)
    if isinstance(mine, Tally) and isinstance(theirs, Tally):
        return wording.difference(state, shortened(state.names), mine, theirs)
    if isinstance(mine, Battle) and isinstance(theirs, Battle) and mine.battle == theirs.battle:
        return _battle(shortened(state.names), mine, theirs)
    return (
        [Difference("", _conflict_words(state, mine, draft.kind), _conflict_words(state, theirs, entry.kind))]
        if mine != theirs
        else []
    )


def _conflict_words(state: MatchState, entry: Any, kind: str) -> str:
    if entry is None:
        return _("undone")
    if isinstance(entry, Tally) and state.engine.hides(state.sheet, entry):
        return wording.covered(shortened(state.names), entry)
    return entry_in_words(state, kind, entry_to_json(entry))


def _battle(names: Sequence[str], mine: Battle, theirs: Battle) -> list[Difference]:
    number = mine.battle + 1
    differences = []
    if mine.tracker != theirs.tracker:
        differences.append(
            Difference(_("Battle {number}, tracker").format(number=number), _tracker(mine), _tracker(theirs))
        )
    for house in sorted({*mine.captains, *theirs.captains}):
        ours, others = mine.captains.get(house, {}), theirs.captains.get(house, {})
        for seat in sorted({*ours, *others}):
            if ours.get(seat, 0) != others.get(seat, 0):
                whose = names[seat] if 0 <= seat < len(names) else _("seat {number}").format(number=seat)
                words = _("Battle {number}, {player}’s captains for {house}")
                what = words.format(number=number, player=whose, house=house)
                differences.append(Difference(what, str(ours.get(seat, 0)), str(others.get(seat, 0))))
    return differences


def _tracker(battle: Battle) -> str:
    if not battle.tracker:
        return _("centre")
    words = _("{spaces} to the left") if battle.tracker > 0 else _("{spaces} to the right")
    return words.format(spaces=abs(battle.tracker))
