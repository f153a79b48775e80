"""A battle: its soldiers, its result, and the lines of the sheet it becomes (DW-06, DW-14, DW-26 to DW-37, DW-52)."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from scoring.base import Line
from scoring.dogs_of_war.entries import Captains, Contest, Move, Options

# The lines of a Dogs of War sheet: a year with its battles, and the final tally.


VICTORY, GLORIOUS, BOTH_DEFEATED = "victory", "glorious", "both-defeated"


class BattleLine(Struct, frozen=True):
    """A battle and its result with the tracker where it is now.

    `tracker` is -15 to 15, positive for the first house. `positions` and `lost` have an element for each play: where
    the tracker came to rest and how many spaces beyond the end were lost (DW-27). `moves` is how far each house's token
    moves (DW-32, DW-33), `vp` the VP each seat wins here, including the bonus of year 4 (DW-34, DW-10), `bonus_to` the
    seats that take the bonus (DW-35 to DW-37). `closed`: sudden death has ended the battle (DW-49).
    """

    contest: Contest
    tracker: int
    captains: Captains
    positions: tuple[int, ...]
    lost: tuple[int, ...]
    outcome: str
    victor: str | None
    defeated: str | None
    moves: Mapping[str, int]
    vp: Mapping[int, int]
    bonus_to: tuple[int, ...]
    closed: bool

    @property
    def houses(self) -> tuple[str, str]:
        """The first house (tracker positive) and the second."""
        return self.contest.houses

    @property
    def margin(self) -> int:
        """The distance of the tracker from the centre, in spaces."""
        return abs(self.tracker)

    def placed(self, seat: int) -> int:
        """How many captains of a seat are in this battle, on both sides."""
        return sum(there.get(seat, 0) for there in self.captains.values())


class YearLine(Line, frozen=True, dict=True):
    """A year: its battles and the house values after it. `before` are the values at its start.

    `captains` and `coins` are the year's income for each seat. `allowance` is how many captains each seat had: the
    year's (DW-14), those won as a bonus last year (DW-15) and the `gained` ones (DW-25).
    """

    battles: tuple[BattleLine, ...]
    first_player: int | None
    first_to_pass: int | None
    before: Mapping[str, int]
    values: Mapping[str, int]
    captains: int
    coins: int
    allowance: Mapping[int, int]
    gained: Mapping[int, int]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """The VP won in battles by each seat, and how; statistics and history read exactly these.

        `captains` placed; `backed`, the victories with a captain of the seat on the victor's side, `glorious` those of
        them that were glorious; `beaten`, the defeats; `bonuses` taken; `first` 1 for the first player; `house_0` and
        so on, in the order agreed, the captains placed for each house, where there were any.
        """
        return {seat: _facts(self, seat) for seat in self.points}


class Breakdown(Struct, frozen=True):
    """A seat's final tally in VP, with a field for each row of the tally pad (DW-41)."""

    vp: int
    influence: int
    support: int
    coins: int
    cards: int
    adjust: int

    @property
    def total(self) -> int:
        """The sum of all rows."""
        return self.vp + self.influence + self.support + self.coins + self.cards + self.adjust


class TallyLine(Line, frozen=True, dict=True):
    """The final tally, once everybody's is in; it follows the last year. `points` are the difference between the VP won
    in battles and the totals of the breakdown. It is no year, so a record's rounds do not include it.
    """

    breakdown: Mapping[int, Breakdown]

    @property
    def is_round(self) -> bool:
        """False: the tally has no number among the years."""
        return False

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """The VP by source, as in the rows of the tally pad; `final` is their sum."""
        return {
            seat: {
                "tokens": rows.vp,
                "influence": rows.influence,
                "support": rows.support,
                "coins": rows.coins,
                "cards": rows.cards,
                "adjust": rows.adjust,
                "final": rows.total,
            }
            for seat, rows in self.breakdown.items()
        }


def _facts(line: YearLine, seat: int) -> dict[str, int]:
    backed = [
        battle for battle in line.battles if battle.victor is not None and _supported(battle, battle.victor, seat)
    ]
    return {
        "vp": line.points[seat],
        "captains": sum(battle.placed(seat) for battle in line.battles),
        "backed": len(backed),
        "glorious": sum(battle.outcome == "glorious" for battle in backed),
        "beaten": sum(_lost_battle(battle, seat) for battle in line.battles),
        "bonuses": sum(seat in battle.bonus_to for battle in line.battles),
        "first": int(seat == line.first_player),
        **_houses(line, seat),
    }


