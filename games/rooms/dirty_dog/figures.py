"""Made bids: by the bid itself, by the size of the hand, and in a row."""

from django.db.models import Max

from games import statistics
from games.rooms.figures import Bars, Figure, Figures, best_and_worst, share, shares
from games.statistics import Summary, fact
from leagues.models import Player
from scoring.dirty_dog import DIRTY_DOG

FACTS = {
    "bid": "a bid of #",
    "cards": "cards: #",
    "tricks": "tricks taken: #",
    "made": "the bid made",
    "streak": "# bids made in a row",
}
COLUMNS = ("Times", "Made", "Rate")
LOST = {"result": "lost"}


def figures(player: Player, summary: Summary) -> Figures:
    bids, sizes = (statistics.rates(player, DIRTY_DOG.key, by, "made") for by in ("bid", "cards"))
    whole = statistics.whole(bids)
    note = f"{whole.made} of {whole.times} bids"
    tables = [
        Bars("Bids made", note, ("Bid", *COLUMNS), shares(bids, "bid")),
        Bars("By size of hand", note, ("Cards", *COLUMNS), shares(sizes, "cards")),
    ]
    return Figures(
        told=[
            Figure("times last", summary.losses, search=LOST),
            *share("bids made", whole, {"made": 1}),
            *best_and_worst(summary),
        ],
        tables=tables if bids else [],
        more=_streaks(player),
        more_title="Streaks",
    )


def _streaks(player: Player) -> list[Figure]:
    """Bids made in a row within one match, and matches without the loser's trophy."""
    key = DIRTY_DOG.key
    best = statistics.told(player, key, best=Max(fact("streak")))["best"] or 0
    now, last = statistics.last_fact(player, key, "streak")
    return [
        Figure("bids made in a row, best in one match", best, search={"streak": best}),
        Figure("in a row, at the end of the last match", now, match=last),
        Figure("matches since last at the bottom", statistics.since_last_loss(player, key), search=LOST),
    ]
