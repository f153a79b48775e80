"""The sheet of a Dogs of War match so far: years, house values, the year in progress, the tallies handed in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from scoring.base import Need, Notice, Sheet
from scoring.dogs_of_war.battle import (
    CAPTAINS,
    COINS,
    DOG_CAPTAINS,
    BattleLine,
    Breakdown,
    TallyLine,
    YearLine,
    fought,
    tokens,
)
from scoring.dogs_of_war.entries import Contest, Options, Tally
from scoring.messages import Message, at, counted, listed

# Whether the plays of a year can have been made in turn: one soldier each, clockwise from the first player (DW-19).
# Each battle is written down by itself, so its plays are looked at in every order in which the battles fit together.


Place = tuple[int, ...]  # how many plays of each battle are made
Turn = tuple[int, int]  # battle and seat


def out_of_turn(
    plays: Sequence[Sequence[int]], order: Sequence[int], waiting: Sequence[int] = (), first: int | None = None
) -> tuple[Turn, ...]:
    """Return the plays (battle, seat) that were out of turn, as few as possible. `plays` are the seats that played a
    soldier, by battle; `order` is clockwise, `first` its first player if known; `waiting` may still play.

    >>> out_of_turn([[1, 0, 0]], (0, 1, 2), first=0), out_of_turn([[0, 2], [1]], (0, 1, 2), first=0)
    (((0, 1),), ())
    """
    starts = order if first is None else (first,)
    rounds = (_clockwise(order, start) for start in starts)
    return min((_fewest(plays, clockwise, waiting) for clockwise in rounds), key=len)


def _clockwise(order: Sequence[int], first: int) -> tuple[int, ...]:
    start = order.index(first)
    return (*order[start:], *order[:start])


def _fewest(plays: Sequence[Sequence[int]], order: Sequence[int], waiting: Sequence[int]) -> tuple[Turn, ...]:
    found: dict[Place, tuple[Turn, ...]] = {tuple(0 for _ in plays): ()}
    for _ in range(sum(map(len, plays))):
        after: dict[Place, tuple[Turn, ...]] = {}
        for place, wrong in found.items():
            due = _due(plays, place, order, waiting)
            for battle, made in enumerate(place):
                if made == len(plays[battle]):
                    continue
                seat = plays[battle][made]
                then = (*place[:battle], made + 1, *place[battle + 1 :])
                told = wrong if seat == due else (*wrong, (battle, seat))
                if then not in after or len(told) < len(after[then]):
                    after[then] = told
        found = after
    return next(iter(found.values()))


def _due(plays: Sequence[Sequence[int]], place: Place, order: Sequence[int], waiting: Sequence[int]) -> int:
    """Return the seat whose turn it is: of those that play again or may, the one that has played least, clockwise."""
    pairs = list(zip(plays, place, strict=True))
    able = [seat for seat in order if seat in waiting or any(seat in seats[made:] for seats, made in pairs)]
    return min(able, key=lambda seat: sum(seats[:made].count(seat) for seats, made in pairs))


# Warnings about a year that is possible but unlikely: a slip of the pen that would cost somebody VP (HR-DW-12).


def unlikely(
    battles: Sequence[BattleLine], number: int, order: Sequence[int], waiting: Sequence[int], first: int | None
) -> Iterator[Notice]:
    """Yield the warnings of year `number`: victors without captains (DW-24, DW-34), and plays out of turn (DW-19)."""
    for battle in battles:
        if battle.victor is not None and not battle.captains[battle.victor]:
            yield _no_captain(battle, battle.victor, number)
    yield from _turns([battle.contest for battle in battles], number, order, waiting, first)


def _no_captain(battle: BattleLine, victor: str, number: int) -> Notice:
    houses, defeated = listed(battle.houses), battle.defeated or ""
    if battle.captains[defeated]:
        message = Message(
            "Battle of {houses}: the tracker stands at {space} for {house}, but the only captains stand by {other}. Is "
            "that right?",
            houses=houses,
            space=battle.margin,
            house=victor,
            other=defeated,
        )
        return Notice("other-house", message, round=number)
    message = Message(
        "Battle of {houses}: the tracker stands at {space} for {house}, but nobody placed a captain there. Is that "
        "right?",
        houses=houses,
        space=battle.margin,
        house=victor,
    )
    return Notice("no-captain", message, round=number)


def _turns(
    contests: Sequence[Contest], number: int, order: Sequence[int], waiting: Sequence[int], first: int | None
) -> Iterator[Notice]:
    """Yield a warning for each play out of turn; none where captains are written down without the plays."""
    if any(contest.captains for contest in contests):
        return
    plays = [[move.seat for move in contest.plays or () if move.soldier is not None] for contest in contests]
    for battle, seat in out_of_turn(plays, order, waiting, first):
        message = Message(
            "{player} played out of turn in the battle of {houses}. Is that right?",
            player=at(seat),
            houses=listed(contests[battle].houses),
        )
        yield Notice("turn-order", message, round=number)


YEARS = 4


class OpenYear(Struct, frozen=True):
    """The year in progress: its battles so far, the seats that passed (in order), and captains gained beyond the
    year's, by seat.
    """

    battles: tuple[Contest, ...] = ()
    first_player: int | None = None
    passed: tuple[int, ...] = ()
    gained: Mapping[int, int] = {}


class DogsOfWarSheet(Sheet, frozen=True, dict=True):
    """The state of a match.

    `lines` are the years and, once everybody's tally is in, the final tally; `years` are the years alone. `values` are
    the house values after the last closed year, or those entered instead (`declared`). `first` is the seat that holds
    the first player's token, `reserve` the captains won as a bonus last year, by seat (DW-15). `tallied` are the seats
    that have handed in their tally, `tallies` the tallies. `note` says why house values differ from what the battles
    come to (HR-DW-11).
    """

    lines: tuple[YearLine | TallyLine, ...]
    options: Options
    values: Mapping[str, int]
    open: OpenYear | None
    first: int | None
    reserve: Mapping[int, int]
    declared: bool
    tallied: tuple[int, ...]
    tallies: Mapping[int, Tally]
    note: str = ""

    @property
    def houses(self) -> tuple[str, ...]:
        """The houses that take part, in the order agreed."""
        return self.options.houses

    @property
    def fights(self) -> int:
        """How many battles a year has: three, or two in cutthroat (DW-07)."""
        return len(self.options.houses) // 2

    @property
    def years(self) -> tuple[YearLine, ...]:
        """The years that are closed."""
        return tuple(line for line in self.lines if isinstance(line, YearLine))

    @property
    def number(self) -> int:
        """The number of the year in progress, from 1; one more than the last when none is left."""
        return len(self.years) + 1

    @property
    def complete(self) -> bool:
        """Whether everybody's tally is in."""
        return len(self.tallied) == self.seats

    @property
    def breakdown(self) -> Mapping[int, Breakdown]:
        """Each seat's final tally in VP; empty until all are in (DW-18)."""
        last = self.lines[-1] if self.lines else None
        return last.breakdown if isinstance(last, TallyLine) else {}

    @property
    def finished(self) -> bool:
        """Whether the years are over (DW-40); the tallies may still be missing."""
        return self.declared or self.number > YEARS

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most VP, once all tallies are in; tied seats share the victory (DW-46, HR-DW-01)."""
        if not self.complete:
            return ()
        best = max(self.totals.values())
        return tuple(seat for seat, total in self.totals.items() if total == best)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose tally is not in yet."""
        return tuple(seat for seat in self.active_seats if seat not in self.tallied)

    @property
    def needs(self) -> tuple[Need, ...]:
        """The tallies still to be handed in, once the years are over."""
        return (Need("final-tally", self.missing),) if self.finished and self.missing else ()

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """Notices about what is legal but unusual (DW-52, HR-DW-06); none about a tally before all are in."""
        notices = [notice for line in self.years for notice in (*_captains(line), *self._unlikely(line))]
        notices += self.unlikely_now
        if self.note:
            notices.append(
                Notice("house-values", Message("The house values are not what the battles come to: a note says why."))
            )
        if self.complete:
            notices += [*_supply(self), *_confirmed(self), *_tokens(self), *_adjusted(self)]
        return tuple(notices)

    def _unlikely(self, line: YearLine) -> Iterator[Notice]:
        return unlikely(line.battles, line.number, self.active_seats, (), line.first_player)

    @property
    def unlikely_now(self) -> tuple[Notice, ...]:
        """The warnings about the year in progress."""
        now = self.open
        if now is None or self.finished:
            return ()
        battles = [fought(contest, self.options, self.number) for contest in now.battles]
        first = self.first if now.first_player is None else now.first_player
        return tuple(unlikely(battles, self.number, self.active_seats, self._waiting(now, battles), first))

    def _waiting(self, now: OpenYear, battles: Iterable[BattleLine]) -> tuple[int, ...]:
        """The seats that have not passed and have captains left: the year's, those won as a bonus, those gained."""
        captains = {
            seat: CAPTAINS[self.number - 1] + self.reserve.get(seat, 0) + now.gained.get(seat, 0)
            for seat in self.active_seats
            if seat not in now.passed
        }
        return tuple(seat for seat, had in captains.items() if sum(each.placed(seat) for each in battles) < had)


