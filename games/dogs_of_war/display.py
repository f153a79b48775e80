"""Dogs of War for people who only watch: the years, call-outs, the wall board."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubs.language.locales import comma_separated
from clubs.language.terms import capital
from games.base.display import Display, Finish, Now, Screen, behind, margin
from games.base.names import listed, shortened
from games.base.wording import over_unplayed, so_many
from games.dogs_of_war import sheet, wording
from games.dogs_of_war.open_year import sheet_of, step_of
from games.dogs_of_war.result import pad, wall_track
from games.dogs_of_war.wording import captains_in_words
from games.entries.match_state import MatchState
from scoring.dogs_of_war import DOGS_OF_WAR
from scoring.dogs_of_war.battle import BattleLine, glory
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet

# The state of a match: in a few words for lists, in a sentence or two for the head of its sheet.


def length(state: MatchState) -> int:
    """The number of rounds: four years; the rounds recorded once the tally is complete."""
    sheet = sheet_of(state)
    return len(sheet.lines) if sheet.complete else YEARS


def state_in_words(state: MatchState) -> str:
    """Return the state in a few words: `year 3 of 4`, `final tally`, `over after 4 years`."""
    sheet = sheet_of(state)
    if sheet.complete or state.match.abandoned_at:
        years = _years(sheet)
        return _("over after {years}").format(years=years) if years else over_unplayed()
    if sheet.finished:
        return _("final tally")
    return _("year {number} of {years}").format(number=sheet.number, years=YEARS)


def waits(state: MatchState) -> str:
    """Return what the table waits for: the pairs, the battles or the end of a year, or the final tally."""
    sheet = sheet_of(state)
    if sheet.finished:
        return _("Waits for the final tally")
    step = step_of(sheet)
    if step.free:
        return _("Waits for the pairs")
    return _("Waits for the end of the year") if step.may_close else _("Waits for the battles")


def standing(state: MatchState) -> str:
    """Return how many years are over and what is open, or who won."""
    sheet, names = sheet_of(state), shortened(state.names)
    if state.match.abandoned_at:
        if not sheet.years:
            return _("No year played, ended without a result.")
        return _("{years} played, then ended without a result.").format(years=capital(_years(sheet)))
    if sheet.complete:
        words = ngettext("{names} takes the war.", "{names} share the war.", len(sheet.winners))
        return f"{words.format(names=listed(names[seat] for seat in sheet.winners))} {_written(sheet)}"
    if sheet.finished:
        missing = _("Still behind the screen: {names}.").format(names=listed(names[seat] for seat in sheet.missing))
        return f"{_written(sheet)} {missing}"
    words = _("{years} of {all} fought; {now}.") if sheet.years else _("No year fought yet; {now}.")
    return words.format(years=capital(_years(sheet)), all=YEARS, now=_now(sheet, names))


def _years(sheet: DogsOfWarSheet) -> str:
    if sheet.declared and not sheet.years:
        return _("the final result only")
    return so_many("year", len(sheet.years)) if sheet.years else ""


def _written(sheet: DogsOfWarSheet) -> str:
    if not sheet.years:
        return _("Only the final result was entered.")
    if len(sheet.years) == YEARS:
        return _("All four years are over.")
    return _("{years} entered.").format(years=capital(_years(sheet)))


def _now(sheet: DogsOfWarSheet, names: list[str]) -> str:
    step = step_of(sheet)
    if step.free:
        return _("year {number} begins").format(number=step.number)
    recorded = sum(each.fixed for each in step.battles)
    words = ngettext(
        "year {number}: {done} of {count} battle recorded",
        "year {number}: {done} of {count} battles recorded",
        len(step.battles),
    )
    clauses = [words.format(number=step.number, done=recorded, count=len(step.battles))]
    if step.captains_left_total:
        clauses.append(wording.captains_out(step.captains_left_total))
    if step.first_player is not None:
        clauses.append(_("{player} is first").format(player=names[step.first_player]))
    return comma_separated(clauses)


def ending(state: MatchState) -> list[str]:
    """Return a sentence where players tied at the top share the victory (HR-DW-01); else []."""
    sheet, names = sheet_of(state), shortened(state.names)
    if len(sheet.winners) < 2:
        return []
    who = listed(names[seat] for seat in sheet.winners)
    return [_("{names} are level at the top and share the victory.").format(names=who)]


# The wall board: the VP won in battle, never the tokens behind the screens; the current battles; the house values.


TEMPLATE = "games/dogs_of_war/wall.html"
COVERED = gettext_lazy("VP won in battle. Screens stay up until the tally.")
UNCOVERED = gettext_lazy("All tallies are uncovered.")
PLACES = (
    pgettext_lazy("place", "first"),
    pgettext_lazy("place", "second"),
    pgettext_lazy("place", "third"),
    pgettext_lazy("place", "fourth"),
    pgettext_lazy("place", "fifth"),
)


@dataclass(frozen=True)
class WallRow:
    """One player’s line of the board; `last` are the points of the latest year."""

    name: str
    sub: str
    last: int | None
    total: int
    mark: str

    @property
    def is_long(self) -> bool:
        return len(self.name) > 22


@dataclass(frozen=True)
class Track:
    """One battle: the tracker’s distance is in `left` or `right`, on the side it favours; the other is ""."""

    houses: Sequence[str]
    left: str
    right: str
    drawing: SafeString


def wall(state: MatchState) -> Screen:
    """Return the screen of the wall board."""
    sheet, names = sheet_of(state), shortened(state.names)
    context = {
        "css": "wall-war",
        "footer": UNCOVERED if sheet.complete else COVERED,
        "rows": [_wall_row(sheet, state.names[seat], seat) for seat in sheet.active_seats],
        "now": _now_on_wall(sheet, names),
        "tracks": [_track(sheet, line) for line in _battles(sheet)],
        "tracks_of": _whose(sheet),
        "values": list(_values(sheet).items()),
        "tally": _tally(sheet, names),
        "winners": listed(names[seat] for seat in sheet.winners) if sheet.winners else "",
        "is_over": sheet.complete,
    }
    return Screen(TEMPLATE, context)


def _wall_row(sheet: DogsOfWarSheet, name: str, seat: int) -> WallRow:
    place = {seat: rank.place for rank in DOGS_OF_WAR.ranks(sheet) for seat in rank.seats}[seat]
    line = sheet.lines[-1] if sheet.lines else None
    words = [str(PLACES[place - 1])] if line else []
    if not sheet.finished and step_of(sheet).first_player == seat:
        words.append(_("first player"))
    top = max(sheet.totals.values())
    mark = "top" if line and sheet.totals[seat] == top and (top > 0 or sheet.complete) else ""
    last = line.points[seat] if line and not sheet.complete else None
    return WallRow(name, comma_separated(words), last, sheet.totals[seat], mark)


def _now_on_wall(sheet: DogsOfWarSheet, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the year on the table; None once all years are over."""
    if sheet.finished:
        return None
    step = step_of(sheet)
    first = "" if step.first_player is None else names[step.first_player]
    return {"number": step.number, "years": step.years, "captains": captains_in_words(step.captains), "first": first}


