"""The form for a match played on paper: a row per battle, year after year."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.correction import Paper
from games.base.display import Screen
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.dogs_of_war.open_year import Payload, number, numbered, seat, sheet_of
from games.dogs_of_war.wording import SOLDIERS
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError
from scoring.dogs_of_war.battle import CAPTAINS, YearLine
from scoring.dogs_of_war.contests import unused_betrayals
from scoring.dogs_of_war.entries import Contest
from scoring.dogs_of_war.sheet import YEARS

# Parsing a whole year as it is typed in corrections and in the form for paper sheets.
# A field’s name holds the kind of value, the year and the battle: `by-3-0` is the tracker’s distance from the centre
# in the first battle of year 3, `for-3-0` the side it favours (0 the left house, 1 the right), `c-3-0-1-4` the
# captains of the fifth seat with the house on the right. A battle by plays has a row per play instead: `who-3-0-7`,
# `side-3-0-7`, `what-3-0-7`.


def key(year: int, battle: int) -> str:
    """The part of the field names that year and battle have in common: `3-0`."""
    return f"{year}-{battle}"


def is_empty(form: QueryDict, year: int, battles: int) -> bool:
    """Whether nothing of this year is filled in."""
    keys = {key(year, battle) for battle in range(battles)}
    parts = ((field, field.split("-")) for field in form)
    mine = [field for field, part in parts if part[0] in ("by", "c", "h", "who") and "-".join(part[1:3]) in keys]
    return not any(form.get(field, "").strip() for field in mine)


def contest(form: QueryDict, year: int, battle: int, seats: int, known: Contest | None = None) -> Payload:
    """Return the payload of one battle of a year; values of the `known` battle are kept where the form has no field for
    them. Raises Unreadable.
    """
    prefix = key(year, battle)
    houses = [form.get(f"h-{prefix}-{side}", "") for side in (0, 1)]
    if not all(houses):
        raise Unreadable(_("Name both houses of this battle."), f"h-{prefix}-{0 if not houses[0] else 1}")
    payload: Payload = {"houses": houses}
    if known is not None and known.plays is not None:
        payload["plays"] = _plays(form, prefix, houses, known)
    else:
        payload |= {"tracker": _tracker(form, prefix), "captains": _captains(form, prefix, houses, seats)}
    bonus = " ".join(form.get(f"bonus-{prefix}", known.bonus if known else "").split())
    betrayal = _betrayal(form, prefix, known)
    return payload | ({"bonus": bonus} if bonus else {}) | ({"betrayal": betrayal} if betrayal else {})


def _betrayal(form: QueryDict, prefix: str, known: Contest | None) -> list[int]:
    """Return the seats that played Betrayal: in a battle by plays as the form says; in one by its end as recorded
    (DW-21).
    """
    if known is None:
        return []
    if known.plays is None:
        return unused_betrayals(known)
    chosen = {int(text) for text in form.getlist(f"b-{prefix}") if text in ("0", "1", "2", "3", "4")}
    return [*(seat for seat in known.betrayal if seat in chosen), *sorted(chosen - set(known.betrayal))]


def _tracker(form: QueryDict, prefix: str) -> int:
    by = number(form, f"by-{prefix}")
    if by is None:
        raise Unreadable(_("Where did the tracker end? Enter 0 for level."), f"by-{prefix}")
    return -by if form.get(f"for-{prefix}") == "1" else by


def _captains(form: QueryDict, prefix: str, houses: Sequence[str], seats: int) -> Payload:
    by_house: Payload = {}
    for side, house in enumerate(houses):
        counts = {str(at): number(form, f"c-{prefix}-{side}-{at}") for at in range(seats)}
        positive = {at: count for at, count in counts.items() if count}
        if positive:
            by_house[house] = positive
    return by_house


def _plays(form: QueryDict, prefix: str, houses: Sequence[str], known: Contest) -> list[Payload]:
    plays: list[Payload] = []
    for at, play in enumerate(known.plays or ()):
        row = f"{prefix}-{at}"
        what = form.get(f"what-{row}", "").strip()
        who = seat(form, f"who-{row}")
        if not what or who is None:
            continue
        payload: Payload = {"seat": who, "house": houses[form.get(f"side-{row}") == "1"]}
        if what in SOLDIERS:
            space = {"space": play.space} if play.space and what == play.soldier else {}
            plays.append(payload | {"soldier": what} | space)
        else:
            plays.append(payload | {"spaces": number(form, f"what-{row}") or 0})
    return plays


def about(form: QueryDict, year: int) -> Payload:
    """Return the first player and the first to pass, as far as they are chosen."""
    first, passed = seat(form, f"first-{year}"), seat(form, f"passed-{year}")
    return ({} if first is None else {"first_player": first}) | ({} if passed is None else {"first_to_pass": passed})


def year_payload(line: YearLine) -> Payload:
    """Return a recorded year as the payload that its form would give."""
    return {"battles": [_battle_payload(battle.contest) for battle in line.battles]}


def _battle_payload(battle: Contest) -> Payload:
    payload: Payload = {"houses": list(battle.houses)}
    if battle.plays is not None:
        payload["plays"] = [_play_payload(play) for play in battle.plays]
    else:
        by_house = {
            house: {str(at): count for at, count in counts.items() if count}
            for house, counts in battle.captains.items()
        }
        payload |= {
            "tracker": battle.tracker or 0,
            "captains": {house: counts for house, counts in by_house.items() if counts},
        }
    payload |= {"bonus": battle.bonus} if battle.bonus else {}
    betrayal = unused_betrayals(battle)
    return payload | ({"betrayal": betrayal} if betrayal else {})


def _play_payload(play: Any) -> Payload:
    payload: Payload = {"seat": play.seat, "house": play.house}
    if play.soldier is None:
        return payload | {"spaces": play.spaces}
    return payload | {"soldier": play.soldier} | ({"space": play.space} if play.space else {})


# The fields of a typed year: the values in the form, else those recorded.


@dataclass(frozen=True)
class Count:
    """The field for one player’s captains on one side."""

    field: str
    value: str
    name: str


@dataclass(frozen=True)
class Typed:
    """The fields of one battle; `by` is the tracker’s distance, `side` whose side it favours, `counts` are the captains
    on either side.
    """

    key: str
    houses: Sequence[str]
    by: str
    side: str
    bonus: str
    counts: Sequence[Sequence[Count]]

    @property
    def number(self) -> int:
        return int(self.key.split("-")[1]) + 1


def shown(
    form: QueryDict, year: int, battle: int, seats: Sequence[str], known: Contest | None, houses: Sequence[str]
) -> Typed:
    """Return a battle’s fields: as typed, else as recorded, else empty; `houses` is the pair where it is decided
    already.
    """
    prefix = key(year, battle)
    pair = known.houses if known else houses
    counts = [
        [_count(form, f"c-{prefix}-{side}-{at}", name, known, side, at) for at, name in enumerate(seats)]
        for side in (0, 1)
    ]
    tracker = known.tracker if known and known.tracker is not None else None
    return Typed(
        key=prefix,
        houses=[form.get(f"h-{prefix}-{side}", pair[side] if pair else "") for side in (0, 1)],
        by=form.get(f"by-{prefix}", "" if tracker is None else str(abs(tracker)))[:4],
        side=form.get(f"for-{prefix}", "1" if (tracker or 0) < 0 else "0")[:1],
        bonus=form.get(f"bonus-{prefix}", known.bonus if known else "")[:200],
        counts=counts,
    )


def _count(form: QueryDict, field: str, name: str, known: Contest | None, side: int, at: int) -> Count:
    standing = known.captains.get(known.houses[side], {}).get(at, 0) if known else 0
    return Count(field, form.get(field, str(standing or ""))[:4], name)


def _years(state: MatchState, names: Sequence[str], form: QueryDict) -> Iterator[dict[str, Any]]:
    """Yield the years from the open one on; battles of the open year show what is recorded."""
    sheet = sheet_of(state)
    for year in range(sheet.number, YEARS + 1):
        known = sheet.open.battles if sheet.open and year == sheet.number else ()
        yield {
            "number": year,
            "key": str(year),
            "is_first": year == sheet.number,
            "captains": CAPTAINS[year - 1],
            "first": form.get(f"first-{year}", ""),
            "passed": form.get(f"passed-{year}", ""),
            "battles": [
                shown(form, year, at, names, known[at] if at < len(known) else None, ()) for at in range(sheet.fights)
            ],
        }


def _small(form: QueryDict, field: str, most: int) -> int:
    text = form.get(field, "")
    return int(text) if text in map(str, range(1, most + 1)) else most


class DogsOfWarPaper(Paper):
    rows = "years"

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        sheet, names = sheet_of(state), shortened(state.names)
        context = {
            "years": [] if sheet.finished else list(_years(state, names, form)),
            "houses": sheet.houses,
            "fights": sheet.fights,
            "seats": sheet.seats,
            "players": [(str(seat), state.names[seat], names[seat]) for seat in sheet.active_seats],
            "done": len(sheet.years),
            "is_over": sheet.finished,
            "last_year": YEARS,
        }
        return Screen("games/dogs_of_war/paper.html", context)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """Return one entry per filled-in year, in order. Raises Unreadable where a value is missing, a year is skipped,
        or nothing is filled in.
        """
        fights, seats = _small(form, "fights", 3), _small(form, "seats", 5)
        wanted = [year for year in range(1, YEARS + 1) if not is_empty(form, year, fights)]
        if not wanted:
            raise Unreadable(_("Nothing is filled in yet. Start with the first year."))
        shown = [year for year in range(1, YEARS + 1) if f"by-{key(year, 0)}" in form]
        years = []
        for year, expected in zip(wanted, shown, strict=False):
            if year != expected:
                raise Unreadable(_("A year before this one is empty. Fill the sheet in from the top."), f"year-{year}")
            battles = [contest(form, year, at, seats) for at in range(fights)]
            years.append(("year", {"battles": battles, **about(form, year)}))
        return numbered(form, years)

    def describe_error(self, state: MatchState, error: RuleError) -> tuple[str, str]:
        """Return the refusal in words, and the field of the year it belongs to ("" for none)."""
        sentence = error.sentence(shortened(state.names))
        return sentence, "" if error.round is None else f"year-{error.round}"


PAPER = DogsOfWarPaper()
