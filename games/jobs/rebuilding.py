"""Everything that follows from a club's results, worked out again: for when a figure looks wrong."""

from django.db import transaction

from games.jobs.kinds import Kind
from games.jobs.work import Work
from games.league.settling import FOLLOWERS, Follower
from leagues.models import Club, Role
from leagues.turns import wait_for_results

# What members call it, and how much of the time it takes.
CALLED = {
    "shouts": ("Call-outs heard again", 60),
    "play-offs": ("Play-offs decided again", 5),
    "awards": ("Trophies passed on again", 10),
    "ratings": ("Ratings summed up again", 15),
    "standings": ("Standings ranked again", 10),
}


def rebuild(work: Work) -> None:
    """Follower by follower, each in its own transaction: between two of them the tables may write."""
    club = work.job.club
    assert club
    work.begin([CALLED[follower.name] for follower in FOLLOWERS])
    differed = []
    for follower in FOLLOWERS:
        found = _rebuilt(follower, club)
        if found:
            differed.append(f"{CALLED[follower.name][0]}: {len(found)} put right.")
        work.step_done(f"{len(found)} put right" if found else "nothing differed")
    work.result["words"] = differed or ["Every figure was right already."]


@transaction.atomic
def _rebuilt(follower: Follower, club: Club) -> list[str]:
    wait_for_results(club.pk)
    return follower.rebuild(club, check=False)


REBUILD = Kind(
    "rebuild",
    "Working everything out again",
    rebuild,
    waits="What differed will be said here.",
    stop="Cancel, leave the rest as it is",
    left="What was put right before that stays so.",
    role=Role.ORGANISER,
    apart=True,
)
