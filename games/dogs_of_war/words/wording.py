"""Entries in words: for the undo button, and for a line of the history."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.figures import minus
from games.base.entry.names import listed, shortened
from games.dogs_of_war.words.battle_wording import SOLDIERS, captains, tracker_text
from games.dogs_of_war.words.tally_wording import covered, uncovered
from games.entries.match_state import MatchState, read
from scoring.dogs_of_war.entries import (
    Battle,
    Betrayal,
    Contest,
    Gain,
    HouseValues,
    Move,
    Pairing,
    Pass,
    Play,
    Tally,
    Year,
)
from scoring.records import entry_from_json


def entry_in_words(state: MatchState, kind: str, payload: Any) -> str:
    """Return one entry in words, for the history; of a secret tally only whose it is."""
    names, entry = shortened(state.names), entry_from_json(state.engine, kind, payload)
    return covered(names, entry) if state.hides(kind, payload) else _in_words(names, entry)


def _in_words(names: Sequence[str], entry: Any) -> str:
    return WORDS[type(entry)](names, entry)


def name(names: Sequence[str], seat: int) -> str:
    """The name of the seat; “somebody” for a seat without a player."""
    return names[seat] if 0 <= seat < len(names) else _("somebody")


def _pairing(names: Sequence[str], entry: Pairing) -> str:
    clauses = [_("battles: {pairs}").format(pairs=listed(_against(pair) for pair in entry.houses))]
    if entry.first_player is not None:
        clauses.append(_("{player} is first").format(player=name(names, entry.first_player)))
    bonuses = [f"{number}: {bonus}" for number, bonus in enumerate(entry.bonuses, 1) if bonus]
    if bonuses:
        clauses.append(_("bonus {bonuses}").format(bonuses=", ".join(bonuses)))
    return "; ".join(clauses)


def _against(pair: Sequence[str]) -> str:
    return _("{house} against {other}").format(house=pair[0], other=pair[1])


def _spaces(number: int) -> str:
    return ngettext("{count} space", "{count} spaces", number).format(count=number)


def move(names: Sequence[str], entry: Play | Move) -> str:
    """Return a play in words: `Łukasz, knight for Hackett`."""
    what = SOLDIERS.get(entry.soldier or "", "") or _spaces(entry.spaces or 0)
    words = _("{player}, {what} for {house}")
    return words.format(player=name(names, entry.seat), what=what, house=entry.house)


def _battle(names: Sequence[str], entry: Battle) -> str:
    final = _final(names, entry.tracker, entry.houses, entry.captains)
    return _("battle {number}: {position}").format(number=entry.battle + 1, position=final)


def _final(names: Sequence[str], tracker: int, houses: Sequence[str] | None, by_house: Mapping[str, Any]) -> str:
    """`tracker 9 for Talbot; Talbot: Bea 2; Tornborn: Núria 1`."""
    at = tracker_text(tracker, houses or (_("the house on the left"), _("the house on the right")))
    known = [house for house in houses or () if house in by_house]
    order = [*known, *(house for house in by_house if house not in known)]
    sides = [f"{house}: {captains(by_house[house], names)}" for house in order if any(by_house[house].values())]
    return "; ".join([_("tracker {at}").format(at=at), *sides])


def contest(names: Sequence[str], battle: Contest) -> str:
    """Return a battle as part of a whole year in words."""
    between = _against(battle.houses)
    if battle.plays is not None:
        plays = ", ".join(move(names, play) for play in battle.plays) or _("no play")
        return f"{between}, {plays}"
    return f"{between}, {_final(names, battle.tracker or 0, battle.houses, battle.captains)}"


def _year(names: Sequence[str], entry: Year) -> str:
    clauses = [_("year over"), *(contest(names, battle) for battle in entry.battles)]
    if entry.first_to_pass is not None:
        clauses.append(_("{player} passed first").format(player=name(names, entry.first_to_pass)))
    return "; ".join(clauses)


def _values(_names: Sequence[str], entry: HouseValues) -> str:
    values = ", ".join(f"{house} {minus(value)}" for house, value in entry.values.items())
    words = _("house values: {values} ({note})") if entry.note else _("house values: {values}")
    return words.format(values=values, note=entry.note)


def _betrayal(names: Sequence[str], entry: Betrayal) -> str:
    words = _("{player} plays Betrayal on battle {number}")
    return words.format(player=name(names, entry.seat), number=entry.battle + 1)


def _gain(names: Sequence[str], entry: Gain) -> str:
    words = ngettext("{player} gains {count} captain", "{player} gains {count} captains", entry.captains)
    return words.format(player=name(names, entry.seat), count=entry.captains)


WORDS: Mapping[type, Callable[[Sequence[str], Any], str]] = {
    Pairing: _pairing,
    Play: move,
    Betrayal: _betrayal,
    Gain: _gain,
    Pass: lambda names, entry: _("{player} passes").format(player=name(names, entry.seat)),
    Battle: _battle,
    Year: _year,
    HouseValues: _values,
    Tally: uncovered,
}


def last_step(state: MatchState) -> str:
    """Return in a few words what undo would take back; "" on an empty sheet."""
    if not state.live:
        return ""
    entry, names = read(state.engine, state.live[-1]), shortened(state.names)
    return SHORT[type(entry)](state, names, entry) if type(entry) in SHORT else _in_words(names, entry)


def _last_year(state: MatchState, names: Sequence[str], entry: Year) -> str:
    sheet: Any = state.sheet
    return _("year {number} over").format(number=sheet.years[-1].number)


def _last_play(state: MatchState, names: Sequence[str], entry: Play) -> str:
    what = SOLDIERS.get(entry.soldier or "", "") or _spaces(entry.spaces or 0)
    return f"{name(names, entry.seat)}, {what}"


SHORT: Mapping[type, Callable[[MatchState, Sequence[str], Any], str]] = {
    Year: _last_year,
    Play: _last_play,
    Battle: lambda _state, _names, entry: _("battle {number}").format(number=entry.battle + 1),
    Pairing: lambda _state, _names, _entry: _("the pairs"),
    HouseValues: lambda _state, _names, _entry: _("the house values"),
    Tally: lambda _state, names, entry: covered(names, entry),
}


def undone(state: MatchState) -> str:
    """Return the query string under which the page shows the last entry half entered, for a play the plays of its
    battle; "" for an entry without such a page.
    """
    last = read(state.engine, state.live[-1])
    if isinstance(last, Battle):
        return _battle_query(state, last)
    if isinstance(last, Play):
        return urlencode({"mode": "plays", "battle": last.battle})
    if isinstance(last, HouseValues):
        values = {f"value-{at}": last.values[house] for at, house in enumerate(state.options.houses)}
        return urlencode({"end": 1} | values | ({"why": last.note} if last.note else {}))
    return ""


def _battle_query(state: MatchState, last: Battle) -> str:
    sheet: Any = state.sheet
    houses = sheet.open.battles[last.battle].houses
    pairs = [("battle", str(last.battle)), (f"tracker-{last.battle}", str(last.tracker))]
    pairs += [(f"houses-{last.battle}-{side}", house) for side, house in enumerate(houses)]
    pairs += [
        (f"cap-{last.battle}-{houses.index(house)}-{seat}", str(count))
        for house, counts in last.captains.items()
        for seat, count in counts.items()
    ]
    return urlencode(pairs)
