"""The key pads for correcting an old year: houses, tracker, captains and bonus of each battle, or its plays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.entry.key_pads import Keys, Row, numbers, pad, words
from games.dogs_of_war.words.battle_wording import SOLDIERS
from games.dogs_of_war.years.bonus import CAPTAIN
from games.dogs_of_war.years.full_year_form import MOST
from games.dogs_of_war.years.typed_year import key
from scoring.dogs_of_war.line import BattleLine, YearLine
from scoring.dogs_of_war.years.soldiers import TRACK

SIDES = (gettext_lazy("On the left"), gettext_lazy("On the right"))


@dataclass(frozen=True)
class Battle:
    """One battle: its rows of pads, and, where it is recorded by plays, the seats (as text) that played Betrayal."""

    key: str
    number: int
    houses: Sequence[str]
    rows: Sequence[Row]
    betrayal: Sequence[str]
    is_by_plays: bool


def battles(line: YearLine, names: Sequence[str], houses: Sequence[str], form: QueryDict) -> list[Battle]:
    """Return every battle of a closed year."""
    return [_battle(line.number, at, battle, names, houses, form) for at, battle in enumerate(line.battles)]


def who(line: YearLine, names: Sequence[str], form: QueryDict) -> list[Row]:
    """Return the rows for the first player and the first to pass."""
    keys, year = [("", _("not recorded")), *_players(names)], line.number
    about = (("first", _("First player"), line.first_player), ("passed", _("First to pass"), line.first_to_pass))
    return [Row(field, label, [pad(f"{field}-{year}", _("Who"), seat, keys, form)]) for field, label, seat in about]


def _battle(
    year: int, at: int, battle: BattleLine, names: Sequence[str], houses: Sequence[str], form: QueryDict
) -> Battle:
    prefix, contest = key(year, at), battle.contest
    sides = [form.get(f"h-{prefix}-{side}", house) for side, house in enumerate(contest.houses)]
    is_by_plays = contest.plays is not None
    pair = [pad(f"h-{prefix}-{side}", str(SIDES[side]), contest.houses[side], words(houses), form) for side in (0, 1)]
    bonus = pad(f"bonus-{prefix}", _("Bonus"), contest.bonus, _bonuses(), form, _("Other"))
    rows = [Row("houses", _("Houses"), pair)]
    if is_by_plays:
        rows += _plays(prefix, battle, names, sides, form)
    else:
        rows += [_tracker(prefix, contest.tracker or 0, sides, form), *_captains(prefix, battle, names, sides, form)]
    sent = form.getlist(f"b-{prefix}") if "entry" in form else [str(seat) for seat in contest.betrayal]
    return Battle(prefix, at + 1, contest.houses, [*rows, Row("bonus", _("Bonus"), [bonus])], sent, is_by_plays)


def _tracker(prefix: str, tracker: int, sides: Sequence[str], form: QueryDict) -> Row:
    pads = [
        pad(f"by-{prefix}", _("Spaces"), abs(tracker), numbers(TRACK), form),
        pad(f"for-{prefix}", _("Towards"), int(tracker < 0), _sides(sides), form),
    ]
    return Row("tracker", _("Tracker"), pads)


def _captains(
    prefix: str, battle: BattleLine, names: Sequence[str], sides: Sequence[str], form: QueryDict
) -> Iterator[Row]:
    """Yield a row per player: the number of captains with either house."""
    for seat, name in enumerate(names):
        there = [battle.contest.captains.get(house, {}).get(seat, 0) for house in battle.contest.houses]
        fields = [f"c-{prefix}-{side}-{seat}" for side in (0, 1)]
        pads = [
            pad(field, _("Captains, {house}").format(house=house), count, numbers(max(MOST, count)), form)
            for field, house, count in zip(fields, sides, there, strict=True)
        ]
        yield Row(str(seat), name, pads)


def _plays(
    prefix: str, battle: BattleLine, names: Sequence[str], sides: Sequence[str], form: QueryDict
) -> Iterator[Row]:
    """Yield a row per play: who, for which house, with what."""
    for at, play in enumerate(battle.contest.plays or ()):
        row, side = f"{prefix}-{at}", battle.contest.houses.index(play.house)
        pads = [
            pad(f"who-{row}", _("Who"), play.seat, _players(names), form),
            pad(f"side-{row}", _("For"), side, _sides(sides), form),
            pad(f"what-{row}", _("What"), play.soldier or play.spaces, _plays_with(), form),
        ]
        yield Row(row, _("Play {number}").format(number=at + 1), pads)


def _bonuses() -> Keys:
    return [("", _("None")), (CAPTAIN, _("Captain"))]


def _plays_with() -> Keys:
    """Return the keys for a play: a soldier, a number of spaces without one, or "" to remove the play."""
    spaces = _("{spaces} without a soldier")
    moves = [(str(count), spaces.format(spaces=count)) for count in range(1, TRACK + 1)]
    return [*((key, str(soldier)) for key, soldier in SOLDIERS.items()), *moves, ("", _("take it out"))]


def _players(names: Sequence[str]) -> Keys:
    return [(str(seat), name) for seat, name in enumerate(names)]


def _sides(houses: Sequence[str]) -> Keys:
    return [(str(side), house) for side, house in enumerate(houses)]
