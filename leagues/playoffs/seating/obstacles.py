"""What prevents seating the final tables, and what a correction has invalidated, in sentences."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.entry.names import listed
from games.base.results.titles import in_words
from games.entries.confirmation import standing_in, to_come
from games.registry import table_game
from leagues.playoffs.groups import Group
from leagues.playoffs.state import State
from leagues.playoffs.wording import places, short


def _hands_in(group: Group) -> str:
    words = ngettext("{count} hand in group {letter}", "{count} hands in group {letter}", group.table.rounds)
    return words.format(count=group.table.rounds, letter=group.letter)


def obstacles(state: State) -> Iterator[str]:
    """Yield what prevents seating the final tables, and what a correction has invalidated."""
    if state.is_uneven:
        played = listed(_hands_in(each) for each in state.groups)
        yield _("All groups play the same number of hands, but it is {played}: put the sheets right first.").format(
            played=played
        )
    if state.are_finals_uneven and state.winners and state.losers:
        up, down = state.winners.rounds, state.losers.rounds
        yield ngettext(
            "Both final tables play the same number of hands, but it is {count} hand at the winners’ table and {other} "
            "at the losers’: undo the early end and play on.",
            "Both final tables play the same number of hands, but it is {count} hands at the winners’ table and "
            "{other} at the losers’: undo the early end and play on.",
            up,
        ).format(count=up, other=down)
    yield from _unconfirmed(state)
    names = short(state)
    for group in state.groups:
        if group.stale:
            yield _("A card pull in group {letter} no longer stands: its line has moved since.").format(
                letter=group.letter
            )
        if group.table.match.abandoned_at:
            yield _("Group {letter} was stopped without a result: open its sheet again, or call it all off.").format(
                letter=group.letter
            )
        elif (state.winners or state.losers) and not (group.table.is_over or group.table.match.is_waiting):
            yield _("Group {letter} is open again. The final tables stay as they are until it is over.").format(
                letter=group.letter
            )
    if level := state.level:
        who = listed(names[key] for key in level.cut.level)
        words = _("{names} are level on the line of group {letter}: {places}.")
        yield words.format(names=who, letter=level.letter, places=places(level.cut.places))
    yield from too_few(state)


def _unconfirmed(state: State) -> Iterator[str]:
    """Yield the tables whose sheets are complete and not confirmed yet; one query, none without such tables."""
    tables = {_("Group {letter}").format(letter=group.letter): group.table for group in state.groups}
    ends = {_("The winners’ table"): state.winners, _("The losers’ table"): state.losers}
    waiting = {name: table for name, table in {**tables, **ends}.items() if table and table.match.is_waiting}
    answers = standing_in(table.match for table in waiting.values())
    for name, table in waiting.items():
        present = sum(chair.is_there for chair in table.chairs)
        yield _("{name} is waiting for {to_come} to confirm its sheet.").format(
            name=name, to_come=to_come(table.match, present, answers[table.match.pk])
        )


def too_few(state: State) -> Iterator[str]:
    """Yield the final tables that cannot be dealt because too many players have left (DD-44)."""
    least = table_game(state.playoff.game).engine.seats[0]
    if not state.is_cut:
        return
    words = _(
        "The winners’ table takes {least}, and {left} for it: take back a leaving on a group’s sheet, or call it all "
        "off."
    )
    if state.winners is None and len(state.up) < least:
        yield words.format(least=in_words(least), left=_left(state.up))
    words = _(
        "The losers’ table takes {least}, and {left} for it: take back a leaving on a group’s sheet, or call it all "
        "off."
    )
    if state.losers is None and len(state.down) < least:
        yield words.format(least=in_words(least), left=_left(state.down))


def _left(keys: Sequence[int]) -> str:
    return _("only {number} is left").format(number=in_words(len(keys))) if keys else _("nobody is left")