def _houses(line: YearLine, seat: int) -> dict[str, int]:
    stood = [{house: there.get(seat, 0) for house, there in battle.captains.items()} for battle in line.battles]
    captains = [sum(battle.get(house, 0) for battle in stood) for house in line.before]
    return {f"house_{place}": number for place, number in enumerate(captains) if number}


def _supported(battle: BattleLine, house: str, seat: int) -> bool:
    return battle.captains[house].get(seat, 0) > 0


def _lost_battle(battle: BattleLine, seat: int) -> bool:
    return any(house != battle.victor and _supported(battle, house, seat) for house in battle.houses)


# The soldiers: what they cost, how far they move the tracker, and which spaces they may take (DW-17, DW-22, DW-26).


TRACK = 15


class Soldier(Struct, frozen=True):
    """A soldier: his key in a record, his cost in coins (DW-17) and how many spaces he moves the tracker (DW-26)."""

    key: str
    label: str
    cost: int
    strength: int


SOLDIERS = (
    Soldier("footman", "Footman", 1, 1),
    Soldier("arquebuser", "Arquebuser", 2, 3),
    Soldier("knight", "Knight", 3, 5),
    Soldier("war_machine", "War machine", 4, 7),
)
STRENGTH = {soldier.key: soldier.strength for soldier in SOLDIERS}
ASKED = ("arquebuser", "knight")


def fits(soldier: str, space: str | None) -> bool:
    """Whether a soldier's captain may take a space that asks for an arquebuser, a knight or nothing (DW-22).

    >>> fits("war_machine", "knight"), fits("arquebuser", "knight"), fits("footman", None)
    (True, False, True)
    """
    return space is None or STRENGTH[soldier] >= STRENGTH[space]


def pushed(tracker: int, spaces: int) -> tuple[int, int]:
    """Where the tracker comes to rest, and how many spaces are lost because it stops at 15 (DW-27).

    >>> pushed(13, 5), pushed(15, -7), pushed(-14, -3)
    ((15, 3), (8, 0), (-15, 2))
    """
    there = max(-TRACK, min(TRACK, tracker + spaces))
    return there, abs(tracker + spaces - there)


