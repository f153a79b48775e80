"""Pack o' Dogs said aloud: standings in words, how often a round counts, and every sum with its reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.base.names import counted, listed
from games.base.titles import in_words
from scoring.pack_o_dogs import Pays, Product, RoundLine

PLACES = ("no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")


@dataclass(frozen=True)
class Term:
    """One figure of a sum and the reason under it; two figures where it is not settled yet."""

    figures: Sequence[int]
    why: str


@dataclass(frozen=True)
class Sum:
    """Terms joined by `sign`, and what they come to."""

    terms: Sequence[Term]
    total: Term
    sign: str = "×"

    @property
    def is_settled(self) -> bool:
        return len(self.total.figures) == 1


def product_sum(product: Product, number: int) -> Sum:
    """“2 pack completed × 3 third in a row × 3 round 6 = 18 points”"""
    row = Term([product.streak], in_a_row(product.streak))
    return _sum(product.base, row, product.late, number, [product.points])


def open_sum(pays: Mapping[int, Pays], number: int, *, pack: bool) -> Sum:
    """The same before anybody has won the round: the streak depends on who does."""
    offers = [each.pack if pack else each.plain for each in pays.values()]
    streaks = sorted({offer.streak for offer in offers})
    row = Term(streaks, in_a_row(streaks[0]) if len(streaks) == 1 else "in a row")
    return _sum(offers[0].base, row, offers[0].late, number, sorted({offer.points for offer in offers}))


def _sum(base: int, row: Term, late: int, number: int, points: Sequence[int]) -> Sum:
    pack = Term([base], "pack completed" if base > 1 else "no pack")
    return Sum([pack, row, Term([late], f"round {number}")], Term(points, "point" if points == [1] else "points"))


def in_a_row(streak: int) -> str:
    """`third in a row`; a first win is no streak yet."""
    return "first in a row" if streak == 1 else f"{PLACES[streak]} in a row"


def times(number: int) -> str:
    """How often something counts: `twice`, `four times`."""
    return {1: "once", 2: "twice"}.get(number, f"{in_words(number)} times")


def rounds_words(won: Mapping[int, int], names: Sequence[str]) -> str:
    """“Otto leads, three rounds to two.”, “Three rounds all.”"""
    lead, behind = sorted(won, key=lambda seat: -won[seat])
    many = counted_in_words(won[lead], "round")
    if won[lead] == won[behind]:
        return f"{many.capitalize()} all." if won[lead] else "Nobody has won a round yet."
    return f"{names[lead]} leads, {many} to {few(won[behind])}."


def counted_in_words(number: int, word: str) -> str:
    """`one round`, `three rounds`."""
    return counted(number, word).replace(str(number), few(number), 1)


def few(number: int) -> str:
    """`three`, `none`."""
    return in_words(number) if number else "none"


def score(points: Mapping[int, int], first: int) -> str:
    """`28 to 10`, the named seat's points first."""
    other = next(seat for seat in points if seat != first)
    return f"{points[first]} to {points[other]}"


def points_words(points: Mapping[int, int], names: Sequence[str], of: str = "") -> str:
    """“Otto leads the match, 30 to 22.”, “Level, 12 all.”"""
    lead, behind = sorted(points, key=lambda seat: -points[seat])
    if points[lead] == points[behind]:
        return f"Level, {points[lead]} all."
    return f"{names[lead]} leads{of}, {score(points, lead)}."


def how_they_came(lines: Sequence[RoundLine]) -> str:
    """What made these rounds dear: “came one after the other, each with a pack, two of them late”."""
    rounds = len(lines)
    streak = max(line.product.streak for line in lines)
    reasons = [
        "one after the other" if streak == rounds > 1 else _of_them(streak, rounds, "in a row") if streak > 1 else "",
        _of_them(sum(line.pack for line in lines), rounds, "with a pack"),
        _of_them(sum(line.product.late > 1 for line in lines), rounds, "late"),
    ]
    return f"came {', '.join(filter(None, reasons)) or 'when it counted'}"


def _of_them(count: int, rounds: int, what: str) -> str:
    if not count:
        return ""
    if count < rounds:
        return f"{in_words(count)} of them {what}"
    return what if rounds == 1 else f"each {what}"


def points_of(lines: Sequence[RoundLine]) -> str:
    """“2, 8 and 18”"""
    return listed(str(line.product.points) for line in lines)
