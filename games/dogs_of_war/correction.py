"""Correcting an old year: the form with the current values, and the one revision it makes (HR-DD-15)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import minus
from games.base import correction
from games.base.correction import UNCHANGED, Changes, Correction, entries_of
from games.base.display import Screen
from games.base.form_parsing import Keys, PadRow, Step, entry_id, numbers, pad, reason, words
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.dogs_of_war import paper, tally_correction
from games.dogs_of_war.full_year import MOST_CAPTAINS
from games.dogs_of_war.open_year import Payload, sheet_of
from games.dogs_of_war.paper import key
from games.dogs_of_war.sheet import of_year
from games.dogs_of_war.wording import CAPTAIN, SOLDIERS, contest
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from scoring.base import RuleError, Sheet
from scoring.dogs_of_war.battle import TRACK, BattleLine, YearLine
from scoring.dogs_of_war.sheet import DogsOfWarSheet

# The key pads for correcting an old year: houses, tracker, captains and bonus of each battle, or its plays.


SIDES = (gettext_lazy("On the left"), gettext_lazy("On the right"))


@dataclass(frozen=True)
class Battle:
    """One battle: its rows of pads, and, where it is recorded by plays, the seats (as text) that played Betrayal."""

    key: str
    number: int
    houses: Sequence[str]
    rows: Sequence[PadRow]
    betrayal: Sequence[str]
    is_by_plays: bool


def battles(line: YearLine, names: Sequence[str], houses: Sequence[str], form: QueryDict) -> list[Battle]:
    """Return every battle of a closed year."""
    return [_battle(line.number, at, battle, names, houses, form) for at, battle in enumerate(line.battles)]


def who(line: YearLine, names: Sequence[str], form: QueryDict) -> list[PadRow]:
    """Return the rows for the first player and the first to pass."""
    keys, year = [("", _("not recorded")), *_players(names)], line.number
    about = (("first", _("First player"), line.first_player), ("passed", _("First to pass"), line.first_to_pass))
    return [PadRow(field, label, [pad(f"{field}-{year}", _("Who"), seat, keys, form)]) for field, label, seat in about]


def _battle(
    year: int, at: int, battle: BattleLine, names: Sequence[str], houses: Sequence[str], form: QueryDict
) -> Battle:
    prefix, contest = key(year, at), battle.contest
    sides = [form.get(f"h-{prefix}-{side}", house) for side, house in enumerate(contest.houses)]
    is_by_plays = contest.plays is not None
    pair = [pad(f"h-{prefix}-{side}", str(SIDES[side]), contest.houses[side], words(houses), form) for side in (0, 1)]
    bonus = pad(f"bonus-{prefix}", _("Bonus"), contest.bonus, _bonuses(), form, _("Other"))
    rows = [PadRow("houses", _("Houses"), pair)]
    if is_by_plays:
        rows += _plays(prefix, battle, names, sides, form)
    else:
        rows += [_tracker(prefix, contest.tracker or 0, sides, form), *_captains(prefix, battle, names, sides, form)]
    sent = form.getlist(f"b-{prefix}") if "entry" in form else [str(seat) for seat in contest.betrayal]
    return Battle(prefix, at + 1, contest.houses, [*rows, PadRow("bonus", _("Bonus"), [bonus])], sent, is_by_plays)


def _tracker(prefix: str, tracker: int, sides: Sequence[str], form: QueryDict) -> PadRow:
    pads = [
        pad(f"by-{prefix}", _("Spaces"), abs(tracker), numbers(TRACK), form),
        pad(f"for-{prefix}", _("Towards"), int(tracker < 0), _sides(sides), form),
    ]
    return PadRow("tracker", _("Tracker"), pads)


def _captains(
    prefix: str, battle: BattleLine, names: Sequence[str], sides: Sequence[str], form: QueryDict
) -> Iterator[PadRow]:
    """Yield a row per player: the number of captains with either house."""
    for seat, name in enumerate(names):
        there = [battle.contest.captains.get(house, {}).get(seat, 0) for house in battle.contest.houses]
        fields = [f"c-{prefix}-{side}-{seat}" for side in (0, 1)]
        pads = [
            pad(field, _("Captains, {house}").format(house=house), count, numbers(max(MOST_CAPTAINS, count)), form)
            for field, house, count in zip(fields, sides, there, strict=True)
        ]
        yield PadRow(str(seat), name, pads)


def _plays(
    prefix: str, battle: BattleLine, names: Sequence[str], sides: Sequence[str], form: QueryDict
) -> Iterator[PadRow]:
    """Yield a row per play: who, for which house, with what."""
    for at, play in enumerate(battle.contest.plays or ()):
        row, side = f"{prefix}-{at}", battle.contest.houses.index(play.house)
        pads = [
            pad(f"who-{row}", _("Who"), play.seat, _players(names), form),
            pad(f"side-{row}", _("For"), side, _sides(sides), form),
            pad(f"what-{row}", _("What"), play.soldier or play.spaces, _plays_with(), form),
        ]
        yield PadRow(row, _("Play {number}").format(number=at + 1), pads)


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


def year_of(state: MatchState, number: int) -> YearLine | None:
    """The closed year of this number (from 1); None where it is not closed."""
    years = sheet_of(state).years
    return years[number - 1] if 1 <= number <= len(years) else None


def closing(state: MatchState, number: int) -> Entry | None:
    """The entry that closed the year, which a correction revises; None where the year is not closed."""
    return entries_of(state, number)[-1] if year_of(state, number) else None


def _payload(state: MatchState, line: YearLine, form: QueryDict) -> Payload:
    battles = [
        paper.contest(form, line.number, at, sheet_of(state).seats, battle.contest)
        for at, battle in enumerate(line.battles)
    ]
    return {"battles": battles, **paper.about(form, line.number)}


def _about(line: YearLine) -> Payload:
    first = {} if line.first_player is None else {"first_player": line.first_player}
    return first | ({} if line.first_to_pass is None else {"first_to_pass": line.first_to_pass})


def _of(sheet: Sheet) -> DogsOfWarSheet:
    assert isinstance(sheet, DogsOfWarSheet)
    return sheet


def _differing(old: DogsOfWarSheet, new: DogsOfWarSheet, names: Sequence[str]) -> Iterator[str]:
    for was, now in zip(old.years, new.years, strict=False):
        for at, (before, after) in enumerate(zip(was.battles, now.battles, strict=True), 1):
            if before.contest != after.contest:
                yield _("Year {number}, battle {at}: {contest}.").format(
                    number=now.number, at=at, contest=contest(names, after.contest)
                )
    if len(old.years) != len(new.years):
        words = ngettext(
            "{count} year on the sheet, before {before}.",
            "{count} years on the sheet, before {before}.",
            len(new.years),
        )
        yield words.format(count=len(new.years), before=len(old.years))


def _moved(old: DogsOfWarSheet, new: DogsOfWarSheet) -> Iterator[str]:
    for house, value in new.values.items():
        if old.values[house] != value:
            words = _("{house} is worth {value}, before {before}.")
            yield words.format(house=house, value=minus(value), before=minus(old.values[house]))


def _boxes(old: DogsOfWarSheet, new: DogsOfWarSheet, names: Sequence[str]) -> Iterator[str]:
    pairs = ((now.number, was, now) for was, now in zip(old.years, new.years, strict=False))
    return correction.marks("year", pairs, names, has_circle=False)


def _called(old: DogsOfWarSheet, new: DogsOfWarSheet, names: Sequence[str]) -> Iterator[str]:
    callouts = [[callout for line in sheet.years for callout in of_year(line, names)] for sheet in (old, new)]
    gone, come = _("Gone: {callout} in year {year}. {words}"), _("New: {callout} in year {year}. {words}")
    for sentence, mine, other in ((gone, callouts[0], callouts[1]), (come, callouts[1], callouts[0])):
        for callout in mine:
            if callout not in other:
                yield sentence.format(callout=callout.label, year=callout.at, words=callout.words)


class DogsOfWarCorrection(Correction):
    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        """Return the form of the round, filled in; None if the round is neither a closed year nor the final tally."""
        if tally_correction.is_tally_round(state, number):
            return tally_correction.screen(state, number, form)
        line, names = year_of(state, number), shortened(state.names)
        if line is None:
            return None
        context = {
            "year": number,
            "battles": battles(line, names, sheet_of(state).houses, form),
            "players": [(str(seat), state.names[seat], names[seat]) for seat in sheet_of(state).active_seats],
            "who": who(line, names, form),
            "word": "year",
            "strip": [Step(year.number, str(year.number)) for year in sheet_of(state).years],
            "note": form.get("note", ""),
        }
        return Screen("games/dogs_of_war/correction.html", context)

    def drafts(self, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
        """Return a revision of the closing entry with the whole year; for the final tally, a revision of a tally or of
        the house values. Raises Unreadable where a number is missing or nothing differs.
        """
        if tally_correction.is_tally_round(state, number):
            return tally_correction.drafts(state, number, form)
        line, entry = year_of(state, number), closing(state, number)
        if line is None or entry is None:
            raise Unreadable(_("This year is not over yet: correct it at the table."))
        payload, key = _payload(state, line, form), entry_id(form, number)
        payload_now = paper.year_payload(line) | _about(line)
        if payload == payload_now and key not in {each.id for each in state.history}:
            raise Unreadable(UNCHANGED)
        gained = {str(seat): count for seat, count in line.gained.items()}
        whole = payload | ({"gained": gained} if gained else {})
        return [Draft("year", entry.number, whole, id=key, note=reason(form))]

    def changes(self, state: MatchState, before: Sheet, after: Sheet) -> Changes:
        """Return the differences in totals, house values and call-outs; the figures of a secret tally are left out."""
        old, new, names = _of(before), _of(after), shortened(state.names)
        return Changes(
            correction.headline(old, new, for_trophy=state.match.for_trophy),
            " ".join([*_differing(old, new, names), *tally_correction.differing(old, new, names)]),
            correction.totals(state, old, new, new.active_seats),
            list(correction.prizes(state, old, new, names)),
            [*_moved(old, new), *_boxes(old, new, names), *_called(old, new, names)],
        )

    def describe_error(self, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
        """Return the refusal in words, and the form field it belongs to ("" for none); an error in a later year names
        that year.
        """
        if tally_correction.is_tally_round(state, number):
            return tally_correction.describe_error(state, error)
        sentence = error.sentence(shortened(state.names))
        if error.round is not None and error.round != number:
            return _("Year {round} would no longer be possible. {sentence}").format(
                round=error.round, sentence=sentence
            ), ""
        if error.round is None:
            return _("What ended the match would no longer be possible; undo that first. {sentence}").format(
                sentence=sentence
            ), ""
        return sentence, error.field or ""

    def insertion_line(self, state: MatchState, number: int, *, is_first: bool = False) -> int | None:
        """The number of the first entry of a closed year, or of the final tally; None otherwise."""
        if tally_correction.is_tally_round(state, number):
            return tally_correction.insertion_line(state)
        return entries_of(state, number)[0].number if year_of(state, number) else None


CORRECTION = DogsOfWarCorrection()