def tracker_positions(steps: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The positions after each step from the centre, and the spaces each step lost.

    >>> tracker_positions([7, 7, 5, -3])
    ((7, 14, 15, 12), (0, 0, 4, 0))
    """
    tracker, positions, lost = 0, [], []
    for step in steps:
        tracker, over = pushed(tracker, step)
        positions.append(tracker)
        lost.append(over)
    return tuple(positions), tuple(lost)


# The contents of the box (DW-06, DW-14, DW-52, HR-DW-06, HR-DW-10), and what the variants change (DW-07, DW-48 to
# DW-50).


CRUSHING, SUDDEN, DECISIVE, CUTTHROAT = "crushing-at-12", "sudden-death", "decisive-fourth-year", "cutthroat"
VARIANTS = (CRUSHING, SUDDEN, DECISIVE, CUTTHROAT)


def start_value(options: Options) -> int:
    """The value of every house at the start: -1, or 0 with crushing victories at 12 (DW-03, DW-48)."""
    return 0 if CRUSHING in options.variants else -1


def glory(options: Options) -> int:
    """The distance from the centre from which a victory is glorious, in spaces (DW-33, DW-48)."""
    return 12 if CRUSHING in options.variants else TRACK


def house_count(options: Options) -> int:
    """How many houses take part: six, or four in cutthroat (DW-07)."""
    return 4 if CUTTHROAT in options.variants else 6


TOKENS = {3: 8, 4: 10, 5: 12}
COINS = 68
CAPTAINS = (3, 4, 4, 5)  # each year, for every player (DW-14)
DOG_CAPTAINS = 6


def tokens(seats: int) -> int:
    """How many influence tokens of each house there are, by the number of players.

    >>> [tokens(seats) for seats in (3, 4, 5)]
    [8, 10, 12]
    """
    return TOKENS[seats]


# The result of one battle from its plays or its final position (DW-26 to DW-37).


LAST = 4
BONUS_VP = 3


def fought(contest: Contest, options: Options, number: int) -> BattleLine:
    """The battle with its result so far, in year `number`; nothing is checked here.

    >>> line = fought(Contest(("Talbot", "Harlow"), 8, {"Talbot": {0: 2, 2: 1}, "Harlow": {1: 1, 3: 1}}), Options(), 1)
    >>> line.victor, dict(line.vp), line.bonus_to
    ('Talbot', {0: 2, 2: 2}, (0,))
    """
    positions, lost = tracker_positions(steps(contest))
    tracker = contest.tracker if contest.tracker is not None else positions[-1] if positions else 0
    captains = placed(contest)
    outcome, victor, defeated = _outcome(contest.houses, tracker, glory(options))
    bonus = bonus_to(captains, victor)
    return BattleLine(
        contest=contest,
        tracker=tracker,
        captains=captains,
        positions=positions,
        lost=lost,
        outcome=outcome,
        victor=victor,
        defeated=defeated,
        moves=_moves(contest.houses, outcome, victor),
        vp=_vp(captains, victor, defeated, bonus if number == LAST else ()),
        bonus_to=bonus,
        closed=SUDDEN in options.variants and abs(tracker) == TRACK,
    )


def steps(contest: Contest) -> list[int]:
    """How many spaces each play moves the tracker, positive for the first house."""
    left = contest.houses[0]
    return [spaces(move) if move.house == left else -spaces(move) for move in contest.plays or ()]


def spaces(move: Move) -> int:
    """How many spaces a play moves the tracker: the soldier's strength (DW-26), or those of a bare move (DW-53)."""
    return STRENGTH[move.soldier] if move.soldier is not None else move.spaces or 0


def placed(contest: Contest) -> Captains:
    """The captains on either side, as {house: {seat: number}}; a soldier brings exactly one (DW-24)."""
    if contest.plays is None:
        return {house: _present(contest.captains.get(house, {})) for house in contest.houses}
    by_house: dict[str, dict[int, int]] = {house: {} for house in contest.houses}
    for move in contest.plays:
        if move.soldier is not None:
            there = by_house[move.house]
            there[move.seat] = there.get(move.seat, 0) + 1
    return {house: dict(sorted(there.items())) for house, there in by_house.items()}


def _present(there: Mapping[int, int]) -> dict[int, int]:
    return {seat: count for seat, count in sorted(there.items()) if count}


def _outcome(houses: tuple[str, str], tracker: int, glorious: int) -> tuple[str, str | None, str | None]:
    """The outcome, the victor and the defeated house; both None where both lost (DW-31, DW-33)."""
    if tracker == 0:
        return BOTH_DEFEATED, None, None
    victor, defeated = houses if tracker > 0 else houses[::-1]
    return GLORIOUS if abs(tracker) >= glorious else VICTORY, victor, defeated


def _moves(houses: tuple[str, str], outcome: str, victor: str | None) -> dict[str, int]:
    """How far each house's token moves: +1 for the victor, or +2 and -1 after a glorious victory (DW-32, DW-33)."""
    won, lost = (2, -1) if outcome == GLORIOUS else (1, 0)
    return {house: 0 if victor is None else won if house == victor else lost for house in houses}


def bonus_to(captains: Captains, victor: str | None) -> tuple[int, ...]:
    """The seats with most captains for the victor, all of them when tied; empty without a victor (DW-35 to DW-37,
    HR-DW-08).
    """
    there = captains[victor] if victor is not None else {}
    most = max(there.values(), default=0)
    return tuple(seat for seat, count in there.items() if count == most)


def _vp(captains: Captains, victor: str | None, defeated: str | None, bonus: tuple[int, ...]) -> dict[int, int]:
    """The VP by seat: one for each captain of the defeated house, to every seat with a captain for the victor; a seat's
    own count too, after Betrayal (DW-34, HR-DW-03). `bonus` are the seats that take the bonus of year 4, which is 3 VP
    (DW-10).
    """
    if victor is None or defeated is None:
        return {}
    against = sum(captains[defeated].values())
    return {seat: against + (BONUS_VP if seat in bonus else 0) for seat in captains[victor]}
