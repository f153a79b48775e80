"""Battles and years in the club’s words; the engine computes their outcomes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated
from clubs.language.terms import own_word
from games.base.names import isolated, listed
from scoring.dogs_of_war.battle import BOTH_DEFEATED, GLORIOUS, BattleLine

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
