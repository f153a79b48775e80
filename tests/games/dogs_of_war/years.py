"""Years of a match of Dogs of War for tests: three complete ones, one by final positions, one by plays."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.test import Client

from clubs.models import Role
from games import ledger
from games.models import Match
from scoring.dogs_of_war import DOGS_OF_WAR, Battle, Contest, Options, Pairing, Play, Year
from tests.factory import a_club, a_member, some_players
from tests.games.dogs_of_war.tallying import written

Captains = Mapping[str, Mapping[int, int]]
HOUSES = ("Talbot", "Mallory", "Bastiani", "Hackett", "Tornborn", "Harlow")
FIRST = Year(
    (
        Contest(("Talbot", "Harlow"), 8, {"Talbot": {0: 1, 2: 1}, "Harlow": {1: 1, 3: 1}}),
        Contest(("Mallory", "Tornborn"), -15, {"Mallory": {2: 1}, "Tornborn": {0: 1, 3: 1}}),
        Contest(("Bastiani", "Hackett"), -6, {"Bastiani": {1: 1}, "Hackett": {2: 1}}),
    ),
    first_player=0,
    first_to_pass=1,
)
SECOND = Year(
    (
        Contest(("Hackett", "Talbot"), 5, {"Hackett": {2: 2, 3: 1}, "Talbot": {0: 2, 1: 1}}),
        Contest(("Tornborn", "Bastiani"), 0, {"Tornborn": {0: 1}, "Bastiani": {1: 1}}),
        Contest(("Harlow", "Mallory"), -11, {"Mallory": {2: 1, 3: 1}, "Harlow": {1: 2}}),
    ),
    first_to_pass=2,
)
PAIRS = Pairing((("Talbot", "Tornborn"), ("Hackett", "Mallory"), ("Bastiani", "Harlow")), first_player=2)
BATTLES = (
    Battle(0, 9, {"Talbot": {0: 2, 3: 1}, "Tornborn": {1: 1, 2: 1}}),
    Battle(1, 15, {"Mallory": {0: 1, 1: 1}, "Hackett": {2: 2, 3: 2}}),
    Battle(2, 4, {"Bastiani": {1: 2}, "Harlow": {2: 1, 3: 1}}),
)
PLAYS = tuple(
    Play(1, seat, house, soldier)
    for seat, house, soldier in (
        (0, "Mallory", "knight"),
        (2, "Hackett", "war_machine"),
        (3, "Hackett", "knight"),
        (1, "Mallory", "footman"),
        (2, "Hackett", "war_machine"),
        (3, "Hackett", "knight"),
    )
)
THIRD = (PAIRS, *BATTLES, Year())
FOURTH = Year(
    (
        Contest(("Talbot", "Hackett"), -7, {"Talbot": {0: 2, 3: 2}, "Hackett": {1: 1, 2: 2}}),
        Contest(("Mallory", "Bastiani"), 15, {"Mallory": {0: 1, 1: 2}, "Bastiani": {2: 2, 3: 1}}),
        Contest(("Tornborn", "Harlow"), -3, {"Tornborn": {0: 2}, "Harlow": {1: 1, 2: 1}}),
    )
)
VALUES = {"Talbot": 1, "Mallory": 0, "Bastiani": -1, "Hackett": 4, "Tornborn": 1, "Harlow": 0}


def a_war_of_years(
    client: Client, entries: Sequence[Any] = (), *, players: int = 4, variants: tuple[str, ...] = (), **about: Any
) -> Match:
    """A match with these entries, and its scorekeeper signed in."""
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    houses = HOUSES[:4] if "cutthroat" in variants else HOUSES
    options = Options(variants, houses)
    match = ledger.start(club, DOGS_OF_WAR.key, some_players(club, players), options, **about)
    return written(match, entries) if entries else match


def page(client: Client, match: Match, query: str = "") -> str:
    """The HTML of the table's page, without the offline forms."""
    answer = client.get(f"/m/{match.pk}/table/{query}")
    assert answer.status_code == 200, answer
    return str(answer.content.decode()).partition('<template class="ahead"')[0]


def look(client: Client, match: Match, **fields: Any) -> str:
    """The screen for a half-filled form, as the tablet requests it."""
    answer = client.post(f"/m/{match.pk}/table/", {"do": "look"} | fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer
    return str(answer.content.decode())
