"""Matches of Top Dog recorded through the ledger, round by round."""

from collections.abc import Sequence
from typing import Any

from django.test import Client

from clubs.models import Club, Player, Role
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match
from scoring.records import entry_to_json
from scoring.top_dog import Options, Round
from tests import factory

# Wilhelmina is past 35 after round 10, and Núria wins in round 12: 38, 42, 43, 30.
WON = (
    (4, 3, 2, 4),
    (2, 5, 3, 3),
    (5, 2, 4, 2),
    (3, 4, 3, 2),
    (1, 4, 5, 3),
    (4, 3, 2, 4),
    (3, 5, 3, 2),
    (2, 4, 4, 3),
    (4, 3, 3, 2),
    (3, 4, 4, 2),
    (2, 3, 5, 2),
    (5, 2, 5, 1),
)
NAMES = ("Bea Marlowe", "Wilhelmina Featherstonehaugh-Oyelaran", "Núria Ødegård", "Łukasz Tremblay")
ROTATING = Options(arranging="rotating")


def rounds(count: int = len(WON)) -> list[Round]:
    """The first rounds of the match above; a round that adds up to 12 ended in a tie."""
    return [Round(dict(enumerate(won)), last_hand_tied=sum(won) == 12) for won in WON[:count]]


def a_match(
    club: Club, players: Sequence[Player], entries: Sequence[Round] = (), options: Options = ROTATING, **about: Any
) -> Match:
    match = ledger.start(club, "top-dog", players, options, **about)
    drafts = [Draft("round", number, entry_to_json(entry)) for number, entry in enumerate(entries, start=1)]
    if drafts:
        ledger.record(match.pk, drafts, version=match.version, by=Author(None, "a test"))
    match.refresh_from_db()
    return match


def a_table(
    client: Client,
    entries: Sequence[Round] = (),
    options: Options = ROTATING,
    players: int = 4,
    role: Role = Role.SCOREKEEPER,
) -> Match:
    """A match under way, and its scorekeeper signed in."""
    club = factory.a_club()
    client.force_login(factory.a_member(club, role))
    return a_match(club, factory.some_players(club, players, NAMES), entries, options, table="1")
