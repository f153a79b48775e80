"""A player and those met at the table: who finished higher, and who sat on the right when a bid was set."""

from dataclasses import dataclass

from clubs.models import Player
from games.statistics.queries import Rounds, Share, Whose, met_counts


@dataclass(frozen=True)
class Versus:
    """Who finished higher when the two met."""

    player: int
    name: str
    nickname: str
    matches: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.matches - self.ahead - self.behind

    @property
    def label(self) -> str:
        return f"{self.name} ({self.nickname})" if self.nickname else self.name


@dataclass(frozen=True)
class Neighbour:
    """Somebody who sat on the right, and how often that went wrong: `made` counts the rounds that were lost."""

    player: Player
    share: Share


def met(player: Whose, game: str) -> list[Versus]:
    """Everybody met, the most often first; two queries."""
    them = met_counts(player, game)
    named = Player.everybody.filter(pk__in=them).order_by("name", "pk").values_list("pk", "name", "nickname")
    return sorted((Versus(*row, *them[row[0]]) for row in named), key=lambda each: -each.matches)


def on_the_right(rounds: Rounds, most: int = 6) -> list[Neighbour]:
    """Those beside whom a round was lost most often; one query."""
    lost = [(player, Share(0, each.times, each.times - each.made)) for player, each in rounds.right_neighbours()]
    worst = sorted(lost, key=lambda row: (-row[1].made, row[0]))[:most]
    players = Player.everybody.in_bulk([player for player, _ in worst])
    return [Neighbour(players[player], share) for player, share in worst if player in players and share.made]
