"""What a kind of work is given: its row, a way to say how far it is, and the one moment in which it takes effect."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO
from uuid import UUID

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from dogclub.database.limits import lift_limits
from dogclub.database.snapshot import snapshot
from dogclub.jobs.files import folder
from dogclub.models import Job

OFTEN = 0.4  # seconds between two looks at the row
PIECE = 1 << 20


class Impossible(Exception):
    """It will not work, however often it is tried; the text says why, in the club's words."""


class Again(Exception):
    """Not now: it is tried again later. The text says why."""


class Stopped(BaseException):
    """Somebody called it off, or another run has taken over: whatever was begun is dropped."""


@dataclass
class Work:
    """One run of a job under its lease. `asked` is what was asked for, `result` what its page will say of it.

    `when_done` is called in the transaction in which it takes effect.
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
    _looked: float = 0.0
    _kept: dict[str, Any] = field(default_factory=dict)
    _is_over: bool = False

    @property
    def asked(self) -> dict[str, Any]:
        request: dict[str, Any] = self.job.asked
        return request

    def begin(self, steps: Sequence[tuple[str | Promise, int]]) -> None:
        """What there is to do, in order, each with its share of the time."""
        self._steps = [{"label": str(label), "done": 0, "of": 0, "words": "", "is_done": False} for label, _ in steps]
        self._shares = [share for _, share in steps]
        self._at = 0
        self.look_up(now="", at_once=True)

    def move(self, done: int, of: int, now: str = "") -> None:
        """How far the step is. Raises Stopped where the work was called off."""
        self._steps[self._at] |= {"done": done, "of": of}
        self.look_up(now)

    def step_done(self, words: str = "") -> None:
        """The step is through; `words` say what came of it, as in "Charts drawn, 44"."""
        self._steps[self._at] |= {"words": words, "is_done": True}
        self._at += 1
        self.look_up("", at_once=True)

    def look_up(self, now: str = "", *, at_once: bool = False) -> None:
        """Write down how far it is, and see if it is wanted still. In `once` and `one_moment` the heartbeat does."""
        self._now = now
        if not (self.is_writing or self.is_reading) and (at_once or time.monotonic() - self._looked >= OFTEN):
            self._looked = time.monotonic()
            with suppress(OperationalError):  # somebody writes something long; the next look will do
                self.say()
        if self._is_unwanted:
            raise Stopped

    def say(self) -> None:
        """From whichever thread: that it is alive, how far it is, and whether that is still wanted."""
        wanted = self._mine().filter(cancel_asked_at=None)
        self._is_unwanted = not wanted.update(**self.progress(), beat_at=timezone.now())

    def progress(self) -> dict[str, Any]:
        return {"percent": self.percent, "steps": [dict(step) for step in self._steps], "now": self._now[:120]}

    @property
    def percent(self) -> int:
        whole = sum(self._shares) or 1
        through = sum(self._shares[: self._at])
        if self._at < len(self._steps) and self._steps[self._at]["of"]:
            step = self._steps[self._at]
            through += self._shares[self._at] * min(step["done"] / step["of"], 1)
        return min(int(100 * through / whole), 99)

    def keep(self, content: BinaryIO, name: str, content_type: str) -> str:
        """Store the finished file under the job; returns its SHA-256. It shows once the job is done."""
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
    def one_moment(self) -> Iterator[None]:
        """For what must fit together: it is read as it was at the first look, and nothing can be written meanwhile."""
        try:
            with snapshot() as self.is_reading:
                yield
        finally:
            self.is_reading = False

    @contextmanager
    def once(self) -> Iterator[None]:
        """The transaction in which the work takes effect, and ends: both or neither, and never twice.

        The row is not locked meanwhile, so that it can still say how far it is: whoever has the lease at the end wins.
        """
        try:
            with transaction.atomic():
                if not self._mine().filter(cancel_asked_at=None).exists():
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
        """For work that had nothing to write but its file, or has ended in `once` already."""
        if not self._is_over:
            with self.once():
                pass

    def _end(self) -> None:
        still = self._mine().filter(cancel_asked_at=None)
        progress = {**self.progress(), "state": Job.State.DONE, "percent": 100, "now": "", "problem": ""}
        when = {"finished_at": timezone.now(), "lease": None}
        if not still.update(**progress, **when, result=self.result, **self._kept):
            raise Stopped
        self.when_done()

    def drop_file(self) -> None:
        """What this run stored, unless the row has it: a commit may have gone through whose answer was lost."""
        stored = self._kept.get("file")
        if stored and not self._is_over and not Job.objects.filter(pk=self.job.pk, file=stored).exists():
            default_storage.delete(stored)
        self._kept = {}

    def _mine(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.job.pk, lease=self.lease, state=Job.State.RUNNING)
