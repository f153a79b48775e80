"""What a kind's `run` is given: the job's row, progress reports, and the transaction in which the work takes effect."""

import hashlib
import json
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import OperationalError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.models import Role, Scope
from dogclub.database import lift_limits, snapshot
from dogclub.jobs.files import folder
from dogclub.models import Job

OFTEN = 0.4  # seconds between two updates of the row
PIECE = 1 << 20


class Impossible(Exception):
    """Raised if the work cannot succeed at any try; the text says why, in words for the club."""


class Again(Exception):
    """Raised if the work should be tried again later; the text says why."""


class Stopped(BaseException):
    """Raised if the job was cancelled, or another run has the lease: unfinished work is dropped."""


@dataclass
class Work:
    """One run of a job under its lease. `asked` is the request, `result` is shown on the job's page.

    `when_done` is called in the transaction in which the work takes effect. `is_writing` and `is_reading`: inside
    `once` or `read_snapshot`, where the heartbeat thread updates the row.
    """

    job: Job
    lease: UUID
    when_done: Callable[[], None]
    result: dict[str, Any] = field(default_factory=dict)
    is_writing: bool = False
    is_reading: bool = False
    _is_unwanted: bool = False
    _steps: list[dict[str, Any]] = field(default_factory=list)
    _shares: list[int] = field(default_factory=list)
    _at: int = 0
    _now: str = ""
    _reported_at: float = 0.0
    _kept: dict[str, Any] = field(default_factory=dict)
    _is_over: bool = False

    @property
    def asked(self) -> dict[str, Any]:
        """The request, as given to `enqueue`."""
        request: dict[str, Any] = self.job.asked
        return request

    def begin(self, steps: Sequence[tuple[str | Promise, int]]) -> None:
        """Set the steps in order, each with its share of the time."""
        self._steps = [{"label": str(label), "done": 0, "of": 0, "words": "", "is_done": False} for label, _ in steps]
        self._shares = [share for _, share in steps]
        self._at = 0
        self.report_progress(now="", at_once=True)

    def move(self, done: int, of: int, now: str = "") -> None:
        """Report the progress of the current step. Raise Stopped if the job was cancelled."""
        self._steps[self._at] |= {"done": done, "of": of}
        self.report_progress(now)

    def step_done(self, words: str = "") -> None:
        """Complete the current step; `words` say what it did, as in "Charts drawn, 44"."""
        self._steps[self._at] |= {"words": words, "is_done": True}
        self._at += 1
        self.report_progress("", at_once=True)

    def report_progress(self, now: str = "", *, at_once: bool = False) -> None:
        """Write the progress to the row. Raise Stopped if the job was cancelled. In `once` and `read_snapshot` the
        heartbeat does the writing.
        """
        self._now = now
        if not (self.is_writing or self.is_reading) and (at_once or time.monotonic() - self._reported_at >= OFTEN):
            self._reported_at = time.monotonic()
            with suppress(OperationalError):  # the database is locked; the next update will do
                self.write_heartbeat()
        if self._is_unwanted:
            raise Stopped

    def write_heartbeat(self) -> None:
        """Write heartbeat and progress, from any thread, and read whether the job was cancelled."""
        wanted = self._row_under_lease().filter(cancel_asked_at=None)
        self._is_unwanted = not wanted.update(**self.progress(), beat_at=timezone.now())

    def progress(self) -> dict[str, Any]:
        """Return the fields of the row that show the progress."""
        return {"percent": self.percent, "steps": [dict(step) for step in self._steps], "now": self._now[:120]}

    @property
    def percent(self) -> int:
        """The progress in percent by the shares of the steps, at most 99."""
        whole = sum(self._shares) or 1
        through = sum(self._shares[: self._at])
        if self._at < len(self._steps) and self._steps[self._at]["of"]:
            step = self._steps[self._at]
            through += self._shares[self._at] * min(step["done"] / step["of"], 1)
        return min(int(100 * through / whole), 99)

    def wait_outside(self) -> None:
        """Give the database connection back before waiting for another server, unless in a transaction."""
        if not connection.in_atomic_block:
            connection.close()

    def keep(self, content: BinaryIO, name: str, content_type: str) -> str:
        """Store the finished file of the job; return its SHA-256. The row gets the file when the job is done."""
        self.drop_file()
        digest, size = hashlib.sha256(), 0
        while piece := content.read(PIECE):
            digest.update(piece)
            size += len(piece)
        content.seek(0)
        stored = default_storage.save(f"{folder(self.job.pk)}/{self.lease}", File(content))
        self._kept = {
            "file": stored,
            "file_name": name[:120],
            "content_type": content_type,
            "size": size,
            "sha256": digest.hexdigest(),
        }
        return digest.hexdigest()

    @contextmanager
    def read_snapshot(self) -> Iterator[None]:
        """Read a consistent snapshot, as of the first query in the block, for reads that must fit together; nothing
        can be written inside.
        """
        try:
            with snapshot() as self.is_reading:
                yield
        finally:
            self.is_reading = False

    @contextmanager
    def once(self) -> Iterator[None]:
        """The transaction in which the work takes effect and the job ends: both or neither, and never twice. Raise
        Stopped.

        The row is not locked meanwhile, so that progress can still be written: the run that has the lease at the end
        wins.
        """
        try:
            with transaction.atomic():
                if not self._row_under_lease().filter(cancel_asked_at=None).exists():
                    raise Stopped
                if self.job.urgency == Job.Urgency.BULK:
                    lift_limits()
                self.is_writing = True
                yield
                self._end()
        finally:
            self.is_writing = False
        self._is_over = True

    def end(self) -> None:
        """End the job, unless `once` has: for work that writes nothing but its file."""
        if not self._is_over:
            with self.once():
                pass

    def _end(self) -> None:
        still = self._row_under_lease().filter(cancel_asked_at=None)
        progress = {**self.progress(), "state": Job.State.DONE, "percent": 100, "now": "", "problem": ""}
        when = {"finished_at": timezone.now(), "lease": None}
        if not still.update(**progress, **when, result=self.result, **self._kept):
            raise Stopped
        self.when_done()

    def drop_file(self) -> None:
        """Delete the file this run stored, unless the row has it: the commit may have succeeded although its reply
        was lost.
        """
        stored = self._kept.get("file")
        if stored and not self._is_over and not Job.objects.filter(pk=self.job.pk, file=stored).exists():
            default_storage.delete(stored)
        self._kept = {}

    def _row_under_lease(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.job.pk, lease=self.lease, state=Job.State.RUNNING)


