"""The open year: its forms parsed, the sheet with its half-entered battles, and the parts of its screens."""

import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.form_parsing import WHOLE, entry_id, free_number, line_number, moment, undo_form
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.dogs_of_war import tally, wording
from games.dogs_of_war.result import Houses, battle_track, house_tracks
from games.dogs_of_war.wording import bonus, in_words
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError, with_names
from scoring.dogs_of_war import DOGS_OF_WAR, DogsOfWarSheet, next_step
from scoring.dogs_of_war.battle import TRACK, BattleLine, glory, start_value
from scoring.dogs_of_war.step import YearStep
from scoring.records import entry_from_json

# Parsing the table’s forms of a year: its pairs, a battle’s tracker and captains, a play; and the entries they make.


Payload = dict[str, Any]
Entry = tuple[str, Payload]

CAPTAINS = re.compile(r"cap-([0-9])-([01])-([0-9]{1,2})", re.ASCII)
PLACE = re.compile(r"place-([0-5])", re.ASCII)
NUMBER = re.compile(r"-?[0-9]{1,3}", re.ASCII)
SIDE = re.compile(r"([01]):([a-z_]{1,20})", re.ASCII)
BATTLES = range(3)


def drafts(form: QueryDict) -> list[Draft]:
    """Return the entries the form holds, in the order they are written. Raises Unreadable."""
    what = form.get("what", "")
    if what in READ:
        return numbered(form, READ[what](form))
    return list(tally.drafts(form))


def numbered(form: QueryDict, entries: Sequence[Entry]) -> list[Draft]:
    """Return the entries as drafts on consecutive lines; the first has the id in the form, the others ids derived from
    it.
    """
    first, at = line_number(form), moment(form)
    return [
        Draft(kind, first + place, payload, id=entry_id(form, place), recorded_at=at)
        for place, (kind, payload) in enumerate(entries)
    ]


def number(form: QueryDict, field: str) -> int | None:
    """Return the number in a field, which may be negative; None for an empty field. Raises Unreadable."""
    text = form.get(field, "").strip().replace("\N{MINUS SIGN}", "-")
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise Unreadable(WHOLE, field)
    return int(text)


