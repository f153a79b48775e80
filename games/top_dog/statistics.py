"""Top Dog’s figures for a player’s page and a night report: hands won per round, and the effect of arranging the deck
or of a dummy.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Avg, Count, Max, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.language.locales import decimal, signed
from clubs.language.terms import name_of
from games.base.statistics import Bar, Bars, Figure, GameStatistics, best_and_worst, counts, percent, share
from games.statistics import queries
from games.statistics.queries import Share, Summary, Whose, fact
from scoring.top_dog import TOP_DOG, TopDogSheet
from scoring.top_dog.sheet import ARRANGING

FACTS = {
    "won": gettext_lazy("hands won: #"),
    "most": gettext_lazy("the most hands"),
    "arranged": gettext_lazy("the deck arranged"),
    "dummy": gettext_lazy("# against the dummy"),
}
WHO = ((gettext_lazy("arranged it"), 1), (gettext_lazy("somebody else did"), 0))
ROTATING = ARRANGING[-1]  # variation 2: one arranges the deck, in turn
AGAINST = (
    (1, gettext_lazy("beaten, {points}")),
    (0, gettext_lazy("level, {points}")),
    (-2, gettext_lazy("beaten by it, {points}")),
)


def player_statistics(player: Whose, summary: Summary) -> GameStatistics:
    """Return the game’s figures and tables for a player’s page."""
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
        Figure(_("hands won a round"), totals["average"], decimals=1, search={}),
        Figure(_("most in one round"), totals["best"], search={"won": totals["best"]}),
        *share(_("rounds with the most hands"), Share(0, totals["rounds"], totals["most"] or 0), {"most": 1}),
        *best_and_worst(summary),
    ]
    return GameStatistics(main=figures, tables=[*_won(player), *_arranged(player, totals["hands"]), *_dummy(player)])


def _won(player: Whose) -> list[Bars]:
    rows = queries.rounds(player, TOP_DOG.key).counts("won")
    note = _in_rounds(sum(times for _hands, times in rows))
    return [Bars(_("Hands won"), note, (pgettext("Top Dog", "Hands"), _("Rounds"), _("Share")), counts(rows, "won"))]


def _in_rounds(rounds: int) -> str:
    return ngettext("in {count} round", "in {count} rounds", rounds).format(count=rounds)


def _arranged(player: Whose, hands: float) -> list[Bars]:
    """Return the table of hands won when this player or another arranged the deck (variation 2); [] if this player
    never did.
    """
    wanted: dict[str, Any] = {}
    for _words, value in WHO:
        mine = Q(match__options__arranging=ROTATING, facts__arranged=value)
        wanted |= {f"times_{value}": Count("pk", filter=mine), f"won_{value}": Avg(fact("won"), filter=mine)}
    totals = queries.aggregates(player, TOP_DOG.key, **wanted)
    rows = [
        Bar(
            str(words),
            (str(totals[f"times_{value}"]), decimal(totals[f"won_{value}"], 1)),
            percent(totals[f"won_{value}"], hands),
        )
        for words, value in WHO
        if totals[f"times_{value}"]
    ]
    if not totals["times_1"]:
        return []
    return [Bars(_("The deck"), _("hands won on average"), (_("Who"), _("Rounds"), pgettext("Top Dog", "Hands")), rows)]


def _dummy(player: Whose) -> list[Bars]:
    """Return the table of how rounds against the dummy ended (variation 3); [] without any."""
    times = dict(queries.rounds(player, TOP_DOG.key).counts("dummy"))
    whole = sum(times.values())
    rows = [
        Bar(
            words.format(points=signed(value)),
            (str(times[value]), str(percent(times[value], whole))),
            percent(times[value], whole),
            "%",
            {"dummy": value},
        )
        for value, words in AGAINST
        if value in times
    ]
    if not rows:
        return []
    return [Bars(_("Against the dummy"), _in_rounds(whole), (_("The dummy was"), _("Rounds"), _("Share")), rows)]


def numbers(sheets: Sequence[TopDogSheet]) -> list[Figure]:
    """Return the figures for the sheets of one night; [] where no round was played."""
    lines = [line for sheet in sheets for line in sheet.lines]
    if not lines:
        return []
    beaten = sum(value < 0 for line in lines if line.dummy is not None for value in line.against.values())
    best = _("hands in the best round of {game}").format(game=name_of(TOP_DOG))
    figures = [Figure(best, max(max(line.won.values()) for line in lines))]
    return [*figures, Figure(_("times beaten by the dummy"), beaten)] if beaten else figures
