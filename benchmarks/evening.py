"""Matches for benchmarks, played by bots."""

from random import Random

from clubs.models import Role
from dogclub.demo.bots import Evening, Happenings, random_bot
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.records import entry_to_json
from tests.factory import a_club, a_member, some_players

BIDS = {"2": 2, "3": 2, "4": 0, "0": 1, "1": 1}  # in bidding order: seat 1 deals hand 7


def matches_at_hand_seven(count: int) -> list[Match]:
    """Matches before their seventh hand, in one club with a scorekeeper."""
    return evenings(count, Happenings(hands=6))


def evenings(count: int, happenings: Happenings) -> list[Match]:
    """So many matches in one new club with a scorekeeper, played by bots as `happenings` say."""
    club = a_club()
    a_member(club, Role.SCOREKEEPER)
    players = some_players(club, 5)
    found = []
    for seed in range(count):
        chance = Random(seed % 20)
        evening = Evening([random_bot(seat, chance) for seat in range(5)], Options(), happenings, chance).play()
        match = ledger.start(club, DIRTY_DOG.key, players)
        drafts = [
            Draft(DIRTY_DOG.kind(line.entry), number, entry_to_json(line.entry))
            for number, line in enumerate(evening.written, start=1)
        ]
        ledger.record(match.pk, drafts, version=0, by=Author(None))
        found.append(match)
    return found
