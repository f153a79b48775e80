"""The result of one contest, a match or a whole play-off, for one player."""

from msgspec import Struct


class Result(Struct, frozen=True):
    """One player's result: `event` is the key of the match or play-off, `when` its time as text that sorts, `night` the
    key of its night.

    `place` is from 1 of `players`, shared by `level` players (1: by nobody else). `total` is in points of the game;
    `lost` means the loser trophy.
    """

    player: int
    event: str
    place: int
    players: int
    game: str = ""
    when: str = ""
    night: str = ""
    level: int = 1
    total: int = 0
    won: bool = False
    lost: bool = False
