"""What another sheet would mean, for games whose round is one entry."""

from collections.abc import Iterator
from dataclasses import replace

from games.base.changes import headline, marks, prizes, totals
from games.base.names import counted, shortened
from games.base.table_game import Changes
from games.entries.match_state import MatchState
from games.rounds.wording import RoundWording
from scoring.base import Line, Sheet


def changes(rounds: RoundWording, state: MatchState, old: Sheet, new: Sheet) -> Changes:
    """Totals, the win, the box, call-outs gone and new."""
    names = shortened(state.names)
    pairs = [(now.number, was, now) for was, now in zip(old.lines, new.lines, strict=False)]
    return Changes(
        headline(old, new, for_trophy=state.match.for_trophy),
        " ".join(_differing(rounds, old, new, names)),
        totals(state, old, new, new.around),
        list(prizes(state, old, new, names)),
        [*marks(rounds.word, pairs, names, has_circle=False), *_call_out_changes(rounds, state, old, new)],
    )


def _differing(rounds: RoundWording, old: Sheet, new: Sheet, names: list[str]) -> Iterator[str]:
    for was, now in zip(old.lines, new.lines, strict=False):
        changes = [words for seat in new.around for words in _moved(rounds, was, now, seat, names[seat])]
        if changes:
            yield f"{rounds.word.capitalize()} {now.number}: {'; '.join(changes)}."
    if len(new.lines) != len(old.lines):
        yield f"{counted(len(new.lines), rounds.word)} on the sheet, before {len(old.lines)}."


def _moved(rounds: RoundWording, was: Line, now: Line, seat: int, name: str) -> Iterator[str]:
    """What was written for this seat; totals stand in a table of their own."""
    before = dict(rounds.figures(was, seat))
    for label, value in rounds.figures(now, seat):
        if before.get(label, value) != value and not label.startswith("total"):
            yield f"{name} {label} {value}, not {before[label]}"


def _call_out_changes(rounds: RoundWording, state: MatchState, old: Sheet, new: Sheet) -> Iterator[str]:
    was, now = (_called(rounds, state, sheet) for sheet in (old, new))
    for word, mine, other in (("Gone", was, now), ("New", now, was)):
        for label, at, words in mine:
            if (label, at, words) not in other:
                yield f"{word}: {label} in {rounds.word} {at} ({words})."


def _called(rounds: RoundWording, state: MatchState, sheet: Sheet) -> list[tuple[str, str, str]]:
    return [(each.label, each.at, each.words) for each in rounds.shouts(_with(state, sheet))]


def _with(state: MatchState, sheet: Sheet) -> MatchState:
    """The same match as if it added up to another sheet."""
    copy = replace(state)
    copy.__dict__["sheet"] = sheet
    return copy
