"""The kinds of jobs. The settings name each by its key; a kind is imported when it is first needed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cache

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.models import Role, Scope
from dogclub.jobs.worker.work import Work
from dogclub.models import Job

Urgency = Job.Urgency


CANCEL = gettext_lazy("Cancel")
NOTHING_SAVED = gettext_lazy("Nothing was saved.")


class Queue(StrEnum):
    """The threads of a worker in which a job runs: MAIL, somebody waits for an email; NETWORK, it mostly waits for
    another server; WORK, everything else. No queue waits for another.
    """

    MAIL = "mail"
    NETWORK = "network"
    WORK = "work"


@dataclass(frozen=True)
class Kind:
    """A kind of job. `run(work)` does the work, from the beginning at each try; what it writes besides a file it writes
    in `work.once()`.

    `title` heads the job's page ("Making the season book"), `waits` says where the result will be found, `left` what
    remains after it was cancelled; `stop` labels the cancel button. With `own_process` it runs in a process of its own,
    because it computes for long or needs much memory. A try that fails unexpectedly is repeated after `pause`, `growth`
    times as long each time up to `longest_pause`, until there were `tries`. A run may take as long as `longest`: a
    process is ended then and the job has failed; any other run counts as hung and is begun again. `queue` says in which
    threads of a worker it runs. `role` may see and repeat such jobs, and a key with `scope` request them. One that is
    not `listed` is not among the latest jobs, as it is shown elsewhere. With `delete_when_done` the row is deleted at
    the end, and the request after a failure: it may contain a secret. A worker takes the most urgent job first:
    `urgency`.
    """

    key: str
    title: str | Promise
    run: Callable[[Work], None]
    waits: str | Promise = ""
    stop: str | Promise = CANCEL
    left: str | Promise = NOTHING_SAVED
    role: Role = Role.MEMBER
    scope: Scope = Scope.RECORD
    own_process: bool = False
    queue: Queue = Queue.WORK
    urgency: Urgency = Urgency.FOLLOWS
    tries: int = 3
    pause: timedelta = timedelta(seconds=10)
    growth: int = 2
    longest_pause: timedelta = timedelta(hours=6)
    longest: timedelta = timedelta(hours=1)
    delete_when_done: bool = False
    listed: bool = True

    def is_for(self, access: Access) -> bool:
        """Whether such jobs may be seen and repeated with this access."""
        return access.has(self.role) or (self.scope == Scope.ARCHIVE and access.reads_archive)

    def pause_after(self, tries: int) -> timedelta:
        """Return the pause before the next try, after so many tries."""
        pause = self.pause
        for _ in range(tries - 1):
            pause = min(pause * self.growth, self.longest_pause)
        return pause


@cache
def find(key: str) -> Kind:
    """Return a kind by its key. Raise KeyError if there is none."""
    kind: Kind = import_string(settings.JOB_KINDS[key])
    return kind


def keys_of(queue: Queue) -> list[str]:
    """Return the keys of the kinds of a queue."""
    return [key for key in settings.JOB_KINDS if find(key).queue == queue]
