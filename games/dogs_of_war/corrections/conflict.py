"""The rows of a conflict page: what this tablet sent beside the entry that stands."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.base.entry.names import shortened
from games.base.table_game import Difference
from games.dogs_of_war.words import tally_wording
from games.dogs_of_war.words.wording import entry_in_words
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, read
from games.models import Entry
from scoring.dogs_of_war.entries import Battle, Tally
from scoring.records import entry_from_json, entry_to_json


def differences(state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
    """Return the rows that compare the draft with the standing entry; [] where they say the same. A tally that is still
    secret is compared without its figures.
    """
    mine = None if draft.payload is None else entry_from_json(state.engine, draft.kind, draft.payload)
    theirs = None if entry.payload is None else read(state.engine, entry)
    if isinstance(mine, Tally) and isinstance(theirs, Tally):
        return tally_wording.difference(state, shortened(state.names), mine, theirs)
    if isinstance(mine, Battle) and isinstance(theirs, Battle) and mine.battle == theirs.battle:
        return _battle(shortened(state.names), mine, theirs)
    return (
        [Difference("", _words(state, mine, draft.kind), _words(state, theirs, entry.kind))] if mine != theirs else []
    )


def _words(state: MatchState, entry: Any, kind: str) -> str:
    if entry is None:
        return _("undone")
    if isinstance(entry, Tally) and state.engine.hides(state.sheet, entry):
        return tally_wording.covered(shortened(state.names), entry)
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
