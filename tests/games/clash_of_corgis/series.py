"""A series of Clash of Corgis recorded through the ledger, and the form of its table as it is sent without a script."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.test import Client

from clubs.models import Role
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match
from scoring.clash_of_corgis import CLASH_OF_CORGIS, Game, Options
from scoring.records import entry_to_json
from tests import factory

KEY = CLASH_OF_CORGIS.key
KIND = CLASH_OF_CORGIS.kind(Game(0))
NAMES = ("Percy Abara", "Wilhelmina Featherstonehaugh-Oyelaran", "Jo Finch", "Gus Tate")
SERIES = (
    Game(2, {0: 3, 1: 5, 3: 8}),
    Game(1, {0: 2, 2: 4, 3: 6}),
    Game(2, {0: 7, 1: 1, 3: 2}),
    Game(1, {0: 4, 2: 9, 3: 3}),
    Game(1, {0: 6, 2: 1, 3: 5}),
)


def a_series(
    client: Client,
    games: Sequence[Game] = (),
    *,
    players: int = 4,
    options: Options | None = None,
    slug: str = "kennel",
    role: Role = Role.SCOREKEEPER,
) -> Match:
    """A match with these games, and its scorekeeper signed in."""
    club = factory.a_club(slug)
    client.force_login(factory.a_member(club, role))
    seated = factory.some_players(club, players, NAMES)
    match = ledger.start(club, KEY, seated, options or Options(first_starter=2 % players))
    return played(match, games)


def played(match: Match, games: Sequence[Game]) -> Match:
    """Record these games after those of the match."""
    first = match.entries.values("number").distinct().count() + 1
    drafts = [Draft(KIND, number, entry_to_json(game)) for number, game in enumerate(games, first)]
    if drafts:
        ledger.record(match.pk, drafts, version=match.version, by=Author(None, "a test"))
    match.refresh_from_db()
    return match


def sent(match: Match, line: int, **more: Any) -> dict[str, Any]:
    """The fields of the table's form for this line, with the fields that were tapped."""
    about = {"what": KIND, "version": match.version, "number": line, "entry": str(uuid4()), "game": line, "last": ""}
    return {**about, **more}


def tapped(client: Client, match: Match, line: int, fields: Mapping[str, Any]) -> Any:
    """Post the table's form with these fields."""
    match.refresh_from_db()
    return client.post(f"/m/{match.pk}/table/", sent(match, line, **fields))
