"""Drawings of the tracks: a battle’s, from 15 through 0 to 15; a house’s, from its lowest to its highest value.

Coordinates are percentages without a view box: bars stretch with the page, text and tokens keep their size. The SVG
holds numbers and fixed markup only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString

from clubs.language.locales import minus

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
