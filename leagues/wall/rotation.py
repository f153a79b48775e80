"""The boards of the wall: tables one by one or eight at once, pictures of play-offs, standings."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, ShowChances
from games.base.wording import game_name, table_of, table_order
from games.entries.match_state import seats_of
from games.models import Match, Seat
from games.wall import board, depends
from leagues.models import Fixture, Playoff
from leagues.playoffs.overview import evening_board
from leagues.playoffs.results import token
from leagues.trophies.holders import holders
from leagues.wall.boards import Turn, between_matches, boards_of

A_DAY = timedelta(hours=24)  # after which a match that was never ended is no longer shown
LAST_LOOK = timedelta(minutes=10)  # for which the result of a finished match is still shown
MOST_MATCHES = 24
GROUPS = Q(kind=Playoff.Kind.GROUPS)


def turns_of(club: Club, *, all_at_once: bool = False, with_standings: bool = False) -> list[Turn]:
    """Return the boards, with standings only if no table plays. The number of queries does not depend on how many
    tables play, and a board is drawn only if it has changed.
    """
    matches, playoffs = _matches(club), _playoffs(club)
    seats = seats_of(matches)
    # A single table is shown alone in both modes.
    tables = boards_of(matches, seats) if all_at_once and len(matches) > 1 else _tables(club, matches, seats)
    is_between = with_standings and not any(match.is_open for match in matches)
    between = between_matches(club, [each for each in playoffs if not each.finished_at]) if is_between else None
    pictures = [_picture(each) for each in playoffs if each.kind == Playoff.Kind.GROUPS]
    return [*tables, *pictures, *([between] if between else [])]


def _matches(club: Club) -> list[Match]:
    now = timezone.now()
    going = Q(finished_at=None, abandoned_at=None, started_at__gt=now - A_DAY)
    rows = club.matches.filter(going | Q(finished_at__gt=now - LAST_LOOK)).order_by("-started_at", "-id")[:MOST_MATCHES]
    if club.chances == ShowChances.WALL:
        rows = rows.select_related("forecast").defer("forecast__history", "forecast__points")
    matches = sorted(rows, key=lambda match: (table_order(match), match.started_at))
    for match in matches:
        match.club = club
    return matches


def _tables(club: Club, matches: Sequence[Match], seats: Mapping[UUID, Sequence[Seat]]) -> Iterator[Turn]:
    held = holders(club.pk) if matches else []
    for match in matches:
        chances = match.forecast.version if club.chances == ShowChances.WALL and hasattr(match, "forecast") else 0
        yield Turn(
            key=f"m-{match.pk.hex}",
            version=str(match.version),
            label=f"{table_of(match)} {game_name(match)}".strip(),
            depends=depends(match, seats[match.pk], held, chances),
            draw=partial(board, match, seats[match.pk], held, chances),
        )


def _playoffs(club: Club) -> list[Playoff]:
    """Return the play-offs of tonight and those that ended within LAST_LOOK; a knock-out or round robin counts as long
    as it is being played.
    """
    now = timezone.now()
    played = Fixture.objects.filter(playoff=OuterRef("pk"), match__started_at__gt=now - A_DAY)
    going = Q(finished_at=None) & (Q(started_at__gt=now - A_DAY) | (~GROUPS & Exists(played)))
    rows = club.playoffs.filter(going | (GROUPS & Q(finished_at__gt=now - LAST_LOOK)), called_off_at=None)
    found = list(rows.select_related("night", "winner", "loser").order_by("pk"))
    for each in found:
        each.club = club
    return found


def _picture(playoff: Playoff) -> Turn:
    word = token(playoff)
    return Turn(f"p-{playoff.pk}", word, _("Play-off"), (playoff.pk, word), partial(evening_board, playoff, word))
