"""The result of a match: all tallies as on the pad, the houses, and who held which tokens (DW-41 to DW-47)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from clubs.language.locales import comma_separated, labelled, minus, signed
from games.base.display import Screen
from games.base.form_parsing import undo_form
from games.base.names import listed, shortened
from games.base.wording import in_words
from games.dogs_of_war.wording import last_step
from games.entries.drafts import people_of, when, who
from games.entries.match_state import MatchState, read
from games.models import Entry
from scoring.base import with_names
from scoring.dogs_of_war.battle import start_value
from scoring.dogs_of_war.entries import HouseValues, Tally
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet
from scoring.dogs_of_war.tally import SUPPORT_TOKENS

# Drawings of the tracks: a battle’s, from 15 through 0 to 15; a house’s, from its lowest to its highest value.
#
# Coordinates are percentages without a view box: bars stretch with the page, text and tokens keep their size. The SVG
# holds numbers and fixed markup only.


TRACK = 15
STEP, CENTRE = 3.2, 50.0
START, REACH = 5.0, 90.0
WALL_STEP = 19.0


@dataclass(frozen=True)
class Size:
    """The vertical layout of a battle track, in pixels; `peg` is the path of the tracker."""

    height: int
    bar: int
    thick: int
    text: int
    peg: str


STRIP = Size(50, 16, 14, 46, "M0 30 L-8 12 L-8 2 L8 2 L8 12 Z")
TALL = Size(66, 24, 22, 62, "M0 46 L-8 20 L-8 10 L8 10 L8 20 Z")


def at(tracker: int) -> str:
    """The x coordinate of a space of the battle track; the first house’s side is positive and lies on the left."""
    return f"{CENTRE - STEP * tracker:.2f}%"


def battle_track(
    tracker: int | None, glory: int = TRACK, *, trail: Iterable[int] = (), size: Size = STRIP
) -> SafeString:
    """Return the track of one battle, without a peg where `tracker` is None; `trail` are earlier positions, ticked
    above it, `glory` is the first space of a glorious victory.
    """
    peg = "" if tracker is None else _peg(tracker, size)
    ticks = "".join(_line("trail", at(place), size.bar - 10, size.bar) for place in trail)
    bottom = size.bar + size.thick
    centre = _line("centre", "50%", size.bar - 6, bottom + 2)
    svg = f'<svg class="btrack" width="100%" height="{size.height}" aria-hidden="true">'
    return SafeString(f"{svg}{_spaces(glory, size)}{_fill(tracker or 0, size)}{centre}{ticks}{peg}</svg>")


@cache
def _spaces(glory: int, size: Size) -> str:
    bottom = size.bar + size.thick
    wide = STEP * (TRACK - glory + 1)
    parts = [_rect("bar-track", 2, 96, size.bar, size.thick)]
    parts += [_rect("end-zone", x, wide, size.bar, size.thick) for x in (2, 98 - wide)]
    for place in range(-TRACK, TRACK + 1):
        if place % 5 == 0:
            parts.append(f'<text x="{at(place)}" y="{size.text}" text-anchor="middle">{abs(place)}</text>')
        if abs(place) == TRACK:
            continue
        five = place % 5 == 0
        top, end = (size.bar - 4, bottom + 2) if five else (size.bar, bottom)
        parts.append(_line("tick-5" if five else "tick", at(place), top, end))
    return "".join(parts)


def _fill(tracker: int, size: Size) -> str:
    left = CENTRE - STEP * max(tracker, 0)
    return _rect("bar-fill", left, STEP * abs(tracker), size.bar + 3, size.thick - 6) if tracker else ""


def _peg(tracker: int, size: Size) -> str:
    return f'<svg x="{at(tracker)}" y="0" overflow="visible"><path class="peg" d="{size.peg}"/></svg>'


def _rect(css: str, x: float, width: float, y: int, height: int) -> str:
    return f'<rect class="{css}" x="{x:.2f}%" y="{y}" width="{width:.2f}%" height="{height}"/>'


def _line(css: str, x: str, top: int, bottom: int) -> str:
    return f'<line class="{css}" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>'


@dataclass(frozen=True)
class House:
    """One house on its track: its value before and now, and the drawing."""

    name: str
    before: int
    value: int
    drawing: SafeString

    @property
    def moved(self) -> int:
        """How far the value has changed."""
        return self.value - self.before


@dataclass(frozen=True)
class Houses:
    """The tracks of all houses, and the scale above them."""

    scale: SafeString
    houses: tuple[House, ...]


def house_tracks(before: Mapping[str, int], values: Mapping[str, int], low: int, high: int) -> Houses:
    """Return a track for each house, with a token at the value, a tick at the value before and a bar between; the scale
    runs from `low` to `high`, or further where a value needs it.
    """
    low, high = min(low, *before.values(), *values.values()), max(high, *before.values(), *values.values())
    rows = tuple(
        House(name, before[name], value, _house(before[name], value, low, high)) for name, value in values.items()
    )
    return Houses(_scale(low, high), rows)


def _on(value: int, low: int, high: int) -> str:
    return f"{START + REACH * (value - low) / (high - low):.2f}%"


@cache
def _scale(low: int, high: int) -> SafeString:
    marks = "".join(
        f'<text x="{_on(value, low, high)}" y="13" text-anchor="middle">{minus(value)}</text>'
        for value in (low, 0, high)
    )
    return SafeString(f'<svg class="htrack scale" width="100%" height="18" aria-hidden="true">{marks}</svg>')


@cache
def _house(before: int, value: int, low: int, high: int) -> SafeString:
    start, end = _on(low, low, high), _on(high, low, high)
    parts = [f'<line class="axis" x1="{start}" x2="{end}" y1="12" y2="12"/>']
    for place in range(low, high + 1):
        css, top, bottom = ("centre", 3, 21) if place == 0 else ("tick", 8, 16)
        parts.append(_line(css, _on(place, low, high), top, bottom))
    was, now = _on(before, low, high), _on(value, low, high)
    if before != value:
        parts.append(f'<line class="moved" x1="{was}" x2="{now}" y1="12" y2="12"/>')
        parts.append(_line("was", was, 5, 19))
    parts.append(f'<svg x="{now}" y="12" overflow="visible"><path class="token" d="M-7 -7H7V7H-7Z"/></svg>')
    return SafeString(f'<svg class="htrack" width="100%" height="24" aria-hidden="true">{"".join(parts)}</svg>')


def wall_track(tracker: int, glory: int = TRACK) -> SafeString:
    """Return the battle track for the wall board, which stretches to the space there is."""
    ticks = "".join(_bar("tick-5", _wide(place), 6, 34) for place in (10, 5, -5, -10))
    zone = WALL_STEP * (TRACK - glory + 1)
    ends = "".join(f'<rect class="end-zone" x="{x:g}" y="8" width="{zone:g}" height="24"/>' for x in (15, 585 - zone))
    left = 300 - WALL_STEP * max(tracker, 0)
    fill = (
        f'<rect class="bar-fill" x="{left:g}" y="12" width="{WALL_STEP * abs(tracker):g}" height="16"/>'
        if tracker
        else ""
    )
    x = _wide(tracker)
    peg = f'<path class="peg" d="M{x - 8:g} 0H{x + 8:g}V22L{x:g} 36L{x - 8:g} 22Z"/>'
    svg = '<svg class="btrack wtrack" viewBox="0 0 600 40" width="100%" height="100%" preserveAspectRatio="none"'
    bar = '<rect class="bar-track" x="15" y="8" width="570" height="24"/>'
    return SafeString(f'{svg} aria-hidden="true">{bar}{fill}{ticks}{ends}{_bar("centre", 300, 2, 38)}{peg}</svg>')


def _wide(place: int) -> float:
    return 300 - WALL_STEP * place


def _bar(css: str, x: float, top: int, bottom: int) -> str:
    return f'<line class="{css}" x1="{x:g}" x2="{x:g}" y1="{top}" y2="{bottom}"/>'


@dataclass(frozen=True)
class Cell:
    """A figure of the pad; `detail` is what it was counted from."""

    value: int
    detail: str = ""


@dataclass(frozen=True)
class PadRow:
    """One row of the pad, a cell per player."""

    label: str
    small: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Total:
    """A player’s total; the top one is boxed."""

    value: int
    is_top: bool
    place: int


@dataclass(frozen=True)
class Pad:
    """The tally pad once all are uncovered. `heads` are (name, dog of war); the dog is "" where none was noted (DW-02).
    `number` is the round of the tally.
    """

    heads: Sequence[tuple[str, str]]
    rows: Sequence[PadRow]
    totals: Sequence[Total]
    number: int


@dataclass(frozen=True)
class HouseRow:
    """A house’s value, and per player (tokens, whether the support card is this house’s); a support card counts as
    `tokens` tokens.
    """

    name: str
    value: int
    held: Sequence[tuple[int, bool]]
    tokens: int = SUPPORT_TOKENS


def screen(state: MatchState) -> Screen:
    """Return the table’s page for a match whose last tally is in."""
    context = {
        "headline": headline(state),
        "everybody": in_words(len(state.names)),
        "short": shortened(state.names),
        "pad": pad(state),
        "warnings": warnings(state),
        "last_step": last_step(state),
        "forms": undo_form(state),
        "table": {"title": gettext("The war is over")},
    }
    return Screen("games/dogs_of_war/result/table.html", context)


def parts(state: MatchState) -> dict[str, Any]:
    """Return what the match page shows of the result; {} before every tally is in."""
    if not state.sheet_as(DogsOfWarSheet).complete:
        return {}
    return {
        "pad": pad(state),
        "tracks": tracks(state),
        "influence": influence(state),
        "short": shortened(state.names),
        "notes": list(notes(state)),
        "warnings": warnings(state),
    }


def headline(state: MatchState) -> str:
    """Return who won: `Núria takes the war, 52`; players who tie share the victory (DW-47, HR-DW-01)."""
    sheet, names = state.sheet_as(DogsOfWarSheet), shortened(state.names)
    total = minus(sheet.totals[sheet.winners[0]])
    words = ngettext("{names} takes the war, {points}", "{names} share the war, {points} each", len(sheet.winners))
    return words.format(names=listed(names[seat] for seat in sheet.winners), points=total)


def pad(state: MatchState) -> Pad:
    """Return the tally pad, row by row in seat order."""
    sheet = state.sheet_as(DogsOfWarSheet)
    rows = [(sheet.breakdown[seat], sheet.tallies[seat]) for seat in sheet.active_seats]
    place = {seat: rank.place for rank in state.engine.ranks(sheet) for seat in rank.seats}
    return Pad(
        heads(state),
        [
            PadRow(gettext("VP tokens"), "", [Cell(row.vp) for row, _ in rows]),
            PadRow(gettext("Influence"), gettext("tokens × value"), [Cell(row.influence) for row, _ in rows]),
            PadRow(
                gettext("Support card"),
                gettext("two tokens"),
                [Cell(row.support, tally.support) for row, tally in rows],
            ),
            PadRow(gettext("Coins"), gettext("1 for 2"), [Cell(row.coins, str(tally.coins)) for row, tally in rows]),
            PadRow(gettext("Cards left"), gettext("1 each"), [Cell(row.cards, _cards(tally)) for row, tally in rows]),
            PadRow(gettext("Adjusted"), gettext("with a note"), [Cell(row.adjust) for row, _ in rows]),
        ],
        [Total(sheet.totals[seat], seat in sheet.winners, place[seat]) for seat in sheet.active_seats],
        len(sheet.lines),
    )


def heads(state: MatchState) -> list[tuple[str, str]]:
    """Return each player’s name and dog of war."""
    dogs = state.sheet_as(DogsOfWarSheet).options.dogs
    return [(name, dogs[seat] if seat < len(dogs) else "") for seat, name in enumerate(state.names)]


def _cards(tally: Tally) -> str:
    return f"{tally.tactics} + {tally.soldiers}"


def tracks(state: MatchState) -> Houses:
    """Return the track of every house, from its starting to its final value."""
    sheet = state.sheet_as(DogsOfWarSheet)
    start, values = start_value(sheet.options), sheet.values.values()
    before = dict.fromkeys(sheet.houses, start)
    return house_tracks(before, sheet.values, min(start - YEARS, *values), max(start + 2 * YEARS, *values))


def influence(state: MatchState) -> list[HouseRow]:
    """Return who held which tokens at the end."""
    sheet = state.sheet_as(DogsOfWarSheet)
    held = [sheet.tallies[seat] for seat in sheet.active_seats]
    return [
        HouseRow(house, value, [(tally.influence.get(house, 0), tally.support == house) for tally in held])
        for house, value in sheet.values.items()
    ]


def notes(state: MatchState) -> Iterator[dict[str, Any]]:
    """Yield the note about the track, then every adjustment, each with its reason, author and time (HR-DW-09)."""
    names = shortened(state.names)
    yield from _track(state)
    adjusted = [(entry, tally) for entry, tally in _tallies(state) if tally.adjust]
    people = people_of(entry for entry, _ in adjusted)
    for entry, tally in adjusted:
        reason = tally.adjust_note or gettext("no reason noted")
        yield {
            "words": labelled(comma_separated((names[tally.seat], signed(tally.adjust))), reason),
            "who": who(entry, people),
            "when": when(entry).written,
        }


def _track(state: MatchState) -> Iterator[dict[str, Any]]:
    """Yield the note that says why the house track shows what no battle explains (HR-DW-11)."""
    note = state.sheet_as(DogsOfWarSheet).note
    entries = [entry for entry in state.live if note and isinstance(read(state.engine, entry), HouseValues)]
    people = people_of(entries)
    for entry in entries:
        yield {
            "words": gettext("House values: {note}").format(note=note),
            "who": who(entry, people),
            "when": when(entry).written,
        }


def _tallies(state: MatchState) -> list[tuple[Entry, Tally]]:
    pairs = [(entry, read(state.engine, entry)) for entry in state.live]
    return [(entry, tally) for entry, tally in pairs if isinstance(tally, Tally)]


def warnings(state: MatchState) -> list[str]:
    """Return what is possible but unusual (DW-52); a warning never refuses an entry."""
    return [with_names(notice.message, shortened(state.names)) for notice in state.sheet.warnings]
