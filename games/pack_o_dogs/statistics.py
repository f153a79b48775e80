"""Pack o’ Dogs’ figures for a player’s page and a night report: rounds won, packs completed, streaks, wins by round of
a game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.statistics import Bars, Figure, GameStatistics, best_and_worst, counts, share, shares
from games.statistics import queries
from games.statistics.queries import Share, Summary, Whose, fact
from scoring.base import Sheet
from scoring.pack_o_dogs import PACK_O_DOGS

FACTS = {
    "won": gettext_lazy("a win"),
    "pack": gettext_lazy("a pack completed"),
    "streak": gettext_lazy("# won in a row"),
    "late": gettext_lazy("the factor #"),
    "round_in_game": gettext_lazy("the number #"),
    "pile": gettext_lazy("# cards in the pile"),
    "turned": gettext_lazy("the game won on points"),
}
ROUND, GAME = Q(facts__has_key="pack"), Q(facts__has_key="pile")


def player_statistics(player: Whose, summary: Summary) -> GameStatistics:
    """Return the game’s figures and tables for a player’s page."""
    key = PACK_O_DOGS.key
    totals = queries.aggregates(
        player,
        key,
        rounds=Count("pk", filter=ROUND),
        won=Sum(fact("won"), filter=ROUND),
        packs=Sum(fact("pack")),
        turned=Sum(fact("turned")),
        streak=Max(fact("streak")),
        games=Count("pk", filter=GAME),
        piles=Sum(fact("won"), filter=GAME),
    )
    return GameStatistics(
        main=[*_figures(totals), *best_and_worst(summary)], tables=_tables(player, key) if totals["rounds"] else []
    )


def _figures(totals: Mapping[str, Any]) -> list[Figure]:
    won, packs, streak = totals["won"] or 0, totals["packs"] or 0, totals["streak"] or 0
    turned = [Figure(_("won on points after losing the rounds"), totals["turned"], search={"turned": 1})]
    figures = [
        *share(_("rounds won"), Share(0, totals["rounds"], won), {"won": 1}),
        *share(_("of them with a pack"), Share(0, won, packs), {"pack": 1}),
        *share(_("base games won"), Share(0, totals["games"], totals["piles"] or 0)),
    ]
    figures += turned if totals["turned"] else []
    longest = Figure(_("longest streak"), streak, _("in a row"), {"streak": streak})
    return [*figures, longest] if streak else figures


def _tables(player: Whose, key: str) -> list[Bars]:
    sums = queries.rounds(player, key)
    rounds = [row for row in sums.rates("round_in_game") if row.value]
    streaks = [(row, times) for row, times in sums.counts("streak") if row]
    whole = queries.whole(rounds)
    heads = (_("Round"), _("Times"), _("Won"), _("Rate"))
    note = _("{won} of {times} won").format(won=whole.made, times=whole.times)
    tables = [Bars(_("Round by round"), note, heads, shares(rounds, "round_in_game"))]
    if streaks:
        tables.append(
            Bars(
                _("Won in a row"),
                _("within one game"),
                (_("In a row"), _("Times"), _("Share")),
                counts(streaks, "streak"),
            )
        )
    return tables


def numbers(sheets: Sequence[Sheet]) -> list[Figure]:
    """Return the figures for the sheets of one night."""
    seats = [facts for sheet in sheets for line in sheet.lines for facts in line.facts.values()]
    packs, streak = (_all(seats, name) for name in ("pack", "streak"))
    figures = [Figure(_("packs completed"), sum(packs))] if packs else []
    return [*figures, Figure(_("rounds won in a row"), max(streak))] if max(streak, default=0) > 1 else figures


def _all(seats: Sequence[Mapping[str, int]], name: str) -> list[int]:
    return [facts[name] for facts in seats if name in facts]
