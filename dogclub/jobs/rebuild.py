"""The job that recalculates everything derived from a club's results, for when a figure looks wrong."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.locks import lock_club_for_results
from clubs.models import Club, Role
from dogclub.jobs.worker.kinds import Kind, Urgency
from dogclub.jobs.worker.work import Work
from games.consequences.follow import Consequence, consequences

# Label for members, and relative share of the running time.
CALLED = {
    "shouts": (gettext_lazy("Call-outs"), 60),
    "play-offs": (gettext_lazy("Play-offs"), 5),
    "awards": (gettext_lazy("Trophies"), 10),
    "ratings": (gettext_lazy("Ratings"), 15),
    "standings": (gettext_lazy("Standings"), 10),
    "sums": (gettext_lazy("Statistics"), 20),
}


def rebuild(work: Work) -> None:
    """Rebuild each consequence in a transaction of its own, so that matches can be written in between."""
    club = work.job.club
    assert club
    work.begin([CALLED[each.name] for each in consequences()])
    differed = []
    for each in consequences():
        problems = _rebuilt(each, club)
        if problems:
            differed.append(_("{what}: {count} corrected.").format(what=CALLED[each.name][0], count=len(problems)))
        work.step_done(_("{count} corrected").format(count=len(problems)) if problems else _("nothing differed"))
    work.result["words"] = differed or [_("Every figure was already correct.")]


@transaction.atomic
def _rebuilt(each: Consequence, club: Club) -> list[str]:
    """Rebuild one consequence; return what differed."""
    lock_club_for_results(club.pk)
    return each.rebuild(club, check=False)


REBUILD = Kind(
    "rebuild",
    gettext_lazy("Recalculating everything"),
    rebuild,
    waits=gettext_lazy("The differences will appear here."),
    left=gettext_lazy("What was corrected before that stays corrected."),
    role=Role.ORGANISER,
    own_process=True,
    urgency=Urgency.BULK,
)
