"""Matches of Dogs of War at their end: house values entered, and tallies whose numbers occur nowhere else on a page."""

from collections.abc import Sequence
from typing import Any

from django.test import Client

from clubs.models import Club, Player, Role
from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match
from scoring.dogs_of_war import DOGS_OF_WAR, DogsOfWarSheet, HouseValues, Options, Tally
from scoring.records import entry_to_json
from tests.factory import a_club, a_member, some_players

VALUES = {"Talbot": 1, "Mallory": 0, "Bastiani": -1, "Hackett": 4, "Tornborn": 1, "Harlow": 0}
TALLIES = (
    Tally(0, 14, {"Talbot": 4, "Bastiani": 1, "Hackett": 1, "Tornborn": 2, "Harlow": 2}, "Talbot", 5, 1, 2),
    Tally(1, 19, {"Talbot": 1, "Mallory": 2, "Hackett": 2, "Harlow": 3}, "Mallory", 2, 0, 1, 1, "The dog hid a token"),
    Tally(2, 18, {"Talbot": 2, "Mallory": 1, "Hackett": 5, "Tornborn": 1}, "Hackett", 4, 1, 0),
    Tally(3, 13, {"Talbot": 1, "Bastiani": 2, "Hackett": 2, "Tornborn": 4, "Harlow": 1}, "Tornborn", 7, 0, 3),
)
LEFT = ("Bastiani", "Tornborn")
HOUSE_PAIRS = (("Talbot", "Harlow"), ("Mallory", "Hackett"), LEFT)
TOTALS = (30, 31, 52, 32)  # VP, as in the design of the pad


def a_war(club: Club, players: Sequence[Player], entries: Sequence[Any] = (), **about: Any) -> Match:
    """A match with these entries after its house values."""
    options = Options(variants=about.pop("variants", ()))
    match = ledger.start(club, DOGS_OF_WAR.key, players, options, **about)
    return written(match, [HouseValues(VALUES), *entries])


def written(match: Match, entries: Sequence[Any], **about: Any) -> Match:
    """Record these entries after those of the match."""
    first = match.entries.values("number").distinct().count() + 1
    drafts = [
        Draft(DOGS_OF_WAR.kind(entry), number, entry_to_json(entry), **about)
        for number, entry in enumerate(entries, start=first)
    ]
    ledger.record(match.pk, drafts, version=match.version, by=Author(None, "tablet 1"))
    match.refresh_from_db()
    return match


def tally_form(match: Match, tally: Tally, number: int, entry: str) -> dict[str, Any]:
    """The form that the tablet sends when a player hands in a tally."""
    houses = list(VALUES)
    tokens = {f"tokens-{at}": str(tally.influence.get(house, 0)) for at, house in enumerate(houses)}
    return {
        "what": "tally",
        "entry": entry,
        "number": str(number),
        "version": str(match.version),
        "seat": str(tally.seat),
        "house": houses,
        "support": tally.support,
        "vp": str(tally.vp),
        "coins": str(tally.coins),
        "tactics": str(tally.tactics),
        "soldiers": str(tally.soldiers),
        "adjust": str(tally.adjust),
        "why": tally.adjust_note,
        **tokens,
    }


def a_table(client: Client, tallies: int = 0, players: int = 4, **about: Any) -> Match:
    """A match with house values and so many tallies, and its scorekeeper signed in."""
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return a_war(club, some_players(club, players), TALLIES[:tallies], **about)


def new_war(client: Client, variants: tuple[str, ...] = (), players: int = 4) -> Match:
    """A match without entries, and its scorekeeper signed in."""
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return ledger.start(club, DOGS_OF_WAR.key, some_players(club, players), Options(variants=variants))


def sheet_of(match: Match) -> DogsOfWarSheet:
    match.refresh_from_db()
    sheet = load(match).sheet
    assert isinstance(sheet, DogsOfWarSheet)
    return sheet
