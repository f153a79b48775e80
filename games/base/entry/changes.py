"""Sentences on what a correction would change, for any game: totals, places, winner, loser, box and circle."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.correction import Change
from games.base.entry.names import listed
from games.base.entry.round_words import numbered, several
from games.consequences.league import league
from games.consequences.recipients import LOSER, WINNER, ends
from games.entries.match_state import MatchState
from scoring.base import Line, Sheet


def headline(old: Sheet, new: Sheet, *, for_trophy: bool = True) -> str:
    """The most important change in a few words; without `for_trophy`, as in a group of a play-off, nobody wins or
    loses, so it speaks of first and last.
    """
    if old.winners != new.winners and old.winners:
        return _("This correction changes the winner") if for_trophy else _("This correction changes who is first")
    if old.losers != new.losers and old.losers:
        return _("This correction changes the loser") if for_trophy else _("This correction changes who is last")
    changed = sum(old.totals.get(seat) != total for seat, total in new.totals.items())
    if not changed:
        return _("This correction changes no total")
    words = ngettext("This correction changes one total", "This correction changes {count} totals", changed)
    return words.format(count=changed)


def totals(state: MatchState, old: Sheet, new: Sheet, seats: Iterable[int]) -> list[Change]:
    """Every player's total and place before and after, in the order of `seats`."""
    places = [{seat: rank.place for rank in state.engine.ranks(sheet) for seat in rank.seats} for sheet in (old, new)]
    return [
        Change(state.names[seat], old.totals[seat], new.totals[seat], places[0][seat], places[1][seat])
        for seat in seats
        if seat in old.totals
    ]


def prizes(state: MatchState, old: Sheet, new: Sheet, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence on each prize of winner and loser that has or had a recipient; those that move come first."""
    for prize, had, has in sorted(_ends(state, old, new), key=lambda end: end[1] == end[2]):
        if had or has:
            yield _moves(prize, _who(had, names), _who(has, names))


def _moves(prize: str, had: str, has: str) -> str:
    """A sentence on one prize; `had` and `has` are lists of names in words, "" for nobody."""
    if had == has:
        return _("The {prize} stays with {names}.").format(prize=prize, names=has)
    if had and has:
        return _("The {prize} goes from {others} to {names}.").format(prize=prize, others=had, names=has)
    if has:
        return _("The {prize} goes to {names}.").format(prize=prize, names=has)
    return _("The {prize} is open again: {names} no longer has it.").format(prize=prize, names=had)


def _who(seats: Sequence[int], names: Sequence[str]) -> str:
    return listed(names[seat] for seat in seats) if seats else ""


def _ends(state: MatchState, old: Sheet, new: Sheet) -> Iterator[tuple[str, Sequence[int], Sequence[int]]]:
    """Yield (name of the prize, seats before, seats after) for winner and last place.

    The last place is called so where the club has no trophy for the loser.
    """
    called = league().prizes(state.match)
    yield called.get(WINNER, _("win")), old.winners, new.winners
    if LOSER in called:
        yield called[LOSER], ends(state.engine, old)[LOSER], ends(state.engine, new)[LOSER]
    else:
        yield _("last place"), old.losers, new.losers


def marks(
    word: str, pairs: Iterable[tuple[int, Line, Line]], names: Sequence[str], *, has_circle: bool
) -> Iterator[str]:
    """Yield sentences on where the box (and the circle) moves, consecutive rounds with the same move in one sentence;
    `pairs` are (round number, line before, line after).
    """
    rounds = list(pairs)
    sentences = (
        (_("The box in {round} moves from {others} to {names}."), True),
        (_("The circle in {round} moves from {others} to {names}."), False),
    )
    for sentence, is_top in sentences[: 1 + has_circle]:
        moves = [(number, _marked(was, is_top=is_top), _marked(now, is_top=is_top)) for number, was, now in rounds]
        moved = [move for move in moves if move[1] != move[2]]
        for (had, has), group in groupby(moved, key=lambda move: move[1:]):
            numbers = [move[0] for move in group]
            where = numbered(word, numbers[0]) if len(numbers) == 1 else several(word, listed(map(str, numbers)))
            yield sentence.format(round=where, others=_who(had, names), names=_who(has, names))


def _marked(line: Line, *, is_top: bool) -> tuple[int, ...]:
    return line.leaders if is_top else line.bottom
