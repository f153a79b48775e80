"""The connection to the games: updates after each result, and the answers to what a match page asks of the league."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubs.models import Club, Player
from clubs.players.guests import ranking_changed
from games.consequences import follow, league
from games.entries.match_state import MatchState
from games.models import Match
from leagues import ratings, standings
from leagues.models import Award
from leagues.nights.after_match import AfterMatch, after
from leagues.playoffs import correction_effects, results, settled, state
from leagues.trophies import awards, catalogue, holders
from leagues.trophies.holders import Holder, Taken
from scoring.base import Sheet

# In this order, since each uses the results of those before.
CONSEQUENCES = (
    follow.Consequence("play-offs", results.update_for_match, results.rebuild),
    follow.Consequence("awards", awards.update_for_match, awards.rebuild),
    follow.Consequence("ratings", ratings.update_for_match, ratings.rebuild),
    follow.Consequence("standings", standings.update_for_match, standings.rebuild, standings.add),
)


class ClubLeague(league.League):
    """Implements `games.consequences.league.League` with the data of the league."""

    def prizes(self, match: Match) -> Mapping[str, str]:
        return holders.prizes(match)

    def prize_names(self, club_id: int, game: str) -> Mapping[str, str]:
        return catalogue.names(club_id, game)

    def last_winner(self, club_id: int, game: str) -> Player | None:
        return holders.last_winner(club_id, game)

    def holders(self, club_id: int, game: str) -> Sequence[Holder]:
        return holders.holders(club_id, game)

    def taken(self, match: Match) -> Sequence[Taken]:
        return holders.taken(match)

    def withdrawn(self, match: Match) -> Iterable[Award]:
        return holders.withdrawn(match)

    def would_change(self, state: MatchState, after: Sheet) -> Sequence[str]:
        return correction_effects.would_move(state, after)

    def outcome(self, match: Match) -> Sequence[str]:
        return settled.outcome(match)

    def after(self, match: Match) -> AfterMatch | None:
        return after(match)

    def seated_elsewhere(self, match: Match) -> set[int]:
        return state.seated_elsewhere(match)


def _rank_anew(club: Club, **_: Any) -> None:
    standings.refresh(club)


def connect() -> None:
    """Register the consequences in their order, the signal handler and the league."""
    follow.register(*CONSEQUENCES)
    ranking_changed.connect(_rank_anew, dispatch_uid="standings, ranked anew")
    league.connect(ClubLeague())
