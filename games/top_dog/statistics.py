"""Hands won a round: how many on average, how often how many, and whether arranging the deck or a dummy made a mark."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Avg, Count, Max, Q, Sum

from games.base.statistics import Bar, Bars, Figure, GameStatistics, best_and_worst, counts, percent, share
from games.sheets.text import signed
from games.statistics import queries
from games.statistics.queries import Share, Summary, Whose, fact
from scoring.top_dog import TOP_DOG, TopDogSheet
from scoring.top_dog.entries import ARRANGING

FACTS = {
    "won": "hands won: #",
    "most": "the most hands",
    "arranged": "the deck arranged",
    "dummy": "# against the dummy",
}
WHO = (("arranged it", 1), ("somebody else did", 0))
ROTATING = ARRANGING[-1]  # variation 2: one arranges the deck, in turn
AGAINST = ((1, "beaten"), (0, "level"), (-2, "beaten by it"))


def player_statistics(player: Whose, summary: Summary) -> GameStatistics:
    key = TOP_DOG.key
    totals = queries.aggregates(
        player,
        key,
        rounds=Count("pk"),
        average=Avg(fact("won")),
        best=Max(fact("won")),
        most=Sum(fact("most")),
        hands=Avg(fact("hands")),
    )
    figures = [
        Figure("hands won a round", totals["average"], decimals=1, search={}),
        Figure("most in one round", totals["best"], search={"won": totals["best"]}),
        *share("rounds with the most hands", Share(0, totals["rounds"], totals["most"] or 0), {"most": 1}),
        *best_and_worst(summary),
    ]
    return GameStatistics(main=figures, tables=[*_won(player), *_arranged(player, totals["hands"]), *_dummy(player)])


def _won(player: Whose) -> list[Bars]:
    rows = queries.counts(player, TOP_DOG.key, "won")
    note = f"in {sum(times for _, times in rows)} rounds"
    return [Bars("Hands won", note, ("Hands", "Rounds", "Share"), counts(rows, "won"))]


def _arranged(player: Whose, hands: float) -> list[Bars]:
    """Nothing where nobody arranges the deck (variation 2)."""
    wanted: dict[str, Any] = {}
    for _, value in WHO:
        mine = Q(match__options__arranging=ROTATING, facts__arranged=value)
        wanted |= {f"times_{value}": Count("pk", filter=mine), f"won_{value}": Avg(fact("won"), filter=mine)}
    totals = queries.aggregates(player, TOP_DOG.key, **wanted)
    rows = [
        Bar(
            words,
            (str(totals[f"times_{value}"]), f"{totals[f'won_{value}']:.1f}"),
            percent(totals[f"won_{value}"], hands),
        )
        for words, value in WHO
        if totals[f"times_{value}"]
    ]
    return [Bars("The deck", "hands won on average", ("Who", "Rounds", "Hands"), rows)] if totals["times_1"] else []


def _dummy(player: Whose) -> list[Bars]:
    """How the rounds against the dummy ended; nothing where none plays (variation 3)."""
    times = dict(queries.counts(player, TOP_DOG.key, "dummy"))
    whole = sum(times.values())
    rows = [
        Bar(
            f"{words}, {signed(value)}",
            (str(times[value]), str(percent(times[value], whole))),
            percent(times[value], whole),
            " %",
            {"dummy": value},
        )
        for value, words in AGAINST
        if value in times
    ]
    return [Bars("Against the dummy", f"in {whole} rounds", ("The dummy was", "Rounds", "Share"), rows)] if rows else []


def numbers(sheets: Sequence[TopDogSheet]) -> list[Figure]:
    lines = [line for sheet in sheets for line in sheet.lines]
    if not lines:
        return []
    beaten = sum(value < 0 for line in lines if line.dummy is not None for value in line.against.values())
    figures = [Figure("hands in the best round of Top Dog", max(max(line.won.values()) for line in lines))]
    return [*figures, Figure("times beaten by the dummy", beaten)] if beaten else figures
