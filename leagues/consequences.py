"""The connection to the games: updates after each result, and the answers to what a match page asks of the league."""

from typing import Any

from clubs.models import Club
from clubs.players.guests import ranking_changed
from games.consequences import follow, league
from leagues import ratings, standings
from leagues.nights.next_step import after
from leagues.playoffs import deal, ending, line, results, state, wording
from leagues.trophies import awards, contests, holders, runs

# In this order, since each uses the results of those before.
CONSEQUENCES = (
    follow.Consequence("play-offs", results.update_for_match, results.rebuild),
    follow.Consequence("awards", awards.update_for_match, awards.rebuild),
    follow.Consequence("ratings", ratings.update_for_match, ratings.rebuild),
    follow.Consequence("standings", standings.update_for_match, standings.rebuild, standings.add),
)


class ClubLeague(league.League):
    """Implements `games.consequences.league.League` with the data of the league."""

    prizes = staticmethod(holders.prizes)
    prize_names = staticmethod(contests.names)
    last_winner = staticmethod(holders.last_winner)
    taken = staticmethod(holders.taken)
    runs = staticmethod(runs.runs_of)
    withdrawn = staticmethod(holders.withdrawn)
    holders = staticmethod(holders.holders)
    would_change = staticmethod(wording.would_move)
    outcome = staticmethod(line.outcome)
    of_final = staticmethod(ending.of_final)
    after = staticmethod(after)
    holds = staticmethod(deal.holds)
    passing = staticmethod(awards.passing_with)
    seats_are_given = staticmethod(state.seats_are_given)
    seated_elsewhere = staticmethod(state.seated_elsewhere)


def _rank_anew(club: Club, **_: Any) -> None:
    standings.refresh(club)


def connect() -> None:
    """Register the consequences in their order, the signal handler and the league."""
    follow.register(*CONSEQUENCES)
    ranking_changed.connect(_rank_anew, dispatch_uid="standings, ranked anew")
    league.connect(ClubLeague())
