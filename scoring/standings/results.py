"""What one contest came to for one player: a match, or a whole play-off."""

from msgspec import Struct


class Result(Struct, frozen=True):
    """`event` is the match or the play-off, `when` its moment as text that sorts, `night` the evening it belongs to.

    `level` players share the place, of `players` in all; `lost` is the loser trophy.
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
