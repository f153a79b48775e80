"""The end of a match: house values as entered, and the tallies, secret until all are in (DW-18, DW-40 to DW-47)."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scoring.base import Illegal, Rank, places
from scoring.dogs_of_war.battle import BOTH_DEFEATED, GLORIOUS, BattleLine, Breakdown, TallyLine, YearLine
from scoring.dogs_of_war.battle import COINS as BOX_COINS
from scoring.dogs_of_war.contests import check_house, check_seat
from scoring.dogs_of_war.entries import HouseValues, Tally
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.year import reach
from scoring.feats import CallOutCount, calls, calls_of, summed
from scoring.messages import Message, at, counted

SUPPORT_TOKENS = 2
FARTHEST = 20  # longer than any house track


def house_values(sheet: DogsOfWarSheet, entry: HouseValues) -> DogsOfWarSheet:
    """The sheet with house values entered at the end; Illegal `house-values` unless each and their sum are in range
    (DW-51) and as recorded where years were recorded. A note accepts what no play explains (HR-DW-11).
    """
    if sheet.declared:
        message = Message("The house values are written down already: correct them instead.")
        raise Illegal("house-values", message, field="house_values")
    for house in entry.values:
        check_house(house, sheet.houses, None, "house_values")
    for house in sheet.houses:
        if house not in entry.values:
            raise Illegal(
                "house-values",
                Message("What is {house} worth? Every house has a value.", house=house),
                field="house_values",
            )
    note = entry.note.strip()
    try:
        _check_values(sheet, entry.values)
    except Illegal:
        if not note:
            raise
        _check_noted(sheet, entry.values)
    else:
        note = ""
    values = {house: entry.values[house] for house in sheet.houses}
    return replace(sheet, values=values, open=None, declared=True, note=note)


def _check_noted(sheet: DogsOfWarSheet, values: Mapping[str, int]) -> None:
    for house, value in values.items():
        if abs(value) > FARTHEST:
            message = Message("{house} cannot be worth {value}: no house track is that long.", house=house, value=value)
            raise Illegal("house-values", message, field="house_values")
    if sheet.complete:
        message = Message("All tallies are in: take the last one back before the house values are changed.")
        raise Illegal("house-values", message, field="house_values")


def _check_values(sheet: DogsOfWarSheet, values: Mapping[str, int]) -> None:
    can = reach(sheet)
    for house, value in values.items():
        low, high = can.low[house], can.high[house]
        if not low <= value <= high:
            message = Message(
                "{house} cannot be worth {value}: {low} to {high} are possible.",
                house=house,
                value=value,
                low=low,
                high=high,
            )
            if low == high:
                message = Message(
                    "{house} cannot be worth {value}: its years make it {low}.", house=house, value=value, low=low
                )
            raise Illegal("house-values", message, field="house_values")
    total = sum(values.values())
    if not can.sum_low <= total <= can.sum_high:
        message = Message(
            "The house values add up to {total}, but only {least} to {most} is possible: every "
            "decided battle adds 1 in all. Look at the track again.",
            total=total,
            least=can.sum_low,
            most=can.sum_high,
        )
        raise Illegal("house-values", message, field="house_values")


def tally(sheet: DogsOfWarSheet, entry: Tally) -> DogsOfWarSheet:
    """The sheet with one more tally; the last one reveals them all (DW-41 to DW-46)."""
    _check_time(sheet, entry)
    _check_numbers(entry)
    for house in entry.influence:
        check_house(house, sheet.houses, None, "influence", seat=entry.seat)
    check_house(entry.support, sheet.houses, None, "support", "support", entry.seat)
    tallied = (*sheet.tallied, entry.seat)
    tallies = {**sheet.tallies, entry.seat: entry}
    then = replace(sheet, tallied=tallied, tallies=tallies)
    if not then.complete:
        return then
    if not any(each.confirmed for each in tallies.values()):
        _check_support(entry, sheet.tallies)
    return _uncovered(then)


def _check_time(sheet: DogsOfWarSheet, entry: Tally) -> None:
    check_seat(entry.seat, sheet.seats, None, "tally")
    if not sheet.finished:
        message = Message("The years are not over: record all four, or write down what every house is worth now.")
        raise Illegal("house-values", message, field="house_values")
    if entry.seat in sheet.tallied:
        message = Message("{player}’s tally is in already: correct it instead.", player=at(entry.seat))
        raise Illegal("duplicate-player", message, seat=entry.seat, field="tally")


def _check_numbers(entry: Tally) -> None:
    """Raise Illegal where tokens, coins or cards are below 0, or too many coins are not confirmed (HR-DW-10)."""
    rows = {"vp": entry.vp, "coins": entry.coins, "tactics": entry.tactics, "soldiers": entry.soldiers}
    for field, value in [*rows.items(), *(("influence", tokens) for tokens in entry.influence.values())]:
        if value < 0:
            message = Message(
                "{player} cannot have {value} under “{field}”: 0 is the fewest.",
                player=at(entry.seat),
                value=value,
                field=field,
            )
            raise Illegal("negative", message, seat=entry.seat, field=field)
    if entry.coins > BOX_COINS and not entry.confirmed:
        message = counted(
            "{player} cannot hold {count} coin: all in the box come to {box}.",
            "{player} cannot hold {count} coins: all in the box come to {box}.",
            entry.coins,
            player=at(entry.seat),
            box=BOX_COINS,
        )
        raise Illegal("coins", message, seat=entry.seat, field="coins")


def _check_support(entry: Tally, others: Mapping[int, Tally]) -> None:
    """Raise Illegal `support` where a support card is named twice, since each house has one (DW-02).

    Checked only with the last tally, and the message never names another player's card. The table may confirm the card
    all the same (HR-DW-10), since another player may have counted wrong.
    """
    named = [each.support for each in others.values()]
    if entry.support in named:
        message = Message(
            "Two tallies name the support card of {house}, and there is only one: look at the cards again.",
            house=entry.support,
        )
        raise Illegal("support", message, seat=entry.seat, field="support")
    if len(set(named)) < len(named):
        message = Message(
            "Two of the other tallies name the same support card, and there is only one: count those again."
        )
        raise Illegal("support", message, field="support")


def _uncovered(sheet: DogsOfWarSheet) -> DogsOfWarSheet:
    rows_of = {seat: breakdown(sheet.values, sheet.tallies[seat]) for seat in sheet.active_seats}
    totals = {seat: rows.total for seat, rows in rows_of.items()}
    points = {seat: total - sheet.totals[seat] for seat, total in totals.items()}
    line = TallyLine(len(sheet.lines) + 1, points, totals, rows_of)
    return replace(sheet, lines=(*sheet.lines, line), totals=totals)


def breakdown(values: Mapping[str, int], entry: Tally) -> Breakdown:
    """A tally in VP, row by row (DW-41 to DW-45); `values` are the house values.

    >>> rows = breakdown({"Talbot": -1, "Harlow": 3}, Tally(0, 14, {"Talbot": 2, "Harlow": 1}, "Harlow", 5, 1, 2))
    >>> rows.influence, rows.support, rows.coins, rows.cards, rows.total
    (1, 6, 2, 3, 26)
    """
    return Breakdown(
        vp=entry.vp,
        influence=sum(tokens * values[house] for house, tokens in entry.influence.items()),
        support=SUPPORT_TOKENS * values[entry.support],
        coins=entry.coins // 2,
        cards=entry.tactics + entry.soldiers,
        adjust=entry.adjust,
    )


def ranks(sheet: DogsOfWarSheet) -> tuple[Rank, ...]:
    """The places by VP won in battles so far, or by the final tally (DW-46, HR-DW-01)."""
    return places(sheet.totals)


def public(sheet: DogsOfWarSheet) -> DogsOfWarSheet:
    """The sheet as others may see it: without any tallies until all are in (DW-02, DW-18)."""
    return sheet if sheet.complete else replace(sheet, tallies={})


def hides(sheet: DogsOfWarSheet, entry: object) -> bool:
    """Whether an entry is a tally that nobody may read before all are in (DW-18)."""
    return isinstance(entry, Tally) and not sheet.complete


# Call-out counts of a Dogs of War match: who leads, and how battles ended.


EVERY_TIME = ("glorious", "both-defeated")


def called_out(sheet: DogsOfWarSheet) -> tuple[CallOutCount, ...]:
    """The call-outs of a match, counted: seats that take the lead, glorious victories for every seat with a captain of
    the victor, and battles that both houses lost.
    """
    return summed(calls(enumerate(sheet.years, start=1), _calls_of, EVERY_TIME))


def _calls_of(line: YearLine) -> list[tuple[str, int | None]]:
    return [*calls_of(line), *(call for battle in line.battles for call in _of_battle(battle))]


def _of_battle(battle: BattleLine) -> Sequence[tuple[str, int | None]]:
    if battle.outcome == BOTH_DEFEATED:
        return [("both-defeated", None)]
    there = battle.captains[battle.victor or ""] if battle.outcome == GLORIOUS else {}
    return [("glorious", seat) for seat, captains in there.items() if captains]
