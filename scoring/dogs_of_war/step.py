"""What the scorekeeper records next, with everything a screen needs to prevent a mistake."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from scoring.dogs_of_war.line import BattleLine
from scoring.dogs_of_war.years.soldiers import Soldier
from scoring.dogs_of_war.years.track import Reach


class Opening(Struct, frozen=True):
    """What a seat may do in a battle: the `sides` it may support now, and `why` not the others.

    `why` is `pairing` (no houses yet), `final` (a final position is written down), `battle-closed`, `passed`,
    `no-captains` or `both-sides`; None where both sides are open.
    """

    sides: tuple[str, ...]
    why: str | None


class BattleStep(Struct, frozen=True):
    """A battle of the year in progress; `line` is its state, None while its houses are not named.

    `after` is where the tracker would come to rest, as {house: {soldier: space}} (DW-27). `openings` are by seat.
    `supports` are the houses for which each seat has captains already. `fixed`: something is recorded, so its houses
    stay. `loggable`: plays may be written down, bare moves too.
    """

    battle: int
    line: BattleLine | None
    after: Mapping[str, Mapping[str, int]]
    openings: Mapping[int, Opening]
    supports: Mapping[int, tuple[str, ...]]
    fixed: bool
    loggable: bool


class YearStep(Struct, frozen=True):
    """The next step is a year, new or in progress.

    `first_player` is the seat known to be first: recorded, or the first to pass last year (`token_holder`; that player
    may hand it on, DW-13). `allowance` and `left` count captains by seat; `captains_left_total` is the sum of those
    that may still be placed. `coins` is the income (DW-16), `coins_in_year_1` what everybody then holds in year 1.
    `free` are the houses not paired yet; `pairings` the pairs of a decisive fourth year, `level` the groups of houses
    whose order the scorekeeper chooses (HR-DW-05). `turn` is the seat whose turn it is, by plays; `must_pass` are those
    without captains that have not passed. `values`, `moves` and `points` are as the year stands, `before` are the
    values at its start. `may_close`: every battle is recorded. `reach` is for a club that records only the end: the
    house values that may be entered now.
    """

    number: int
    years: int
    first_player: int | None
    token_holder: int | None
    captains: int
    coins: int
    coins_in_year_1: int | None
    allowance: Mapping[int, int]
    left: Mapping[int, int]
    captains_left_total: int
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
    """The next step is a final tally: of the seats, who is `tallied` and who is `missing`; `values` are what a token of
    each house is worth.

    `tokens` is how many influence tokens of a house there are (DW-06, DW-52), `coins` the worth of all coins in the
    box; `won` are the VP won in battles.
    """

    tallied: tuple[int, ...]
    missing: tuple[int, ...]
    values: Mapping[str, int]
    houses: tuple[str, ...]
    tokens: int
    coins: int
    won: Mapping[int, int]


Step: TypeAlias = YearStep | TallyStep
