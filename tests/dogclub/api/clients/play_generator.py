"""Play a match of Dirty Dog, correct its first hand, play one of Dogs of War and read the standings, with the client
that openapi-generator generates.

Run as `python play_generator.py ADDRESS KEY` with the generated package beside this file; prints both sheets and the
standings.
"""

import json
import sys
from typing import Any
from uuid import uuid4

import openapi_client as made

SLUG = "kennel"
HOUSES = ("Talbot", "Mallory", "Bastiani", "Hackett", "Tornborn", "Harlow")
Match = Any


class Club:
    """The calls that a match needs."""

    def __init__(self, api: made.ApiClient) -> None:
        self.players, self.matches, self.entries = made.PlayersApi(api), made.MatchesApi(api), made.EntriesApi(api)
        self.results = made.ResultsApi(api)

    def sit(self, name: str) -> int:
        """Add a player of this name to the club and return the id."""
        return int(self.players.add_player(SLUG, made.NewPlayer(name=name)).id)

    def start(self, game: str, players: list[int], options: dict[str, Any]) -> Match:
        new = made.NewMatch(game=game, players=players, id=uuid4(), options=options)
        return self.matches.start_match(SLUG, new)

    def write(self, match: Match, *lines: tuple[Any, str, Any], number: int | None = None) -> Match:
        """Send one message with these lines (draft type, kind, payload), new ones or corrections from line `number`
        on, and return the match as it is then.
        """
        drafts = [
            made.DraftIn(draft(id=uuid4(), number=(number or match.next_number) + at, kind=kind, payload=payload))
            for at, (draft, kind, payload) in enumerate(lines)
        ]
        written = self.entries.write_entries(match.id, made.Message(version=match.version, drafts=drafts))
        seen = [each.actual_instance for each in written.entries]
        assert [each.kind for each in seen if not each.hidden] == [
            kind for (_, kind, _), each in zip(lines, seen, strict=True) if not each.hidden
        ]
        return self.matches.read_match(match.id)


def by_seat(match: Match, values: tuple[int, ...]) -> dict[str, int]:
    """Return the values by seat number (as a string); they are given in the order of play."""
    seats = {seat.name: str(seat.seat) for seat in match.seats}
    return {seats[name]: value for name, value in zip(match.sheet.next["order"], values, strict=True)}


def dirty_dog(club: Club, players: list[int]) -> Match:
    match = club.start("dirty-dog", players, {"plan": [1, 1]})
    others = by_seat(match, (1, 0, 0))
    while match.sheet.next:
        bids = made.BidsPayload(bids=by_seat(match, (0, 1, 1)))
        match = club.write(match, (made.BidsDraft, "bids", bids))
        tricks = made.TricksPayload(tricks=by_seat(match, (0, 1, 0)))
        match = club.write(match, (made.TricksDraft, "tricks", tricks))
    return club.write(match, (made.TricksDraft, "tricks", made.TricksPayload(tricks=others)), number=2)


def dogs_of_war(club: Club, players: list[int]) -> Match:
    match = club.start("dogs-of-war", players, {})
    values = made.HouseValuesPayload(values=dict.fromkeys(HOUSES, 2), note="as played")
    tallies = [
        made.TallyPayload(seat=seat, vp=3 + seat, influence={}, support=HOUSES[seat], coins=0, tactics=0, soldiers=0)
        for seat in range(len(players))
    ]
    lines = [(made.TallyDraft, "tally", each) for each in tallies]
    return club.write(match, (made.HouseValuesDraft, "house-values", values), *lines)


def main(address: str, key: str) -> None:
    club = Club(made.ApiClient(made.Configuration(host=address, access_token=key)))
    players = [club.sit(name) for name in ("Bea", "Otto", "Ines")]
    sheets = [each(club, players).sheet.to_dict() for each in (dirty_dog, dogs_of_war)]
    table = club.results.standings(SLUG, season="all", game="dirty-dog")
    print(json.dumps({"sheets": sheets, "standings": [row.to_dict() for row in table.rows]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
