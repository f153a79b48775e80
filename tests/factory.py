"""Create clubs, players and matches for tests; matches are recorded entry by entry through the ledger."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from clubs.models import Club, Membership, Player, Role, User
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match, Seat, Tally
from leagues.models import Award, Trophy
from leagues.trophies import awards
from scoring import engine
from scoring.base import Sheet
from scoring.dirty_dog import Bids, BidStep, Options, PullStep, TiebreakHand, TiebreakStep, Tricks, next_step
from scoring.dirty_dog.entries import Pull
from scoring.records import entry_to_json

NAMES = (
    "Bea Marlowe",
    "Otto Pym",
    "Wilhelmina Featherstonehaugh-Oyelaran",
    "Núria Ødegård",
    "Łukasz Tremblay",
    "Percy Abara",
    "Gus Tate",
    "Ines Roux",
    "Sam Kettle",
    "Jo Brandvold",
)
DIRTY_DOG = engine("dirty-dog")


def a_club(slug: str = "kennel", **fields: Any) -> Club:
    return Club.objects.create(slug=slug, **{"name": "The Thursday Kennel"} | fields)


def a_member(club: Club, role: Role = Role.MEMBER, player: Player | None = None) -> User:
    user = User.objects.create_user(f"{role.label}@{club.slug}.example")
    Membership.objects.create(club=club, user=user, role=role, player=player)
    return user


def some_players(club: Club, count: int = 5, names: Sequence[str] = NAMES) -> list[Player]:
    return [Player.objects.create(club=club, name=name) for name in names[:count]]


def a_bone(player: Player, reason: str = "for the cake") -> Award:
    """Pass a new “Golden Bone” trophy to this player by hand, and return the award."""
    bone = Trophy.objects.create(club=player.club, name="Golden Bone", rule=Trophy.Rule.HAND)
    return Award.objects.create(trophy=bone, player=player, reason=reason)


def a_match(
    club: Club,
    players: Sequence[Player],
    *,
    hands: int | None = None,
    seed: int = 1,
    bids_only: bool = False,
    finished_at: datetime | None = None,
    **about: Any,
) -> Match:
    """Record a match with random bids and tricks (`seed`): `hands` of them, or all, with any tie-breaks; `about`
    may hold options, such as the hand sizes as `plan`.
    """
    agreed = {name: about.pop(name) for name in Options.__struct_fields__ if name in about}
    options = Options(**agreed)
    match = ledger.start(club, "dirty-dog", players, options, **about)
    sheet = DIRTY_DOG.start(len(players), options)
    entries, sheet = played(sheet, hands, random.Random(seed))
    if bids_only:
        entries.append(bids(sheet, random.Random(seed)))
    write(match, entries)
    if finished_at:
        Match.objects.filter(pk=match.pk).update(finished_at=finished_at)
        match.awards.update(awarded_at=finished_at)
    match.refresh_from_db()
    return match


def write(match: Match, entries: Sequence[Any], **about: Any) -> Match:
    """Record the entries after those that the match already has."""
    first = match.entries.values("number").distinct().count() + 1
    drafts = [
        Draft(DIRTY_DOG.kind(entry), number, entry_to_json(entry), **about)
        for number, entry in enumerate(entries, start=first)
    ]
    if drafts:
        ledger.record(match.pk, drafts, version=match.version, by=Author(None, "a test"))
    match.refresh_from_db()
    return match


def played(sheet: Any, hands: int | None, dice: random.Random) -> tuple[list[Any], Sheet]:
    """The entries of a random match (`hands` hands, or all if None) and the sheet after them."""
    entries: list[Any] = []
    while (step := next_step(sheet)) is not None and (hands is None or len(sheet.lines) < hands):
        for entry in _entries(step, sheet, dice):
            sheet = DIRTY_DOG.play(sheet, entry)
            entries.append(entry)
    return entries, sheet


def _entries(step: Any, sheet: Any, dice: random.Random) -> list[Any]:
    if isinstance(step, BidStep):
        bid = bids(sheet, dice)
        return [bid, Tricks(tricks(bid.bids, step.cards, dice))]
    if isinstance(step, TiebreakStep):
        blind = _bids(step.order, step.cards, dice)
        return [TiebreakHand(blind, tricks(blind, step.cards, dice))]
    assert isinstance(step, PullStep)
    pulled = dice.sample(range(2, 11), len(step.seats))
    return [Pull({seat: f"{value}H" for seat, value in zip(step.seats, pulled, strict=True)})]


def bids(sheet: Any, dice: random.Random) -> Bids:
    """Random bids for the next hand of the sheet that respect The Rule."""
    return Bids(_bids(sheet.order, sheet.cards, dice), trump=dice.choice(["hearts", "clubs", "none", None]))


def _bids(order: Sequence[int], cards: int, dice: random.Random) -> dict[int, int]:
    likely = [min(cards, dice.choice([0, 0, 0, 1, 1, 2, 3])) for _ in order]
    if sum(likely) == cards:
        likely[-1] = likely[-1] - 1 if likely[-1] else 1
    return dict(zip(order, likely, strict=True))


def tricks(bid: dict[int, int] | Any, cards: int, dice: random.Random) -> dict[int, int]:
    """Random tricks that add up to `cards`: each seat takes what it bid while cards last, the rest is distributed at
    random.
    """
    took = dict.fromkeys(bid, 0)
    for seat in dice.sample(list(bid), len(bid)):
        took[seat] = min(bid[seat], cards - sum(took.values()))
    for _ in range(cards - sum(took.values())):
        took[dice.choice(list(took))] += 1
    return took


def a_history(club: Club, players: Sequence[Player], count: int) -> list[Match]:
    """Create `count` finished matches quickly: one recorded through the ledger, the others copies of its rows, a week
    apart before it.
    """
    first = a_match(club, players, plan=(1, 2, 1), seed=3, table="1")
    week = timedelta(days=7)
    copies = [
        Match(
            club=club,
            game=first.game,
            options=first.options,
            rule_version=first.rule_version,
            rounds=first.rounds,
            start_seats=first.start_seats,
            version=first.version,
            table="1",
            started_at=first.started_at - week * back,
            finished_at=first.started_at - week * back,
        )
        for back in range(1, count)
    ]
    Match.objects.bulk_create(copies)
    for seat in first.seats.all():
        _copy_seat(seat, copies)
    awards.rebuild(club, check=False)
    return [first, *copies]


def _copy_seat(seat: Seat, copies: Sequence[Match]) -> None:
    figures = {name: getattr(seat, name) for name in ("position", "player", "total", "place", "is_winner", "is_loser")}
    seats = Seat.objects.bulk_create(Seat(match=copy, **figures) for copy in copies)
    Tally.objects.bulk_create(
        Tally(
            match_id=other.match_id,
            seat=other,
            number=row.number,
            points=row.points,
            total=row.total,
            place=row.place,
            facts=row.facts,
        )
        for row in seat.tallies.all()
        for other in seats
    )
