"""Entries in words: for the undo button, and for a line of the history."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.language.locales import comma_separated
from clubs.language.terms import capital
from games.base.names import listed, name_at, shortened
from games.base.wording import in_words
from games.entries.match_state import MatchState, read
from games.pack_o_dogs.screen_parts import sheet_of
from games.rounds.stop import UNDO
from scoring.pack_o_dogs import Capture, Pays, Piles, Product, Round, RoundLine, Shorten
from scoring.records import entry_from_json


def entry_in_words(state: MatchState, kind: str, payload: Any) -> str:
    """Return one entry in words, for the history."""
    return entry_words(shortened(state.names), entry_from_json(state.engine, kind, payload))


def entry_words(names: Sequence[str], entry: Any) -> str:
    """Return one entry in words; `names` are shortened already."""
    return WORDING[type(entry)](names, entry)


def _round(names: Sequence[str], entry: Round) -> str:
    winner = _("{player} wins the round").format(player=name_at(names, entry.winner))
    parts = [winner, _("pack completed") if entry.pack else _("no pack")]
    if entry.turns is not None:
        parts.append(ngettext("{count} turn", "{count} turns", entry.turns).format(count=entry.turns))
    return comma_separated([*parts, _("with a treat")] if entry.treat else parts)


def _capture(names: Sequence[str], entry: Capture) -> str:
    flags = ((entry.pack, _("pack completed")), (entry.low_cat, _("low cat")), (entry.treat, _("with a treat")))
    winner = _("{player} wins a turn").format(player=name_at(names, entry.winner))
    return comma_separated([winner, *(words for is_so, words in flags if is_so)])


def _piles(names: Sequence[str], entry: Piles) -> str:
    piles = comma_separated(f"{name_at(names, seat)} {cards}" for seat, cards in sorted(entry.piles.items()))
    return _("piles: {piles}").format(piles=piles)


WORDING: Mapping[type, Callable[[Sequence[str], Any], str]] = {
    Round: _round,
    Capture: _capture,
    Piles: _piles,
    Shorten: lambda _names, _entry: str(UNDO),
}


def last_step(state: MatchState) -> str:
    """Return in a few words what undo would take back; "" on an empty sheet."""
    if not state.live:
        return ""
    entry, names, sheet = read(state.engine, state.live[-1]), shortened(state.names), sheet_of(state)
    if isinstance(entry, Shorten):
        return str(UNDO)
    if isinstance(entry, Capture):
        return _("turn {number}").format(number=sheet.captures)
    if isinstance(entry, Piles):
        return _("game {number}").format(number=sheet.lines[-1].game)
    line = sheet.rounds[-1]
    if sheet.leader is not None:
        return _("{player} won").format(player=names[line.winner])
    return _("round {number}").format(number=line.round_in_game)


def undone(state: MatchState) -> str:
    """Return the query string under which the page shows the last entry half entered, without its winner."""
    number, entry = state.live[-1].number, read(state.engine, state.live[-1])
    return urlencode([("number", str(number)), *_keys(entry)])


def _keys(entry: Round | Capture | Piles | Shorten) -> list[tuple[str, str]]:
    if isinstance(entry, Shorten):
        return []
    if isinstance(entry, Piles):
        return [("count", "1"), *((f"piles-{seat}", str(cards)) for seat, cards in entry.piles.items())]
    pairs = [("pack", "1")] * entry.pack + [("treat", "1")] * entry.treat
    if isinstance(entry, Capture):
        return pairs + [("low_cat", "1")] * entry.low_cat
    return pairs + ([] if entry.turns is None else [("turns", str(entry.turns))])


# Pack o’ Dogs in words: standings, how often a round counts, and the calculation of a round with its reasons.


IN_A_ROW = (
    "",
    gettext_lazy("first in a row"),
    gettext_lazy("second in a row"),
    gettext_lazy("third in a row"),
    gettext_lazy("fourth in a row"),
    gettext_lazy("fifth in a row"),
    gettext_lazy("sixth in a row"),
    gettext_lazy("seventh in a row"),
)


@dataclass(frozen=True)
class Term:
    """One figure of a calculation and its reason; several figures where it depends on the winner."""

    figures: Sequence[int]
    why: str


@dataclass(frozen=True)
class Sum:
    """Terms joined by `sign`, and their result."""

    terms: Sequence[Term]
    total: Term
    sign: str = "×"

    @property
    def is_settled(self) -> bool:
        """Whether the result is known."""
        return len(self.total.figures) == 1


def product_sum(product: Product, number: int) -> Sum:
    """Return the calculation of a round: “2 pack completed × 3 third in a row × 3 round 6 = 18 points”"""
    row = Term([product.streak], in_a_row(product.streak))
    return _sum(product.base, row, product.late, number, [product.points])


def open_sum(pays: Mapping[int, Pays], number: int, *, pack: bool) -> Sum:
    """Return the calculation of a round that has no winner yet, on whom the streak depends."""
    offers = [each.pack if pack else each.plain for each in pays.values()]
    streaks = sorted({offer.streak for offer in offers})
    row = Term(streaks, in_a_row(streaks[0]) if len(streaks) == 1 else _("in a row"))
    return _sum(offers[0].base, row, offers[0].late, number, sorted({offer.points for offer in offers}))


def _sum(base: int, row: Term, late: int, number: int, points: Sequence[int]) -> Sum:
    pack = Term([base], _("pack completed") if base > 1 else _("no pack"))
    total = Term(points, ngettext("point", "points", points[-1]))
    return Sum([pack, row, Term([late], _("round {number}").format(number=number))], total)


def in_a_row(streak: int) -> str:
    """Return the streak in words: `third in a row`."""
    return str(IN_A_ROW[streak])


def times(number: int) -> str:
    """Return how often something counts: `twice`, `four times`."""
    if number < 3:
        return pgettext("how much", "once") if number == 1 else pgettext("how much", "twice")
    return pgettext("how much", "{number} times").format(number=in_words(number))


def rounds_words(won: Mapping[int, int], names: Sequence[str]) -> str:
    """Return the rounds won in words: “Otto leads, three rounds to two.”, “Three rounds all.”"""
    lead, behind = sorted(won, key=lambda seat: -won[seat])
    if won[lead] != won[behind]:
        words = ngettext("{player} leads, {many} round to {few}.", "{player} leads, {many} rounds to {few}.", won[lead])
        return words.format(player=names[lead], many=number_in_words(won[lead]), few=number_in_words(won[behind]))
    if not won[lead]:
        return _("Nobody has won a round yet.")
    return ngettext("{many} round all.", "{many} rounds all.", won[lead]).format(
        many=capital(number_in_words(won[lead]))
    )


def number_in_words(number: int) -> str:
    """Return a number in words: `three`, `none`."""
    return in_words(number) if number else pgettext("number", "none")


def score(points: Mapping[int, int], first: int) -> str:
    """Return the points of both, those of seat `first` first: `28 to 10`"""
    other = next(seat for seat in points if seat != first)
    return _("{points} to {other}").format(points=points[first], other=points[other])


def points_words(points: Mapping[int, int], names: Sequence[str], *, of_match: bool = False) -> str:
    """Return the points in words: “Otto leads the match, 30 to 22.”, “Level, 12 all.”"""
    lead, behind = sorted(points, key=lambda seat: -points[seat])
    if points[lead] == points[behind]:
        return _("Level, {points} all.").format(points=points[lead])
    words = _("{player} leads the match, {score}.") if of_match else _("{player} leads, {score}.")
    return words.format(player=names[lead], score=score(points, lead))


def reasons_text(lines: Sequence[RoundLine]) -> str:
    """Return what gave these rounds their points: “came one after the other, each with a pack, two of them late”."""
    rounds = len(lines)
    streak = max(line.product.streak for line in lines)
    packs, late = sum(line.pack for line in lines), sum(line.product.late > 1 for line in lines)
    reasons = [_streak(streak, rounds), _packs(packs, rounds), _late(late, rounds)]
    return _("came {how}").format(how=comma_separated(reasons) or _("when it counted"))


def _streak(count: int, rounds: int) -> str:
    if count < 2:
        return ""
    return _("one after the other") if count == rounds else _("{many} of them in a row").format(many=in_words(count))


def _packs(count: int, rounds: int) -> str:
    if 0 < count < rounds:
        return _("{many} of them with a pack").format(many=in_words(count))
    if not count:
        return ""
    return _("with a pack") if rounds == 1 else _("each with a pack")


def _late(count: int, rounds: int) -> str:
    if 0 < count < rounds:
        return _("{many} of them late").format(many=in_words(count))
    if not count:
        return ""
    return pgettext("of points", "late") if rounds == 1 else _("each late")


def points_of(lines: Sequence[RoundLine]) -> str:
    """Return the points of each round: “2, 8 and 18”"""
    return listed(str(line.product.points) for line in lines)