def _captains(line: YearLine) -> Iterator[Notice]:
    """Yield a warning for each seat that placed more than a dog of war's six captains (DW-14)."""
    for seat in line.points:
        placed = sum(battle.placed(seat) for battle in line.battles)
        if placed > DOG_CAPTAINS:
            message = counted(
                "{player} placed {count} captain in year {year}; a dog of war has only {most}.",
                "{player} placed {count} captains in year {year}; a dog of war has only {most}.",
                placed,
                player=at(seat),
                year=line.number,
                most=DOG_CAPTAINS,
            )
            yield Notice("captains", message, round=line.number)


def _supply(sheet: DogsOfWarSheet) -> Iterator[Notice]:
    """Yield a warning for each house of which the tallies hold more influence tokens than exist (DW-52, HR-DW-06)."""
    most = tokens(sheet.seats)
    for house in sheet.houses:
        held = sum(tally.influence.get(house, 0) for tally in sheet.tallies.values())
        if held > most:
            message = counted(
                "The tallies hold {count} influence token of {house}; with {players} there are {most}.",
                "The tallies hold {count} influence tokens of {house}; with {players} there are {most}.",
                held,
                house=house,
                players=counted("{count} player", "{count} players", sheet.seats),
                most=most,
            )
            yield Notice("supply", message)


