"""Builders of rounds, sheets and records of Pack o' Dogs for tests."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from scoring.base import replay
from scoring.pack_o_dogs import PACK_O_DOGS, Capture, Options, PackSheet, Piles, Round, RoundLine

NAMES = ("Wilhelmina", "Otto")
Match = tuple[int, Options, list[Any]]


def rounds(code: str) -> list[Round]:
    """Rounds in short notation, two characters each: the winner, `a` or `b`, then `P` with a pack or `-` without one.

    >>> rounds("aPb-")
    [Round(winner=0, pack=True, turns=None, treat=False), Round(winner=1, pack=False, turns=None, treat=False)]
    """
    pairs = zip(code[::2], code[1::2], strict=True)
    return [Round("ab".index(who), pack=how == "P") for who, how in pairs]


def fold(*entries: Any, **options: Any) -> PackSheet:
    """The sheet of these entries."""
    return replay(PACK_O_DOGS, 2, Options(**options), entries)


def played(code: str, **options: Any) -> PackSheet:
    """The sheet of rounds in the short notation of `rounds`."""
    return fold(*rounds(code), **options)


def line(sheet: PackSheet, number: int = -1) -> RoundLine:
    """A round of the complex game, by default the last."""
    return sheet.rounds[number]


def record(*found: Any, players: Sequence[str] = NAMES, **options: Any) -> dict[str, Any]:
    """A record of Pack o' Dogs."""
    start: dict[str, Any] = {"record": 1, "game": "pack-o-dogs", "players": list(players)}
    return start | ({"options": options} if options else {}) | {"rounds": list(found)}


@st.composite
def complex_matches(draw: st.DrawFn) -> Match:
    """Strategy for legal matches of the complex game, finished or not."""
    options = Options(games=draw(st.integers(1, 3)))
    sheet = fold(games=options.games)
    entries: list[Any] = []
    for _ in range(draw(st.integers(0, 21))):
        if sheet.finished:
            break
        pack = draw(st.booleans())
        turns = draw(st.sampled_from([None, 2, 3] if pack else [None, 3]))
        entry = Round(draw(st.integers(0, 1)), pack, turns, treat=pack and draw(st.booleans()))
        entries.append(entry)
        sheet = PACK_O_DOGS.play(sheet, entry)
    return 2, options, entries


@st.composite
def base_matches(draw: st.DrawFn) -> Match:
    """Strategy for legal matches of the base game, finished or not."""
    options = Options(mode="base", games=draw(st.integers(1, 3)))
    flags = st.tuples(st.integers(0, 1), st.booleans(), st.booleans())
    entries: list[Any] = []
    for game in range(draw(st.integers(0, options.games))):
        entries += [Capture(*found) for found in draw(st.lists(flags, max_size=5))]
        if game < options.games - 1 or draw(st.booleans()):
            piles = draw(st.tuples(st.integers(0, 40), st.integers(0, 40)))
            entries.append(Piles(dict(enumerate(piles))))
    return 2, options, entries


matches = st.one_of(complex_matches(), base_matches())
