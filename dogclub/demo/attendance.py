"""Attendance at the demo club's nights: who came, when, who left early, and who has answered for the next night."""

from datetime import datetime, timedelta
from random import Random

from clubs.models import Attendance, Membership, Night, NightAnswer, Player
from dogclub.demo.state import DemoState

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
