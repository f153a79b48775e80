"""The job that recalculates everything derived from a club's results, for when a figure looks wrong."""

import logging
import threading
from queue import SimpleQueue
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Role
from clubs.queries import lock_club_for_results
from dogclub.jobs.work import Kind, Urgency, Work
from games.consequences.follow import Consequence, consequences
from games.forecasts.stored import compute

# Label for members, and relative share of the running time.
CALLED = {
    "call-outs": (gettext_lazy("Call-outs"), 60),
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


# Computing a match's chances in the background, requested without a job row.
# With Redis a message asks a worker for it. Without, a thread of the server computes what is requested in its
# process. If a request is lost, the next reader of the match's chances makes another.


TASK = "dogclub.jobs.forecasts.run"
logger = logging.getLogger(__name__)
_wanted: SimpleQueue[UUID] = SimpleQueue()
_waiting: set[UUID] = set()


def request(match_id: UUID) -> None:
    """Ask for the chances of a match, without waiting for Redis or for them."""
    if settings.JOB_QUEUE:
        threading.Thread(target=send, args=[match_id], name="chances", daemon=True).start()
    elif match_id not in _waiting:
        _waiting.add(match_id)
        _wanted.put(match_id)


def send(match_id: UUID) -> None:
    """Send the message; log it if the queue is unreachable."""
    from kombu.exceptions import OperationalError as Unreachable  # slow to import, and only Redis needs it

    try:
        import_string(settings.JOB_QUEUE).send_task(TASK, [str(match_id)])
    except (Unreachable, OSError) as error:
        logger.info("The queue is out of reach (%s); chances of match %s come later.", type(error).__name__, match_id)


def start_computing() -> None:
    """Start the thread that computes what is requested in this process."""
    threading.Thread(target=_compute_requested, name="chances", daemon=True).start()


def _compute_requested() -> None:
    while True:
        match_id = _wanted.get()
        _waiting.discard(match_id)
        try:
            compute(match_id)
        except Exception:
            logger.exception("The chances of match %s could not be computed; they are when somebody asks.", match_id)
        connection.close()


def run(pk: str) -> None:
    """Compute the chances of the match with this id."""
    compute(UUID(pk))