def seat(form: QueryDict, field: str) -> int | None:
    """Return the seat in a field; None for an empty field. Raises Unreadable."""
    text = form.get(field, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise Unreadable(_("Tap one of the players."), field)
    return int(text)


# -- The pairs ---------------------------------------------------------------------------------------------------------


def tapped_places(form: QueryDict) -> dict[int, int] | None:
    """Return the place (from 1) by house index, 0 for a house without one; None where the form has no such field."""
    fields = [field for field in map(PLACE.fullmatch, form) if field]
    return {int(field[1]): _small(form.get(field[0], "")) for field in fields} if fields else None


def _small(text: str) -> int:
    return int(text) if text in ("1", "2", "3", "4", "5", "6") else 0


def _pairing(form: QueryDict) -> list[Entry]:
    pairs = [pair for pair in (houses(form, battle) for battle in BATTLES) if any(pair)]
    if not pairs or not all(house for pair in pairs for house in pair):
        raise Unreadable(_("Every battle needs two houses. Tap the ones that are missing."), "houses")
    first = seat(form, "first")
    bonuses = [bonus(form, battle) for battle in range(len(pairs))]
    payload: Payload = {"houses": [list(pair) for pair in pairs]}
    payload |= {} if first is None else {"first_player": first}
    return [("pairing", payload | ({"bonuses": bonuses} if any(bonuses) else {}))]


# -- Battles by their final position -----------------------------------------------------------------------------------


def houses(form: QueryDict, battle: int) -> tuple[str, str]:
    """The two houses of a battle, as the page sent them."""
    return form.get(f"houses-{battle}-0", ""), form.get(f"houses-{battle}-1", "")


def battle(form: QueryDict, at: int) -> Payload | None:
    """Return the payload of a battle’s tracker and captains; None where the form holds nothing of it. Raises
    Unreadable.
    """
    tracker = number(form, f"tracker-{at}")
    sides: tuple[Payload, Payload] = ({}, {})
    for field in map(CAPTAINS.fullmatch, form):
        if field and int(field[1]) == at and (count := number(form, field[0])):
            sides[int(field[2])][str(int(field[3]))] = count
    if tracker is None and not any(sides):
        return None
    captains = {house: counts for house, counts in zip(houses(form, at), sides, strict=True) if counts}
    payload: Payload = {"battle": at, "tracker": tracker or 0, "captains": captains}
    betrayal = [int(text) for text in form.getlist(f"betrayal-{at}") if text.isascii() and text.isdecimal()]
    return payload | ({"betrayal": betrayal} if betrayal else {})


def battle_key(payload: Payload | None) -> str:
    """Return a battle as one string, for comparison with the recorded one; "" for None."""
    if payload is None:
        return ""
    sides = (
        f"{house}={seat}x{count}" for house, counts in payload["captains"].items() for seat, count in counts.items()
    )
    return f"{payload['tracker']}/{'/'.join(sorted(sides))}"


def is_new(form: QueryDict, at: int) -> bool:
    """Whether the form has values for this battle that are not recorded yet. Raises Unreadable."""
    now = battle_key(battle(form, at))
    return bool(now) and now != form.get(f"was-{at}", "")


def _year(form: QueryDict) -> list[Entry]:
    entries: list[Entry] = []
    for at in BATTLES:
        payload = battle(form, at)
        if payload is not None and is_new(form, at):
            entries.append(("battle", payload))
    first, known = seat(form, "passed"), form.get("was-passed", "")
    if first is not None and not known:
        entries.append(("pass", {"seat": first}))
    if "close" in form:
        is_other = first is not None and known not in ("", str(first))
        entries.append(("year", {"first_to_pass": first} if is_other else {}))
    if not entries:
        raise Unreadable(_("Nothing has changed. Set a tracker or place a captain first."))
    return entries


def lines(form: QueryDict, *, closes: bool) -> int:
    """Return how many entries the main button of a year’s form writes; 1 where the form cannot be read."""
    query = form.copy()
    if closes:
        query["close"] = "1"
    try:
        return len(_year(query))
    except Unreadable:
        return 1


# -- Battles by plays --------------------------------------------------------------------------------------------------


def _plays(form: QueryDict) -> list[Entry]:
    if "close" in form:
        empty = [int(text) for text in form.getlist("empty") if text in ("0", "1", "2")]
        return [*(("battle", {"battle": at, "tracker": 0, "captains": {}}) for at in empty), ("year", {})]
    who, at = seat(form, "who"), seat(form, "battle")
    if who is None or at is None:
        raise Unreadable(_("Tap who plays first."), "who")
    if "pass" in form:
        return [("pass", {"seat": who})]
    play = SIDE.fullmatch(form.get("play", ""))
    if play is None:
        raise Unreadable(_("Tap the soldier that was played."), "play")
    payload: Payload = {"battle": at, "seat": who, "house": houses(form, at)[int(play[1])], "soldier": play[2]}
    return [("play", payload | ({"space": form["space"]} if form.get("space") else {}))]


READ: Mapping[str, Callable[[QueryDict], list[Entry]]] = {"pairing": _pairing, "year": _year, "plays": _plays}


# The open year: the sheet with the half-entered battles, and the parts that all screens of a year share.


DOWN, UP = 4, 8  # how far a house can fall and rise in four years


@dataclass(frozen=True)
class Head:
    """The head of a year’s screen: its number, what each player gets, who is first and why, and what the year pays so
    far.
    """

    number: int
    years: int
    gets: str
    first: str
    why: str
    vp: str


@dataclass(frozen=True)
class Strip:
    """A battle in two lines and a drawing, in a fixed position on the page."""

    battle: int
    houses: Sequence[str]
    captains: Sequence[str]
    track: SafeString
    bold: str
    rest: str
    is_now: bool = False

    @property
    def number(self) -> int:
        return self.battle + 1


def sheet_of(state: MatchState) -> DogsOfWarSheet:
    return state.sheet_as(DogsOfWarSheet)


def sheet_with_form(state: MatchState, form: QueryDict) -> tuple[DogsOfWarSheet, str]:
    """Return the sheet with the battles of the form added, and the first error among them ("" for none)."""
    sheet, wrong = sheet_of(state), ""
    for at in range(sheet.fights):
        try:
            if (payload := battle(form, at)) is not None and is_new(form, at):
                sheet = DOGS_OF_WAR.play(sheet, entry_from_json(DOGS_OF_WAR, "battle", payload))
        except (Unreadable, RuleError) as error:
            message = error.sentence(shortened(state.names)) if isinstance(error, RuleError) else error.message
            wrong = wrong or message
    return sheet, wrong


def step_of(sheet: DogsOfWarSheet) -> YearStep:
    """The engine’s next step while a year is open."""
    step = next_step(sheet)
    assert isinstance(step, YearStep)  # a year is open while the table asks for its battles
    return step


def head(step: YearStep, names: Sequence[str]) -> Head:
    """Return the head of the screen."""
    coins = step.coins_in_year_1 if step.coins_in_year_1 is not None else step.coins
    first = "" if step.first_player is None else _("{player} is first").format(player=names[step.first_player])
    token = step.token_holder is not None and step.token_holder == step.first_player
    return Head(
        number=step.number,
        years=step.years,
        gets=_each(step.captains, coins),
        first=first,
        why=_("passed first last year") if token else "",
        vp=wording.vp_text(step.points, names),
    )


def _each(captains: int, coins: int) -> str:
    words = ngettext("{captains}, {count} coin each", "{captains}, {count} coins each", coins)
    return words.format(captains=wording.captains_in_words(captains), count=coins)


def strips(sheet: DogsOfWarSheet, step: YearStep, names: Sequence[str], chosen: int | None) -> list[Strip]:
    """Return one strip per battle; `chosen` is the one being edited."""
    return [strip(sheet, each.battle, each.line, names, is_now=each.battle == chosen) for each in step.battles]


def strip(
    sheet: DogsOfWarSheet, at: int, line: BattleLine | None, names: Sequence[str], *, is_now: bool = False
) -> Strip:
    """Return one battle; an empty strip where `line` is None, because its houses are not paired yet."""
    zone = glory(sheet.options)
    if line is None:
        return Strip(at, ("", ""), ("", ""), battle_track(None, zone), "", "", is_now)
    words = [wording.captains(line.captains[house], names) for house in line.houses]
    if not line.contest.recorded:
        rest = _("Bonus: {bonus}.").format(bonus=in_words(line.contest.bonus)) if line.contest.bonus else ""
        return Strip(at, line.houses, words, battle_track(0, zone), _("Not fought yet."), rest, is_now)
    track = battle_track(line.tracker, zone)
    return Strip(at, line.houses, words, track, wording.outcome(line), wording.rewards_text(line, names), is_now)


def houses_now(sheet: DogsOfWarSheet, step: YearStep) -> Houses:
    """Return the tracks of all houses, from their value before the year to the one it leads to."""
    start = start_value(sheet.options)
    return house_tracks(step.before, step.values, start - DOWN, start + UP)


def context(state: MatchState, sheet: DogsOfWarSheet, step: YearStep, form: QueryDict) -> dict[str, Any]:
    """Return the context shared by the screens for pairs, battles and plays."""
    drawn = houses_now(sheet, step)
    return {
        "table": {"title": _("Year {number}").format(number=step.number)},
        "head": head(step, shortened(state.names)),
        "houses": drawn,
        "unlikely": [with_names(each.message, shortened(state.names)) for each in sheet.unlikely_now],
        "is_touched": any(line.moved for line in drawn.houses),
        "year": step.number,
        "entry_id": uuid.uuid4(),
        "last": form.get("last", "")[:20],
        "number": free_number(state),
        "forms": undo_form(state),
    }


# The keys that move the tracker: `15 · ←5 · ←1 · now · 1→ · 5→ · 15`.


@dataclass(frozen=True)
class TrackerKey:
    """A key beside the tracker: it moves the tracker by `add`, or sets it to `set`; `then` is the position after it."""

    label: str
    aria_label: str
    then: int
    add: int = 0
    set: int | None = None
    is_left: bool = False


def tracker_keys(houses: Sequence[str], tracker: int) -> tuple[Sequence[TrackerKey], Sequence[TrackerKey]]:
    """Return the keys towards the house on the left, and those towards the one on the right; no position is more than
    four taps away.
    """
    left, right = houses
    return (
        [_end(TRACK, left), _towards(5, left, tracker), _towards(1, left, tracker)],
        [_towards(-1, right, tracker), _towards(-5, right, tracker), _end(-TRACK, right)],
    )


def _end(at: int, house: str) -> TrackerKey:
    return TrackerKey(
        str(TRACK), _("{spaces} for {house}").format(spaces=TRACK, house=house), at, set=at, is_left=at > 0
    )


def _towards(add: int, house: str, tracker: int) -> TrackerKey:
    then = max(-TRACK, min(TRACK, tracker + add))
    return TrackerKey(
        str(abs(add)),
        _("{spaces} towards {house}").format(spaces=abs(add), house=house),
        then,
        add=add,
        is_left=add > 0,
    )
