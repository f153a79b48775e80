"""The ranking on the final page: the winners, then everybody else with place, total and reason."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubs.language.locales import comma_separated, labelled, minus
from clubs.models import Player
from games.base.display import Finish, Pips
from games.base.names import listed, shortened
from games.entries.match_state import MatchState
from games.registry import table_game
from scoring.base import Rank

MANY_PLAYERS = 6  # number of other players from which on the rows are narrow
MIDDLE, LONG = 14, 22  # characters above which a winner's name is set smaller


@dataclass(frozen=True)
class Place:
    """One player's row; `place` is `3=` if it is shared, `mark` is "top", "low" or "", `pips` are a series' games."""

    player: Player
    name: str
    place: str
    total: int
    mark: str
    reason: str = ""
    pips: Pips | None = None


@dataclass(frozen=True)
class Places:
    """`first` are the winners, or those level at the top if a group has no winner; `others` are the rest."""

    first: Sequence[Place]
    others: Sequence[Place]
    has_winner: bool = True

    @property
    def label(self) -> str:
        if not self.has_winner:
            return _("Level at the top")
        return _("Winner") if len(self.first) == 1 else _("Winners")

    @property
    def size(self) -> str:
        """The CSS class for the size of the winners' names."""
        return size_of([place.name for place in self.first])

    @property
    def rows(self) -> str:
        """The CSS class for the number of other players."""
        return "order-many" if len(self.others) >= MANY_PLAYERS else "order-two" if len(self.others) == 1 else ""


def led_by(ranking: Places, players: Collection[int]) -> Places:
    """Return the ranking with these players, by key, at its head instead of the winners."""
    rows = [*ranking.first, *ranking.others]
    first = [row for row in rows if row.player.pk in players]
    return replace(ranking, first=first, others=[row for row in rows if row not in first])


def size_of(names: Sequence[str]) -> str:
    """Return the CSS class for the size of these names, the largest on the page."""
    longest = max(map(len, names), default=0)
    return "is-long" if longest > LONG or len(names) > 1 else "is-mid" if longest > MIDDLE else ""


def place_of(place: int, sharers: int) -> str:
    """Return a place as finish pages show it: `4`, or `4=` where several share it."""
    return f"{place}=" if sharers > 1 else str(place)


def places(state: MatchState, finish: Finish) -> Places:
    """The ranking; only where the game has a circle is the loser marked with it (DD-44)."""
    sheet, ranks = state.sheet, state.engine.ranks(state.sheet)
    won = set(sheet.winners or _level(ranks))
    low = set(sheet.losers) if table_game(state.match.game).display.has_circle else set()
    rows = {
        seat: Place(
            state.seats[seat].player,
            state.names[seat],
            place_of(rank.place, len(rank.seats)),
            sheet.totals[seat],
            "top" if seat in won else "low" if seat in low else "",
            finish.reasons.get(seat, ""),
            Pips(sheet.totals[seat], finish.to_win) if finish.to_win else None,
        )
        for rank in ranks
        for seat in rank.seats
    }
    first = [row for seat, row in rows.items() if seat in won]
    return Places(first, [row for seat, row in rows.items() if seat not in won], bool(sheet.winners))


def _level(ranks: Sequence[Rank]) -> Sequence[int]:
    """The seats that share first place; neither a group nor a losers’ table settles that (DD-47)."""
    return ranks[0].seats if ranks and len(ranks[0].seats) > 1 else ()


def headline(state: MatchState) -> str:
    """`Núria wins, 73`, `Otto and Bea share the win, 34`, `Otto and Bea are level, 34`."""
    names = shortened(state.names)
    winners = state.sheet.winners
    first = winners or _level(state.engine.ranks(state.sheet))
    if not first:
        return _("It is over")
    total = minus(state.sheet.totals[first[0]])
    if not winners:
        words = _("{players} are level, {total}")
    elif len(winners) > 1:
        words = _("{players} share the win, {total}")
    else:
        words = _("{players} wins, {total}")
    return words.format(players=listed(names[seat] for seat in first), total=total)


def in_one_line(title: str, state: MatchState, result: str, trophies: Mapping[str, str]) -> str:
    """The text to share: the match, who won, everybody's total in order, and the trophies."""
    names = shortened(state.names)
    totals = comma_separated(
        f"{rank.place}. {listed(names[seat] for seat in rank.seats)} {minus(rank.points)}"
        for rank in state.engine.ranks(state.sheet)
    )
    took = [labelled(name, who) for name, who in trophies.items()]
    return " ".join(f"{each}." for each in (labelled(title, result), totals, *took))
