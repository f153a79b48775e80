"""Everything that follows from a club's results, worked out again: for when a figure looks wrong."""

from django.db import transaction

from clubs.locks import wait_for_results
from clubs.models import Club, Role
from dogclub.jobs.worker.kinds import Kind
from dogclub.jobs.worker.work import Work
from games.consequences.follow import Consequence, consequences

# What members call it, and how much of the time it takes.
CALLED = {
    "shouts": ("Call-outs heard again", 60),
    "play-offs": ("Play-offs decided again", 5),
    "awards": ("Trophies passed on again", 10),
    "ratings": ("Ratings summed up again", 15),
    "standings": ("Standings ranked again", 10),
}


def rebuild(work: Work) -> None:
    """One consequence after the other, each in its own transaction: between two of them the tables may write."""
    club = work.job.club
    assert club
    work.begin([CALLED[each.name] for each in consequences()])
    differed = []
    for each in consequences():
        problems = _rebuilt(each, club)
        if problems:
            differed.append(f"{CALLED[each.name][0]}: {len(problems)} put right.")
        work.step_done(f"{len(problems)} put right" if problems else "nothing differed")
    work.result["words"] = differed or ["Every figure was right already."]


@transaction.atomic
def _rebuilt(each: Consequence, club: Club) -> list[str]:
    wait_for_results(club.pk)
    return each.rebuild(club, check=False)


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
