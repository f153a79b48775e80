"""Base classes of a game's correction form and paper form, and the effects of a correction as data."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated, minus
from games.base.display import Screen
from games.base.names import listed
from games.base.wording import numbered, several
from games.consequences.league import LOSER, WINNER, ends, league
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, read
from games.models import Entry
from scoring.base import Line, RuleError, Sheet

UNCHANGED = gettext_lazy("These are the current numbers. Change the wrong one.")


@dataclass(frozen=True)
class Change:
    """One player's total and place before and after a correction."""

    name: str
    before: int
    after: int
    place_before: int
    place_after: int

    @property
    def diff(self) -> int:
        return self.after - self.before

    @property
    def is_same(self) -> bool:
        return self.before == self.after and self.place_before == self.place_after


@dataclass(frozen=True)
class Changes:
    """The effects of replacing a sheet by another: a headline, the changed fields in words, totals, trophies (those
    that move first) and the marks (box, circle) that move.

    `why` says what else moved a total, such as a latecomer's start.
    """

    headline: str
    words: str
    totals: Sequence[Change]
    trophies: Sequence[str] = ()
    marks: Sequence[str] = ()
    why: Sequence[str] = ()

    @property
    def changed(self) -> Sequence[Change]:
        return [each for each in self.totals if not each.is_same]

    @property
    def moved(self) -> str:
        """The totals that move, each before and after: `Bea 12 → 17, Otto 9 → 4`."""
        each = (f"{one.name} {minus(one.before)} → {minus(one.after)}" for one in self.changed if one.diff)
        return comma_separated(each)

    @property
    def unchanged(self) -> int:
        """How many players keep total and place."""
        return len(self.totals) - len(self.changed)


class Correction:
    """A game's form to correct a round of a match; rounds are numbered from 1 (HR-DD-15)."""

    # The template of what htmx exchanges after each change on the form.
    inline = "games/correction/inline.html"

    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        """Return the form of a round, filled in with what is stored and what `form` changes; None where there is no
        such round.
        """
        raise NotImplementedError

    def drafts(self, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
        """Return drafts for what the form changes in the stored round. Raises Unreadable."""
        raise NotImplementedError

    def standing(self, state: MatchState, number: int, form: QueryDict, after: Sheet | None = None) -> dict[str, Any]:
        """Return what the template `inline` shows of the round besides the changes; `after` is the corrected sheet,
        None while the form cannot be saved.
        """
        return {}

    def changes(self, state: MatchState, before: Sheet, after: Sheet) -> Changes:
        """Return the effects of replacing the sheet `before` by `after`."""
        raise NotImplementedError

    def describe_error(self, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
        """Return a rule error as (message, form field); the message names the round if it is another than `number`."""
        raise NotImplementedError

    def insertion_line(self, state: MatchState, number: int, *, is_first: bool = False) -> int | None:
        """Return the line before which a forgotten action may be inserted for a round, `is_first` before whoever came
        or went since the round before it; None where none can be.
        """
        return None


class Paper:
    """A game's form to type in a match that was played on paper, with many rounds on one form."""

    # `rows` is the key of the rounds in the screen's context, each with a `number`. Next to a photo only the first
    # round is shown, with the template `one` where the game has one.
    rows = "rows"
    one = ""

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        """Return the form with what is filled in so far."""
        raise NotImplementedError

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """Return drafts of the rounds filled in. Raises Unreadable, also for an empty row between two rounds."""
        raise NotImplementedError

    def describe_error(self, state: MatchState, error: RuleError) -> tuple[str, str]:
        """Return a rule error as (message, form field)."""
        raise NotImplementedError


# Sentences on what a correction would change, for any game: totals, places, winner, loser, box and circle.


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


# Which entries belong to which round: an entry belongs to the line of the sheet that was open when it was written.


ENDING = -1  # instead of a round number: entries that settle the end
Ended = Callable[[Sheet], bool]


def never(_sheet: Sheet) -> bool:
    """Return False, for a game that needs no entry after its last round."""
    return False


def entries_of(state: MatchState, number: int, ended: Ended = never) -> list[Entry]:
    """Return the current entries of a round, in order; `ended` says for a sheet that no further round is open."""
    return [entry for entry, line in _lines(state, ended) if line == number]


def last_line_of(state: MatchState, number: int, ended: Ended = never) -> int:
    """Return the last line number a round can have entries on: the one before the first of the next round."""
    later = [entry.number for entry, line in _lines(state, ended) if line > number or line == ENDING]
    return min(later, default=state.next_number) - 1


def line_of(state: MatchState, number: int) -> Line | None:
    """Return the scored round of this number (from 1), or None."""
    lines = state.sheet.lines
    return lines[number - 1] if 1 <= number <= len(lines) else None


def _lines(state: MatchState, ended: Ended) -> list[tuple[Entry, int]]:
    """Pairs of entry and round number, `ENDING` for entries after the last round."""
    sheet: Sheet = state.engine.start(state.match.start_seats, state.options)
    lines = []
    for entry in state.live:
        lines.append((entry, ENDING if ended(sheet) else len(sheet.lines) + 1))
        sheet = state.engine.play(sheet, read(state.engine, entry))
    return lines
