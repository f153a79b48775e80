"""What the scorekeeper writes down next, with everything a screen needs to prevent a mistake."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from scoring.dogs_of_war.line import BattleLine
from scoring.dogs_of_war.years.soldiers import Soldier
from scoring.dogs_of_war.years.track import Reach


class Opening(Struct, frozen=True):
    """What one seat may do in a battle: `sides` it may support now, and `why` not the others.

    `why` is `pairing` (no houses yet), `final` (a final position is written down), `battle-closed`, `passed`,
    `no-captains` or `both-sides`; None where both sides are open.
    """

    sides: tuple[str, ...]
    why: str | None


class BattleStep(Struct, frozen=True):
    """A battle of the year in progress; `line` is how it stands, None while its houses are not named.

    `after` says for each house and soldier where the tracker would come to rest (DW-27). `openings` are by seat.
    `supports` are the houses each seat stands by already. `fixed`: something is recorded, so its houses stay.
    `loggable`: plays may be written down, bare moves too.
    """

    battle: int
    line: BattleLine | None
    after: Mapping[str, Mapping[str, int]]
    openings: Mapping[int, Opening]
    supports: Mapping[int, tuple[str, ...]]
    fixed: bool
    loggable: bool


class YearStep(Struct, frozen=True):
    """A year is next or in progress.

    `first_player` is whoever is known to be first: recorded, or the first to pass last year (`token`; may hand it on,
    DW-13). `allowance`, `left` count captains by seat; `out` is how many are still to come altogether. `coins` is the
    income (DW-16), `purse` what everybody holds with it in year 1. `free` are the houses not paired yet; `pairings` the
    pairs of a decisive fourth year, `level` the groups of houses whose order the scorekeeper chooses (HR-DW-05).
    `turn` is whose turn it is by plays, `must_pass` who has no captain left and has not passed. `values`, `moves` and
    `points` are as it stands, `before` are the values at the year's start. `may_close`: every battle is recorded.
    `reach` is for a club that records only the end: the house values it may type in now.
    """

    number: int
    years: int
    first_player: int | None
    token: int | None
    captains: int
    coins: int
    purse: int | None
    allowance: Mapping[int, int]
    left: Mapping[int, int]
    out: int
    battles: tuple[BattleStep, ...]
    free: tuple[str, ...]
    pairings: tuple[tuple[str, str], ...]
    level: tuple[tuple[str, ...], ...]
    passed: tuple[int, ...]
    turn: int | None
    must_pass: tuple[int, ...]
    before: Mapping[str, int]
    values: Mapping[str, int]
    moves: Mapping[str, int]
    points: Mapping[int, int]
    may_close: bool
    soldiers: tuple[Soldier, ...]
    reach: Reach
    bonus_vp: int


class TallyStep(Struct, frozen=True):
    """The final tally is next: who is `tallied`, who is `missing`; `values` are what a token of each house is worth.

    `tokens` is how many influence tokens of a house there are (DW-06, DW-52), `coins` how many coins' worth the box
    holds; `won` are the VP won in battles.
    """

    tallied: tuple[int, ...]
    missing: tuple[int, ...]
    values: Mapping[str, int]
    houses: tuple[str, ...]
    tokens: int
    coins: int
    won: Mapping[int, int]


Step: TypeAlias = YearStep | TallyStep
