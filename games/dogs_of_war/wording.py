"""Entries in words: for the undo button, and for a line of the history."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import clauses, comma_separated, labelled, minus, signed
from clubs.language.terms import capital, own_word
from games.base.names import isolated, listed, name_at, shortened
from games.base.table_game import Difference
from games.entries.match_state import MatchState, read
from scoring.dogs_of_war.battle import BOTH_DEFEATED, GLORIOUS, BattleLine
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

# Battles and years in the club’s words; the engine computes their outcomes.


# The bonus for the winners of a battle: one of the keys, or free text for *Other* (DW-15).


CAPTAIN = "Captain"  # an extra captain in the next year
LONGEST_BONUS = 200


@dataclass(frozen=True)
class Bonus:
    """The winners’ bonus beside VP: `key` is "none", "captain" or "other"; `text` is the free text of *Other*."""

    key: str
    text: str

    @property
    def keys(self) -> list[tuple[str, str, bool]]:
        """Value, label and whether it is chosen, for each key."""
        words = {"none": _("None"), CAPTAIN.lower(): _("Captain"), "other": _("Other")}
        return [(key, label, key == self.key) for key, label in words.items()]

    @property
    def words(self) -> str:
        """The bonus as the payload holds it; "" for none."""
        return {"none": "", CAPTAIN.lower(): CAPTAIN}.get(self.key, self.text)


def in_words(written: str) -> str:
    """A captain in the language; any other bonus as somebody wrote it."""
    return _("Captain") if written.casefold() == CAPTAIN.casefold() else written


def bonus_of(values: Mapping[str, Any], battle: int, known: str = "") -> Bonus:
    """Return the bonus chosen in the form’s `values`. Without a key, as in forms that have none, the text decides, else
    the `known` bonus.
    """
    text = " ".join(str(values.get(f"bonus-{battle}", "")).split())[:LONGEST_BONUS]
    words = text or known
    key = "none" if not words else CAPTAIN.lower() if words == CAPTAIN else "other"
    key = str(values.get(f"bonus-key-{battle}", key))
    return Bonus(key, words if key == "other" else "")


def bonus(form: QueryDict, battle: int) -> str:
    """Return the bonus of a battle (from 0) in the form, as the payload holds it."""
    return bonus_of(form.dict(), battle).words


NO_BREAK = "\N{NO-BREAK SPACE}"
SOLDIERS = {
    "footman": gettext_lazy("footman"),
    "arquebuser": gettext_lazy("arquebuser"),
    "knight": gettext_lazy("knight"),
    "war_machine": gettext_lazy("war machine"),
}


def captains_in_words(count: int) -> str:
    """`1 captain`, `4 captains`"""
    return ngettext("{count} captain", "{count} captains", count).format(count=count)


def outcome(line: BattleLine) -> str:
    """Return how a battle ended: `Talbot wins by 9.` `Hackett wins a glorious victory.` `Both defeated.`"""
    if line.outcome == BOTH_DEFEATED:
        word = own_word(BOTH_DEFEATED)
        return f"{word}." if word else _("Both defeated.")
    words = _("{house} wins by {points}.")
    if line.outcome == GLORIOUS:
        words = _("{house}: {callout}.") if own_word(GLORIOUS) else _("{house} wins a glorious victory.")
    return words.format(house=isolated(line.victor or ""), points=line.margin, callout=own_word(GLORIOUS))


def rewards_text(line: BattleLine, names: Sequence[str]) -> str:
    """Return who gets what from a battle: VP and the bonus."""
    if line.victor is None:
        return _("Nobody takes anything.")
    if not line.vp:
        return _("Nobody stood by {house}.").format(house=isolated(line.victor))
    bonus = listed(names[seat] for seat in line.bonus_to)
    words = _("{vp} Bonus: {names}.")
    if line.contest.bonus:
        words = _("{vp} Bonus ({bonus}): {names}.")
    return words.format(vp=won(line.vp, names), bonus=in_words(line.contest.bonus), names=bonus)


def won(vp: Mapping[int, int], names: Sequence[str]) -> str:
    """Return who won how many VP, the most first: `2 VP each to Bea and Łukasz.`"""
    if not any(vp.values()):
        return _("Nobody stood against them: no VP.")
    ranked = sorted(vp, key=lambda seat: -vp[seat])
    groups = [(value, list(seats)) for value, seats in groupby(ranked, key=lambda seat: vp[seat])]
    return f"{comma_separated(_shared(value, seats, names) for value, seats in groups)}."


def _shared(value: int, seats: Sequence[int], names: Sequence[str]) -> str:
    words = ngettext("{vp} VP to {names}", "{vp} VP each to {names}", len(seats))
    return words.format(vp=value, names=listed(names[seat] for seat in seats))


def captains(counts: Mapping[int, int], names: Sequence[str]) -> str:
    """Return the captains by player, `Bea 2, Łukasz 1`; "" for none."""
    return comma_separated(f"{_name(names, seat)}{NO_BREAK}{count}" for seat, count in counts.items() if count)


def vp_text(points: Mapping[int, int], names: Sequence[str]) -> str:
    """Return what each player wins in a year; "" while nobody wins anything."""
    return comma_separated(f"{names[seat]} {value}" for seat, value in points.items()) if any(points.values()) else ""


def tracker_text(tracker: int, houses: Sequence[str]) -> str:
    """Return the position of a tracker: `4 for Bastiani`, `level`."""
    if not tracker:
        return _("level")
    house = isolated(houses[0] if tracker > 0 else houses[1])
    return _("{spaces} for {house}").format(spaces=abs(tracker), house=house)


def captains_left(number: int, of: int) -> str:
    """Return how many captains are left: `1 left of 4`, `none left of 4`, `2 too many of 4`."""
    if number < 0:
        return _("{captains} too many of {all}").format(captains=-number, all=of)
    if not number:
        return _("none left of {all}").format(all=of)
    return _("{captains} left of {all}").format(captains=number, all=of)


def captains_out(number: int) -> str:
    """Return how many captains are still to be played: `3 captains still out`."""
    return ngettext("{count} captain still out", "{count} captains still out", number).format(count=number)


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else _("somebody")


def initials(houses: Sequence[str]) -> tuple[str, str]:
    """Return as few first letters of two houses as tell them apart: `H` and `M`, `Ta` and `To`."""
    left, right = houses
    alike = next((at for at, (one, other) in enumerate(zip(left, right, strict=False)) if one != other), len(right))
    return left[: alike + 1], right[: alike + 1]


# Tallies in words: before and after all are uncovered, and where two tablets wrote different ones.


def covered(names: Sequence[str], entry: Tally) -> str:
    """Return all that may be shown of a secret tally: whose it is."""
    return _("{player}’s tally").format(player=name_at(names, entry.seat))


def uncovered(names: Sequence[str], entry: Tally) -> str:
    """Return the whole tally, for use once all are in: `Bea’s tally: VP tokens 14; influence Talbot 4, Hackett 1;
    support card Talbot; coins 5 …`
    """
    rows = [f"{label} {value}" for label, value in _rows(entry).items() if value not in ("0", "")]
    return labelled(covered(names, entry), clauses(rows))


def changed_values(was: Tally | None, now: Tally) -> tuple[str, ...]:
    """Return the values of the tally, or those that differ from the one before (`was`), alternating text and figure."""
    before, parts = _rows(was) if was else {}, [""]
    for label, value in _rows(now).items():
        if value == before.get(label, "0"):
            continue
        start = f"{parts[-1]} {capital(label)} ".lstrip()
        more = [before[label], "."] if label in before else []
        parts = [*parts[:-1], start, value, *([_(", before that "), *more] if more else ["."])]
    return tuple(parts) if len(parts) > 1 else (_("Handed in again."),)


def difference(state: MatchState, names: Sequence[str], mine: Tally, theirs: Tally) -> list[Difference]:
    """Return the rows that compare two tallies; while they are secret only whose they are. [] if they are the same."""
    if mine == theirs:
        return []
    if state.engine.hides(state.sheet, theirs) or mine.seat != theirs.seat:
        return [Difference("", covered(names, mine), covered(names, theirs))]
    return [
        Difference(
            f"{covered(names, mine)}, {label}",
            ours or _("none"),
            others or _("none"),
            capital(label),
        )
        for (label, ours), (_label, others) in zip(_rows(mine).items(), _rows(theirs).items(), strict=True)
    ]


def _rows(entry: Tally) -> Mapping[str, str]:
    return {
        _("VP tokens"): str(entry.vp),
        _("influence"): comma_separated(f"{house} {tokens}" for house, tokens in entry.influence.items() if tokens)
        or _("none"),
        _("support card"): entry.support,
        _("coins"): str(entry.coins),
        _("tactic cards"): str(entry.tactics),
        _("soldier cards"): str(entry.soldiers),
        _("confirmed"): _("yes") if entry.confirmed else "0",
        _("adjusted by"): f"{signed(entry.adjust)} ({entry.adjust_note})"
        if entry.adjust_note
        else signed(entry.adjust),
    }


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
    parts = [_("battles: {pairs}").format(pairs=listed(_against(pair) for pair in entry.houses))]
    if entry.first_player is not None:
        parts.append(_("{player} is first").format(player=name(names, entry.first_player)))
    bonuses = [labelled(str(number), bonus) for number, bonus in enumerate(entry.bonuses, 1) if bonus]
    if bonuses:
        parts.append(_("bonus {bonuses}").format(bonuses=comma_separated(bonuses)))
    return clauses(parts)


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
    sides = [labelled(house, captains(by_house[house], names)) for house in order if any(by_house[house].values())]
    return clauses([_("tracker {at}").format(at=at), *sides])


def contest(names: Sequence[str], battle: Contest) -> str:
    """Return a battle as part of a whole year in words."""
    between = _against(battle.houses)
    if battle.plays is not None:
        plays = comma_separated(move(names, play) for play in battle.plays) or _("no play")
        return f"{between}, {plays}"
    return f"{between}, {_final(names, battle.tracker or 0, battle.houses, battle.captains)}"


def _year(names: Sequence[str], entry: Year) -> str:
    parts = [_("year over"), *(contest(names, battle) for battle in entry.battles)]
    if entry.first_to_pass is not None:
        parts.append(_("{player} passed first").format(player=name(names, entry.first_to_pass)))
    return clauses(parts)


def _values(_names: Sequence[str], entry: HouseValues) -> str:
    values = comma_separated(f"{house} {minus(value)}" for house, value in entry.values.items())
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
