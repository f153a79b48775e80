"""Clash of Corgis’ figures for a player’s page and a night report: games won, games won as the starter, cards left in
lost games.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Avg, Count, Min, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.terms import name_of
from games.base.statistics import Bars, Figure, GameStatistics, counts, share
from games.statistics import queries
from games.statistics.queries import Share, Summary, Whose, fact
from scoring.base import Sheet
from scoring.clash_of_corgis import CLASH_OF_CORGIS

FACTS = {
    "won": gettext_lazy("a win"),
    "started": gettext_lazy("the start"),
    "cards_left": gettext_lazy("cards left: #"),
}
LOST = Q(facts__won=0, facts__has_key="cards_left")


def player_statistics(player: Whose, summary: Summary) -> GameStatistics:
    """Return the game’s figures and tables for a player’s page."""
    key = CLASH_OF_CORGIS.key
    totals = queries.aggregates(
        player,
        key,
        games=Count("pk"),
        won=Sum(fact("won")),
        started=Count("pk", filter=Q(facts__started=1)),
        both=Count("pk", filter=Q(facts__started=1, facts__won=1)),
        left=Avg(fact("cards_left"), filter=LOST),
        least=Min(fact("cards_left"), filter=LOST),
    )
    return GameStatistics(main=_figures(totals, summary), tables=_left(player, key))


def _figures(totals: Mapping[str, Any], summary: Summary) -> list[Figure]:
    won = {"won": 1}
    return [
        *share(_("series won"), Share(0, summary.matches, summary.wins), {"result": "won"}),
        Figure(_("games won"), totals["won"], _("of {games}").format(games=totals["games"]), won),
        *share(_("of the games they started"), Share(0, totals["started"], totals["both"]), won | {"started": 1}),
        Figure(_("cards left on average"), totals["left"], decimals=1),
        Figure(_("fewest left and lost"), totals["least"], search={"won": 0, "cards_left": totals["least"]}),
    ]


def _left(player: Whose, key: str) -> list[Bars]:
    rows = [(cards, times) for cards, times in queries.rounds(player, key).counts("cards_left") if cards]
    if not rows:
        return []
    games = sum(times for _cards, times in rows)
    note = ngettext("in {count} game lost and counted", "in {count} games lost and counted", games).format(count=games)
    return [Bars(_("Cards left"), note, (_("Cards"), _("Times"), _("Share")), counts(rows, "cards_left"))]


def numbers(sheets: Sequence[Sheet]) -> list[Figure]:
    """Return the figures for the sheets of one night; [] where no cards were counted."""
    left = [
        facts["cards_left"]
        for sheet in sheets
        for line in sheet.lines
        for facts in line.facts.values()
        if not facts["won"] and "cards_left" in facts
    ]
    closest = _("cards left when {game} was closest").format(game=name_of(CLASH_OF_CORGIS))
    return [Figure(closest, min(left))] if left else []
