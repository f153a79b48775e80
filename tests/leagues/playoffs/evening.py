"""Helpers for tests of a play-off: groups played to the end, final tables dealt, cards pulled, results corrected."""

from django.test import Client

from clubs.models import Club, Player, User
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match
from leagues.models import Playoff
from leagues.playoffs import state
from tests.playoff_nights import an_evening, play, table

# Seats 0 and 1 make their bids of 2 and 1, seats 2 to 4 make a bid of 0, seat 5 bids 0, takes two: 7, 6, 5, 5, 5, −2.
TOOK, BID = (2, 1, 0, 0, 0, 2), {0: 2, 1: 1}


def groups_played(club: Club, advance: int = 2) -> Playoff:
    """A play-off of two groups whose only hand is played; so many players of each group go up."""
    found = an_evening(club, advance=advance)
    for number in (1, 2):
        play(table(found, "group", number), TOOK, BID)
    return found


def address(playoff: Playoff, rest: str = "") -> str:
    return f"/c/kennel/playoffs/{playoff.pk}/{rest}"


def page(client: Client, playoff: Playoff, rest: str = "", **query: str) -> str:
    response = client.get(address(playoff, rest), query)
    assert response.status_code == 200, response
    return response.content.decode()


def named(*names: str) -> dict[str, int]:
    """The keys of the players of these names, by name."""
    return {name: Player.objects.get(name=name).pk for name in names}


def first_jack(client: Client, playoff: Playoff, stage: str, player: int) -> int:
    """Tap who got the first Jack at a final table; the status of the response."""
    body = {"do": "jack", "stage": stage, "player": player}
    return client.post(address(playoff, "line/"), body).status_code


def dealt(client: Client, playoff: Playoff) -> Playoff:
    """The play-off, after its final tables were dealt, with the first of each as the dealer."""
    now = state.read(playoff)
    for stage, keys, final in (("winners", now.up, now.winners), ("losers", now.down, now.losers)):
        if final is None:
            assert first_jack(client, playoff, stage, keys[0]) == 302
    assert client.post(address(playoff, "deal/"), follow=True).status_code == 200
    return playoff


def labels(match: Match) -> list[str]:
    """The labels of the players of a match, in seat order."""
    return [seat.player.label for seat in match.seats.select_related("player").order_by("position")]


def over(client: Client, club: Club, winners: tuple[int, ...], losers: tuple[int, ...]) -> Playoff:
    """A play-off whose final tables are over, with the tricks that each seat of the two tables took."""
    found = dealt(client, groups_played(club))
    play(table(found, "winners"), winners)
    play(table(found, "losers"), losers)
    found.refresh_from_db()
    return found


def pull(client: Client, playoff: Playoff, group: int, cards: str) -> int:
    """Record a card pull for the players level at the cut of a group; the status of the response."""
    seats = state.read(playoff).groups[group - 1].cut.level
    body = {"seats": "-".join(map(str, seats)), "cards": cards}
    return client.post(address(playoff, f"pull/{group}/"), body).status_code


def corrected(match: Match, took: tuple[int, ...], by: User | None = None) -> None:
    """Correct the tricks of the first hand, seat by seat."""
    match.refresh_from_db()
    draft = Draft("tricks", 2, {"tricks": {str(seat): count for seat, count in enumerate(took)}})
    ledger.record(match.pk, [draft], version=match.version, by=Author(by, "a test"))


def displaced(client: Client, club: Club) -> Playoff:
    """A play-off with final tables dealt, after a correction by which Percy belongs at the winners' table in place of
    Bea.
    """
    found = dealt(client, groups_played(club))
    corrected(table(found, "group"), (1, 1, 1, 1, 0, 1))  # −2, 6, −1, −1, 5, −1
    return found


def decide(client: Client, playoff: Playoff, do: str, **more: str) -> int:
    """Decide on the change of seat between Percy and Bea; the status of the response."""
    keys = named("Percy", "Bea")
    body = {"up": keys["Percy"], "down": keys["Bea"], "do": do, **more}
    return client.post(address(playoff, "decide/"), body).status_code
