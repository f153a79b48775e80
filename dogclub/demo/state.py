"""The demo club while it is being played into being."""

from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from clubs.models import Club, Player, Role, User
from dogclub.demo.evenings.bots import Bot


@dataclass
class DemoState:
    """The club as it plays on: whoever won last deals first (DD-06)."""

    club: Club
    players: dict[int, Player]
    bots: dict[int, Bot]
    staff: dict[Role, User]
    chance: Random
    late: Random  # luck of the other games, so that they do not change Dirty Dog's
    last_winner: int | None = None
    came: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    arrived: dict[int, datetime] = field(default_factory=dict)  # whoever came late, and left early, tonight
    left: dict[int, datetime] = field(default_factory=dict)
