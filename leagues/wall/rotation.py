"""Who is on the wall of an evening, one after the other: tonight's tables, and the play-off's picture."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.db.models import Q
from django.utils import timezone
from django.utils.safestring import SafeString

from clubs.models import Club, ShowChances
from games.base.titles import game_name, table_of, table_order
from games.entries.match_state import seats_of
from games.wall.board import board, depends
from leagues.models import Playoff
from leagues.playoffs.lookup import token
from leagues.trophies.holders import holders
from leagues.wall.playoff_board import evening_board

A_DAY = timedelta(hours=24)  # a match somebody forgot to put away does not haunt the wall for ever
LAST_LOOK = timedelta(minutes=10)  # how it ended stands a while before the table goes
MOST = 24


@dataclass(frozen=True)
class Turn:
    """One board: `depends` is everything that stands on it, `version` moves with every entry."""

    key: str
    version: str
    label: str
    depends: object
    draw: Callable[[], SafeString]


def turns_of(club: Club) -> list[Turn]:
    """Few queries, however many tables play; boards are drawn only where they are new."""
    return [*_tables(club), *_pictures(club)]


def _tables(club: Club) -> Iterator[Turn]:
    now = timezone.now()
    going = Q(finished_at=None, abandoned_at=None, started_at__gt=now - A_DAY)
    rows = club.matches.filter(going | Q(finished_at__gt=now - LAST_LOOK)).order_by("-started_at", "-id")[:MOST]
    if club.chances == ShowChances.WALL:
        rows = rows.select_related("forecast").defer("forecast__history", "forecast__points")
    matches = sorted(rows, key=lambda match: (table_order(match), match.started_at))
    seats, held = seats_of(matches), holders(club.pk) if matches else []
    for match in matches:
        match.club = club
        chances = match.forecast.version if club.chances == ShowChances.WALL and hasattr(match, "forecast") else 0
        yield Turn(
            key=f"m-{match.pk.hex}",
            version=str(match.version),
            label=f"{table_of(match)} {game_name(match)}".strip(),
            depends=depends(match, seats[match.pk], held, chances),
            draw=partial(board, match, seats[match.pk], held, chances),
        )


def _pictures(club: Club) -> Iterator[Turn]:
    now = timezone.now()
    going = Q(finished_at=None, started_at__gt=now - A_DAY) | Q(finished_at__gt=now - LAST_LOOK)
    groups = club.playoffs.filter(going, kind=Playoff.Kind.GROUPS, called_off_at=None)
    for each in groups.select_related("night", "winner", "loser").order_by("pk"):
        each.club = club
        word = token(each)
        yield Turn(f"p-{each.pk}", word, "Play-off", (each.pk, word), partial(evening_board, each, word))