def _confirmed(sheet: DogsOfWarSheet) -> Iterator[Notice]:
    """Yield a warning for everything beyond the box's contents that the table confirmed (HR-DW-10)."""
    cards = [tally.support for tally in sheet.tallies.values()]
    for house in sheet.houses:
        if cards.count(house) > 1:
            message = counted(
                "{count} tally names the support card of {house}, and there is one: confirmed.",
                "{count} tallies name the support card of {house}, and there is one: confirmed.",
                cards.count(house),
                house=house,
            )
            yield Notice("support", message)
    for seat, tally in sheet.tallies.items():
        if tally.coins > COINS:
            message = counted(
                "{player} holds {count} coin, and all in the box come to {box}: confirmed.",
                "{player} holds {count} coins, and all in the box come to {box}: confirmed.",
                tally.coins,
                player=at(seat),
                box=COINS,
            )
            yield Notice("coins", message)


def _tokens(sheet: DogsOfWarSheet) -> Iterator[Notice]:
    """Yield a warning for each seat with fewer VP tokens than it won in battles, since those are tokens behind the
    screen.
    """
    for seat in sheet.active_seats:
        won = sum(line.points[seat] for line in sheet.years)
        if sheet.tallies[seat].vp < won:
            message = Message(
                "{player} counts {tokens} VP in tokens, but won {won} in battles.",
                player=at(seat),
                tokens=sheet.tallies[seat].vp,
                won=won,
            )
            yield Notice("vp-tokens", message)


def _adjusted(sheet: DogsOfWarSheet) -> Iterator[Notice]:
    """Yield a warning for each adjustment without a note (HR-DW-09)."""
    for seat, tally in sheet.tallies.items():
        if tally.adjust and not tally.adjust_note.strip():
            yield Notice("adjust-note", Message("{player}’s adjustment has no note that says why.", player=at(seat)))
