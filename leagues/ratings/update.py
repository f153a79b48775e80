"""Updating ratings after a result: they are recomputed from that match on, and only rows that change are written."""

from collections.abc import Mapping

from clubs.models import Club
from games.entries.match_state import MatchState
from games.models import Match
from leagues.models import Rating
from leagues.ratings.chain import Before, RatedSeat, rate_matches, steps
from leagues.ratings.rows import Moment, Work, known_before, seats_since, stored, stored_since

NOBODY: Mapping[int, Before] = {}


def update_for_match(state: MatchState) -> None:
    """Update the ratings from this match on. Ends after two queries if the places are unchanged, however many matches
    came later.
    """
    match = state.match
    written = [row.step for row in stored(Rating.objects.filter(match=match))]
    moments = [step.at for step in written] + ([match.finished_at] if match.finished_at else [])
    if not moments:
        return
    since = Moment(min(moments), match.pk)
    known = known_before([seat.player_id for seat in state.seats], match.game, since)
    if sorted(steps(known, _sat(state))) != sorted(written):
        _work(match.club_id, match.game, since, known).write()


def _sat(state: MatchState) -> list[RatedSeat]:
    at = state.match.finished_at
    return [RatedSeat(state.match.pk, at, seat.player_id, seat.place) for seat in state.seats] if at else []


def rebuild(club: Club, *, check: bool) -> list[str]:
    """Rebuild all ratings of the club, or only compare them if `check`; return a line for each difference."""
    rows = Rating.objects.filter(club=club), Match.objects.filter(club=club, finished_at__isnull=False)
    games = {game for found in rows for game in found.order_by().values_list("game", flat=True).distinct()}
    return [f"{game}, {found}" for game in sorted(games) for found in _rebuild(club.pk, game, check=check)]


def _rebuild(club_id: int, game: str, *, check: bool) -> list[str]:
    work = _work(club_id, game)
    if not check:
        work.write()
    return [f"match {match}, player {player}" for match, player in work.differing]


def _work(club_id: int, game: str, since: Moment | None = None, known: Mapping[int, Before] = NOBODY) -> Work:
    """Compute the ratings from a match on, or from the first; `known` are estimates before it, as read already."""
    seats = seats_since(club_id, game, since)
    others = {sat.player for sat in seats} - known.keys()
    before = {**known, **known_before(others, game, since)} if since and others else dict(known)
    due = {step.key: step for step in rate_matches(before, seats)}
    return Work(club_id, game, {row.step.key: row for row in stored_since(club_id, game, since)}, due)
