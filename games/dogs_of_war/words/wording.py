"""Entries in words: what undo takes back, and what a line of the history says."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from games.base.names import counted, listed, shortened
from games.dogs_of_war.words.battle_wording import SOLDIERS, captains, stands
from games.dogs_of_war.words.tally_wording import covered, uncovered
from games.entries.match_state import MatchState, read
from games.sheets.text import minus
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
    """One entry, whoever wrote it; of a tally that is still secret only whose it is."""
    names, entry = shortened(state.names), entry_from_json(state.engine, kind, payload)
    return covered(names, entry) if state.hides(kind, payload) else _in_words(names, entry)


def _in_words(names: Sequence[str], entry: Any) -> str:
    return WORDS[type(entry)](names, entry)


def name(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else "somebody"


def _pairing(names: Sequence[str], entry: Pairing) -> str:
    pairs = listed(" against ".join(pair) for pair in entry.houses)
    first = "" if entry.first_player is None else f"; {name(names, entry.first_player)} is first"
    bonuses = [f"{number}: {bonus}" for number, bonus in enumerate(entry.bonuses, 1) if bonus]
    return f"battles: {pairs}{first}" + (f"; bonus {', '.join(bonuses)}" if bonuses else "")


def move(names: Sequence[str], entry: Play | Move) -> str:
    """`Łukasz, knight for Hackett`."""
    what = SOLDIERS.get(entry.soldier or "", "") or counted(entry.spaces or 0, "space")
    return f"{name(names, entry.seat)}, {what} for {entry.house}"


def _battle(names: Sequence[str], entry: Battle) -> str:
    return f"battle {entry.battle + 1}: {_final(names, entry.tracker, entry.houses, entry.captains)}"


def _final(names: Sequence[str], tracker: int, houses: Sequence[str] | None, by_house: Mapping[str, Any]) -> str:
    """`tracker 9 for Talbot; Talbot: Bea 2; Tornborn: Núria 1`."""
    at = stands(tracker, houses or ("the house on the left", "the house on the right"))
    known = [house for house in houses or () if house in by_house]
    order = [*known, *(house for house in by_house if house not in known)]
    sides = [f"{house}: {captains(by_house[house], names)}" for house in order if any(by_house[house].values())]
    return "; ".join([f"tracker {at}", *sides])


def contest(names: Sequence[str], battle: Contest) -> str:
    """A battle inside a whole year."""
    between = " against ".join(battle.houses)
    if battle.plays is not None:
        return f"{between}, {', '.join(move(names, play) for play in battle.plays) or 'no play'}"
    return f"{between}, {_final(names, battle.tracker or 0, battle.houses, battle.captains)}"


def _year(names: Sequence[str], entry: Year) -> str:
    first = "" if entry.first_to_pass is None else f"; {name(names, entry.first_to_pass)} passed first"
    battles = "".join(f"; {contest(names, battle)}" for battle in entry.battles)
    return f"year over{battles}{first}"


def _values(_names: Sequence[str], entry: HouseValues) -> str:
    values = ", ".join(f"{house} {minus(value)}" for house, value in entry.values.items())
    return f"house values: {values}" + (f" ({entry.note})" if entry.note else "")


WORDS: Mapping[type, Callable[[Sequence[str], Any], str]] = {
    Pairing: _pairing,
    Play: move,
    Betrayal: lambda names, entry: f"{name(names, entry.seat)} plays Betrayal on battle {entry.battle + 1}",
    Gain: lambda names, entry: f"{name(names, entry.seat)} gains {counted(entry.captains, 'captain')}",
    Pass: lambda names, entry: f"{name(names, entry.seat)} passes",
    Battle: _battle,
    Year: _year,
    HouseValues: _values,
    Tally: uncovered,
}


def last_step(state: MatchState) -> str:
    """What undo would take back, in a few words; nothing on an empty sheet."""
    if not state.live:
        return ""
    entry, names = read(state.engine, state.live[-1]), shortened(state.names)
    return SHORT[type(entry)](state, names, entry) if type(entry) in SHORT else _in_words(names, entry)


def _last_year(state: MatchState, names: Sequence[str], entry: Year) -> str:
    sheet: Any = state.sheet
    return f"year {sheet.years[-1].number} over"


def _last_play(state: MatchState, names: Sequence[str], entry: Play) -> str:
    what = SOLDIERS.get(entry.soldier or "", "") or counted(entry.spaces or 0, "space")
    return f"{name(names, entry.seat)}, {what}"


SHORT: Mapping[type, Callable[[MatchState, Sequence[str], Any], str]] = {
    Year: _last_year,
    Play: _last_play,
    Battle: lambda _state, _names, entry: f"battle {entry.battle + 1}",
    Pairing: lambda _state, _names, _entry: "the pairs",
    HouseValues: lambda _state, _names, _entry: "the house values",
    Tally: lambda _state, names, entry: covered(names, entry),
}


def undone(state: MatchState) -> str:
    """The query under which what was just taken back stands half entered again."""
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
