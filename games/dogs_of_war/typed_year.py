"""A whole year as somebody types it, for corrections and for sheets played on paper.

A field is called after what it holds, the year and the battle: `by-3-0` is how far the tracker of the first battle of
year 3 stood, `for-3-0` whose side it favoured (0 the left house, 1 the right), `c-3-0-1-4` the captains the fifth seat
had with the house on the right. A battle by plays has a row a play instead: `who-3-0-7`, `side-3-0-7`, `what-3-0-7`.
"""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict

from games.base.table_game import Unreadable
from games.dogs_of_war.battle_wording import SOLDIERS
from games.dogs_of_war.form import Payload, number, seat
from scoring.dogs_of_war.entries import Contest
from scoring.dogs_of_war.line import YearLine


def key(year: int, battle: int) -> str:
    return f"{year}-{battle}"


def is_empty(form: QueryDict, year: int, battles: int) -> bool:
    """Nothing of this year is filled in."""
    keys = {key(year, battle) for battle in range(battles)}
    parts = ((field, field.split("-")) for field in form)
    mine = [field for field, part in parts if part[0] in ("by", "c", "h", "who") and "-".join(part[1:3]) in keys]
    return not any(form.get(field, "").strip() for field in mine)


def contest(form: QueryDict, year: int, battle: int, seats: int, known: Contest | None = None) -> Payload:
    """A battle of the form as a year holds it; what the form has no field for is kept."""
    here = key(year, battle)
    houses = [form.get(f"h-{here}-{side}", "") for side in (0, 1)]
    if not all(houses):
        raise Unreadable("Name both houses of this battle.", f"h-{here}-{0 if not houses[0] else 1}")
    found: Payload = {"houses": houses}
    if known is not None and known.plays is not None:
        found["plays"] = _plays(form, here, houses, known)
    else:
        found |= {"tracker": _tracker(form, here), "captains": _captains(form, here, houses, seats)}
    bonus = " ".join(form.get(f"bonus-{here}", known.bonus if known else "").split())
    betrayal = _betrayal(form, here, known)
    return found | ({"bonus": bonus} if bonus else {}) | ({"betrayal": betrayal} if betrayal else {})


def _betrayal(form: QueryDict, here: str, known: Contest | None) -> list[int]:
    """Who stands on both sides (DW-21); the form asks for one, the others stay while that one does."""
    stands = list(known.betrayal) if known else []
    chosen = [each for each in (seat(form, f"b-{here}"),) if each is not None]
    return stands if f"b-{here}" not in form or chosen == stands[:1] else chosen


def _tracker(form: QueryDict, here: str) -> int:
    by = number(form, f"by-{here}")
    if by is None:
        raise Unreadable("Where did the tracker end? Write 0 for the centre.", f"by-{here}")
    return -by if form.get(f"for-{here}") == "1" else by


def _captains(form: QueryDict, here: str, houses: Sequence[str], seats: int) -> Payload:
    found: Payload = {}
    for side, house in enumerate(houses):
        counts = {str(at): number(form, f"c-{here}-{side}-{at}") for at in range(seats)}
        there = {at: count for at, count in counts.items() if count}
        if there:
            found[house] = there
    return found


def _plays(form: QueryDict, here: str, houses: Sequence[str], known: Contest) -> list[Payload]:
    found: list[Payload] = []
    for at, play in enumerate(known.plays or ()):
        row = f"{here}-{at}"
        what = form.get(f"what-{row}", "").strip()
        who = seat(form, f"who-{row}")
        if not what or who is None:
            continue
        payload: Payload = {"seat": who, "house": houses[form.get(f"side-{row}") == "1"]}
        if what in SOLDIERS:
            kept = {"space": play.space} if play.space and what == play.soldier else {}
            found.append(payload | {"soldier": what} | kept)
        else:
            found.append(payload | {"spaces": number(form, f"what-{row}") or 0})
    return found


def about(form: QueryDict, year: int) -> Payload:
    """Who was first and who passed first, as far as it was chosen."""
    first, passed = seat(form, f"first-{year}"), seat(form, f"passed-{year}")
    return ({} if first is None else {"first_player": first}) | ({} if passed is None else {"first_to_pass": passed})


def standing(line: YearLine) -> Payload:
    """A year of the sheet as the form would give it."""
    return {"battles": [_stands(battle.contest) for battle in line.battles]}


def _stands(battle: Contest) -> Payload:
    found: Payload = {"houses": list(battle.houses)}
    if battle.plays is not None:
        found["plays"] = [_stood(play) for play in battle.plays]
    else:
        there = {
            house: {str(at): count for at, count in counts.items() if count}
            for house, counts in battle.captains.items()
        }
        found |= {
            "tracker": battle.tracker or 0,
            "captains": {house: counts for house, counts in there.items() if counts},
        }
    found |= {"bonus": battle.bonus} if battle.bonus else {}
    return found | ({"betrayal": list(battle.betrayal)} if battle.betrayal else {})


def _stood(play: Any) -> Payload:
    found: Payload = {"seat": play.seat, "house": play.house}
    if play.soldier is None:
        return found | {"spaces": play.spaces}
    return found | {"soldier": play.soldier} | ({"space": play.space} if play.space else {})