# Progress of a long write in a file beside the database: a row shows nothing before its transaction commits.
# Only SQLite needs it, where one writer locks out all others; there everything runs on one machine and shares `VAR`.


SHOWN = ("percent", "steps", "now")
AN_HOUR = 3600  # seconds; a run that lives writes its file anew every second


def _place(pk: UUID) -> Path:
    return Path(settings.VAR) / "jobs" / f"{pk}.json"


def say(pk: UUID, progress: dict[str, Any]) -> None:
    """Replace the progress file of a job; only the keys in SHOWN are stored."""
    place = _place(pk)
    place.parent.mkdir(exist_ok=True)
    draft = place.with_suffix(".draft")
    draft.write_text(json.dumps({name: progress[name] for name in SHOWN}), encoding="utf-8")
    draft.replace(place)


def forget(pk: UUID) -> None:
    """Delete the progress file of a job."""
    _place(pk).unlink(missing_ok=True)


def clear_away() -> None:
    """Delete the progress files of killed runs: those not written for an hour."""
    for name in ("*.json", "*.draft"):
        for file in (Path(settings.VAR) / "jobs").glob(name):
            with suppress(FileNotFoundError):
                if time.time() - file.stat().st_mtime > AN_HOUR:
                    file.unlink()


def with_progress(job: Job) -> Job:
    """Return the job with the values of its progress file, if it runs and has one."""
    if job.state == Job.State.RUNNING:
        with suppress(OSError, ValueError):
            for name, value in json.loads(_place(job.pk).read_text(encoding="utf-8")).items():
                setattr(job, name, value)
    return job


# Limits for the process of a job, so that one file or book exhausts neither the memory nor the processor.


def limit_memory() -> None:
    """Limit this process's data segment to `JOB_MEMORY` MB; 0 sets no limit."""
    if settings.JOB_MEMORY:
        _limit(resource.RLIMIT_DATA, settings.JOB_MEMORY * 1024 * 1024)


def limit_processor(seconds: int) -> None:
    """End this process by SIGXCPU once it has used so many seconds of processor time: also where it outlives the worker
    that would end it.
    """
    _limit(resource.RLIMIT_CPU, seconds)


def _limit(what: int, amount: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (amount, hard))


# The kinds of jobs. The settings name each by its key; a kind is imported when it is first needed.

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
