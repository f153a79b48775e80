"""Job kinds that exist only in tests; each adds a player as its effect. And a queue that records what it is sent."""

import io
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection
from django_guid import get_guid

from clubs.models import Player
from dogclub.jobs import Again, Impossible, Kind, Queue, Urgency, Work, work
from dogclub.models import Job
from tests.server import until


def write(work: Work) -> None:
    """Add a player with the requested name."""
    assert work.job.club
    Player.objects.create(club=work.job.club, name=work.asked.get("name", "Rex"))


def plainly(work: Work) -> None:
    """Complete two steps and add the player."""
    work.begin([("Bones counted", 3), ("Bones buried", 1)])
    work.move(1, 2, now="the big one")
    work.step_done("2")
    work.step_done()
    with work.once():
        work.result["bones"] = 2
        write(work)


def with_a_file(work: Work) -> None:
    """Store a file; then fail if `breaks` was asked for."""
    work.keep(io.BytesIO(b"woof " * 1000), "Büch des Hundes.txt", "text/plain")
    if work.asked.get("breaks"):
        raise ZeroDivisionError


def slowly(work: Work) -> None:
    """Append this process's id to the file `diary`, work for `steps` tenths of a second, then add the player."""
    steps = work.asked.get("steps", 50)
    with Path(work.asked["diary"]).open("a") as diary:
        diary.write(f"{os.getpid()}\n")
    work.begin([("Bones counted", 1)])
    for step in range(steps):
        time.sleep(0.1)
        work.move(step, steps)
    work.step_done(str(steps))
    with work.once():
        write(work)


def later(work: Work) -> None:
    """Ask for another try."""
    raise Again("The dog is asleep.")


def never(work: Work) -> None:
    """Fail for good."""
    raise Impossible("There is no bone.")


def wrongly(work: Work) -> None:
    """Fail inside the transaction of the effect."""
    with work.once():
        write(work)
        raise ZeroDivisionError


def after_the_end(work: Work) -> None:
    """Fail after the effect was committed."""
    with_a_file(work)
    with work.once():
        write(work)
    raise ZeroDivisionError


def at_length(work: Work) -> None:
    """Add a player in a transaction, and record the progress that another connection reads before the commit."""
    work.begin([("Bones buried", 1)])
    with work.once(), ThreadPoolExecutor(1) as elsewhere:
        write(work)
        work.move(1, 2, now="the deep one")
        until(lambda: elsewhere.submit(glance, work.job.pk).result()[1] == 50)
        work.result["seen"] = elsewhere.submit(glance, work.job.pk).result()


def beside_another(work: Work) -> None:
    """Run whatever else is queued in the middle of the job, as another thread of the worker does with its messages."""
    from dogclub.jobs.take_next import run_by_id

    for pk in Job.objects.filter(state=Job.State.QUEUED).values_list("pk", flat=True):
        run_by_id(pk)
    plainly(work)


def until_let_go(work: Work) -> None:
    """Wait until the test opens the gate."""
    assert GATE.wait(120)


def under_a_number(work: Work) -> None:
    """Record the id of the request that enqueued the job."""
    work.result["number"] = get_guid()


def too_large(work: Work) -> None:
    """Fail for lack of memory."""
    raise MemoryError


def glance(pk: UUID) -> list[Any]:
    """State, percentage and current item of the job and the number of players, as another connection reads them."""
    job = work.with_progress(Job.objects.get(pk=pk))
    connection.close()
    return [job.state, job.percent, job.now, Player.objects.count()]


GATE = threading.Event()
A_SECOND = timedelta(seconds=1)
PLAIN = Kind("test-plain", "Counting bones", plainly, waits="The bones wait for you.")
FILE = Kind("test-file", "Writing a book", with_a_file)
SLOW = Kind("test-slow", "Counting slowly", slowly, pause=A_SECOND, stop="Cancel, leave the bones")
LONG = Kind("test-long", "Burying bones", at_length)
APART = Kind("test-apart", "Counting elsewhere", slowly, own_process=True, pause=A_SECOND)
LATER = Kind("test-later", "Waking the dog", later, pause=timedelta(seconds=10), longest_pause=timedelta(seconds=30))
NEVER = Kind("test-never", "Looking for a bone", never)
WRONG = Kind("test-wrong", "Dropping bones", wrongly, tries=2)
AFTER = Kind("test-after", "Barking too long", after_the_end)
FLEETING = Kind("test-fleeting", "Whispering", plainly, delete_when_done=True)
FLEETING_NEVER = Kind("test-fleeting-never", "Whispering in vain", never, delete_when_done=True)
BULK = Kind("test-bulk", "Writing ten books", beside_another, urgency=Urgency.BULK)
AWAITED = Kind("test-awaited", "Fetching the lead", plainly, urgency=Urgency.AWAITED)
LARGE = Kind("test-large", "Burying a whale", too_large)
HIDDEN = Kind("test-hidden", "Keeping quiet", plainly, listed=False)

HANGS = Kind("test-hangs", "Staring at a ball", until_let_go)
HANGS_OUTSIDE = Kind("test-hangs-outside", "Barking at a neighbour", until_let_go, queue=Queue.NETWORK)
OUTSIDE = Kind("test-outside", "Greeting a neighbour", under_a_number, queue=Queue.NETWORK)
MAIL = Kind("test-mail", "Taking a letter out", under_a_number, queue=Queue.MAIL)
ARCHIVE = Kind("test-archive", "Burying everything", under_a_number, urgency=Urgency.BULK)
BRIEF = Kind("test-brief", "Counting briefly", slowly, own_process=True, longest=timedelta(minutes=1))
NUMBERED = Kind("test-numbered", "Wearing a tag", under_a_number)


class Ears:
    """A queue that records the ids it is sent; one that `is_deaf` cannot be reached."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.options: dict[str, dict[str, Any]] = {}
        self.is_deaf = False

    def send_task(self, name: str, arguments: list[str], **options: Any) -> None:
        if self.is_deaf:
            raise ConnectionRefusedError
        self.told += arguments
        self.options[arguments[0]] = options


EARS = Ears()
