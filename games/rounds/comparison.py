"""The effects of a correction, for games in which a round is one entry."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.base.correction import Changes
from games.base.entry.changes import headline, marks, prizes, totals
from games.base.entry.names import shortened
from games.base.entry.round_words import numbered, numbered_first, so_many
from games.entries.match_state import MatchState
from games.rounds.wording import RoundWording
from scoring.base import Line, Sheet


def changes(rounds: RoundWording, state: MatchState, old: Sheet, new: Sheet) -> Changes:
    """Changes of fields, totals, winner, box and call-outs between two sheets."""
    names = shortened(state.names)
    pairs = [(now.number, was, now) for was, now in zip(old.lines, new.lines, strict=False)]
    return Changes(
        headline(old, new, for_trophy=state.match.for_trophy),
        " ".join(_differing(rounds, old, new, names)),
        totals(state, old, new, new.active_seats),
        list(prizes(state, old, new, names)),
        [*marks(rounds.word, pairs, names, has_circle=False), *_call_out_changes(rounds, state, old, new)],
    )


def _differing(rounds: RoundWording, old: Sheet, new: Sheet, names: list[str]) -> Iterator[str]:
    for was, now in zip(old.lines, new.lines, strict=False):
        changes = [words for seat in new.active_seats for words in _moved(rounds, was, now, seat, names[seat])]
        if changes:
            where = numbered_first(rounds.word, now.number)
            yield _("{round}: {changes}.").format(round=where, changes="; ".join(changes))
    if len(new.lines) != len(old.lines):
        words = _("{rounds} on the sheet, before {before}.")
        yield words.format(rounds=so_many(rounds.word, len(new.lines)), before=len(old.lines))


def _moved(rounds: RoundWording, was: Line, now: Line, seat: int, name: str) -> Iterator[str]:
    """Yield what differs for this seat; the total, the last figure, is shown in a table of its own."""
    before = dict(rounds.figures(was, seat))
    for label, value in rounds.figures(now, seat)[:-1]:
        if before.get(label, value) != value:
            words = _("{player} {what} {value}, not {before}")
            yield words.format(player=name, what=label, value=value, before=before[label])


def _call_out_changes(rounds: RoundWording, state: MatchState, old: Sheet, new: Sheet) -> Iterator[str]:
    was, now = (_called(rounds, state, sheet) for sheet in (old, new))
    gone, come = _("Gone: {callout} in {round} ({words})."), _("New: {callout} in {round} ({words}).")
    for sentence, mine, other in ((gone, was, now), (come, now, was)):
        for label, at, words in mine:
            if (label, at, words) not in other:
                yield sentence.format(callout=label, round=numbered(rounds.word, at), words=words)


def _called(rounds: RoundWording, state: MatchState, sheet: Sheet) -> list[tuple[str, str, str]]:
    return [(each.label, each.at, each.words) for each in rounds.callouts(state.with_sheet(sheet))]
