"""Random evenings of a play-off, from the groups to both trophies: latecomers, early leavers, ties, who goes home, who
sits out; every entry goes through the ledger.
"""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from clubs.models import Club, Night, Player
from games.entries.match_state import load
from games.models import Match
from leagues.models import CutPull, Playoff
from leagues.playoffs import finals, results
from leagues.playoffs import state as playoff_state
from leagues.playoffs.deal import begin
from leagues.playoffs.finals import too_few
from scoring.dirty_dog import DirtyDogSheet, Join, Leave, Options
from tests.factory import played, write
from tests.playoff_nights import table

NAMES = (
    *("Ada", "Bruno", "Cosima", "Dov", "Elke", "Fintan", "Gwen", "Hamish"),
    *("Ilse", "Jarek", "Kiri", "Ludo", "Mirren", "Nils", "Orla", "Piet"),
)
CARDS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def a_crowd(club: Club) -> list[Player]:
    return [Player.objects.create(club=club, name=name) for name in NAMES]


def an_evening(club: Club, crowd: Sequence[Player], dice: random.Random) -> Playoff:
    """Play a night of the club to its end; who of the crowd comes, and all that happens, is random."""
    came = dice.sample(crowd, dice.randint(9, 16))
    late = [came.pop() for _ in range(dice.choice((0, 0, 1)))]
    many = 3 if len(came) > 11 and dice.random() < 0.3 else 2
    groups = [came[number::many] for number in range(many)]
    least = min(map(len, groups))
    agreed = [
        (advance, bottom)
        for advance in range(1, least - 1)
        for bottom in (None, *range(1, least - advance))
        if 1 < advance * many < 9 and 1 < (bottom * many if bottom else len(came) - advance * many) < 9
    ]
    advance, bottom = dice.choice(agreed)
    night = Night.objects.create(club=club, starts_at=timezone.now())
    options = Options(plan=tuple(dice.randint(1, 3) for _ in range(dice.randint(2, 4))))
    playoff = begin(club, night, "dirty-dog", groups, advance, options, bottom=bottom)
    for number in range(1, many + 1):
        _play(table(playoff, "group", number), dice, late if number == 1 else ())
    _cut(playoff, dice)
    finals.deal_finals(playoff.pk, {}, None)
    for stage in ("winners", "losers"):
        _play(table(playoff, stage), dice, ())
    playoff.refresh_from_db()
    return playoff


def _play(match: Match, dice: random.Random, late: Sequence[Player]) -> None:
    sheet = _sheet(match)
    entries, _ = played(sheet, 1, dice)
    write(match, entries)
    for player in late:
        write(match, [Join(_sheet(match).seats)], player=player.pk)
    present = [seat for seat in _sheet(match).order if seat < match.start_seats]  # whoever just came does not leave
    if len(present) > 4 and dice.random() < 0.25:
        write(match, [Leave(dice.choice(present))])
    entries, _ = played(_sheet(match), None, dice)
    write(match, entries)


def _sheet(match: Match) -> DirtyDogSheet:
    match.refresh_from_db()
    return load(match).sheet_as(DirtyDogSheet)


def _cut(playoff: Playoff, dice: random.Random) -> None:
    """Pull cards until nobody is level on a line; sometimes somebody goes home before."""
    if dice.random() < 0.3:
        results.take_out(playoff.pk, dice.choice(list(playoff_state.read(playoff).players.values())), None)
    while level := playoff_state.read(playoff).level:
        pulled = dice.sample(CARDS, len(level.cut.level))
        cards = {str(key): f"{card}S" for key, card in zip(level.cut.level, pulled, strict=True)}
        CutPull.objects.create(playoff=playoff, group=level.table.fixture.number, cards=cards)
    for gone in playoff_state.read(playoff).leavers:
        if next(too_few(playoff_state.read(playoff)), None):
            results.bring_back(playoff.pk, gone.player)


def a_week_on(start: datetime, evening: int) -> datetime:
    """The start of the evening of this number."""
    return start + timedelta(weeks=evening)