def _battles(sheet: DogsOfWarSheet) -> list[BattleLine]:
    """Return the battles of the open year; between two years those of the last one."""
    if sheet.open is not None:
        return [each.line for each in step_of(sheet).battles if each.line]
    return list(sheet.years[-1].battles) if sheet.years else []


def _whose(sheet: DogsOfWarSheet) -> str:
    return (
        _("The battles now")
        if sheet.open is not None
        else _("The battles of year {years}").format(years=len(sheet.years))
    )


def _track(sheet: DogsOfWarSheet, line: BattleLine) -> Track:
    far = str(line.margin)
    left, right = (far if line.tracker > 0 else ""), (far if line.tracker < 0 else "")
    return Track(line.houses, left, right, wall_track(line.tracker, glory(sheet.options)))


def _values(sheet: DogsOfWarSheet) -> dict[str, int]:
    """Return the house values, including what the open year has changed so far."""
    return dict(sheet.values if sheet.finished else step_of(sheet).values)


def _tally(sheet: DogsOfWarSheet, names: Sequence[str]) -> str:
    """Return who is still counting, without any figures; "" before and after the tally."""
    if not sheet.finished or sheet.complete:
        return ""
    return _("Still counting: {names}.").format(names=listed(names[seat] for seat in sheet.missing))


class DogsOfWarDisplay(Display):
    round_word = "year"

    length = staticmethod(length)
    state = staticmethod(state_in_words)
    waits = staticmethod(waits)

    def place(self, state: MatchState) -> str:
        return state_in_words(state) if state.sheet.finished else super().place(state)

    def now(self, state: MatchState) -> Now:
        return Now(sheet_of(state).number, 0 if state.sheet.finished else YEARS)

    standing = staticmethod(standing)
    callouts = staticmethod(sheet.call_outs)
    sheet = staticmethod(sheet.sheet)
    wall = staticmethod(wall)
    ending = staticmethod(ending)


DISPLAY = DogsOfWarDisplay()


# The result in words for the finish page, and the tally pad.


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page, with where most of each player’s points came from, and the tally pad."""
    sheet = state.sheet_as(DogsOfWarSheet)
    reasons = {seat: f"{words} {_most(sheet, seat)}".strip() for seat, words in behind(state).items()}
    short = replace(pad(state), heads=[(name, "") for name in shortened(state.names)])
    why = ending(state) or [_most(sheet, seat) for seat in sheet.winners]
    return Finish(margin(state), why, reasons, Screen("games/dogs_of_war/finish.html", {"pad": short}))


def _most(sheet: DogsOfWarSheet, seat: int) -> str:
    row = sheet.breakdown[seat]
    parts = {
        _("{points} from VP tokens."): row.vp,
        _("{points} from influence and the support card."): row.influence + row.support,
        _("{points} from coins and cards."): row.coins + row.cards,
    }
    words, points = max(parts.items(), key=lambda part: part[1])
    return words.format(points=points) if points > 0 else ""
