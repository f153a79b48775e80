"""How often bids were made in the club’s matches before this one, counted over the newest `MOST` of them."""

from typing import Any

import msgspec
from django.db.models import Count, F

from games.base.results.forecasts import Json
from games.entries.match_state import MatchState
from games.models import Match, Tally
from games.statistics.queries import fact
from scoring.dirty_dog import DIRTY_DOG
from scoring.dirty_dog.forecast.history import History, Row, history_of
from scoring.record_format.resolved import resolved

MOST = 400  # matches: the last year or two of a big club
LEAST = 10  # with fewer matches the club's average is too uncertain


def history(state: MatchState) -> Json:
    """Return the counts for the club and for each player at this table, as JSON. The result is the same whenever it is
    computed, unless older matches change.
    """
    match = state.match
    before = Match.objects.filter(club=match.club_id, game=DIRTY_DOG.key, finished_at__lt=match.started_at)
    matches = list(before.filter(rounds__gt=0).order_by("-finished_at", "-pk").values_list("pk", flat=True)[:MOST])
    tallies = Tally.objects.filter(match__in=matches, facts__has_key="cards").order_by()
    rows = tallies.values(player=F("seat__player"), players=F("match__start_seats")).annotate(
        cards=fact("cards"), bid=fact("bid"), off=fact("off"), times=Count("pk")
    )
    known = history_of(len(matches), (Row(**row) for row in rows))
    here = {seat.player_id: known.players.get(seat.player_id, {}) for seat in state.seats}
    written: Json = msgspec.to_builtins(msgspec.structs.replace(known, players=here), str_keys=True)
    return written


def read(known: Json) -> History:
    """Convert the JSON of `history` back."""
    return msgspec.convert(known, resolved(History), strict=False)


def is_enough(known: Json) -> bool:
    """Whether the history has enough matches for a forecast."""
    return int(known["matches"]) >= LEAST


def covers(known: Json, state: MatchState) -> bool:
    """Whether the history has every player at the table: one may have come late, or two player records may have been
    merged.
    """
    players: dict[str, Any] = known["players"]
    return all(str(seat.player_id) in players for seat in state.seats)
