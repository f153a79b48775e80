"""What a correction would change, in any game: totals, places, winner and loser, the box and the circle."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from games.base.names import listed
from games.base.table_game import Change
from games.consequences.league import league
from games.consequences.recipients import LOSER, WINNER, ends
from games.entries.match_state import MatchState
from scoring.base import Line, Sheet


def headline(old: Sheet, new: Sheet, *, for_trophy: bool = True) -> str:
    """The loudest news in a few words; nobody wins or loses a match that is no trophy's, as a group of a play-off."""
    if old.winners != new.winners and old.winners:
        return f"This correction changes {'the winner' if for_trophy else 'who is first'}"
    if old.losers != new.losers and old.losers:
        return f"This correction changes {'the loser' if for_trophy else 'who is last'}"
    changed = sum(old.totals.get(seat) != total for seat, total in new.totals.items())
    if not changed:
        return "This correction changes no total"
    return "This correction changes " + ("one total" if changed == 1 else f"{changed} totals")


def totals(state: MatchState, old: Sheet, new: Sheet, circle: Iterable[int]) -> list[Change]:
    """Everybody's total and place before and after, in the order of the seats."""
    places = [{seat: rank.place for rank in state.engine.ranks(sheet) for seat in rank.seats} for sheet in (old, new)]
    return [
        Change(state.names[seat], old.totals[seat], new.totals[seat], places[0][seat], places[1][seat])
        for seat in circle
        if seat in old.totals
    ]


def prizes(state: MatchState, old: Sheet, new: Sheet, names: Sequence[str]) -> Iterator[str]:
    """What winner and top loser take of a match that is over, or was; what moves comes first."""
    for prize, had, has in sorted(_ends(state, old, new), key=lambda end: end[1] == end[2]):
        if had and has:
            moves = f"goes from {listed(names[s] for s in had)} to" if had != has else "stays with"
            yield f"The {prize} {moves} {listed(names[seat] for seat in has)}."
        elif had or has:
            who = listed(names[seat] for seat in has or had)
            yield f"The {prize} goes to {who}." if has else f"The {prize} is open again: {who} no longer has it."


def _ends(state: MatchState, old: Sheet, new: Sheet) -> Iterator[tuple[str, Sequence[int], Sequence[int]]]:
    """The last place is news where the game names a loser, or the club has a trophy for it."""
    called = league().prizes(state.match)
    yield called.get(WINNER, "win"), old.winners, new.winners
    if LOSER in called:
        yield called[LOSER], ends(state.engine, old)[LOSER], ends(state.engine, new)[LOSER]
    else:
        yield "last place", old.losers, new.losers


def marks(
    word: str, pairs: Iterable[tuple[int, Line, Line]], names: Sequence[str], *, has_circle: bool
) -> Iterator[str]:
    """Where the box (and the circle) moves, round after round in one sentence; pairs are number, before, after."""
    rounds = list(pairs)
    for mark, is_top in (("box", True), ("circle", False))[: 1 + has_circle]:
        moves = [(number, _marked(was, is_top=is_top), _marked(now, is_top=is_top)) for number, was, now in rounds]
        moved = [move for move in moves if move[1] != move[2]]
        for (had, has), group in groupby(moved, key=lambda move: move[1:]):
            numbers = [number for number, _, _ in group]
            where = f"{word} {numbers[0]}" if len(numbers) == 1 else f"{word}s {listed(map(str, numbers))}"
            who = (listed(names[seat] for seat in seats) for seats in (had, has))
            yield f"The {mark} in {where} moves from {' to '.join(who)}."


def _marked(line: Line, *, is_top: bool) -> tuple[int, ...]:
    return line.leaders if is_top else line.bottom
