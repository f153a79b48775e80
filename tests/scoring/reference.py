"""A second, slow implementation of Dirty Dog, straight from the rule book, to compare the engine with.

It reads a record by names, goes over all hands again for every question, and uses no seats, entries or sheets.
"""

from itertools import permutations
from typing import Any

Round = dict[str, Any]


def points(bid: int, tricks: int, cards: int = 0, agreed: Any = None) -> int:
    """The points of a bid (DD-27 to DD-29), by the `scoring` of a record where it has one (HR-DD-21)."""
    if isinstance(agreed, dict):
        return _own_points(bid, tricks, cards, agreed.get("made", {}), agreed.get("missed", {}))
    made, off = bid == tricks, abs(bid - tricks)
    match agreed:
        case "ten-plus":
            return 10 + bid if made else 0
        case "ten-keep":
            return 10 * made + tricks
        case "squares":
            return 10 + bid * bid if made else -off * off
        case "twenty-ten":
            return 20 + 10 * bid if made else -10 * off
    return tricks + 5 if made else -max(bid, tricks)


def _own_points(bid: int, tricks: int, cards: int, made: dict[str, Any], missed: dict[str, Any]) -> int:
    zero, base = made.get("zero"), made.get("base", 5)
    if (bid, tricks) == (0, 0) and zero is not None:
        return base + cards if zero == "cards" else int(zero)
    if bid == tricks:
        return int(base + sum([made.get("trick", 1)] * tricks) + (bid**2 if made.get("bid_squared") else 0))
    each, off = missed.get("each", 1), max(bid, tricks) - min(bid, tricks)
    lost = {"greater": each * max(bid, tricks), "difference": missed.get("base", 0) + each * off, "nothing": 0}
    return -int((lost | {"difference-squared": off**2, "tricks": -each * tricks})[missed.get("by", "greater")])


def _worth(record: dict[str, Any], found: Round, name: str) -> int:
    """The points of a player in a round."""
    tricks = found["tricks"]
    agreed = record.get("options", {}).get("scoring")
    return points(found["bids"][name], tricks[name], sum(tricks.values()), agreed)


def _by_hand(found: Round, name: str) -> int:
    """The points that a player got or lost by hand in a round."""
    return int(found.get("adjust", {}).get(name, 0))


def totals_after(record: dict[str, Any], hands: int) -> dict[str, int]:
    """The total of every player after so many rounds, by adding all of them up again (DD-43 for latecomers)."""
    opening = record.get("options", {}).get("opening", {})
    totals = {name: opening.get(name, 0) for name in record["players"]}
    lowest = min(totals.values())
    for found in record["rounds"][:hands]:
        for arrival in found.get("arrivals", []):
            name = arrival if isinstance(arrival, str) else arrival["player"]
            totals[name] = min(lowest, totals.get(name, lowest))
        if "tricks" in found and not found.get("void"):
            for name in found["tricks"]:
                totals[name] += _worth(record, found, name)
            for name, more in found.get("adjust", {}).items():
                totals[name] += more
            lowest = min(totals[name] for name in found["tricks"])
    return totals


def marks(totals: dict[str, int], there: Any) -> tuple[set[str], set[str]]:
    """The players with the box and those with the circle (DD-32)."""
    best, worst = max(totals[name] for name in there), min(totals[name] for name in there)
    return {name for name in there if totals[name] == best}, {name for name in there if totals[name] == worst}


Call = tuple[str, tuple[str, ...], int | None]


def callouts(record: dict[str, Any], number: int, dealer: str, cards: int, *, is_largest: bool = False) -> set[Call]:
    """The call-outs of one scored round by the glossary's definitions, as (term, players, number); a group of players
    is sorted. `is_largest`: it is one of the largest hands of the plan.
    """
    found = record["rounds"][number - 1]
    before, now = _both(record, number)
    there = list(found["tricks"])
    return {
        *_runs(record["rounds"][:number], there),
        *_bids(found, dealer, cards, record.get("options", {}), is_largest=is_largest),
        *_totals(now, there, is_near=_is_near(record.get("options", {}).get("scoring"))),
        *_passes(before, now, there),
    }


def _named(term: str, names: list[str]) -> set[Call]:
    return {(term, tuple(sorted(names)), None)} if names else set()


def _runs(rounds: list[Round], there: list[str]) -> set[Call]:
    """Clean runs and door knobs (DD-G02, DD-G03)."""
    mine = {name: _played(rounds, name) for name in there}
    knobs = [name for name in there if len(mine[name]) >= 4 and mine[name][-4:].count(False) >= 3]
    scored = sum(not found.get("void") for found in rounds)
    clean = [name for name in there if all(mine[name]) and len(mine[name]) == scored]  # no latecomer (HR-DD-20)
    return _named("clean-run", clean) | _named("door-knob", knobs)


