"""Play a match of Dirty Dog, correct its first hand, play one of Dogs of War and read the standings, with the client
that openapi-python-client generates.

Run as `python play.py ADDRESS KEY` with the generated package beside this file; prints both sheets and the standings.
"""

import json
import sys
from typing import Any
from uuid import uuid4

from dogclub_api import AuthenticatedClient, models
from dogclub_api.api.entries import write_entries
from dogclub_api.api.matches import read_match, start_match
from dogclub_api.api.players import add_player
from dogclub_api.api.results import standings

SLUG = "kennel"
HOUSES = ("Talbot", "Mallory", "Bastiani", "Hackett", "Tornborn", "Harlow")
Match = Any


def got(answer: Any, kind: type[Any]) -> Any:
    """Return the client's result after checking that it is of this kind, so no problem document."""
    assert isinstance(answer, kind), answer
    return answer


def sit(api: AuthenticatedClient, name: str) -> int:
    """Add a player of this name to the club and return the id."""
    return int(got(add_player.sync(SLUG, client=api, body=models.NewPlayer(name=name)), models.Player).id)


def start(api: AuthenticatedClient, game: str, players: list[int], options: dict[str, Any]) -> Match:
    agreed = models.NewMatchOptions.from_dict(options)
    new = models.NewMatch(game=game, players=players, id=uuid4(), options=agreed)
    return got(start_match.sync(SLUG, client=api, body=new), models.OpenMatch)


def write(api: AuthenticatedClient, match: Match, *lines: tuple[Any, str, Any], number: int | None = None) -> Match:
    """Send one message with these lines (draft type, kind, payload), new ones or corrections from line `number` on, and
    return the match as it is then.
    """
    drafts = [
        draft(id=uuid4(), number=(number or match.next_number) + at, kind=kind, payload=payload)
        for at, (draft, kind, payload) in enumerate(lines)
    ]
    message = models.Message(version=match.version, drafts=drafts)
    written = got(write_entries.sync(match.id, client=api, body=message), models.Written)
    assert [type(each.payload) for each in written.entries if not each.hidden] == [
        type(payload) for (_, _, payload), each in zip(lines, written.entries, strict=True) if not each.hidden
    ]
    return got(read_match.sync(match.id, client=api), models.OpenMatch)


def by_seat(match: Match, values: tuple[int, ...]) -> dict[str, int]:
    """Return the values by seat number (as a string); they are given in the order of play."""
    seats = {seat.name: str(seat.seat) for seat in match.seats}
    return {seats[name]: value for name, value in zip(match.sheet.next_["order"], values, strict=True)}


def dirty_dog(api: AuthenticatedClient, players: list[int]) -> Match:
    match = start(api, "dirty-dog", players, {"plan": [1, 1]})
    others = by_seat(match, (1, 0, 0))
    while match.sheet.next_:
        bids = models.BidsPayload(bids=models.BidsPayloadBids.from_dict(by_seat(match, (0, 1, 1))))
        match = write(api, match, (models.BidsDraft, "bids", bids))
        tricks = models.TricksPayload(tricks=models.TricksPayloadTricks.from_dict(by_seat(match, (0, 1, 0))))
        match = write(api, match, (models.TricksDraft, "tricks", tricks))
    corrected = models.TricksPayload(tricks=models.TricksPayloadTricks.from_dict(others))
    return write(api, match, (models.TricksDraft, "tricks", corrected), number=2)


def dogs_of_war(api: AuthenticatedClient, players: list[int]) -> Match:
    match = start(api, "dogs-of-war", players, {})
    worth = models.HouseValuesPayloadValues.from_dict(dict.fromkeys(HOUSES, 2))
    values = models.HouseValuesPayload(values=worth, note="as played")
    nothing = models.TallyPayloadInfluence.from_dict({})
    tallies = [
        models.TallyPayload(
            seat=seat, vp=3 + seat, influence=nothing, support=HOUSES[seat], coins=0, tactics=0, soldiers=0
        )
        for seat in range(len(players))
    ]
    lines = [(models.TallyDraft, "tally", each) for each in tallies]
    return write(api, match, (models.HouseValuesDraft, "house-values", values), *lines)


def main(address: str, key: str) -> None:
    api = AuthenticatedClient(base_url=address, token=key)
    players = [sit(api, name) for name in ("Bea", "Otto", "Ines")]
    sheets = [each(api, players).sheet.to_dict() for each in (dirty_dog, dogs_of_war)]
    table = got(standings.sync(SLUG, client=api, season="all", game=models.StandingsGame.DIRTY_DOG), models.Standings)
    print(json.dumps({"sheets": sheets, "standings": [row.to_dict() for row in table.rows]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
