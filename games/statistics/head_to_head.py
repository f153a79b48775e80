"""A player's opponents: who finished higher, and next to whom rounds were lost."""

from dataclasses import dataclass

from clubs.models import Player
from games.statistics.queries import Rounds, Share, Whose, met_counts


@dataclass(frozen=True)
class Versus:
    """A player's record against one opponent: matches, how often ahead of them, and how often behind."""

    player: int
    name: str
    nickname: str
    matches: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """In how many matches both shared a place."""
        return self.matches - self.ahead - self.behind

    @property
    def label(self) -> str:
        return f"{self.name} ({self.nickname})" if self.nickname else self.name


@dataclass(frozen=True)
class Neighbour:
    """A player who sat on the right, and the rounds lost then; `share.made` counts the lost ones."""

    player: Player
    share: Share


def met(player: Whose, game: str) -> list[Versus]:
    """All opponents, most frequent first; two queries."""
    them = met_counts(player, game)
    named = Player.everybody.filter(pk__in=them).order_by("name", "pk").values_list("pk", "name", "nickname")
    return sorted((Versus(*row, *them[row[0]]) for row in named), key=lambda each: -each.matches)


def on_the_right(rounds: Rounds, most: int = 6) -> list[Neighbour]:
    """The right-hand neighbours with whom most rounds were lost, at most `most`; one query."""
    lost = [(player, Share(0, each.times, each.times - each.made)) for player, each in rounds.right_neighbours()]
    worst = sorted(lost, key=lambda row: (-row[1].made, row[0]))[:most]
    players = Player.everybody.in_bulk([player for player, _ in worst])
    return [Neighbour(players[player], share) for player, share in worst if player in players and share.made]
