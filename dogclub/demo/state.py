"""The state of the demo club while its matches are generated."""

from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from clubs.models import Club, Player, Role, User
from dogclub.demo.evenings.bots import Bot


@dataclass
class DemoState:
    """The club between two matches: the last winner deals first (DD-06). Keys are players' primary keys."""

    club: Club
    players: dict[int, Player]
    bots: dict[int, Bot]
    staff: dict[Role, User]
    rng: Random
    other_rng: Random  # generator for the other games, so that they do not change Dirty Dog matches
    last_winner: int | None = None
    came: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    arrived: dict[int, datetime] = field(
        default_factory=dict
    )  # late arrivals of the current night; `left`: early departures
    left: dict[int, datetime] = field(default_factory=dict)
