"""The history of one cell: every write that changed a seat's figures in a round."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from clubs.language.terms import capital
from games.base.correction import last_line_of, line_of
from games.base.names import shortened
from games.base.table_game import UNDONE, Cell, CellChange, noted
from games.base.wording import numbered
from games.entries.match_state import MatchState, fold, standing
from games.rounds.fields import RoundWording
from scoring.base import RuleError

Figures = Sequence[tuple[str, str]]


def cell(rounds: RoundWording, state: MatchState, number: int, seat: int) -> Cell | None:
    """The cell with its history, newest first; None where this seat has no cell in this round."""
    line = line_of(state, number)
    if number < 1 or not 0 <= seat < len(state.names):
        return None
    changes = list(_story(rounds, state, number, seat))[::-1]
    if line is None and not changes:
        return None
    title = _("{player}, {round}").format(player=shortened(state.names)[seat], round=numbered(rounds.word, number))
    figures = rounds.figures(line, seat) if line else ()
    return Cell(title, rounds.lead(state, line) if line else "", list(figures), changes)


def _story(rounds: RoundWording, state: MatchState, number: int, seat: int) -> Iterator[CellChange]:
    """Yield the changes, oldest first: for each version of the match the entries up to it are folded again.

    Of entries written in the same version, the last round up to this one is named as the cause.
    """
    before: Figures = ()
    until = last_line_of(state, number)
    writes = groupby(
        sorted(state.history, key=lambda entry: (entry.version, entry.number)), lambda entry: entry.version
    )
    for version, group in writes:
        entries = [entry for entry in group if entry.number <= until]
        now = _figures(rounds, state, version, number, seat) if entries else before
        if now != before:
            entry = next((each for each in reversed(entries) if each.kind == rounds.kind), entries[-1])
            yield CellChange(entry, _words(before, now), noted(entry))
        before = now


def _figures(rounds: RoundWording, state: MatchState, version: int, number: int, seat: int) -> Figures:
    entries = standing([entry for entry in state.history if entry.version <= version])
    try:
        lines = fold(state, entries).lines
    except RuleError:
        return ()
    return tuple(rounds.figures(lines[number - 1], seat)) if len(lines) >= number else ()


def _words(before: Figures, now: Figures) -> Sequence[str]:
    """Text and figures alternately: what each changed figure is, and what it was before."""
    if not now:
        return [str(UNDONE)]
    was, parts = dict(before), [""]
    for label, value in now:
        if was.get(label) == value:
            continue
        start = f"{parts[-1]} {capital(label)} ".lstrip()
        more = [value, _(", before that "), was[label], "."] if label in was else [value, "."]
        parts = [*parts[:-1], start, *more]
    return parts