def _is_ruled(options: dict[str, Any], cards: int) -> bool:
    """Whether The Rule holds in a hand of so many cards (HR-DD-21)."""
    rule = options.get("the_rule") or ("off" if options.get("bidding") == "together" else "on")
    return cards >= rule["from_cards"] if isinstance(rule, dict) else rule == "on"


def _is_bare(options: dict[str, Any], found: Round, dealt: int, *, is_largest: bool) -> bool:
    """Whether a round had no trump (DD-14, HR-DD-21)."""
    if dealt == 52 * options.get("decks", 1) or found.get("trump") == "none":
        return True
    match options.get("no_trump", "ace"):
        case "ace":
            return bool(found.get("flip", "").startswith("A"))
        case "largest":
            return is_largest
    return False


def _bids(found: Round, dealer: str, cards: int, options: dict[str, Any], *, is_largest: bool) -> set[Call]:
    """Call-outs about the bids and tricks of the round (DD-G04 to DD-G07, DD-G14, DD-G17)."""
    bids, tricks = found["bids"], found["tricks"]
    total = sum(bids.values())
    calls: set[Call] = {("dog-pile", (name,), took) for name, took in tricks.items() if bids[name] == 0 and took > 0}
    if total != cards:
        calls.add(("overbid" if total > cards else "floater" if total == cards - 1 else "float-age", (), None))
    barred = cards - (total - bids[dealer])
    if (
        _is_ruled(options, cards)
        and 0 <= barred <= cards
        and tricks[dealer] == barred
        and bids[dealer] != tricks[dealer]
    ):
        calls.add(("sbr", (dealer,), None))
    if _is_bare(options, found, cards * len(tricks), is_largest=is_largest):
        calls.add(("no-trump", (), None))
    return calls


def _is_near(agreed: Any) -> bool:
    """Whether a few points say that somebody is near: where a trick more or less is worth about one (HR-DD-21)."""
    gains = {points(bid + 1, bid + 1, 9, agreed) - points(bid, bid, 9, agreed) for bid in (1, 2, 3)}
    losses = {abs(points(bid, bid + 3, 9, agreed) - points(bid, bid + 2, 9, agreed)) for bid in (1, 2, 3)}
    return gains == {1} and losses <= {0, 1}


def _totals(now: dict[str, int], there: list[str], *, is_near: bool) -> set[Call]:
    """Call-outs about the totals (DD-G08, DD-G11 to DD-G13)."""
    if not is_near:
        return _named("in-the-box", list(marks(now, there)[0]))
    floor = min(now[name] for name in there)
    spoons = [name for name in there if now[name] - floor <= 2]
    near = [name for name in there if 5 <= now[name] - floor <= 10]
    return (
        _named("in-the-box", list(marks(now, there)[0]))
        | _named("spooning", spoons if len(spoons) >= 2 else [])
        | _named("proximity-alert", near)
        | _named("bottom-buddies", _buddies(sorted(there, key=lambda name: now[name]), now))
    )


def _passes(before: dict[str, int], now: dict[str, int], there: list[str]) -> set[Call]:
    """Easy chico (DD-G16), as (passed, passing): the player who is passed says it."""
    return {
        ("easy-chico", (passed, passing), None)
        for passed, passing in permutations(there, 2)
        if before[passed] > before[passing] and now[passed] < now[passing]
    }


def _both(record: dict[str, Any], number: int) -> tuple[dict[str, int], dict[str, int]]:
    """Totals before and after a round; a player who arrives for the round already has a total before it."""
    now = totals_after(record, number)
    found = record["rounds"][number - 1]
    there = found["tricks"]
    won = {name: _worth(record, found, name) + _by_hand(found, name) for name in there}
    return {name: total - won.get(name, 0) for name, total in now.items()}, now


def _played(rounds: list[Round], name: str) -> list[bool]:
    """For every scored hand the player took part in, whether the bid was made."""
    return [
        found["bids"][name] == found["tricks"][name]
        for found in rounds
        if "tricks" in found and not found.get("void") and name in found["tricks"]
    ]


def _buddies(up: list[str], now: dict[str, int]) -> list[str]:
    """Bottom buddies (DD-G13): the players below the largest gap of at least ten points; two of them or more, at most
    half the table.
    """
    best, size = 9, 0
    for count in range(2, len(up) // 2 + 1):
        gap = now[up[count]] - now[up[count - 1]]
        if gap > best:
            best, size = gap, count
    return up[:size]
