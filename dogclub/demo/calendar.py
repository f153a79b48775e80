"""Dates of the demo club: seasons of half a year counted back from today, with nights on Thursdays."""

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random
from typing import NamedTuple

from django.utils import timezone

from clubs.models import Attendance, Club, Membership, Night, NightAnswer, Player, Role, Season, User
from dogclub.demo.bots import Bot

WEEKS = 26
LENGTH = timedelta(weeks=WEEKS)
THURSDAY = 3
QUARTERS = ("Winter", "Spring", "Summer", "Autumn")


class Played(NamedTuple):
    """A past season with its nights."""

    season: Season
    nights: list[Night]


def add_seasons(club: Club, today: date, *, past: int, nights: int) -> tuple[list[Played], Season]:
    """Create seasons; return the past ones, oldest first, with their nights, and the current one."""
    starts = [today - timedelta(days=3) - LENGTH * back for back in range(past, -1, -1)]
    seasons = Season.objects.bulk_create(
        Season(club=club, name=season_name(start), starts_on=start, ends_on=start + LENGTH - timedelta(days=1))
        for start in starts
    )
    return [Played(season, add_nights(season, nights)) for season in seasons[:-1]], seasons[-1]


def add_nights(season: Season, count: int) -> list[Night]:
    """Create `count` nights spread over the season."""
    first = season.starts_on + timedelta(days=(THURSDAY - season.starts_on.weekday()) % 7)
    played = [first + timedelta(weeks=(place + 1) * WEEKS // count - 1) for place in range(count)]
    return Night.objects.bulk_create(
        Night(club_id=season.club_id, season=season, starts_at=start_of_night(day), place="The back room")
        for day in played
    )


def season_name(start: date) -> str:
    """Return a season's name by the quarter it begins in; a winter is named after its January.

    >>> season_name(date(2025, 12, 3)), season_name(date(2026, 6, 3))
    ('Winter 2026', 'Summer 2026')
    """
    return f"{QUARTERS[start.month % 12 // 3]} {start.year + start.month // 12}"


def start_of_night(day: date) -> datetime:
    """Return the start of a night on this day: 19:30 by the club's clock."""
    return timezone.make_aware(datetime.combine(day, time(19, 30)))


# The state of the demo club while its matches are generated.


@dataclass
class DemoState:
    """The club between two matches: the last winner deals first (DD-06). Keys are players' primary keys."""

    club: Club
    players: dict[int, Player]
    bots: dict[int, Bot]
    staff: dict[Role, User]
    rng: Random
    other_rng: Random  # generator for the other games, so that they do not change Dirty Dog matches
    last_winner: int | None = None
    came: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    arrived: dict[int, datetime] = field(
        default_factory=dict
    )  # late arrivals of the current night; `left`: early departures
    left: dict[int, datetime] = field(default_factory=dict)


# Attendance at the demo club's nights: who came, when, who left early, and who has answered for the next night.


EARLY = 25  # minutes before the start in which most arrive
State = Attendance.State
Answer = NightAnswer.Answer


def write_down(demo: DemoState, night: Night, rng: Random) -> None:
    """Write the night's attendance in place of that made by the matches, whose times are today's, not the night's."""
    late, left = dict(demo.arrived), dict(demo.left)
    rows = [
        Attendance(
            night=night,
            player_id=player,
            state=State.LEFT if player in left else State.HERE,
            arrived_at=late.get(player) or night.starts_at - timedelta(minutes=rng.randint(1, EARLY)),
            left_at=left.get(player),
        )
        for player in dict.fromkeys([*demo.came, *late])
    ]
    rows += [Attendance(night=night, player_id=player, state=State.AWAY) for player in demo.absent[:2]]
    night.attendances.all().delete()
    Attendance.objects.bulk_create(rows)
    demo.arrived.clear()
    demo.left.clear()


def write_tonight(demo: DemoState, night: Night, rng: Random) -> None:
    """Write attendance at the start of a night: the seated are here, one is late, the others are away."""
    seated = set(Player.objects.filter(seats__match__night=night).values_list("pk", flat=True))
    others = [player for player in demo.players if player not in seated]
    came = [night.starts_at - timedelta(minutes=rng.randint(1, EARLY)) for _ in seated]
    rows = [Attendance(night=night, player_id=pk, arrived_at=at) for pk, at in zip(sorted(seated), came, strict=True)]
    soon = night.starts_at + timedelta(minutes=75)
    rows += [Attendance(night=night, player_id=pk, state=State.LATE, expected_at=soon) for pk in others[:1]]
    rows += [Attendance(night=night, player_id=pk, state=State.AWAY) for pk in others[1:]]
    Attendance.objects.bulk_create(rows)


def invite(night: Night, guest: Player, host: int) -> None:
    """Write that a guest is here, invited by the player `host`."""
    Attendance.objects.create(night=night, player=guest, host_id=host, arrived_at=night.starts_at)


def answer_next(demo: DemoState, night: Night, now: datetime) -> None:
    """Write answers to the next night: half say yes, one of them with a guest; members with an account have not
    answered, so that they can.
    """
    with_account = Membership.objects.filter(club=demo.club).values_list("player_id", flat=True)
    others = sorted({*demo.players} - {*with_account})
    half = len(others) // 2
    said = [Answer.YES] * half + [Answer.MAYBE, Answer.NO]
    rows = [
        NightAnswer(night=night, player_id=pk, answer=each, answered_at=now)
        for pk, each in zip(others, said, strict=False)
    ]
    for number, row in enumerate(rows[:half], 1):
        row.number = number
    for row in rows[1:2]:
        row.guests, row.note = "Hal", "from 20:15"
    NightAnswer.objects.bulk_create(rows)
